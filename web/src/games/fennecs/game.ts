import type { FennecsEvent, FennecsView } from '$lib/api/types'
import type { CardGame } from '$lib/game'
import { m } from '$lib/paraglide/messages'
import { cardAt } from './cards'
import { moves, soundsOf } from './moves'
import { handOf, placing } from './own'
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

/** What a card is to do: lie face down, and on which column; nothing is chosen yet: null. */
export interface Plan {
  down: string | null
  column: number | null
}

/** `plan`: what one is about to do; `advise` words it. */
export function gameOf(
  plan: () => Plan,
  advise: (card: string) => string,
): CardGame<FennecsView, FennecsEvent> {
  return {
    hand: (view, seat, deciding) => handOf(view, seat, deciding, plan().down),
    actionOf: (_, id) => placing(id, plan().column ?? 0, plan().down === id),
    cardOf: (action) => (/^(take|=)/.test(action) ? '' : cardAt(action.split('@')[0] ?? '')),
    cardName,
    advice: (_, { id, reason }, deciding) => reason ?? (deciding ? advise(id) : ''),
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
