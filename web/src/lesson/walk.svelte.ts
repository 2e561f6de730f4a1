/** One walk through a prepared position: where the learner stands, what is being shown of it, what came of it. */
import { Playback } from '$lib/playback'
import { settings, travelTime } from '$lib/settings.svelte'
import type { GameFace } from '$lib/table.svelte'
import type { Line } from '../parts/Announcer.svelte'
import type { Scene, Verdict } from './lesson'

/** The learner's seat. */
export const LEARNER = 0

export class Walk<V, E> {
  /** Where the learner stands. */
  view = $state.raw() as V
  /** What the table shows: `view`, or a moment before it. */
  shown = $state.raw() as V
  /** What was seen to happen last. */
  last = $state.raw<E | null>(null)
  /** All that was seen to happen, oldest first. */
  seen = $state.raw<readonly E[]>([])
  /** Says what is told of it to those who listen. */
  tells = $state.raw<() => readonly Line[]>(() => [])
  /** The event that waits to be read. */
  stopped = $state.raw<E | null>(null)

  /** The learner has done something. */
  moved = $state(false)

  #scene = $state.raw<Scene<E>>({})
  #idle = $state(true)
  #playback: Playback<V, E>

  constructor(
    /** How it begins. */
    readonly start: Scene<E>,
    face: GameFace<V, E>,
  ) {
    this.#playback = new Playback<V, E>(
      {
        step: (view, event) => face.step(view, event, LEARNER),
        duration: (event) => travelTime(face.duration(event)),
        rest: (view, next, last) => (face.rests(view, next, last) ? settings.rest : 0),
        stops: (event) => face.stops(event),
      },
      (view, event, stopped) => {
        this.shown = view
        this.stopped = stopped
        this.last = event
        if (event) this.seen = [...this.seen, event]
        this.#idle = this.#playback.idle
      },
    )
    this.begin()
  }

  /** From the start, again. */
  begin(): void {
    this.#scene = this.start
    this.view = this.start.view as V
    this.seen = []
    this.#playback.reset(this.view)
    this.act('')
    this.moved = false
  }

  /** Do this; nothing happens if the position does not know it. */
  act(action: string): void {
    const next = this.#scene.then?.[action]
    if (!next) return
    this.#playback.skip()
    this.#scene = next
    this.moved = true
    this.view = { ...this.view, ...next.view }
    this.#idle = false
    this.#playback.push(next.events ?? [], this.view)
  }

  /** What came of it, once all of it has been seen. */
  get verdict(): Verdict | null {
    return this.#idle ? (this.#scene.verdict ?? null) : null
  }

  /** There is something to decide. */
  get deciding(): boolean {
    return this.#scene.verdict === undefined
  }

  /** All that led to the decision has been seen. */
  get asking(): boolean {
    return this.#idle && this.deciding
  }

  skip(): void {
    this.#playback.skip()
  }

  goOn(): void {
    this.#playback.resume()
  }

  stop(): void {
    this.#playback.stop()
  }
}
