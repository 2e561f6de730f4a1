/** What is seen to move, and heard, when something happens. */
import type { MaitreEvent, MaitreView } from '$lib/api/types'
import type { Flight } from '$lib/flights'
import { CARD } from '$lib/moves'
import type { Sound } from '$lib/sounds'
import { idsOf, withToken } from './tokens'

/** Between two eggs of several. */
const BEAT = 120
/** Each line of the count has its moment. */
export const LINE = 420

export const eggsAt = (seat: number) => `seat-${seat}-eggs`
export const sackAt = (seat: number, id: string) => `sack-${seat}-${id}`

/** How long an event takes, with all that moves. */
export function duration(event: MaitreEvent): number {
  switch (event.event) {
    case 'dealt':
      return 600
    case 'stopped':
      return 900
    case 'sacked':
      return 500
    case 'stole':
      return CARD + 400
    case 'round':
      return 600 + LINE * event.counts.length
    case 'end':
      return 0
  }
}

/** `before` is the table without `event`. */
export function moves(before: MaitreView, event: MaitreEvent): Flight[] {
  switch (event.event) {
    case 'stole': {
      const { seat, victim, token } = event
      if (victim === null || token === null) return []
      const tokens = withToken(before.sacks[seat] ?? [], token)
      const id = idsOf(tokens)[tokens.lastIndexOf(token)] ?? token
      return [{ what: token, from: [sackAt(victim, token)], to: [sackAt(seat, id)], ms: CARD }]
    }
    case 'round':
      return event.counts.flatMap(({ score }, seat) =>
        Array.from({ length: score }, (_, i) => ({
          what: '#egg',
          from: [`seat-${seat}-count`],
          to: [eggsAt(seat)],
          ms: CARD,
          delay: LINE * (seat + 1) + BEAT * i,
          leaves: true,
        })),
      )
    default:
      return []
  }
}

export function soundsOf(event: MaitreEvent): Sound[] {
  switch (event.event) {
    case 'dealt':
    case 'sacked':
      return ['card']
    case 'stopped':
      return ['turn']
    case 'stole':
      return event.token === null ? [] : ['sweep']
    case 'round':
      return [event.counts.some(({ score }) => score > 0) ? 'treasure' : 'sweep']
    case 'end':
      return ['end']
  }
}
