/** Goes along an edge by itself, so slowly that nothing gives way, however late one feels (`tests/yard/test_follow.py`). */
import { angleOf, FLAG, type Felt } from './frame'

/** mm on in a frame, the part of that with which it leans on, radians that it curls back by where it feels nothing. */
const STEP = 22 / 30
const LEAN = 0.4
const TURN = 0.14
/** Frames in which it may have lost the edge. */
const PATIENCE = 45

export class Follower {
  #way = 0
  #lost = 0

  /** `side`: 1 has the thing on the left of the way, −1 on the right. */
  constructor(private readonly side: 1 | -1 = 1) {}

  /** How to move on, in mm; null if there is nothing to be followed. */
  feel({ contacts, flags, gap }: Felt): { dx: number; dy: number } | null {
    if (gap !== null || flags & (FLAG.numb | FLAG.closing)) return null
    if (!contacts.length && ++this.#lost > PATIENCE) return null
    if (!contacts.length) {
      this.#way += this.side * TURN
      return { dx: STEP * Math.cos(this.#way), dy: STEP * Math.sin(this.#way) }
    }
    this.#lost = 0
    // of several, the one that is furthest ahead: going round a hollow, one leaves the other behind
    const ahead = (direction: number) => Math.cos(angleOf(direction) - this.#way)
    const first = contacts.reduce((best, one) => (ahead(one.direction) > ahead(best.direction) ? one : best))
    const touch = angleOf(first.direction)
    this.#way = touch - (this.side * Math.PI) / 2
    return {
      dx: STEP * (Math.cos(this.#way) + LEAN * Math.cos(touch)),
      dy: STEP * (Math.sin(this.#way) + LEAN * Math.sin(touch)),
    }
  }
}
