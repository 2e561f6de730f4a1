/** What is seen to move, and heard, when something happens. */
import type { FennecsEvent, FennecsView } from '$lib/api/types'
import type { Flight } from '$lib/flights'
import { CARD, DEALING, hand } from '$lib/moves'
import type { Sound } from '$lib/sounds'
import { HIDDEN } from './cards'

const STAR = 320
/** Between two stars of several. */
const BEAT = 90
/** A column is counted card by card. */
const CARD_COUNTED = 260

/** Where stars lie: the reserve's, a seat's. */
export const RESERVE = 'reserve'
export const starsAt = (seat: number) => `seat-${seat}-stars`
export const cardPlace = (column: number, at: number) => `column-${column}-${at}`

/** How long an event takes, with all that moves. */
export function duration(event: FennecsEvent): number {
  switch (event.event) {
    case 'dealt':
      return DEALING
    case 'placed':
    case 'hid':
      return CARD + STAR / 2
    case 'taken':
      return 500 + CARD_COUNTED * event.cards.length
    case 'scored':
      return 500 + BEAT * Math.abs(event.stars)
    case 'round':
      return event.returned ? 500 : 0
    default:
      return 0
  }
}

/** `before` is the table without `event`; `viewer` sees their own cards. */
export function moves(before: FennecsView, event: FennecsEvent, viewer: number | null): Flight[] {
  switch (event.event) {
    case 'dealt':
      return [
        ...event.starts.map((what, column) => ({
          what,
          from: [RESERVE],
          to: [cardPlace(column, 0)],
          ms: CARD,
          delay: 60 * column,
        })),
        ...(viewer === null ? [] : (event.hand ?? [])).map((what, i) => ({
          what,
          from: [RESERVE],
          to: [`hand-${what}`],
          ms: CARD,
          delay: 60 * (event.starts.length + i),
        })),
      ]
    case 'placed':
      return [
        lay(before, event, event.card),
        ...(event.gained ? stars(RESERVE, starsAt(event.seat), 1, CARD / 2) : []),
      ]
    case 'hid': {
      const card = lay(before, event, HIDDEN)
      return [card, ...stars(starsAt(event.seat), card.to[0] ?? RESERVE, 1, CARD / 2)]
    }
    case 'taken': {
      const column = before.columns[event.column] ?? []
      const from = column.flatMap((card, i) => (card.endsWith(HIDDEN) ? [cardPlace(event.column, i)] : []))
      const to = event.destroyed ? RESERVE : starsAt(event.seat)
      return from.flatMap((place, i) => stars(place, to, 1, BEAT * i))
    }
    case 'scored':
      return event.stars > 0
        ? stars(RESERVE, starsAt(event.seat), event.stars)
        : stars(starsAt(event.seat), RESERVE, -event.stars)
    case 'round':
      return before.columns.flatMap((column, c) =>
        (column ?? []).flatMap((card, i) =>
          card.endsWith(HIDDEN) ? stars(cardPlace(c, i), RESERVE, 1, BEAT * i) : [],
        ),
      )
    default:
      return []
  }
}

function lay(
  before: FennecsView,
  { seat, column, card }: { seat: number; column: number; card: string | null },
  what: string,
): Flight {
  const at = before.columns[column]?.length ?? 0
  return { what, from: hand(seat, card), to: [cardPlace(column, at)], ms: CARD }
}

function stars(from: string, to: string, count: number, delay = 0): Flight[] {
  return Array.from({ length: count }, (_, i) => ({
    what: '#star',
    from: [from],
    to: [to],
    ms: STAR,
    delay: delay + BEAT * i,
    leaves: true,
  }))
}

/** What is heard when it happens. */
export function soundsOf(_: FennecsView, event: FennecsEvent): Sound[] {
  switch (event.event) {
    case 'dealt':
    case 'taken':
      return ['sweep']
    case 'placed':
      return event.gained ? ['card', 'star'] : ['card']
    case 'hid':
      return ['card']
    case 'scored':
      return event.stars > 0 ? [event.total === 6 ? 'treasure' : 'star'] : event.stars < 0 ? ['sweep'] : []
    case 'end':
      return ['end']
    default:
      return []
  }
}
