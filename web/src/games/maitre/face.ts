import type { MaitreEvent, MaitreView } from '$lib/api/types'
import type { GameFace } from '$lib/table.svelte'
import { duration } from './moves'
import { publicPart, step } from './step'
import { inShownOrder, remember } from './story'

export const face: GameFace<MaitreView, MaitreEvent> = {
  step,
  publicPart,
  remember,
  arrange: inShownOrder,
  duration,
  // what the sacks hold is seen before it is stolen or counted
  rests: (_, next) => next.event === 'stole' || next.event === 'round',
  // the next deal waits until everybody has read the count
  stops: () => false,
  count: () => null,
}
