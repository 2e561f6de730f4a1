import type { DuetEvent } from '$lib/api/types'
import { pastTricks, rememberAll } from '$lib/story'

const KEPT: readonly DuetEvent['event'][] = [
  'dealt',
  'trick',
  'moved',
  'left',
  'round',
  'grown',
  'placed',
  'end',
]

/**
 * The story so far, one event longer. Nobody may look back at finished tricks: once a new card is played, of those
 * before it only who won and where that led is kept; all of the round, where the table allows it (`all`).
 */
export const remember = (story: readonly DuetEvent[], event: DuetEvent, all = false): DuetEvent[] =>
  rememberAll(story, event, KEPT, all)

export const tricksOf = pastTricks

/** The card that one was given last, until the trick in which it came is left behind. */
export function receivedOf(story: readonly DuetEvent[]): string | null {
  const at = story.findLastIndex(({ event }) => event === 'swapped')
  const gift = story[at]
  if (gift?.event !== 'swapped') return null
  const won = story.findIndex(({ event }, i) => i > at && event === 'trick')
  const left = won >= 0 && story.some(({ event }, i) => i > won && event === 'played')
  return left ? null : gift.got
}
