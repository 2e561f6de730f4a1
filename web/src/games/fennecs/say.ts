/** Fennecs' sentences, in the page's language. */
import type { FennecsEvent, FennecsView, Problem } from '$lib/api/types'
import type { Label, Name } from '$lib/game'
import { m } from '$lib/paraglide/messages'
import { cardAt, faceOf, FULL, HIDDEN, isDown, SUPERNOVA } from './cards'
import { downIn, gainOf, isWorthless, openCards, sumOf, type Sum } from './sums'

/** « −3 »: a number with its sign. */
export const number = (value: number) => (value < 0 ? `−${-value}` : `${value}`)

/** « −2 », « 0 devient plus » */
export const cardName = (id: string) => m.fennecs_card({ card: cardAt(id) })

/** « le −2 » */
export const theCard = (id: string) => m.fennecs_the({ card: cardAt(id) })

/** « moins 2 »: for whoever listens. */
export const cardLabel = (id: string) => m.fennecs_spoken({ card: cardAt(id) })

/** « 4 », « 2 ou 6 », « de 2 à 10 » */
export function sumText({ totals }: Sum): string {
  const [low = 0] = totals
  const high = totals.at(-1) ?? low
  if (totals.length === 1) return number(low)
  const words = { low: number(low), high: number(high) }
  return totals.length === 2 ? m.fennecs_or(words) : m.fennecs_from_to(words)
}

/** « +3 étoiles », « −2 étoiles » */
export function gainText(stars: number): string {
  return stars < 0 ? m.fennecs_loss({ stars: -stars }) : m.fennecs_gain({ stars })
}

