/** Cards as the notation writes them: a suit's letter and a rank; `?` is a card that one may not know. */
export const HIDDEN = '?'

export function suitOf(card: string): string {
  return card.charAt(0)
}

export function rankOf(card: string): number {
  return Number(card.slice(1))
}

/** By suit, in this order, then rank, as a hand is held. */
export function inOrderOf(suits: readonly string[]): (a: string, b: string) => number {
  return (a, b) => {
    if (a === HIDDEN || b === HIDDEN) return a === b ? 0 : a === HIDDEN ? 1 : -1
    return suits.indexOf(suitOf(a)) - suits.indexOf(suitOf(b)) || rankOf(a) - rankOf(b)
  }
}

export type Hands = [string[], string[]]

/** A hand without this card, or without one that nobody knows. */
export function without(hand: readonly string[], card: string | null): string[] {
  let at = card === null ? -1 : hand.indexOf(card)
  if (at < 0) at = hand.indexOf(HIDDEN)
  return hand.filter((_, i) => i !== at)
}

/** Hands of which one has changed. */
export function changed(hands: Hands, seat: number, hand: string[]): Hands {
  return seat === 0 ? [hand, hands[1]] : [hands[0], hand]
}

/** As whoever owns none of them sees them. */
export const hidden = (cards: readonly string[]): string[] => cards.map(() => HIDDEN)
