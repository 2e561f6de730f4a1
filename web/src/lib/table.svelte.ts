/** One table as this page follows it: who sits there, what its viewer sees, and what is being shown of it. */
import { http, problemIn } from './api/http'
import type { Handlers } from './api/live'
import type { AnyEvent, AnyView, Hint, Problem, Sync, TableInfo } from './api/types'
import { connection } from './connection.svelte'
import { glanceAt, keepGlance, whileLooking } from './glance'
import { keptByTable } from './kept'
import { once } from './once'
import { Playback } from './playback'
import { Rematch } from './rematch.svelte'
import { settings, travelTime } from './settings.svelte'
import { watchSeal } from './shares'
import { Talk } from './talk.svelte'

/** What a game's page brings along. */
export interface GameFace<V, E> {
  step(view: V, event: E, viewer: number | null): V
  publicPart(view: V): V
  /** The story so far, one event longer: what is remembered of the past. */
  remember(story: readonly E[], event: E, all: boolean): E[]
  /** Things that happened at once, in the order in which they are told. */
  arrange?(events: readonly E[]): E[]
  duration(event: E): number
  /** Whether this, which `last` led to, stays in sight for a while before `next` may happen. */
  rests(view: V, next: E, last: E | null): boolean
  stops(event: E): boolean
  /** The count of the last round that ended, as the view still has it. */
  count(view: V): (E & { round: number }) | null
}

/** A table of one game: what is seen there is that game's. */
export type TableOf<V extends AnyView, E extends AnyEvent> = TableModel & {
  view: V | null
  shown: V | null
  readonly front: V | null
  stopped: E | null
  story: E[]
}

/** The last round whose count was read here, by table: what ended while one was away, or reads, is still to be shown. */
const counted = keptByTable<number>('renardiere.counts')

export type AnyFace = GameFace<AnyView, AnyEvent>

export class TableModel {
  info = $state.raw<TableInfo>() as TableInfo
  /** The seat that is followed; null: as a spectator. */
  seat = $state<number | null>(null)
  /** Where the seat stands now. */
  view = $state.raw<AnyView | null>(null)
  /** What the table shows: `view`, or a moment before it. */
  shown = $state.raw<AnyView | null>(null)
  /** The event that waits to be read. */
  stopped = $state.raw<AnyEvent | null>(null)
  /** What was seen to happen at this seat, oldest first. */
  story = $state.raw<AnyEvent[]>([])
  problem = $state.raw<Problem | null>(null)
  /** Nothing is left to be shown. */
  idle = $state(true)
  /** When the time of the decision under way runs out (`performance.now()`); null: there is no clock. */
  ends = $state<number | null>(null)
  /** Told what is about to be shown, while the table still looks as it did. */
  witness: ((before: AnyView, event: AnyEvent) => void) | null = null
  readonly talk: Talk
  readonly rematch: Rematch

  /** The decision that is open. */
  decision = $state(0)
  /** What one had better decide; `asked`: one would like to know. */
  hint = $state.raw<Hint | 'asked' | null>(null)
  /** How many events of this viewer are known; −1: nothing is. */
  #number = -1
  #playback: Playback<AnyView, AnyEvent>
  readonly #unlook: () => void

