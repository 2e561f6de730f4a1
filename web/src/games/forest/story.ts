import type { ForestEvent } from '$lib/api/types'

const KEPT = new Set<ForestEvent['event']>(['dealt', 'trick', 'round', 'end'])

/**
 * The story so far, one event longer. The rules forbid looking back at finished tricks: once a new card is played, of
 * those before it only who won is kept; all of the round, where the table allows it (`all`).
 */
export function remember(story: readonly ForestEvent[], event: ForestEvent, all = false): ForestEvent[] {
  if (event.event === 'dealt') return [event]
  if (event.event !== 'played' || all) return [...story, event]
  const last = story.findLastIndex(({ event }) => event === 'trick')
  return [...story.filter((past, i) => i > last || KEPT.has(past.event)), event]
}

export interface PastTrick {
  number: number
  /** In the order in which they were played. */
  cards: { seat: number; card: string }[]
  winner: number
}

/** The finished tricks that a story still tells of with their cards, oldest first. */
export function tricksOf(story: readonly ForestEvent[]): PastTrick[] {
  const tricks: PastTrick[] = []
  let cards: PastTrick['cards'] = []
  for (const event of story) {
    if (event.event === 'played') cards = [...cards, { seat: event.seat, card: event.card }]
    if (event.event !== 'trick') continue
    if (cards.length) tricks.push({ number: event.number, cards, winner: event.seat })
    cards = []
  }
  return tricks
}
