import type { MaitreEvent, MaitreView } from '$lib/api/types'
import type { GameFace } from '$lib/table.svelte'
import { step } from './step'

export const face: GameFace<MaitreView, MaitreEvent> = {
  step,
  // nothing is hidden at this table: what is not known yet, nobody is told
  publicPart: (view) => view,
  remember: (story, event) => (event.event === 'dealt' ? [event] : [...story, event]),
  duration: () => 0,
  rests: () => false,
  stops: () => false,
  count: () => null,
}
