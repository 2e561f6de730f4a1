/** How a finger on the glass, a mouse or keys move the hand. */

/** Millimetres of box for one of screen: as the finger goes slowly, and fast. */
const SLOW = 1.2
const FAST = 3
/** mm/s of screen that are slow, and fast. */
const SLOWLY = 25
const QUICKLY = 160
/** Degrees for a pixel of dragging, of a token in the hand. */
export const BY_PIXEL = 1.5
/** mm of screen in a pixel of the page: of glass under a finger, and of a screen on a desk. */
export const GLASS = 0.16
export const DESK = 0.26

/** How much further the hand goes than the finger, at a speed in mm/s of screen. */
export function gain(speed: number): number {
  const part = Math.min(1, Math.max(0, (speed - SLOWLY) / (QUICKLY - SLOWLY)))
  return SLOW + (FAST - SLOW) * part
}

/** Dragging over the box: by pixels to mm of box, the quicker the further. */
export class Drag {
  #speed = 0
  #at: number

  constructor(
    private readonly pixel: number,
    now: number,
  ) {
    this.#at = now
  }

  /** The finger has gone on by so many pixels; `now` in ms. */
  by(dx: number, dy: number, now: number): { dx: number; dy: number } {
    const seconds = Math.max(0.004, (now - this.#at) / 1000)
    this.#at = now
    const speed = (Math.hypot(dx, dy) * this.pixel) / seconds
    // events come in lumps
    this.#speed += (speed - this.#speed) * Math.min(1, seconds / 0.04)
    const much = gain(this.#speed) * this.pixel
    return { dx: dx * much, dy: dy * much }
  }
}

/** mm/s of a hand that is led by keys: slowly, nothing that it meets gives way; and quickly. */
const LED = 50
const RUSH = 200
/** mm of the least step. */
const STEP = 4

export interface Way {
  /** −1, 0 or 1: to the right, and upwards. */
  x: number
  y: number
}

/** Keys and buttons that are held: the sum of their ways, and at least a step for each. */
export class Walk {
  #held = new Map<string, Way>()
  #way: Way = { x: 0, y: 0 }
  /** mm of the step that are still to be done. */
  #due = 0
  fast = false

  press(key: string, way: Way): void {
    this.#held.set(key, way)
    this.#due = STEP
    this.#turn()
  }

  lift(key: string): void {
    this.#held.delete(key)
    if (this.#held.size) this.#turn()
  }

  stop(): void {
    this.#held.clear()
    this.#due = 0
  }

  get walking(): boolean {
    return this.#held.size > 0 || this.#due > 0
  }

  /** What to move in so many seconds, in mm. */
  go(seconds: number): { dx: number; dy: number } {
    const far = Math.min((this.fast ? RUSH : LED) * seconds, this.#held.size ? Infinity : this.#due)
    this.#due = Math.max(0, this.#due - far)
    const length = Math.hypot(this.#way.x, this.#way.y)
    if (length === 0) return { dx: 0, dy: 0 }
    return { dx: (far * this.#way.x) / length, dy: (far * this.#way.y) / length }
  }

  #turn(): void {
    const ways = [...this.#held.values()]
    this.#way = {
      x: Math.sign(ways.reduce((sum, { x }) => sum + x, 0)),
      y: Math.sign(ways.reduce((sum, { y }) => sum + y, 0)),
    }
  }
}
