/**
 * What happened, shown one thing at a time: each event gets its moment, a finished trick rests in sight, the end of a
 * round waits for the reader. Touching the table skips to now (as far as the next stop).
 */
export interface Score<V, E> {
  /** What the table looks like after `event`. */
  step(view: V, event: E): V
  /** Milliseconds that the event takes. */
  duration(event: E): number
  /** Milliseconds that this, which `last` led to, stays in sight before `next` may happen. */
  rest(view: V, next: E, last: E | null): number
  /** Whether the reader has to go on by hand after this event. */
  stops(event: E): boolean
}

interface Step<V, E> {
  event: E
  /** The server's word for where this leads, with the last event of a message. */
  view: V | null
}

export class Playback<V, E> {
  #steps: Step<V, E>[] = []
  #view: V | null = null
  #shownAt = 0
  #free = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopped: E | null = null
  #last: E | null = null
  #held = false

  constructor(
    private readonly score: Score<V, E>,
    private readonly show: (view: V, event: E | null, stopped: E | null) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Start again from here; `stopped` is still to be read. */
  reset(view: V, stopped: E | null = null): void {
    clearTimeout(this.#timer)
    this.#steps = []
    this.#stopped = stopped
    this.#last = null
    this.#view = view
    this.#shownAt = -Infinity
    this.#free = 0
    this.show(view, null, stopped)
  }

  push(events: readonly E[], view: V): void {
    if (this.#view === null || events.length === 0) {
      this.reset(view)
      return
    }
    events.forEach((event, i) => this.#steps.push({ event, view: i === events.length - 1 ? view : null }))
    this.#run()
  }

  /** Show all that has happened, up to the next stop. */
  skip(): void {
    clearTimeout(this.#timer)
    while (this.#steps.length && this.#stopped === null) this.#advance()
    this.#free = 0
    this.#shownAt = -Infinity
  }

  /** Go on after a stop. */
  resume(): void {
    if (this.#stopped === null || this.#view === null) return
    this.#stopped = null
    this.show(this.#view, null, null)
    this.#free = 0
    this.#run()
  }

  /** Nobody looks: what happens waits, … */
  hold(): void {
    this.#held = true
    clearTimeout(this.#timer)
  }

  /** … until somebody does. */
  release(): void {
    this.#held = false
    this.#run()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  get idle(): boolean {
    return this.#steps.length === 0 && this.#stopped === null
  }

  #run(): void {
    clearTimeout(this.#timer)
    while (this.#stopped === null && !this.#held) {
      const next = this.#steps[0]
      if (!next || this.#view === null) return
      const due = Math.max(this.#free, this.#shownAt + this.score.rest(this.#view, next.event, this.#last))
      const wait = due - this.now()
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#run(), wait)
        return
      }
      this.#advance()
    }
  }

  #advance(): void {
    const step = this.#steps.shift()
    if (!step || this.#view === null) return
    this.#view = step.view ?? this.score.step(this.#view, step.event)
    this.#last = step.event
    this.#shownAt = this.now()
    this.#free = this.#shownAt + this.score.duration(step.event)
    if (this.score.stops(step.event)) this.#stopped = step.event
    this.show(this.#view, step.event, this.#stopped)
  }
}
