/** One's own side of Fennecs' table: what one holds, where each card may go, and why not. */
import type { FennecsView } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import type { HandCard } from '../../parts/Hand.svelte'
import { cardAt, FULL, HIDDEN, idsOf, SUPERNOVA } from './cards'
import { cardLabel } from './say'

/** The action of placing a card on a column. */
export const placing = (id: string, column: number, down: boolean) =>
  `${cardAt(id)}@${column}${down ? HIDDEN : ''}`

/** The column that such an action is about. */
export const columnOf = (action: string) => Number.parseInt(action.split('@')[1] ?? '')

export const taking = (column: number) => `take@${column}`

/** How a card may lie, somewhere: face up, face down. */
export function waysOf(legal: readonly string[], id: string): { open: boolean; down: boolean } {
  const own = legal.filter((action) => action.startsWith(`${cardAt(id)}@`))
  return {
    open: own.some((action) => !action.endsWith(HIDDEN)),
    down: own.some((action) => action.endsWith(HIDDEN)),
  }
}

/** Why a card cannot be placed at all. */
function whyNot(view: FennecsView, seat: number, card: string): string {
  const room = view.columns.some((column) => column && column.length < FULL)
  if (!room) return m.fennecs_refused_all_full()
  if (card === SUPERNOVA && !view.stars[seat]) return m.fennecs_refused_supernova_star()
  return m.fennecs_refused_choose()
}

/** One's own cards; none for the moment in which they have not arrived yet. `down`: the one that is to lie face down. */
export function handOf(
  view: FennecsView | null,
  seat: number,
  deciding: boolean,
  down: string | null = null,
): HandCard[] {
  const hand = (view?.hands[seat] ?? []).filter((card) => card !== HIDDEN)
  const legal = view?.legal[seat] ?? []
  const out = view?.out.includes(seat) ?? false
  return idsOf(hand).map((id) => {
    const ways = waysOf(legal, id)
    const playable = deciding && (ways.open || ways.down)
    const stays = deciding && view !== null && !playable && !out && view.phase === 'play'
    return {
      id,
      label: id === down ? `${cardLabel(id)}, ${m.fennecs_mark_down()}` : cardLabel(id),
      playable,
      ...(stays ? { reason: whyNot(view, seat, cardAt(id)) } : {}),
    }
  })
}

/** Why a column cannot be touched now; '' if it can. */
export function columnRefusal(view: FennecsView, column: number, seat: number, id: string | null): string {
  const cards = view.columns[column]
  if (!cards) return m.fennecs_refused_taken()
  if (id === null) return cards.length < 2 ? m.fennecs_refused_bare() : ''
  if (cards.length >= FULL) return m.fennecs_refused_full()
  if (cardAt(id) === SUPERNOVA && !view.stars[seat]) return m.fennecs_refused_supernova_star()
  return ''
}
