import type { FennecsEvent, FennecsView } from '$lib/api/types'
import { SUPERNOVA } from './cards'
import { gainOf } from './sums'

/** The story so far, one event longer: all of the round, since all of it stays open on the table. */
export function remember(story: readonly FennecsEvent[], event: FennecsEvent): FennecsEvent[] {
  return event.event === 'dealt' ? [event] : [...story, event]
}

/** A column that is being counted, as far as it has come. */
export interface Count {
  seat: number
  cards: string[]
  /** What lay on its face-down cards. */
  stars: number
  destroyed: boolean
  /** Its total and what that brought; null: not yet. */
  scored: { total: number | null; stars: number } | null
}

/** How a seat's column was counted in this round, if one saw it. */
export function countOf(story: readonly FennecsEvent[], seat: number): Count | null {
  const taken = story.findLast((event) => event.event === 'taken' && event.seat === seat)
  if (taken?.event !== 'taken') return null
  const scored = story.findLast((event) => event.event === 'scored' && event.seat === seat)
  const { cards, stars, destroyed } = taken
  return {
    seat,
    cards,
    stars,
    destroyed,
    scored: scored?.event === 'scored' ? { total: scored.total, stars: scored.stars } : null,
  }
}

/** The same from what still lies open; what lay on its cards, and what was short, is not seen there. */
export function countIn(view: FennecsView, seat: number): Count {
  const cards = view.taken[seat] ?? []
  const total = view.totals[seat] ?? null
  return {
    seat,
    cards,
    stars: 0,
    destroyed: cards.includes(SUPERNOVA),
    scored: { total, stars: total === null ? 0 : gainOf(total) },
  }
}

/** The column that was taken last, as long as nothing has happened since. */
export function counting(story: readonly FennecsEvent[]): Count | null {
  const last = story.at(-1)
  return last?.event === 'taken' || last?.event === 'chose' || last?.event === 'scored'
    ? countOf(story, last.seat)
    : null
}
