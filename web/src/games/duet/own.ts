/** One's own side of Duo's table: what one holds, what each card may do now, and what there is to say about it. */
import type { DuetView } from '$lib/api/types'
import type { Name } from '$lib/game'
import { m } from '$lib/paraglide/messages'
import type { HandCard } from '../../parts/Hand.svelte'
import { HIDDEN, rankOf, suitOf } from './cards'
import { cardLabel, cardName, outlook, refusal } from './say'

const PREFIX: Partial<Record<DuetView['phase'], string>> = { exchange: 'x', give: 'g', play: '' }

/** What choosing this card does now, as the notation writes it. */
export function actionOf(view: DuetView, card: string): string {
  return (PREFIX[view.phase] ?? '') + card
}

/** A card that was just received, or is on its way to the partner, says so. */
export interface Marks {
  got: string | null
}

/** One's own cards; none for the moment in which they have not arrived yet. */
export function handOf(view: DuetView | null, seat: number, deciding: boolean, marks: Marks): HandCard[] {
  const hand = (view?.hands[seat] ?? []).filter((id) => id !== HIDDEN)
  const legal = view?.legal[seat] ?? []
  const going = view?.gifts[seat]
  const about = view !== null && view.phase in PREFIX
  return hand.map((id) => {
    const why = about ? view?.refused[id] : undefined
    const mark = id === going ? m.duet_going() : id === marks.got ? m.duet_got() : ''
    return {
      id,
      label: cardLabel(id),
      playable: deciding && view !== null && about && legal.includes(actionOf(view, id)),
      ...(why ? { reason: refusal(why) } : {}),
      ...(mark ? { mark } : {}),
    }
  })
}

/** What the chosen card would do, or why it can't be chosen. */
export function advice(
  view: DuetView,
  { id, reason }: HandCard,
  deciding: boolean,
  seat: number,
  name: Name,
): string {
  if (reason) return reason
  const suit = suitOf(id)
  if (view.phase === 'exchange' && deciding)
    return suit === view.trump ? m.duet_would_stay({ suit }) : m.duet_would_be({ suit })
  if (view.phase === 'give' && deciding)
    return m.duet_would_give({ card: cardName(id), name: name(1 - seat) ?? m.you() })
  const ability = m.duet_ability({ rank: rankOf(id), suit })
  return [ability, suit === view.trump && !ability ? m.is_trump() : '', outlook(view, id, name)]
    .filter(Boolean)
    .join(' ')
}
