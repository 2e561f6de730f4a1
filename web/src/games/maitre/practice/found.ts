/** What a sack would have counted at a table, as the rules have it. */
import type { MaitreCount } from '$lib/api/types'
import { judged, rusesIn, worthOf } from '../tokens'

export function counted(sack: readonly string[], missions: readonly string[]): MaitreCount {
  const all = judged(sack, missions)
  const found = all.filter(({ why }) => why === 'found').length
  const wrong = all.filter(({ why }) => why === 'twin' || why === 'stray').length
  const ruses = rusesIn(sack) > 1 ? -1 : all.filter(({ why }) => why === 'fox').length
  const sum = all.reduce((worth, token) => worth + worthOf(token), 0) + Math.min(0, ruses)
  return { found, wrong, ruses, score: Math.max(0, sum) }
}
