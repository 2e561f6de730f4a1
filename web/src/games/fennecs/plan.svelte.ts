/**
 * What one is about to do at Fennecs' table: the card that is looked at, which way up and on which column it is to lie,
 * or the column that is to be taken. The first touch plans, the second does. Made while a component is.
 */
import { untrack } from 'svelte'
import type { FennecsView } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import { cardAt, HIDDEN } from './cards'
import { columnOf, columnRefusal, placing, taking, waysOf } from './own'
import { placingText, takingText } from './say'

/** Whose plan it is: who sits where, what they look at, and how they act. */
export interface Planner {
  readonly view: FennecsView | null
  readonly seat: number | null
  readonly deciding: boolean
  /** The card that is looked at. */
  readonly chosen: string | null
  act(action: string): void
  /** No card is looked at any more. */
  letGo(): void
  /** Says something aloud. */
  tell(text: string): void
  /** With one tap this is done in a moment; otherwise the second touch does it. */
  soon?(what: string, then: () => void): void
}

export class Plan {
  /** The card that is to lie face down, the column for a card, the one to be taken. */
  down = $state<string | null>(null)
  place = $state<number | null>(null)
  take = $state<number | null>(null)
  /** Why what was touched cannot be done. */
  refused = $state('')

  readonly #legal = $derived.by(() => {
    const { view, seat } = this.who()
    return seat === null ? [] : (view?.legal[seat] ?? [])
  })
  /** How the card that is looked at may lie. */
  readonly ways = $derived.by(() => {
    const { chosen } = this.who()
    return chosen === null ? { open: false, down: false } : waysOf(this.#legal, chosen)
  })
  /** It is to lie face down. */
  readonly covers = $derived.by(() => this.down !== null && this.down === this.who().chosen)
  /** What taking the column means. */
  readonly takes = $derived.by(() => {
    const { view } = this.who()
    return this.take !== null && view ? takingText(view, this.take) : ''
  })

  constructor(private readonly who: () => Planner) {
    // another card, another plan; one that can only lie face down does
    $effect(() => {
      const id = this.who().chosen
      const only = !this.ways.open && this.ways.down
      untrack(() => {
        this.place = null
        if (id !== null) [this.take, this.refused] = [null, '']
        if (id !== this.down || id === null) this.down = only ? id : null
      })
    })
    $effect(() => {
      if (!this.who().deciding) [this.place, this.take, this.down, this.refused] = [null, null, null, '']
    })
  }

  /** No column is to be taken any more. */
  drop = (): void => {
    ;[this.take, this.refused] = [null, '']
  }

  /** What the card would do. */
  advise(id: string): string {
    const { view } = this.who()
    if (this.refused) return this.refused
    if (!view) return ''
    if (this.place !== null) return placingText(view, this.place, cardAt(id), this.down === id)
    if (this.down === id)
      return `${m.fennecs_down_costs()} ${this.ways.open ? m.fennecs_where_down() : m.fennecs_where_only()}`
    const gains = view.reserve > 0 ? m.fennecs_open_gains() : m.fennecs_open_nothing()
    return `${gains} ${this.ways.down ? m.fennecs_where() : m.fennecs_where_only()}`
  }

  #refuse(why: string): void {
    this.refused = why
    this.who().tell(why)
  }

  /** The card that is looked at is turned over. */
  turn = (id: string): void => {
    this.refused = ''
    if (this.down === id) {
      if (this.ways.open) this.down = null
      else this.#refuse(m.fennecs_refused_supernova())
    } else if (this.ways.down) this.down = id
    else this.#refuse(m.fennecs_refused_star())
  }

  touchPlace = (column: number): void => {
    const { view, seat, chosen } = this.who()
    if (!view || seat === null || chosen === null) return
    const why = columnRefusal(view, column, seat, chosen)
    if (why) this.#refuse(why)
    else if (this.place === column) this.doPlace()
    else {
      this.#point(column, chosen)
      this.who().soon?.(chosen, this.doPlace)
    }
  }

  #point(column: number, chosen: string): void {
    this.refused = ''
    this.place = column
    this.who().tell(this.advise(chosen))
  }

  doPlace = (): void => {
    const { chosen, act } = this.who()
    if (chosen !== null && this.place !== null) act(placing(chosen, this.place, this.covers))
    else this.#refuse(m.fennecs_where_only())
  }

  touchTake = (column: number): void => {
    const { view, seat, letGo, tell } = this.who()
    if (!view || seat === null) return
    letGo()
    const why = columnRefusal(view, column, seat, null)
    if (why) {
      this.take = null
      this.#refuse(why)
    } else if (this.take === column) this.doTake()
    else {
      this.refused = ''
      this.take = column
      tell(takingText(view, column))
      this.who().soon?.(taking(column), this.doTake)
    }
  }

  doTake = (): void => {
    if (this.take !== null) this.who().act(taking(this.take))
  }

  /** What was advised lies where it would be done: nothing is done yet. */
  aim(action: string): void {
    const { chosen } = this.who()
    this.refused = ''
    if (action.startsWith('take')) this.take = columnOf(action)
    else if (chosen !== null && action.startsWith(`${cardAt(chosen)}@`)) {
      this.down = action.endsWith(HIDDEN) ? chosen : null
      this.place = columnOf(action)
    }
  }

  /** It still is what would be done; what is refused is not. */
  aims(action: string): boolean {
    const { chosen } = this.who()
    if (chosen === null || this.refused) return false
    return this.place !== null && action === placing(chosen, this.place, this.covers)
  }

  /** Up and down go from column to column. */
  across = (by: number): void => {
    const { view, seat, chosen } = this.who()
    if (!view || seat === null || chosen === null) return
    const count = view.columns.length
    const from = this.place ?? (by > 0 ? -1 : count)
    const order = Array.from({ length: count }, (_, i) => (((from + by * (i + 1)) % count) + count) % count)
    const next = order.find((column) => !columnRefusal(view, column, seat, chosen))
    if (next !== undefined && next !== this.place) this.#point(next, chosen)
  }
}
