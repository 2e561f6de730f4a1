import type { ForestEvent } from '$lib/api/types'
import { pastTricks, rememberAll } from '$lib/story'

const KEPT: readonly ForestEvent['event'][] = ['dealt', 'trick', 'round', 'end']

/** The story so far, one event longer: the rules forbid looking back at finished tricks. */
export const remember = (story: readonly ForestEvent[], event: ForestEvent, all = false): ForestEvent[] =>
  rememberAll(story, event, KEPT, all)

export const tricksOf = pastTricks
