/** What is seen to move, and heard, when something happens. */
import type { ForestEvent, ForestView } from '$lib/api/types'
import type { Flight } from '$lib/flights'
import { CARD, dealt, DEALING, hand, swept } from '$lib/moves'
import type { Sound } from '$lib/sounds'
import { HIDDEN, rankOf } from './cards'

const TREASURE = 280

/** The picture of a Treasure that goes to its winner. */
export const TREASURE_PICTURE = '#emblem-7'

/** How long an event takes, with all that moves. */
export function duration(event: ForestEvent): number {
  switch (event.event) {
    case 'dealt':
      return DEALING
    case 'played':
      return 280
    case 'exchanged':
      return 2 * CARD
    case 'trick':
      return event.treasures ? TREASURE : 200
    case 'round':
    case 'end':
      return 0
    default:
      return CARD
  }
}

/** `before` is the table without `event`; `viewer` sees their own cards. */
export function moves(before: ForestView, event: ForestEvent, viewer: number | null): Flight[] {
  switch (event.event) {
    case 'dealt':
      return [...swept(before.finished_trick), ...dealt(event, viewer, 'pile')]
    case 'played':
      return [
        ...swept(before.finished_trick),
        { what: event.card, from: hand(event.seat, event.card), to: [`trick-${event.seat}`], ms: CARD },
      ]
    case 'exchanged':
      return [
        { what: event.gave, from: hand(event.seat, event.gave), to: ['decree'], ms: CARD },
        { what: event.took, from: ['decree'], to: hand(event.seat, event.took), ms: CARD, delay: CARD },
      ]
    case 'drew':
      return [
        {
          what: event.card ?? HIDDEN,
          from: ['pile'],
          to: hand(event.seat, event.card),
          ms: CARD,
        },
      ]
    case 'buried':
      return [{ what: HIDDEN, from: hand(event.seat, event.card), to: ['pile'], ms: CARD, leaves: true }]
    case 'trick':
      return treasures(before, event.seat)
    default:
      return []
  }
}

/** What is heard when it happens. */
export function soundsOf({ finished_trick }: ForestView, event: ForestEvent): Sound[] {
  switch (event.event) {
    case 'played':
      return finished_trick ? ['sweep', 'card'] : ['card']
    case 'dealt':
      return ['sweep']
    case 'exchanged':
    case 'drew':
    case 'buried':
      return ['card']
    case 'trick':
      return event.treasures ? ['treasure'] : []
    case 'end':
      return ['end']
    default:
      return []
  }
}

function treasures({ trick, leader }: ForestView, winner: number): Flight[] {
  return trick.flatMap((card, i) => {
    const seat = i === 0 ? (leader ?? 0) : 1 - (leader ?? 0)
    return rankOf(card) === 7
      ? [
          {
            what: TREASURE_PICTURE,
            from: [`trick-${seat}`],
            to: [`seat-${winner}-score`],
            ms: TREASURE,
            leaves: true,
          },
        ]
      : []
  })
}