  constructor(
    info: TableInfo,
    private readonly face: AnyFace,
  ) {
    this.info = info
    watchSeal(info)
    this.talk = new Talk(info.id)
    this.rematch = new Rematch(this)
    if (info.next) void this.rematch.look(info.next, false)
    this.#playback = new Playback<AnyView, AnyEvent>(
      {
        step: (view, event) => face.step(view, event, this.seat),
        duration: (event) => travelTime(face.duration(event)),
        rest: (view, next, last) => (face.rests(view, next, last) ? settings.rest : 0),
        stops: (event) => face.stops(event),
      },
      (view, event, stopped) => this.#show(view, event, stopped),
    )
    this.#unlook = whileLooking((looking) => {
      if (looking) this.#playback.release()
      else this.#lookAway()
    })
    if (document.hidden) this.#playback.hold()
    this.#followOwn()
  }

  /** News of the table; whoever has just sat down, here or in another tab, sees through their own eyes. */
  take(info: TableInfo): void {
    const before = this.info
    const mine = this.mine.join()
    this.info = info
    watchSeal(info)
    if (this.mine.join() !== mine) this.#followOwn()
    if (info.next && !before.next) void this.rematch.look(info.next, true)
  }

  #followOwn(): void {
    const [seat = null, ...more] = this.mine
    this.follow(more.length ? null : seat)
  }

  /** The seats that this browser owns; several: they share this device. */
  get mine(): number[] {
    return this.info.seats.flatMap(({ mine }, seat) => (mine ? [seat] : []))
  }

  get shared(): boolean {
    return this.mine.length > 1
  }

  /** The other people who sit here. */
  get people(): number[] {
    return this.info.seats.flatMap(({ kind, mine }, seat) => (kind === 'person' && !mine ? [seat] : []))
  }

  /** What the clock shows: nothing while a bot plays for whoever is to act, no time at all once it is announced. */
  get timeEnds(): number | null {
    const { absences, seats, to_act } = this.info
    if (to_act.some((seat) => seats[seat]?.standin != null)) return null
    return absences.some(({ why }) => why === 'time') ? 0 : this.ends
  }

  /** The game is over, and all of it has been seen. */
  get over(): boolean {
    return this.info.state === 'over' && this.idle && this.stopped === null
  }

  /** On a shared device: whose eyes should be at the screen next, if not those that are. */
  get handOver(): number | null {
    if (!this.shared || !this.idle || this.info.state === 'over') return null
    const next = this.view?.to_act.find((seat) => this.info.seats[seat]?.mine)
    return next === undefined || next === this.seat ? null : next
  }

  get myTurn(): boolean {
    if (this.seat === null || this.stopped !== null || this.info.state === 'over') return false
    return this.view?.to_act.includes(this.seat) ?? false
  }

  /** Somebody waits for whoever sits here: for their turn, or for their word that the cards may be dealt. */
  get called(): boolean {
    const { ready, seats, state } = this.info
    const word = ready?.some((given, seat) => !given && seats[seat]?.mine) ?? false
    return this.myTurn || (word && state === 'playing' && this.idle)
  }

  /** What the hand and the dock go by: the present, unless a round's end is still being looked at. */
  get front(): AnyView | null {
    return this.view && this.shown && this.view.round === this.shown.round && !this.stopped
      ? this.view
      : this.shown
  }

  /** See the table through the eyes of `seat`. What other eyes saw is forgotten. */
  follow(seat: number | null): void {
    this.seat = seat
    this.problem = null
    this.hint = null
    this.story = []
    this.#number = -1
    if (this.shown) {
      const open = this.face.publicPart(this.shown)
      this.view = open
      this.#playback.reset(open)
    }
    const glance = this.shown ? null : glanceAt<AnyView>(this.info.id, seat)
    const handlers: Handlers = {
      table: (info) => this.take(info),
      sync: (message) => {
        const known = message.number === this.#number
        const unread = this.#unread(message.view)
        this.#stand(message)
        if (!known && this.info.memory) this.story = message.past ?? []
        // what is being shown of it goes on
        if (!known || this.idle) this.#playback.reset(message.view, unread)
      },
      update: (message, events) => {
        this.#stand(message)
        this.problem = null
        if (!this.shown && glance) this.#playback.reset(glance.view)
        this.idle = false
        this.#playback.push(this.face.arrange?.(events) ?? events, message.view)
      },
      refused: (problem) => (this.problem = problem),
      said: (said) => this.talk.take(said),
      missed: () => void this.talk.load(),
      left: (seconds) => this.#timed(seconds),
    }
    connection.live.watch(this.info.id, seat, handlers, glance?.place)
  }

  act(action: string): void {
    this.problem = null
    this.skip()
    connection.live.act(this.decision, action)
  }

  /** Ask what one had better do. */
  async askHint(): Promise<void> {
    const { decision, seat } = this
    if (this.hint || seat === null) return
    this.hint = 'asked'
    this.problem = null
    let hint: Hint | null = null
    let problem: Problem | null = null
    try {
      hint = await http.post<Hint>(`/tables/${this.info.id}/hint`, { seat, decision })
    } catch (error) {
      problem = problemIn(error)
    }
    if (this.decision !== decision || this.seat !== seat) return
    this.hint = hint
    this.problem = problem
  }

  /** Ask for something at this table, over HTTP; the problem, if it could not be done. */
  async ask(what: string, body: Record<string, unknown>): Promise<Problem | null> {
    const before = this.info
    try {
      const info = await once<TableInfo>(`/tables/${this.info.id}/${what}`, body)
      // what the live connection told meanwhile may be newer than this answer; and it tells this, too
      if (this.info === before || !this.mine.length) this.take(info)
      return null
    } catch (error) {
      return problemIn(error)
    }
  }

  /** Return to one's last decision. */
  takeBack(): Promise<Problem | null> {
    return this.ask('back', { decision: this.decision })
  }

  skip(): void {
    this.#playback.skip()
  }

  goOn(): void {
    if (this.stopped && 'round' in this.stopped) counted.set(this.info.id, this.stopped.round)
    this.#playback.resume()
  }

  close(): void {
    this.#unlook()
    this.#lookAway()
    this.rematch.close()
    this.#playback.stop()
    connection.live.unwatch()
  }

  /** What happens meanwhile waits to be seen. Where all may look back, and on a shared device, it needs not. */
  #lookAway(): void {
    this.#playback.hold()
    const { place } = connection.live
    if (this.seat === null || !this.view || !place || this.shared || this.info.memory) return
    keepGlance(this.info.id, this.seat, place, this.face.publicPart(this.view))
  }

  #stand({ number, decision, view, left }: Pick<Sync, 'number' | 'decision' | 'view' | 'left'>): void {
    this.#number = number
    if (decision !== this.decision) this.hint = null
    this.decision = decision
    this.view = view
    this.#timed(left)
  }

  #timed(left: number | null): void {
    this.ends = left === null ? null : performance.now() + 1000 * left
  }

  /** The count that was being read here, or that one did not get to see. */
  #unread(view: AnyView): AnyEvent | null {
    const count = this.face.count(view)
    const known = counted.get(this.info.id)
    // whoever comes to a table for the first time has missed nothing
    if (known === undefined) counted.set(this.info.id, count?.round ?? 0)
    return count && count.round > (known ?? count.round) ? count : null
  }

  #show(view: AnyView, event: AnyEvent | null, stopped: AnyEvent | null): void {
    if (event && this.shown) this.witness?.(this.shown, event)
    this.shown = view
    this.stopped = stopped
    // also where it is a round's second end, after something was taken back
    if (stopped && 'round' in stopped) counted.set(this.info.id, stopped.round - 1)
    if (event) this.story = this.face.remember(this.story, event, this.info.memory)
    this.idle = this.#playback.idle
  }
}
