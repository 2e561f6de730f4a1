import { handsDealing } from '../../replay/hands'
import { SUITS } from './cards'

export const dealing = handsDealing({ suits: SUITS, ranks: 11, hand: 13 })
