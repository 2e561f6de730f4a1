/** The learner's hand: a token in it is turned here, and is known by its frames alone, as at a table. */
import { felt, type Felt } from '../../../yard/frame'
import { Held } from '../../../yard/held'
import type { Kind } from '../../../yard/outlines'
import { Ear } from '../../../yard/sound'
import { TICKS } from '../../../yard/turning'

/** A frame is told every second tick. */
const EVERY = 2
/** Degrees for a pixel of dragging. */
const BY_PIXEL = 1.5

export class Hand {
  felt = $state.raw<Felt | null>(null)
  /** How the token lies, for when it may be seen: its angle in degrees, and how far it is off the middle, in mm. */
  lies = $state.raw({ turned: 0, off: 0 })
  #held: Held | null = null
  #ear = new Ear()
  #timer: ReturnType<typeof setInterval> | undefined
  /** What of a drag has not made a whole degree yet. */
  #rest = 0

  take(kind: Kind, turned: number): void {
    this.empty()
    this.#held = new Held(kind, turned)
    this.#ear = new Ear()
    this.#tell(0)
  }

  empty(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#ear.silence()
    this.#held = null
    this.felt = null
  }

  /** Counter-clockwise, in degrees. */
  turn(by: number): void {
    this.#rest += by
    const whole = Math.trunc(this.#rest)
    this.#rest -= whole
    if (whole) this.#held?.turn(whole)
    this.#go()
  }

  /** To the right is clockwise. */
  drag(px: number): void {
    this.turn(-px * BY_PIXEL)
  }

  turnOnce(): void {
    this.#held?.turnOnce()
    this.#go()
  }

  #go(): void {
    if (this.#held) this.#timer ??= setInterval(() => this.#step(), (1000 * EVERY) / TICKS)
  }

  #step(): void {
    const held = this.#held
    if (!held) return
    const before = held.turned
    for (let tick = 0; tick < EVERY; tick++) held.tick()
    this.#tell(held.turned - before)
    if (!held.resting) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #tell(way: number): void {
    if (!this.#held) return
    this.felt = felt(this.#held.frame())
    const [thumb, finger] = this.#held.reaches
    this.lies = { turned: this.#held.turned, off: (thumb - finger) / 2 }
    if (this.felt && this.#timer) this.#ear.hear(this.felt, way)
  }
}
