import type { FennecsEvent, FennecsView } from '$lib/api/types'
import type { CardGame } from '$lib/game'
import { m } from '$lib/paraglide/messages'
import { cardAt } from './cards'
import { moves, soundsOf } from './moves'
import { columnOf, handOf, placing } from './own'
import type { Plan } from './plan.svelte'
import {
  awaited,
  cardName,
  columnsText,
  handText,
  happened,
  problem,
  prompt,
  roundText,
  standingText,
  touch,
  waiting,
} from './say'

/** `plan`: what one is about to do. */
export function gameOf(
  plan: () => Pick<Plan, 'down' | 'place' | 'advise' | 'aim' | 'aims'>,
): CardGame<FennecsView, FennecsEvent> {
  return {
    hand: (view, seat, deciding) => handOf(view, seat, deciding, plan().down),
    actionOf: (_, id) => placing(id, plan().place ?? 0, plan().down === id),
    cardOf: (action) => (/^(take|=)/.test(action) ? '' : cardAt(action.split('@')[0] ?? '')),
    // a column that is about to be taken, too
    cardName: (what) =>
      what.startsWith('take') ? m.fennecs_column({ number: columnOf(what) + 1 }) : cardName(what),
    aim: (action) => plan().aim(action),
    aims: (action) => plan().aims(action),
    advice: (_, { id, reason }, deciding) => reason ?? (deciding ? plan().advise(id) : ''),
    touch,
    plays: () => false,
    prompt,
    awaited,
    waiting,
    problem,
    happened,
    told(what, view, label) {
      if (what === 'trick') return columnsText(view, label)
      return what === 'decree' ? roundText(view) : standingText(view, label)
    },
    handText,
    keys: {
      enter: m.fennecs_key_enter,
      trick: m.fennecs_key_columns,
      decree: m.fennecs_key_reserve,
      scores: m.fennecs_key_stars,
    },
    moves,
    sounds: soundsOf,
  }
}
