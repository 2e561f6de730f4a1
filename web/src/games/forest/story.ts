import type { AnyEvent } from '$lib/api/types'

const KEPT = new Set<AnyEvent['event']>(['dealt', 'trick', 'round', 'end'])

/**
 * The story so far, one event longer. The rules forbid looking back at finished tricks: once a new card is played, of
 * those before it only who won is kept.
 */
export function remember(story: readonly AnyEvent[], event: AnyEvent): AnyEvent[] {
  if (event.event === 'dealt') return [event]
  if (event.event !== 'played') return [...story, event]
  const last = story.findLastIndex(({ event }) => event === 'trick')
  return [...story.filter((past, i) => i > last || KEPT.has(past.event)), event]
}
