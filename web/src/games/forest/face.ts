import type { AnyFace } from '$lib/table.svelte'
import { publicPart, step } from './step'
import { remember } from './story'

/** How long a finished trick lies in sight before the next card covers it. */
const REST = 1400

export const face: AnyFace = {
  step,
  publicPart,
  remember,
  duration(event) {
    switch (event.event) {
      case 'played':
      case 'exchanged':
        return 280
      case 'trick':
        return 240
      case 'round':
      case 'end':
        return 0
      default:
        return 200
    }
  },
  rest: (view, next) => (view.finished_trick && next.event !== 'trick' ? REST : 0),
  stops: (event) => event.event === 'round',
}
