/** The rematch: made once, and everybody at the old table is led along. */
import { http, problemIn } from './api/http'
import type { Problem, TableInfo } from './api/types'
import { keptByTable } from './kept'
import { once } from './once'
import { newShare } from './random'
import { route } from './route.svelte'
import { rememberShares } from './shares'
import type { TableModel } from './table.svelte'
import { hearTabs, tellTabs } from './tabs'

const LOOK_EVERY = 4_000
const FOLLOW_AFTER = 6_000

/** The same parts in the shuffle, however often it is asked, also after a reload. */
const asked = keptByTable<Record<number, string>>('renardiere.rematch')

function sharesAt(table: string, seats: readonly number[]): Record<number, string> {
  const made = asked.get(table) ?? Object.fromEntries(seats.map((seat) => [seat, newShare()]))
  asked.set(table, made)
  return made
}

export class Rematch {
  /** The table of the next game, once there is one. */
  next = $state.raw<TableInfo | null>(null)
  problem = $state.raw<Problem | null>(null)
  /** Whoever only watches goes along by themselves, soon after they have seen the end, unless they stay. */
  leading = $state(false)
  #busy = false
  #left = false
  #deaf: () => void
  #looking: ReturnType<typeof setInterval> | undefined
  #following: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly model: TableModel) {
    this.#deaf = hearTabs((news) => {
      if (news.is === 'rematch' && news.table === model.info.id) this.#go(news.next)
    })
  }

  /** `fresh`: it was made while this page looked on, not before. */
  async look(next: string, fresh: boolean): Promise<void> {
    try {
      const info = await http.get<TableInfo>(`/tables/${next}`)
      const seated = info.seats.some(({ mine }) => mine)
      if (this.#left) return
      if (seated && fresh) this.#go(next)
      else if (!this.next && fresh && !this.model.mine.length) this.leading = true
      this.next = info
      // what happens there is not told here: whether one has sat down, with another browser, say
      if (!seated && this.model.mine.length)
        this.#looking ??= setInterval(() => this.#lookAgain(next), LOOK_EVERY)
    } catch {
      // for its players only, or out of reach: one stays here
    }
  }

  /** Propose it, or accept; `options` that are to be others than this game's. */
  async ask(options?: Record<string, string>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.problem = null
    const { id } = this.model.info
    const mine = sharesAt(id, this.model.mine)
    try {
      const info = await once<TableInfo>(`/tables/${id}/rematch`, {
        shares: mine,
        ...(options ? { options } : {}),
      })
      if (info.seats.some((seat) => seat.mine)) rememberShares(info.id, mine)
      tellTabs({ is: 'rematch', table: id, next: info.id })
      this.#go(info.id)
    } catch (error) {
      this.problem = problemIn(error)
    }
    this.#busy = false
  }

  /** The end is in sight, and that the table goes on. */
  follow(): void {
    const { next } = this
    if (this.leading && next) this.#following ??= setTimeout(() => this.#go(next.id), FOLLOW_AFTER)
  }

  stay(): void {
    this.leading = false
    clearTimeout(this.#following)
  }

  close(): void {
    this.#left = true
    this.#deaf()
    clearInterval(this.#looking)
    clearTimeout(this.#following)
  }

  #lookAgain(next: string): void {
    if (document.visibilityState === 'visible') void this.look(next, true)
  }

  #go(next: string): void {
    if (this.#left) return
    this.close()
    route.go(`/t/${next}`)
  }
}
