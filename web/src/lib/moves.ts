/** What is seen to move in every game of tricks. */
import { HIDDEN } from './cards'
import type { Flight } from './flights'

export const CARD = 250
const SWEEP = 220
/** Between two cards that are dealt. */
const BEAT = 30

/** How long a deal takes. */
export const DEALING = 12 * BEAT + CARD

/** A card leaves one's hand; somebody else's leaves from where they sit. */
export function hand(seat: number, card: string | null): string[] {
  return card === null ? [`seat-${seat}`] : [`hand-${card}`, `seat-${seat}`]
}

interface Finished {
  cards: readonly string[]
  leader: number
  winner: number
}

/** The finished trick goes to its winner when the next card comes. */
export function swept(done: Finished | null): Flight[] {
  if (!done) return []
  return done.cards.map((what, i) => ({
    what,
    from: [`trick-${i === 0 ? done.leader : 1 - done.leader}`],
    to: hand(done.winner, null),
    ms: SWEEP,
    leaves: true,
  }))
}

/** Cards go round, from where the rest of them lies. */
export function dealt(
  deal: { hand: readonly string[] | null; decree: string },
  viewer: number | null,
  from: string,
): Flight[] {
  const backs = Array.from({ length: 3 }, (_, i): Flight => {
    const seat = viewer === null ? i % 2 : 1 - viewer
    return { what: HIDDEN, from: [from], to: hand(seat, null), ms: CARD, delay: 4 * i * BEAT, leaves: true }
  })
  const own = (deal.hand ?? []).map((what, i): Flight => ({
    what,
    from: [from],
    to: [`hand-${what}`],
    ms: CARD,
    delay: i * BEAT,
  }))
  return [...backs, ...own, { what: deal.decree, from: [from], to: ['decree'], ms: CARD, delay: 12 * BEAT }]
}
