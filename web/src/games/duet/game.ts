import type { DuetEvent, DuetView } from '$lib/api/types'
import type { CardGame } from '$lib/game'
import { touchCard } from '$lib/keyed.svelte'
import { m } from '$lib/paraglide/messages'
import { moves, soundsOf } from './moves'
import { actionOf, advice, handOf } from './own'
import {
  awaited,
  cardName,
  cardOf,
  decreeText,
  handText,
  happened,
  pathText,
  problem,
  prompt,
  standingText,
  trickText,
  waiting,
} from './say'

/** `got`: the card that one just received; `below`: the seat whose end of the path comes first. */
export function gameOf(got: () => string | null, below: () => number): CardGame<DuetView, DuetEvent> {
  return {
    hand: (view, seat, deciding) => handOf(view, seat, deciding, { got: got() }),
    actionOf,
    cardOf,
    cardName,
    advice,
    touch(view) {
      if (view.phase === 'exchange') return m.touch_decree()
      if (view.phase === 'give') return m.duet_touch_give()
      return view.phase === 'play' ? touchCard() : ''
    },
    plays: ({ phase }) => phase === 'play',
    prompt,
    awaited,
    waiting,
    problem,
    happened,
    told(what, view, label) {
      if (what === 'trick') return trickText(view, label)
      if (what === 'decree') return decreeText(view)
      return `${standingText(view)} ${pathText(view, below(), label)}`
    },
    handText,
    moves,
    sounds: soundsOf,
  }
}
