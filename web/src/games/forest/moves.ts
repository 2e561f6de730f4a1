/** What is seen to move, and heard, when something happens. */
import type { ForestEvent, ForestView } from '$lib/api/types'
import type { Flight } from '$lib/flights'
import type { Sound } from '$lib/sounds'
import { HIDDEN, rankOf } from './cards'

const CARD = 250
const SWEEP = 220
const TREASURE = 280
/** Between two cards that are dealt. */
const BEAT = 30

/** The picture of a Treasure that goes to its winner. */
export const TREASURE_PICTURE = '#emblem-7'

/** How long an event takes, with all that moves. */
export function duration(event: ForestEvent): number {
  switch (event.event) {
    case 'dealt':
      return 12 * BEAT + CARD
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
      return [...swept(before), ...dealt(event, viewer)]
    case 'played':
      return [
        ...swept(before),
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

/** A card leaves one's hand; somebody else's leaves from where they sit. */
function hand(seat: number, card: string | null): string[] {
  return card === null ? [`seat-${seat}`] : [`hand-${card}`, `seat-${seat}`]
}

/** The finished trick goes to its winner when the next card comes. */
function swept({ finished_trick: done }: ForestView): Flight[] {
  if (!done) return []
  return done.cards.map((what, i) => ({
    what,
    from: [`trick-${i === 0 ? done.leader : 1 - done.leader}`],
    to: [`seat-${done.winner}`],
    ms: SWEEP,
    leaves: true,
  }))
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

function dealt({ hand, decree }: Extract<ForestEvent, { event: 'dealt' }>, viewer: number | null): Flight[] {
  const backs = Array.from({ length: 3 }, (_, i): Flight => {
    const seat = viewer === null ? i % 2 : 1 - viewer
    return { what: HIDDEN, from: ['pile'], to: [`seat-${seat}`], ms: CARD, delay: 4 * i * BEAT, leaves: true }
  })
  const own = (hand ?? []).map((what, i): Flight => ({
    what,
    from: ['pile'],
    to: [`hand-${what}`],
    ms: CARD,
    delay: i * BEAT,
  }))
  return [...backs, ...own, { what: decree, from: ['pile'], to: ['decree'], ms: CARD, delay: 12 * BEAT }]
}
