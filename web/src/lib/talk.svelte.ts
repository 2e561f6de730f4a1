/** What is said at a table, as this page hears it. */
import { http, problemIn } from './api/http'
import type { Problem, Said } from './api/types'
import { keptByTable } from './kept'
import { once } from './once'

export type Phrase = NonNullable<Said['phrase']>

export const PHRASES: readonly Phrase[] = [
  'hello',
  'good_luck',
  'well_played',
  'thanks',
  'sorry',
  'one_moment',
  'your_turn',
  'again',
  'goodbye',
]

/** What is left of them in a round without talk: nothing of it is about cards. */
export const SIGNALS: readonly Phrase[] = ['hello', 'well_played', 'thanks', 'one_moment']

const SHOWN = 200
const readUpTo = keptByTable<number>('renardiere.read')

export class Talk {
  /** The latest messages, oldest first. */
  heard = $state.raw<Said[]>([])
  problem = $state.raw<Problem | null>(null)
  /** What somebody else said last, while this page looked on. */
  latest = $state.raw<Said | null>(null)
  /** The same, while the talk was not in sight. */
  fresh = $state.raw<Said | null>(null)
  /** The number of the last message that was read here. */
  #read = $state(0)
  #open = false

  constructor(private readonly table: string) {
    this.#read = readUpTo.get(table) ?? 0
  }

  get unread(): Said[] {
    return this.heard.filter(({ number, mine, muted }) => number > this.#read && !mine && !muted)
  }

  /** Ask for what was said: at the start, and whenever something may have been missed. */
  async load(): Promise<void> {
    try {
      const heard = await http.get<Said[]>(`/tables/${this.table}/talk`)
      const last = heard.at(-1)?.number ?? 0
      // what was said since the answer was made came by the live connection
      this.#take([...heard, ...this.heard.filter(({ number }) => number > last)])
    } catch {
      // it is asked for again when the connection is back
    }
  }

  take(said: Said): void {
    if (this.heard.some(({ number }) => number === said.number)) return
    // what was said in a round may be told after it
    this.#take([...this.heard, said].sort((one, other) => one.number - other.number))
    if (said.mine) return
    this.latest = said
    if (!this.#open) this.fresh = said
  }

  /** The messages are in sight, or no longer. */
  show(open: boolean): void {
    this.#open = open
    if (!open) return
    this.fresh = null
    this.#markRead()
  }

  /** Whether it was said. */
  async say(what: { text: string } | { phrase: Phrase }): Promise<boolean> {
    return this.#try(async () => this.take(await once<Said>(`/tables/${this.table}/say`, what)))
  }

  mute(number: number, on: boolean): Promise<boolean> {
    return this.#try(async () =>
      this.#take(await http.post<Said[]>(`/tables/${this.table}/mute`, { number, on })),
    )
  }

  report(number: number): Promise<boolean> {
    return this.#try(() => http.post(`/tables/${this.table}/report`, { number }))
  }

  async #try(what: () => Promise<void>): Promise<boolean> {
    this.problem = null
    try {
      await what()
      return true
    } catch (error) {
      this.problem = problemIn(error)
      return false
    }
  }

  #take(heard: Said[]): void {
    this.heard = heard.slice(-SHOWN)
    if (this.#open) this.#markRead()
  }

  #markRead(): void {
    const last = this.heard.at(-1)?.number ?? 0
    if (last <= this.#read) return
    this.#read = last
    readUpTo.set(this.table, last)
  }
}
