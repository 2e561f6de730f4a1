/**
 * What Fennecs' table looks like between two of the server's views, so that events are seen one by one. Only what is
 * drawn is kept right; the server's view has the last word.
 */
import type { FennecsEvent, FennecsView } from '$lib/api/types'
import { hidden, without } from '$lib/cards'
import { handSize, HIDDEN, inOrder, isDown } from './cards'

/** What whoever sits nowhere may see: for the moment when a device changes hands. */
export function publicPart(view: FennecsView): FennecsView {
  return {
    ...view,
    hands: view.hands.map(hidden),
    columns: view.columns.map((column) => column && column.map((card) => (isDown(card) ? HIDDEN : card))),
    set_aside: hidden(view.set_aside),
    legal: {},
  }
}

/** These, with another one at a place. */
function put<T>(all: readonly T[], at: number, one: T): T[] {
  return all.map((old, i) => (i === at ? one : old))
}

/** Whoever comes after `seat`, clockwise, and is still in the round. */
function after(seat: number, { stars, out }: FennecsView): number[] {
  const seats = stars.length
  const round = Array.from({ length: seats }, (_, i) => (seat + 1 + i) % seats)
  return round.filter((next) => !out.includes(next)).slice(0, 1)
}

function paid(view: FennecsView, seat: number, stars: number): FennecsView {
  return {
    ...view,
    stars: put(view.stars, seat, (view.stars[seat] ?? 0) + stars),
    reserve: view.reserve - stars,
  }
}

function laid(view: FennecsView, seat: number, column: number, card: string, held: string): FennecsView {
  return {
    ...view,
    columns: put(view.columns, column, [...(view.columns[column] ?? []), card]),
    placed_by: put(view.placed_by, column, [...(view.placed_by[column] ?? []), seat]),
    hands: put(view.hands, seat, without(view.hands[seat] ?? [], held)),
    to_act: after(seat, view),
  }
}

export function step(view: FennecsView, event: FennecsEvent, viewer: number | null): FennecsView {
  const quiet = { ...view, legal: {} }
  switch (event.event) {
    case 'dealt': {
      const players = event.starts.length
      const nobody = Array<null>(players).fill(null)
      return {
        ...quiet,
        round: event.round,
        first: event.first,
        next_first: event.first,
        to_act: [event.first],
        lap: 1,
        columns: event.starts.map((card) => [card]),
        placed_by: event.starts.map(() => [null]),
        hands: nobody.map((_, seat) =>
          seat === viewer && event.hand
            ? [...event.hand].sort(inOrder)
            : Array<string>(handSize(players)).fill(HIDDEN),
        ),
        out: [],
        took: nobody,
        taken: nobody.map(() => []),
        totals: nobody,
        phase: 'play',
        ended: null,
        stuck: null,
      }
    }
    case 'placed': {
      const { seat, column, card, gained } = event
      return paid(laid(quiet, seat, column, card, card), seat, gained ? 1 : 0)
    }
    case 'hid': {
      const { seat, column, card } = event
      const next = laid(quiet, seat, column, card === null ? HIDDEN : card + HIDDEN, card ?? HIDDEN)
      // the star lies on the card: it is neither its player's nor in the reserve
      return { ...next, stars: put(next.stars, seat, (next.stars[seat] ?? 0) - 1) }
    }
    case 'taken': {
      const { seat, column, cards, stars, destroyed } = event
      const out = [...view.out, seat].sort()
      const next = {
        ...quiet,
        columns: put(view.columns, column, null),
        placed_by: put(view.placed_by, column, null),
        out,
        took: put(view.took, seat, column),
        taken: put(view.taken, seat, cards),
        next_first: seat,
        to_act: destroyed ? after(seat, { ...view, out }) : [],
      }
      if (destroyed) return { ...next, reserve: view.reserve + stars }
      return { ...next, stars: put(view.stars, seat, (view.stars[seat] ?? 0) + stars) }
    }
    case 'chose':
      return quiet
    case 'scored': {
      const { seat, total, stars } = event
      return {
        ...paid(quiet, seat, stars),
        totals: put(view.totals, seat, total),
        to_act: after(seat, view),
        phase: 'play',
      }
    }
    case 'round':
      return {
        ...quiet,
        reserve: view.reserve + event.returned,
        to_act: [],
        phase: 'deal',
        ended: event.reason,
        stuck: event.stuck,
      }
    case 'end':
      return { ...quiet, to_act: [], finished: true, outcome: event.outcome, phase: 'over' }
  }
}
