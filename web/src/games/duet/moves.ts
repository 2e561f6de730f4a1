/** What is seen to move, and heard, when something happens. */
import type { DuetEvent, DuetView } from '$lib/api/types'
import type { Flight } from '$lib/flights'
import { CARD, dealt, DEALING, hand, swept } from '$lib/moves'
import type { Sound } from '$lib/sounds'
import { HIDDEN } from './cards'

/** The token's way; the path draws it itself. */
export const WALK = 420
const THING = 320

/** How long an event takes, with all that moves. */
export function duration(event: DuetEvent): number {
  switch (event.event) {
    case 'dealt':
      return DEALING
    case 'played':
      return 280
    case 'exchanged':
      return 2 * CARD
    case 'trick':
      return 500
    case 'moved':
      return WALK + (event.gem ? THING : 0)
    case 'left':
      return WALK + THING
    case 'grown':
    case 'placed':
      return THING + 200
    case 'round':
    case 'end':
      return 0
    default:
      return CARD
  }
}

/** `before` is the table without `event`; `viewer` sees their own cards. */
export function moves(before: DuetView, event: DuetEvent, viewer: number | null): Flight[] {
  switch (event.event) {
    case 'dealt':
      return [...swept(before.finished_trick), ...dealt(event, viewer, 'decree')]
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
    case 'swapped':
      return given(event, viewer)
    case 'moved':
      return event.gem ? [thing('#gem', `space-${event.to}`, 'gems', WALK)] : []
    case 'left':
      return event.space === null
        ? []
        : [thing('#forest-token', 'forest-tokens', `space-${event.space}`, WALK), ...slid(event, WALK)]
    case 'placed':
      return [thing('#forest-token', 'forest-tokens', `space-${event.space}`), ...slid(event, 0)]
    case 'grown':
      return event.spaces.map((space) => thing('#gem', 'gems', `space-${space}`))
    default:
      return []
  }
}

/** What is heard when it happens. */
export function soundsOf({ finished_trick }: DuetView, event: DuetEvent): Sound[] {
  switch (event.event) {
    case 'played':
      return finished_trick ? ['sweep', 'card'] : ['card']
    case 'dealt':
      return ['sweep']
    case 'exchanged':
    case 'swapped':
    case 'left':
    case 'placed':
      return ['card']
    case 'moved':
      return event.gem ? ['treasure'] : []
    case 'end':
      return event.count ? ['end'] : []
    default:
      return []
  }
}

function thing(what: string, from: string, to: string, delay = 0): Flight {
  return { what, from: [from], to: [to], ms: THING, delay, leaves: true }
}

function slid(
  { end, space, slid }: { end: number; space: number | null; slid: number },
  delay: number,
): Flight[] {
  if (space === null || slid === 0) return []
  return [thing('#gem', `space-${space}`, `space-${end ? space - 1 : space + 1}`, delay)]
}

/** Both cards of a Gift, at once. */
function given({ gave, got }: Extract<DuetEvent, { event: 'swapped' }>, viewer: number | null): Flight[] {
  const own = viewer ?? 0
  return [
    { what: gave ?? HIDDEN, from: hand(own, gave), to: [`seat-${1 - own}`], ms: CARD, leaves: true },
    { what: got ?? HIDDEN, from: [`seat-${1 - own}`], to: hand(own, got), ms: CARD },
  ]
}
