import type { MaitreEvent, MaitreView } from '$lib/api/types'

/** The story so far, one event longer: that of a round. */
export function remember(story: readonly MaitreEvent[], event: MaitreEvent): MaitreEvent[] {
  return event.event === 'dealt' ? [event] : [...story, event]
}

/** Who called the stop is heard before any sack is opened, though it is written down after them. */
export function inShownOrder(events: readonly MaitreEvent[]): MaitreEvent[] {
  const stop = events.find(({ event }) => event === 'stopped')
  if (!stop) return [...events]
  const at = events.findIndex(({ event }) => event === 'sacked')
  const others = events.filter((event) => event !== stop)
  return [...others.slice(0, at), stop, ...others.slice(at)]
}

/** The sacks that lie open were counted. */
export const isCounted = ({ phase, sacks, counts }: Pick<MaitreView, 'counts' | 'phase' | 'sacks'>) =>
  (phase === 'deal' || phase === 'over') && counts !== null && sacks.every((sack) => sack !== null)
