import type { FennecsEvent, FennecsView } from '$lib/api/types'
import type { GameFace } from '$lib/table.svelte'
import { duration } from './moves'
import { publicPart, step } from './step'
import { remember } from './story'

export const face: GameFace<FennecsView, FennecsEvent> = {
  step,
  publicPart,
  remember,
  duration,
  // a column that was counted stays in sight
  rests: (_, __, last) => last?.event === 'scored' || (last?.event === 'taken' && last.destroyed),
  stops: (event) => event.event === 'round',
  count: () => null,
}
