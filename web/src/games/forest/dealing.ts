/** How a round of forest is dealt from a verifiable shuffle: docs/dealing.md. */
import { shuffled } from '../../replay/shuffle'
import type { Dealing } from '../../replay/verify'
import { inOrder, SUITS } from './cards'

const DECK = SUITS.flatMap((suit) => Array.from({ length: 11 }, (_, i) => `${suit}${i + 1}`))

const written = (dealer: number, hands: string[][], decree: string[], pile: string[]) =>
  [
    `deal dealer=${dealer}`,
    ...[...hands.map((hand) => hand.sort(inOrder)), decree, pile].map((part) => part.join(' ')),
  ].join(' | ')

const dealerOf = (deal: string) => Number(/dealer=(\d)/.exec(deal)?.[1])

export const dealing: Dealing = {
  seats: 2,
  due(below, before) {
    const dealer = before === null ? below(2) : 1 - dealerOf(before)
    const cards = shuffled(DECK, below)
    return written(dealer, [cards.slice(0, 13), cards.slice(13, 26)], cards.slice(26, 27), cards.slice(27))
  },
  canonical(deal) {
    const [first = [], second = [], decree = [], pile = []] = deal
      .split('|')
      .slice(1)
      .map((part) => part.trim().split(/[ \t]+/))
    return written(dealerOf(deal), [first, second], decree, pile)
  },
}
