/** How a token turns in the hand, tick by tick, as the yard does it (`renardiere.yard.hand`). */

/** Of the yard, in a second. */
export const TICKS = 60
/** Ticks of the automatic turn: 2.4 s. */
const TURN_ONCE = 144
/** Degrees that a token turns in a tick at most. */
const TURN = 6
const TURN_AHEAD = 180

export class Turning {
  #once = 0
  #ahead = 0

  /** `turned`: in degrees, counter-clockwise. */
  constructor(public turned = 0) {}

  /** The automatic turn is under way. */
  get once(): boolean {
    return this.#once > 0
  }

  get resting(): boolean {
    return !this.#once && !this.#ahead
  }

  turn(by: number): void {
    this.#once = 0
    this.#ahead = Math.min(Math.max(this.#ahead + by, -TURN_AHEAD), TURN_AHEAD)
  }

  turnOnce(): void {
    this.#once = TURN_ONCE
    this.#ahead = 0
  }

  tick(): void {
    if (this.#once) {
      this.turned += 360 / TURN_ONCE
      this.#once--
    } else if (this.#ahead) {
      const by = Math.min(Math.max(this.#ahead, -TURN), TURN)
      this.turned += by
      this.#ahead -= by
    }
  }
}
