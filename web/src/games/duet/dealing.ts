import { handsDealing } from '../../replay/hands'
import { HAND, RANKS, SUITS } from './cards'

export const dealing = handsDealing({ suits: SUITS, ranks: RANKS, hand: HAND, namesDealer: true })
