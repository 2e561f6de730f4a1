import type { ForestEvent, ForestView } from '$lib/api/types'
import type { GameFace } from '$lib/table.svelte'
import { duration } from './moves'
import { publicPart, step } from './step'
import { remember } from './story'

export const face: GameFace<ForestView, ForestEvent> = {
  step,
  publicPart,
  remember,
  duration,
  rests: (view, next) => view.finished_trick !== null && next.event !== 'trick',
  stops: (event) => event.event === 'round',
  count: (view) => view.last_round,
}
