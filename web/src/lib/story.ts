/** What is remembered of a game of tricks. */
interface Happening {
  event: string
}

/**
 * The story so far, one event longer. Once a new card is played, of the tricks before it only events of the kinds
 * `kept` stay; all of the round, where the table allows looking back (`all`).
 */
export function rememberAll<E extends Happening>(
  story: readonly E[],
  event: E,
  kept: readonly E['event'][],
  all: boolean,
): E[] {
  if (event.event === 'dealt') return [event]
  if (event.event !== 'played' || all) return [...story, event]
  const last = story.findLastIndex(({ event }) => event === 'trick')
  return [...story.filter((past, i) => i > last || kept.includes(past.event)), event]
}

export interface PastTrick {
  number: number
  /** In the order in which they were played. */
  cards: { seat: number; card: string }[]
  winner: number
}

type Told =
  | { event: 'played'; seat: number; card: string }
  | { event: 'trick'; seat: number; number: number }
  | { event: '' }

/** The finished tricks that a story still tells of with their cards, oldest first. */
export function pastTricks(story: readonly Happening[]): PastTrick[] {
  const tricks: PastTrick[] = []
  let cards: PastTrick['cards'] = []
  for (const event of story as readonly Told[]) {
    if (event.event === 'played') cards = [...cards, { seat: event.seat, card: event.card }]
    if (event.event !== 'trick') continue
    if (cards.length) tricks.push({ number: event.number, cards, winner: event.seat })
    cards = []
  }
  return tricks
}