/** What a column shows to everybody: its sum, and how many cards are hidden. */
export function columnText(column: readonly string[]): string {
  const down = downIn(column)
  return [
    m.fennecs_visible({ sum: sumText(sumOf(openCards(column))) }),
    down ? m.fennecs_hidden({ count: down }) : '',
    column.length >= FULL ? m.fennecs_full() : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** A card of a column, and whose it is. */
export function laidText(card: string, by: number | null, label: Label): string {
  const words = { card: cardLabel(faceOf(card)) }
  if (by === null) return `${words.card}, ${m.fennecs_start()}`
  const name = label(by)
  return isDown(card) ? m.fennecs_hidden_by({ ...words, name }) : m.fennecs_placed_by({ ...words, name })
}

/** « Alix et Noé » */
export function listed(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse()
  return others.length ? m.fennecs_and({ some: others.reverse().join(', '), last }) : last
}

export function happened(event: FennecsEvent, name: Name, before: readonly FennecsEvent[] = []): string {
  switch (event.event) {
    case 'dealt': {
      const who = name(event.first)
      const { round } = event
      return who === null ? m.fennecs_said_dealt_you({ round }) : m.fennecs_said_dealt({ round, name: who })
    }
    case 'placed': {
      const who = name(event.seat)
      const words = { card: theCard(event.card), number: event.column + 1 }
      return [
        who === null ? m.fennecs_said_placed_you(words) : m.fennecs_said_placed({ name: who, ...words }),
        event.gained ? m.fennecs_said_gained() : m.fennecs_said_no_gain(),
      ].join(' ')
    }
    case 'hid': {
      const who = name(event.seat)
      const number = event.column + 1
      return who === null && event.card !== null
        ? m.fennecs_said_hid_you({ card: theCard(event.card), number })
        : m.fennecs_said_hid({ name: who ?? m.you(), number })
    }
    case 'taken': {
      const who = name(event.seat)
      const words = { number: event.column + 1, cards: event.cards.map(cardName).join(', ') }
      return [
        who === null ? m.fennecs_said_taken_you(words) : m.fennecs_said_taken({ name: who, ...words }),
        event.destroyed
          ? m.fennecs_said_destroyed()
          : event.stars
            ? m.fennecs_said_stars({ count: event.stars })
            : '',
      ]
        .filter(Boolean)
        .join(' ')
    }
    case 'chose': {
      const who = name(event.seat)
      const total = number(event.total)
      return who === null ? m.fennecs_said_chose_you({ total }) : m.fennecs_said_chose({ name: who, total })
    }
    case 'scored': {
      if (event.total === null) return m.fennecs_said_seven()
      const who = name(event.seat)
      const words = { total: number(event.total), gain: gainText(event.stars) }
      return who === null ? m.fennecs_said_scored_you(words) : m.fennecs_said_scored({ ...words, name: who })
    }
    case 'round': {
      const stuck = event.stuck === null ? '' : (name(event.stuck) ?? m.you())
      return [
        m.fennecs_said_round({ round: event.round, reason: event.reason, name: stuck }),
        event.returned ? m.fennecs_said_returned({ count: event.returned }) : '',
      ]
        .filter(Boolean)
        .join(' ')
    }
    case 'end':
      return before.length || event.outcome ? m.fennecs_said_end({ reason: event.outcome.reason }) : ''
  }
}

/** What is to be decided now, for whoever decides it. */
export function prompt(view: FennecsView, seat: number): string {
  if (view.phase === 'choose') return m.fennecs_prompt_choose()
  const legal = view.legal[seat] ?? []
  const takes = legal.some((action) => action.startsWith('take'))
  const places = legal.some((action) => !action.startsWith('take'))
  if (!places) return m.fennecs_prompt_take()
  return takes ? m.fennecs_prompt() : m.fennecs_prompt_place()
}

/** What somebody else is deciding. */
export const awaited = ({ phase }: FennecsView, name: string) =>
  phase === 'choose' ? m.fennecs_awaited_choose({ name }) : m.fennecs_awaited({ name })

/** What one may touch, as long as nothing is chosen. */
export function touch(view: FennecsView): string {
  if (view.phase === 'choose') return m.fennecs_choose_means()
  const legal = Object.values(view.legal).flat()
  const takes = legal.some((action) => action.startsWith('take'))
  if (!takes) return m.fennecs_touch_card()
  return legal.some((action) => !action.startsWith('take')) ? m.fennecs_touch() : m.fennecs_touch_column()
}

/** What has been decided, and waits to be sent. */
export function waiting(action: string): string {
  if (action.startsWith('=')) return m.fennecs_pending_choose({ total: number(Number(action.slice(1))) })
  const [what = '', where = ''] = action.split('@')
  const column = Number.parseInt(where) + 1
  if (what === 'take') return m.fennecs_pending_take({ number: column })
  const words = { card: theCard(what), number: column }
  return where.endsWith(HIDDEN) ? m.fennecs_pending_hide(words) : m.fennecs_pending_place(words)
}

/** A refused action that is the game's own to explain; null if it is not. */
export function problem({ reason }: Problem): string | null {
  switch (reason) {
    case 'no_star':
      return m.fennecs_refused_star()
    case 'column_full':
      return m.fennecs_refused_full()
    case 'column_bare':
      return m.fennecs_refused_bare()
    case 'column_taken':
      return m.fennecs_refused_taken()
    case 'choose_awaited':
      return m.fennecs_refused_choose()
    default:
      return null
  }
}

/** What placing a card on a column would make it show. */
export function placingText(view: FennecsView, column: number, card: string, down: boolean): string {
  const laid = openCards(view.columns[column] ?? [])
  const sum = sumOf(down ? laid : [...laid, card])
  const costs = down
    ? m.fennecs_down_costs()
    : view.reserve > 0
      ? m.fennecs_open_gains()
      : m.fennecs_open_nothing()
  return `${m.fennecs_would_show({ number: column + 1, sum: sumText(sum) })} ${costs}`
}

/** What taking a column means, as far as one knows. */
export function takingText(view: FennecsView, column: number): string {
  const cards = view.columns[column] ?? []
  const down = downIn(cards)
  const open = sumOf(openCards(cards))
  const hidden = down ? m.fennecs_take_hidden({ count: down }) : ''
  if (open.destroyed || cards.some((card) => faceOf(card) === SUPERNOVA)) return m.fennecs_take_supernova()
  if (isWorthless(cards)) return [m.fennecs_take_seven(), hidden].filter(Boolean).join(' ')
  const own = sumOf(cards.map(faceOf).filter((card) => card !== HIDDEN))
  const known = cards.every((card) => card !== HIDDEN)
  const [total] = own.totals
  return [
    m.fennecs_take_shows({ number: column + 1, sum: sumText(open) }),
    hidden,
    cards.some((card) => isDown(card) && card !== HIDDEN) ? m.fennecs_all_known({ sum: sumText(own) }) : '',
    known && total !== undefined && own.totals.length === 1
      ? m.fennecs_take_worth({ gain: gainText(gainOf(total)) })
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The columns, told one after the other. */
export function columnsText(view: FennecsView, label: Label): string {
  return view.columns
    .map((column, i) => {
      const number = i + 1
      if (!column) return m.fennecs_told_taken({ number, name: label(view.took.indexOf(i)) })
      const cards = column.map((card) => cardLabel(faceOf(card))).join(', ')
      return m.fennecs_told_column({ number, cards, sum: `${columnText(column)}.` })
    })
    .join(' ')
}

/** The round, and what the reserve holds. */
export function roundText(view: FennecsView): string {
  const reserve =
    view.reserve > 0 ? m.fennecs_reserve_has({ count: view.reserve }) : m.fennecs_reserve_empty()
  const last = view.last_round ? `, ${m.fennecs_last_round()}` : ''
  return `${m.fennecs_round({ round: view.round })}${last}, ${reserve}.`
}

/** What everybody has. */
export function standingText(view: FennecsView, label: Label): string {
  const seats = view.stars.map((count, seat) => {
    const words = { name: label(seat), stars: m.fennecs_stars({ count }) }
    return view.out.includes(seat)
      ? m.fennecs_told_seat_out(words)
      : m.fennecs_told_seat({ ...words, cards: m.cards_left({ count: view.hands[seat]?.length ?? 0 }) })
  })
  return `${seats.join('. ')}.`
}

/** What one holds. */
export function handText(ids: readonly string[]): string {
  return ids.length ? m.hand_is({ count: ids.length, cards: ids.map(cardLabel).join(', ') }) : m.hand_empty()
}
