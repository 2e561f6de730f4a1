/**
 * What Maître Renard's table looks like between two of the server's views, so that events are seen one by one. Only what
 * is drawn is kept right; the server's view has the last word.
 */
import type { MaitreEvent, MaitreView } from '$lib/api/types'
import { withoutToken, withToken } from './tokens'

function put<T>(all: readonly T[], at: number, one: T): T[] {
  return all.map((old, i) => (i === at ? one : old))
}

/** Nothing is hidden once the masks are up, but what others may do. */
export const publicPart = (view: MaitreView): MaitreView => ({ ...view, legal: {} })

export function step(view: MaitreView, event: MaitreEvent): MaitreView {
  const quiet = { ...view, legal: {}, to_act: [] }
  switch (event.event) {
    case 'dealt': {
      const nobody = view.sacks.map(() => null)
      return {
        ...quiet,
        round: event.round,
        missions: event.missions,
        kept: event.kept,
        drawn: event.round % 3 === 1 ? event.missions : [...new Set([...view.drawn, ...event.missions])],
        sacks: nobody,
        stolen: nobody,
        stopped_by: null,
        thieves: [],
        phase: 'sack',
      }
    }
    case 'stopped':
      return { ...quiet, stopped_by: event.seat }
    case 'sacked':
      return { ...quiet, sacks: put(view.sacks, event.seat, event.tokens) }
    case 'stole': {
      const { seat, victim, token } = event
      const next = {
        ...quiet,
        thieves: view.thieves.filter((thief) => thief !== seat),
        stolen: put(view.stolen, seat, victim === null || token === null ? '-' : `${victim}.${token}`),
      }
      if (victim === null || token === null) return next
      const taken = put(view.sacks, victim, withoutToken(view.sacks[victim] ?? [], token))
      return { ...next, sacks: put(taken, seat, withToken(view.sacks[seat] ?? [], token)) }
    }
    case 'round':
      return {
        ...quiet,
        thieves: [],
        counts: event.counts,
        round_scores: event.counts.map(({ score }) => score),
        eggs: event.eggs,
        scores: event.eggs,
        phase: 'deal',
      }
    case 'end':
      return { ...quiet, finished: true, outcome: event.outcome, phase: 'over' }
  }
}
