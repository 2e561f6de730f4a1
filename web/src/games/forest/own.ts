/** One's own side of the table: what one holds, what each card may do now, and what there is to say about it. */
import type { ForestView } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import type { HandCard } from '../../parts/Hand.svelte'
import { HIDDEN, suitOf } from './cards'
import { ability, cardLabel, cardName, refusal } from './say'

const PREFIX = { play: '', exchange: 'x', bury: '>', deal: '', over: '' } as const

/** What choosing this card does now, as the notation writes it. */
export function actionOf(view: ForestView, card: string): string {
  return PREFIX[view.phase] + card
}

/** One's own cards; none for the moment in which they have not arrived yet. */
export function handOf(view: ForestView | null, seat: number, deciding: boolean): HandCard[] {
  const hand = (view?.hands[seat] ?? []).filter((id) => id !== HIDDEN)
  const legal = view?.legal[seat] ?? []
  return hand.map((id) => {
    const why = view?.refused[id]
    return {
      id,
      label: cardLabel(id),
      playable: deciding && view !== null && legal.includes(actionOf(view, id)),
      ...(why ? { reason: refusal(why) } : {}),
      ...(id === view?.drawn ? { mark: m.forest_drawn() } : {}),
    }
  })
}

/** What the chosen card would do, or why it can't be chosen. */
export function advice(view: ForestView, { id, reason }: HandCard, deciding: boolean): string {
  if (reason) return reason
  const suit = suitOf(id)
  if (view.phase === 'exchange' && deciding) {
    return suit === view.trump ? m.forest_would_stay({ suit }) : m.forest_would_be({ suit })
  }
  if (view.phase === 'bury' && deciding) return m.forest_would_bury({ card: cardName(id) })
  return [ability(id), suit === view.trump ? m.is_trump() : ''].filter(Boolean).join(' ')
}
