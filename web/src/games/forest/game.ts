import type { ForestEvent, ForestView } from '$lib/api/types'
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
  news,
  problem,
  prompt,
  standingText,
  trickText,
  waiting,
} from './say'

export const game: CardGame<ForestView, ForestEvent> = {
  hand: handOf,
  actionOf,
  cardOf,
  cardName,
  advice,
  touch: ({ phase }) => (phase === 'exchange' ? m.touch_decree() : touchCard()),
  plays: ({ phase }) => phase === 'play',
  prompt,
  awaited,
  waiting,
  problem,
  happened,
  news,
  told(what, view, label, { info }) {
    if (what === 'trick') return trickText(view, label)
    return what === 'decree' ? decreeText(view) : standingText(view, Number(info.options.target ?? 21), label)
  },
  handText,
  moves,
  sounds: soundsOf,
}
