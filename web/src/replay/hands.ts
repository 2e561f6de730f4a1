/** How a round of two hands and a decree card is dealt from a verifiable shuffle: docs/dealing.md. */
import { inOrderOf } from '$lib/cards'
import { shuffled } from './shuffle'
import type { Dealing } from './verify'

interface Deck {
  suits: readonly string[]
  ranks: number
  /** The cards of each hand. */
  hand: number
  /** The players may have agreed on who deals first. */
  namesDealer?: boolean
}

const dealerOf = (deal: string) => Number(/dealer=(\d)/.exec(deal)?.[1])

export function handsDealing({ suits, ranks, hand, namesDealer = false }: Deck): Dealing {
  const inOrder = inOrderOf(suits)
  const deck = suits.flatMap((suit) => Array.from({ length: ranks }, (_, i) => `${suit}${i + 1}`))

  const written = (dealer: number, hands: string[][], decree: string[], rest: string[]) =>
    [
      `deal dealer=${dealer}`,
      ...[...hands.map((cards) => cards.sort(inOrder)), decree, rest].map((part) => part.join(' ')),
    ].join(' | ')

  return {
    seats: () => 2,
    due(below, before, tags) {
      const last = before.at(-1)
      const drawn = last === undefined ? below(2) : 1 - dealerOf(last)
      const named = last === undefined && namesDealer ? tags.Dealer : undefined
      const cards = shuffled(deck, below)
      const [first, second] = [cards.slice(0, hand), cards.slice(hand, 2 * hand)]
      const decree = cards.slice(2 * hand, 2 * hand + 1)
      return written(Number(named ?? drawn), [first, second], decree, cards.slice(2 * hand + 1))
    },
    canonical(deal) {
      const [first = [], second = [], decree = [], rest = []] = deal
        .split('|')
        .slice(1)
        .map((part) => part.trim().split(/[ \t]+/))
      return written(dealerOf(deal), [first, second], decree, rest)
    },
  }
}
