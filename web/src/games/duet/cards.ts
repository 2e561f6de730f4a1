/** The suits of Duo, and what its cards' paws are. */
import { inOrderOf, rankOf, suitOf as letterOf } from '$lib/cards'

export { HIDDEN, rankOf } from '$lib/cards'

/** Doves, roses, stars. */
export type Suit = 'D' | 'R' | 'S'

export const SUITS: readonly Suit[] = ['D', 'R', 'S']
export const RANKS = 10
export const HAND = 11

export const suitOf = (card: string) => letterOf(card) as Suit

export const inOrder = inOrderOf(SUITS)

export const MUSICIAN = 1
export const FOXES = 3
export const GAZELLE = 5
export const GIFT = 7
export const ROYAL = 9

const PAWS = [0, 3, 2, 1, 1, 2, 0, 2, 0, 3]

/** How many spaces a card moves the token. */
export const pawsOf = (card: string) => PAWS[rankOf(card) - 1] ?? 0
