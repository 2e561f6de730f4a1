/** Cards as the notation writes them: a suit's letter and a rank; `?` is a card that one may not know. */
export type Suit = 'B' | 'K' | 'M'

export const HIDDEN = '?'
export const SUITS: readonly Suit[] = ['B', 'K', 'M']

export function suitOf(card: string): Suit {
  return card[0] as Suit
}

export function rankOf(card: string): number {
  return Number(card.slice(1))
}

/** By suit, then rank, as a hand is held. */
export function inOrder(a: string, b: string): number {
  if (a === HIDDEN || b === HIDDEN) return a === b ? 0 : a === HIDDEN ? 1 : -1
  return SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b)) || rankOf(a) - rankOf(b)
}
