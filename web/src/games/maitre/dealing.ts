/** How a round of Maître Renard gets its missions from a verifiable shuffle: docs/dealing.md. */
import { shuffled } from '../../replay/shuffle'
import type { Dealing } from '../../replay/verify'
import { LOOT } from '../../yard/outlines'

/** A cycle has so many rounds; then all missions are shuffled again. */
const CYCLE = 3
const PILES = 3

const missionsOf = (deal: string) =>
  deal
    .split('|')[1]
    ?.trim()
    .split(/[ \t]+/) ?? []

/** The order of the piles means nothing to a record. */
const written = (missions: readonly string[]) => `deal | ${[...missions].sort().join(' ')}`

export const dealing: Dealing = {
  seats: ({ Options = '' }) => Number(/(?:^| )players=(\d)/.exec(Options)?.[1] ?? 2),
  due(below, before) {
    const place = before.length % CYCLE
    const earlier = before.slice(before.length - place)
    const left = LOOT.filter((kind) => !earlier.some((deal) => missionsOf(deal).includes(kind)))
    if (left.length >= PILES) return written(shuffled(left, below).slice(0, PILES))
    const kept = missionsOf(earlier.at(-1) ?? '')[below(PILES)] ?? ''
    return written([kept, ...shuffled(left, below)])
  },
  canonical: (deal) => written(missionsOf(deal)),
}
