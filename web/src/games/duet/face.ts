import type { DuetEvent, DuetView } from '$lib/api/types'
import type { GameFace } from '$lib/table.svelte'
import { duration } from './moves'
import { publicPart, step } from './step'
import { remember } from './story'

export const face: GameFace<DuetView, DuetEvent> = {
  step,
  publicPart,
  remember,
  duration,
  rests: (view, next) => view.finished_trick !== null && (next.event === 'played' || next.event === 'dealt'),
  // between rounds both are asked whether they are ready: nothing else has to be read away
  stops: () => false,
  count: () => null,
}
