/** What the table looks like between two of the server's views; the server's view has the last word. */
import type { MaitreEvent, MaitreView } from '$lib/api/types'

function put<T>(all: readonly T[], at: number, one: T): T[] {
  return all.map((old, i) => (i === at ? one : old))
}

/** `tokens` without one of this kind. */
function without(tokens: readonly string[], token: string): string[] {
  const at = tokens.indexOf(token)
  return tokens.filter((_, i) => i !== at)
}

function stolen(view: MaitreView, seat: number, victim: number | null, token: string | null): MaitreView {
  const next = {
    ...view,
    thieves: view.thieves.filter((thief) => thief !== seat),
    stolen: put(view.stolen, seat, victim === null ? '-' : `${victim}.${token}`),
  }
  if (victim === null || token === null) return next
  const sacks = view.sacks.map((sack, of) =>
    of === victim ? without(sack ?? [], token) : of === seat ? [...(sack ?? []), token] : sack,
  )
  return { ...next, sacks }
}

export function step(view: MaitreView, event: MaitreEvent): MaitreView {
  const quiet = { ...view, legal: {}, to_act: [] }
  switch (event.event) {
    case 'dealt':
      return {
        ...quiet,
        round: event.round,
        missions: event.missions,
        kept: event.kept,
        sacks: view.sacks.map(() => null),
        stolen: view.sacks.map(() => null),
        stopped_by: null,
        thieves: [],
        phase: 'sack',
      }
    case 'sacked':
      return { ...quiet, sacks: put(view.sacks, event.seat, event.tokens) }
    case 'stopped':
      return { ...quiet, stopped_by: event.seat, phase: 'stop' }
    case 'stole':
      return stolen(quiet, event.seat, event.victim, event.token)
    case 'round':
      return {
        ...quiet,
        eggs: event.eggs,
        scores: event.eggs,
        counts: event.counts,
        round_scores: event.counts.map(({ score }) => score),
        phase: 'deal',
      }
    case 'end':
      return { ...quiet, finished: true, outcome: event.outcome, phase: 'over' }
  }
}
