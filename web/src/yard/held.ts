/**
 * A token in the hand, and what its frames say: the numbers of `renardiere.yard.hand`, for where no yard is asked, as in
 * the lesson. At a table frames come from the yard.
 */
import { DIRECTIONS, FLAG, GAP, PAD } from './frame'
import { gripsOf, type Grip } from './grips'
import type { Kind } from './outlines'
import { TICKS, Turning } from './turning'

const STILL = TICKS / 4

export class Held {
  #turning: Turning
  /** Ticks since the one in which it heard the last that it was told. */
  #since = 0

  constructor(
    readonly kind: Kind,
    turned = 0,
  ) {
    this.#turning = new Turning(turned)
  }

  /** In degrees. */
  get turned(): number {
    return this.#turning.turned
  }

  turn(by: number): void {
    this.#since = -1 // it will hear this in the next tick
    this.#turning.turn(by)
  }

  /** One automatic turn. */
  turnOnce(): void {
    this.#since = -1
    this.#turning.turnOnce()
  }

  tick(): void {
    this.#since++
    this.#turning.tick()
  }

  /** Nothing will change until it is told to. */
  get resting(): boolean {
    return this.#turning.resting && this.#since >= STILL
  }

  /** How far thumb and finger are from the token's centre. */
  get reaches(): [thumb: number, finger: number] {
    const [thumb, finger] = this.#sides()
    return [thumb.reach, finger.reach]
  }

  frame(): Uint8Array {
    const flags =
      FLAG.held | (this.#since >= STILL ? FLAG.still : 0) | (this.#turning.once ? FLAG.turning : 0)
    const [thumb, finger] = this.#sides()
    const angle = (this.turned * Math.PI) / 180
    const contacts = [thumb, finger].flatMap(({ touch, normal }) => [
      (direction(touch + angle) << 2) | 1,
      direction(normal + angle),
    ])
    const gap = rounded((thumb.reach + finger.reach - 2 * PAD) / GAP)
    return Uint8Array.from([flags, 2 << 3, ...contacts, Math.min(255, Math.max(0, gap))])
  }

  #sides(): [Grip, Grip] {
    const grips = gripsOf(this.kind)
    const at = (degrees: number) => grips[modulo(rounded(degrees), 360)] as Grip
    return [at(180 - this.turned), at(-this.turned)]
  }
}

/** The nearest of the 32. */
function direction(angle: number): number {
  const turn = 2 * Math.PI
  return Math.floor((modulo(angle, turn) * DIRECTIONS) / turn + 0.5) % DIRECTIONS
}

/** As Python rounds: a half goes to the even number. */
function rounded(value: number): number {
  const near = Math.round(value)
  return Math.abs(value % 1) === 0.5 && near % 2 ? near - 1 : near
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
