/**
 * About where one's hand is in the box: what one knows of one's own arm. It is only worked out of what the hand was told
 * and of what it felt; walls put it right.
 */
import { angleOf, FLAG, PAD, type Felt } from './frame'

/** Of the box, in mm. */
export const WIDTH = 300
export const HEIGHT = 220

/** Where the hands begin, by seat (`renardiere.yard.yard`). */
const STARTS = [
  [24, HEIGHT / 2],
  [WIDTH - 24, HEIGHT / 2],
  [WIDTH / 2, 20],
  [WIDTH / 2, HEIGHT - 20],
] as const

/** mm/s of a hand of speed 1, ticks in a second and in a frame, the part of its way that a hand makes in a tick. */
const FAST = 250
const TICKS = 60
const BY_FRAME = 2
const EASE = 0.5
const AHEAD = 20
/** The part of its way that is left to a hand against what gives way: what lies behind holds it up, too. */
const PUSHED = 0.25
/** The part of its way that it may still seem to make into something, since directions are told in steps. */
const ASKEW = 0.1

export class Place {
  #ahead = { x: 0, y: 0 }

  private constructor(
    public x: number,
    public y: number,
    /** The hand's speed, 1 being that of a grown-up. */
    private readonly speed: number,
  ) {}

  static start(seat: number, speed: number): Place {
    const [x, y] = STARTS[seat] ?? [WIDTH / 2, HEIGHT / 2]
    return new Place(x, y, speed)
  }

  /** Somewhere: a hand that one comes back to. */
  static unknown(speed: number): Place {
    return new Place(WIDTH / 2, HEIGHT / 2, speed)
  }

  /** It was told to move on, in mm. */
  move(dx: number, dy: number): void {
    const [x, y] = [this.#ahead.x + dx, this.#ahead.y + dy]
    const less = Math.min(1, AHEAD / Math.max(Math.hypot(x, y), 1e-9))
    this.#ahead = { x: x * less, y: y * less }
  }

  /** It has felt this. */
  feel({ flags, contacts, gap }: Felt): void {
    if (flags & (FLAG.numb | FLAG.closing) || gap !== null) {
      this.#ahead = { x: 0, y: 0 }
      return
    }
    const most = (FAST * this.speed) / TICKS
    for (let tick = 0; tick < BY_FRAME; tick++) {
      let [dx, dy] = [this.#ahead.x * EASE, this.#ahead.y * EASE]
      const less = Math.min(1, most / Math.max(Math.hypot(dx, dy), 1e-9))
      dx *= less
      dy *= less
      this.#ahead = { x: this.#ahead.x - dx, y: this.#ahead.y - dy }
      ;({ dx, dy } = stopped(dx, dy, (flags & FLAG.gives) !== 0, this.#met(flags, contacts)))
      this.x += dx
      this.y += dy
    }
    this.x = beside(this.x, WIDTH, (flags & FLAG.wallX) !== 0)
    this.y = beside(this.y, HEIGHT, (flags & FLAG.wallY) !== 0)
  }

  /** In which directions there is something. */
  #met(flags: number, contacts: Felt['contacts']): Way[] {
    const met = contacts.map(({ direction }) => ({
      x: Math.cos(angleOf(direction)),
      y: Math.sin(angleOf(direction)),
    }))
    if (flags & FLAG.wallX) met.push({ x: this.x < WIDTH / 2 ? -1 : 1, y: 0 })
    if (flags & FLAG.wallY) met.push({ x: 0, y: this.y < HEIGHT / 2 ? -1 : 1 })
    return met
  }
}

interface Way {
  x: number
  y: number
}

/** What is left of a way: along what does not give; nothing between two of them; into what gives, a part. */
function stopped(wx: number, wy: number, gives: boolean, met: readonly Way[]): { dx: number; dy: number } {
  let [dx, dy] = [wx, wy]
  for (const { x, y } of met) {
    const lost = Math.max(0, dx * x + dy * y) * (gives ? 1 - PUSHED : 1)
    dx -= lost * x
    dy -= lost * y
  }
  const into = met.some(({ x, y }) => dx * x + dy * y > ASKEW * Math.hypot(wx, wy))
  const back = dx * wx + dy * wy < 0
  return !gives && (into || back) ? { dx: 0, dy: 0 } : { dx, dy }
}

/** At a wall where one is felt, else off it. */
function beside(at: number, size: number, wall: boolean): number {
  if (wall) return at < size / 2 ? PAD : size - PAD
  return Math.min(Math.max(at, PAD + 1), size - PAD - 1)
}
