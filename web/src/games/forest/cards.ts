/** The suits of forest. */
import { inOrderOf, suitOf as letterOf } from '$lib/cards'

export { HIDDEN, rankOf } from '$lib/cards'

export type Suit = 'B' | 'K' | 'M'

export const SUITS: readonly Suit[] = ['B', 'K', 'M']

export const suitOf = (card: string) => letterOf(card) as Suit

export const inOrder = inOrderOf(SUITS)
