/** The cards of Fennecs, as the notation writes them, and as hands and columns hold them. */
import { HIDDEN } from '$lib/cards'

export { HIDDEN } from '$lib/cards'

/** Whoever holds it with others of its column turns negative cards positive. */
export const TURNS = '0+'
export const ONE_OR_FIVE = '1/5'
export const SUPERNOVA = 'SN'

const ORDER = ['-5', '-2', '-1', '0', TURNS, '1', '2', '3', '4', '5', ONE_OR_FIVE, SUPERNOVA]

/** A column holds no more. */
export const FULL = 7

/** How many cards a hand begins with, by players. */
export const handSize = (players: number) => (players < 4 ? 4 : 3)

/** How many stars end the game, by players. */
export const goalOf = (players: number) => (players < 5 ? 20 : 15)

export function inOrder(a: string, b: string): number {
  const place = (card: string) => (card === HIDDEN ? ORDER.length : ORDER.indexOf(card))
  return place(a) - place(b)
}

/** In a column `?` lies face down; `4?` does too, for whoever placed it. */
export const isDown = (card: string) => card.endsWith(HIDDEN)

/** What one sees of it: `4` also where it lies face down and one knows it. */
export const faceOf = (card: string) => (card === HIDDEN ? HIDDEN : card.replace(HIDDEN, ''))

export const isNegative = (card: string) => card.startsWith('-')

/** Cards of a hand by names of their own, where there are two of a kind: `2`, `2~1`. */
export function idsOf(hand: readonly string[]): string[] {
  return hand.map((card, i) => {
    const before = hand.slice(0, i).filter((other) => other === card).length
    return before ? `${card}~${before}` : card
  })
}

/** The card that such a name stands for. */
export const cardAt = (id: string) => id.split('~')[0] ?? id
