/** What a column adds up to and is worth, as the rules have it. */
import { FULL, isDown, isNegative, ONE_OR_FIVE, SUPERNOVA, TURNS } from './cards'

export interface Sum {
  /** Ascending; several where there are cards that count 1 or 5. */
  totals: number[]
  /** A card turns the negative ones positive. */
  turned: boolean
  /** A Supernova destroys all of it. */
  destroyed: boolean
}

/** What these cards add up to. */
export function sumOf(cards: readonly string[]): Sum {
  const turned = cards.includes(TURNS)
  const choices = cards.filter((card) => card === ONE_OR_FIVE).length
  const base = cards.reduce((sum, card) => sum + worth(card, turned), 0)
  return {
    totals: Array.from({ length: choices + 1 }, (_, fives) => base + 4 * fives),
    turned,
    destroyed: cards.includes(SUPERNOVA),
  }
}

/** A card that counts 1 or 5 counts 1 here. */
function worth(card: string, turned: boolean): number {
  if (card === TURNS || card === SUPERNOVA) return 0
  if (card === ONE_OR_FIVE) return 1
  return turned && isNegative(card) ? -Number(card) : Number(card)
}

/** The cards of a column that everybody sees. */
export const openCards = (column: readonly string[]) => column.filter((card) => !isDown(card))

/** How many lie face down in it: each has a star on it. */
export const downIn = (column: readonly string[]) => column.filter(isDown).length

/** The stars that a total brings, or costs (below 0), before anybody runs out of them. */
export function gainOf(total: number): number {
  return total > 6 ? 6 - total : total
}

/** What each card of a column counts where it adds up to `total`. */
export function countsOf(cards: readonly string[], total: number): number[] {
  const { totals, turned } = sumOf(cards)
  let fives = Math.round((total - (totals[0] ?? 0)) / 4)
  return cards.map((card) => {
    if (card === ONE_OR_FIVE && fives > 0) {
      fives -= 1
      return 5
    }
    return worth(card, turned)
  })
}

/** Seven cards have no value. */
export const isWorthless = (cards: readonly string[]) => cards.length >= FULL
