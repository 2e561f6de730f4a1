/** One table as this page follows it: who sits there, what its viewer sees, and what is being shown of it. */
import { connection } from './connection.svelte'
import type { AnyEvent, ForestView, Problem, TableInfo } from './api/types'
import { Playback } from './playback'
import { travelTime } from './settings.svelte'

/** What a game's page brings along. */
export interface GameFace<V, E> {
  step(view: V, event: E, viewer: number | null): V
  publicPart(view: V): V
  /** The story so far, one event longer: what is remembered of the past. */
  remember(story: readonly E[], event: E): E[]
  duration(event: E): number
  rest(view: V, next: E): number
  stops(event: E): boolean
}

export type AnyFace = GameFace<ForestView, AnyEvent>

export class TableModel {
  info = $state.raw<TableInfo>() as TableInfo
  /** The seat that is followed; null: as a spectator. */
  seat = $state<number | null>(null)
  /** Where the seat stands now. */
  view = $state.raw<ForestView | null>(null)
  /** What the table shows: `view`, or a moment before it. */
  shown = $state.raw<ForestView | null>(null)
  /** The event that waits to be read. */
  stopped = $state.raw<AnyEvent | null>(null)
  /** What was seen to happen at this seat, oldest first. */
  story = $state.raw<AnyEvent[]>([])
  problem = $state.raw<Problem | null>(null)
  /** Nothing is left to be shown. */
  idle = $state(true)

  #decision = 0
  #playback: Playback<ForestView, AnyEvent>

  constructor(
    info: TableInfo,
    private readonly face: AnyFace,
  ) {
    this.info = info
    this.#playback = new Playback<ForestView, AnyEvent>(
      {
        step: (view, event) => face.step(view, event, this.seat),
        duration: (event) => travelTime(face.duration(event)),
        rest: (view, next) => travelTime(face.rest(view, next)),
        stops: (event) => face.stops(event),
      },
      (view, event, stopped) => this.#show(view, event, stopped),
    )
    this.#followOwn()
  }

  /** News of the table; whoever has just sat down, here or in another tab, sees through their own eyes. */
  take(info: TableInfo): void {
    const before = this.mine.join()
    this.info = info
    if (this.mine.join() !== before) this.#followOwn()
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

  /** On a shared device: whose eyes should be at the screen next, if not those that are. */
  get handOver(): number | null {
    if (!this.shared || !this.idle) return null
    const next = this.view?.to_act.find((seat) => this.info.seats[seat]?.mine)
    return next === undefined || next === this.seat ? null : next
  }

  get myTurn(): boolean {
    return this.seat !== null && (this.view?.to_act.includes(this.seat) ?? false) && this.stopped === null
  }

  /** What the hand and the dock go by: the present, unless a round's end is still being looked at. */
  get front(): ForestView | null {
    return this.view && this.shown && this.view.round === this.shown.round && !this.stopped
      ? this.view
      : this.shown
  }

  /** See the table through the eyes of `seat`. What other eyes saw is forgotten. */
  follow(seat: number | null): void {
    this.seat = seat
    this.problem = null
    this.story = []
    if (this.shown) {
      const open = this.face.publicPart(this.shown)
      this.view = open
      this.#playback.reset(open)
    }
    connection.live.watch(this.info.id, seat, {
      table: (info) => this.take(info),
      sync: ({ decision, view }) => {
        this.#decision = decision
        this.view = view
        this.#playback.reset(view)
      },
      update: ({ decision, view }, events) => {
        this.#decision = decision
        this.view = view
        this.problem = null
        this.idle = false
        this.#playback.push(events, view)
      },
      refused: (problem) => (this.problem = problem),
    })
  }

  act(action: string): void {
    this.problem = null
    this.skip()
    connection.live.act(this.#decision, action)
  }

  skip(): void {
    this.#playback.skip()
  }

  goOn(): void {
    this.#playback.resume()
  }

  close(): void {
    this.#playback.stop()
    connection.live.unwatch()
  }

  #show(view: ForestView, event: AnyEvent | null, stopped: AnyEvent | null): void {
    this.shown = view
    this.stopped = stopped
    if (event) this.story = this.face.remember(this.story, event)
    this.idle = this.#playback.idle
  }
}
