/**
 * One's own hand in the box: what it does goes up, what it feels comes down, thirty times a second. Nothing is known of
 * the box but its frames.
 */
import type { Searcher } from '$lib/api/live'
import { connection } from '$lib/connection.svelte'
import { FLAG, felt, type Felt } from './frame'
import { Follower } from './follow'
import { GRIP, move, RELEASE, SACK, shake, STOP, take, turn, TURN_ONCE } from './messages'
import { newsOf, type News } from './news'
import { HEIGHT, Place, WIDTH } from './place'
import { FeltShape } from './shape'
import { chime, Ear } from './sound'
import { Walk, type Way } from './steer'
import { Turning } from './turning'

/** Tokens that fit in a sack. */
export const SACK_HOLDS = 4
/** Ticks of the yard from frame to frame. */
const BY_FRAME = 2
/** Milliseconds from one movement that is sent to the next: no more often than the yard moves. */
const BEAT = 1000 / 60
/** Milliseconds without a frame, in the dark, after which one is cut off. */
const SILENCE = 1500
/** Seconds of a search after which one cannot say where the hand is: it was led by somebody else, or another page. */
const FRESH = 0.5

export type Happened = News | 'full' | 'empty' | 'nothing' | 'lost' | 'elsewhere' | 'mine' | 'cut' | 'back'

/** Over what a hand does and feels: the live connection, at a table. */
export interface Line {
  reach(searcher: Searcher | null): void
  search(message: Uint8Array<ArrayBuffer>): void
}

export class Searching {
  felt = $state.raw<Felt | null>(null)
  /** About where the hand is, in mm of the box. */
  at = $state.raw({ x: WIDTH / 2, y: HEIGHT / 2 })
  /** Another page has the hand. */
  elsewhere = $state(false)
  /** Nothing is felt, since nothing comes. */
  cut = $state(false)
  /** One has asked for the box to be shaken anew. */
  shaking = $state(false)
  /** An edge is being followed. */
  following = $state(false)
  /** What was felt of the token in the hand, and of those in the sack. */
  shape = $state.raw<FeltShape | null>(null)
  sack = $state.raw<readonly FeltShape[]>([])
  /** When one will feel again (`performance.now()`), after a stop that was refused. */
  numbUntil = $state<number | null>(null)

  #place: Place
  #ear = new Ear()
  #walk = new Walk()
  #follower: Follower | null = null
  #turning: Turning | null = null
  #way = 0
  /** The last frame in which something could be felt. */
  #before: Felt | null = null
  #owed = { dx: 0, dy: 0, degrees: 0 }
  #beat: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #sentAt = -Infinity
  #walkedAt = 0
  /** What is taken out of the sack next. */
  #wanted: number | null = null

  /** `turned`: steps of a direction by which the box is turned as one looks at it, counter-clockwise. */
  constructor(
    seat: number,
    private readonly speed: number,
    private readonly turned: () => number,
    private readonly tell: (what: Happened) => void,
    private readonly line: Line = connection.live,
  ) {
    this.#place = Place.start(seat, speed)
    this.at = { x: this.#place.x, y: this.#place.y }
  }

  /** From now on the hand is this page's. */
  reach(): void {
    this.line.reach({
      hand: (on, elapsed) => this.#given(on, elapsed),
      felt: (frame) => this.feel(frame),
    })
  }

  letGo(): void {
    this.line.reach(null)
    clearTimeout(this.#beat)
    clearTimeout(this.#silence)
    this.#walk.stop()
    this.#ear.silence()
  }

  // ---- what it does

  get holds(): boolean {
    return this.felt?.gap != null
  }

  get numb(): boolean {
    return this.numbUntil !== null
  }

  /** On by so many mm, as one sees the box: to the right, and upwards. */
  move(dx: number, dy: number): void {
    this.#unfollow()
    this.#owe(dx, dy)
    this.#send()
  }

  /** Keys and buttons: led that way for as long as they are held, and for a step at least. */
  press(key: string, way: Way, fast: boolean): void {
    this.#unfollow()
    if (!this.#walk.walking) this.#walkedAt = performance.now() - BEAT
    this.#walk.fast = fast
    this.#walk.press(key, way)
    this.#send()
  }

  lift(key: string): void {
    this.#walk.lift(key)
  }

  /** No key is held any more. */
  halt(): void {
    this.#walk.stop()
  }

  /** Along the edge, by itself, until it is told otherwise; `side` as in `Follower`. */
  follow(side: 1 | -1): void {
    if (this.following) return this.#unfollow()
    if (!this.felt?.contacts.length || this.holds) return this.tell('nothing')
    this.#walk.stop()
    this.#follower = new Follower(side)
    this.following = true
  }

  grip(): void {
    this.#still()
    this.line.search(GRIP)
  }

  release(): void {
    this.line.search(RELEASE)
  }

  put(): void {
    if (!this.holds) return this.tell('empty')
    if ((this.felt?.sack ?? 0) >= SACK_HOLDS) return this.tell('full')
    this.line.search(SACK)
  }

  /** Degrees, counter-clockwise. */
  turn(by: number): void {
    this.#owed.degrees += by
    this.#send()
  }

  turnOnce(): void {
    if (!this.holds) return
    this.#turning?.turnOnce()
    this.#way = 1
    this.line.search(TURN_ONCE)
  }

  /** Back from the sack, by its place there. */
  take(place: number): void {
    if (this.holds || place >= (this.felt?.sack ?? 0)) return
    this.#still()
    this.#wanted = place
    this.line.search(take(place))
  }

  stop(): void {
    this.line.search(STOP)
  }

  shake(wanted: boolean): void {
    this.shaking = wanted
    this.line.search(shake(wanted))
  }

  /** Whatever it was doing by itself ends. */
  #still(): void {
    this.#unfollow()
    this.#walk.stop()
    this.#owed.dx = this.#owed.dy = 0
  }

  #unfollow(): void {
    this.#follower = null
    this.following = false
  }

  /** By mm of the screen's directions. */
  #owe(dx: number, dy: number): void {
    const angle = -(this.turned() * Math.PI) / 16
    this.#owed.dx += dx * Math.cos(angle) - dy * Math.sin(angle)
    this.#owed.dy += dx * Math.sin(angle) + dy * Math.cos(angle)
  }

  #send(): void {
    if (this.#beat !== undefined) return
    const now = performance.now()
    const wait = this.#sentAt + BEAT - now
    if (wait > 1) {
      this.#beat = setTimeout(() => {
        this.#beat = undefined
        this.#send()
      }, wait)
      return
    }
    this.#sentAt = now
    if (this.#walk.walking) {
      const { dx, dy } = this.#walk.go(Math.min(0.05, (now - this.#walkedAt) / 1000))
      this.#walkedAt = now
      this.#owe(dx, dy)
    }
    this.#flush()
    if (this.#walk.walking) this.#send()
  }

  #flush(): void {
    const { dx, dy, degrees } = this.#owed
    if (this.holds) {
      const whole = Math.trunc(Math.max(-127, Math.min(127, degrees)))
      this.#owed = { dx: 0, dy: 0, degrees: degrees - whole }
      if (!whole) return
      this.#turning?.turn(whole)
      this.#way = whole
      this.line.search(turn(whole))
      return
    }
    const [x, y] = [Math.round(dx * 10), Math.round(dy * 10)]
    // what is less than a tenth of a millimetre is kept, what is more than a hand can do is not
    const far = Math.max(Math.abs(x), Math.abs(y)) > 127
    this.#owed = far ? { dx: 0, dy: 0, degrees: 0 } : { dx: dx - x / 10, dy: dy - y / 10, degrees: 0 }
    if (!x && !y) return
    const less = Math.min(1, 127 / Math.max(Math.abs(x), Math.abs(y)))
    this.#place.move((x * less) / 10, (y * less) / 10)
    this.line.search(move(x * less, y * less))
  }

  // ---- what it feels

  #given(on: boolean, elapsed: number | null): void {
    if (this.elsewhere === on) this.tell(on ? 'mine' : 'elsewhere')
    this.elsewhere = !on
    if (!on) {
      this.felt = null
      this.#ear.silence()
      clearTimeout(this.#silence)
    }
    if (!on || elapsed === null) return
    if (elapsed > FRESH && !this.#before) this.#place = Place.unknown(this.speed)
    if (this.shaking) this.line.search(shake(true))
    this.#listen()
  }

  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.cut = true
      this.felt = null
      this.#ear.silence()
      this.tell('cut')
    }, SILENCE)
  }

  feel(frame: Uint8Array): void {
    const now = felt(frame)
    if (!now) return
    if (this.cut) this.tell('back')
    this.cut = false
    this.#listen()
    const what = newsOf(this.#before, this.numb, now)
    this.#keep(now, what)
    // led slowly, it stops where it meets something; whoever means to press on presses once more
    if (now.contacts.length && !this.felt?.contacts.length && !this.#walk.fast) this.#walk.stop()
    if (!(now.flags & FLAG.numb)) this.numbUntil = null
    this.felt = now
    this.#place.feel(now)
    this.at = { x: this.#place.x, y: this.#place.y }
    this.#ear.hear(now, this.#way, { turned: this.turned(), aside: this.#aside })
    if (what) this.#told(what)
    if (this.#follower) this.#lead(this.#follower, now)
  }

  /** What is known of the tokens in hand and sack by what was felt. */
  #keep(now: Felt, what: News | null): void {
    if (now.flags & FLAG.numb) return
    const shape = this.shape
    if (what === 'lifted') this.shape = new FeltShape()
    if (what === 'taken') {
      const place = this.#wanted ?? this.sack.length - 1
      this.shape = this.sack[place] ?? new FeltShape()
      this.sack = this.sack.filter((_, i) => i !== place)
    }
    if (what === 'lifted' || what === 'taken') this.#turning = new Turning()
    if (what === 'sacked' && shape) this.sack = [...this.sack, shape]
    if (now.gap === null) this.shape = this.#turning = null
    else if (this.#turning) {
      for (let tick = 0; tick < BY_FRAME; tick++) this.#turning.tick()
      this.shape = (this.shape ?? new FeltShape()).with(this.#turning.turned, now.gap)
    }
    // what another page has put there, nothing is known of
    if (this.sack.length !== now.sack)
      this.sack = Array.from({ length: now.sack }, (_, i) => this.sack[i] ?? new FeltShape())
    this.#before = now
  }

  #told(what: News): void {
    if (what === 'numb') {
      this.numbUntil = performance.now() + 5000
      this.#still()
    }
    if (what in CHIMES) chime(what as keyof typeof CHIMES)
    this.tell(what)
  }

  #lead(follower: Follower, now: Felt): void {
    const on = follower.feel(now)
    if (!on) {
      this.#unfollow()
      if (now.gap === null && !(now.flags & FLAG.numb)) this.tell('lost')
      return
    }
    this.#owed.dx += on.dx
    this.#owed.dy += on.dy
    this.#send()
  }

  /** By lamplight it is seen where the hand is. */
  seenAt({ x, y }: { x: number; y: number }): void {
    this.#place.x = x
    this.#place.y = y
    this.at = { x, y }
  }

  /** Where the hand is on the screen: −1 at its left to 1. */
  get #aside(): number {
    const [x, y] = [this.at.x / (WIDTH / 2) - 1, this.at.y / (HEIGHT / 2) - 1]
    const angle = (this.turned() * Math.PI) / 16
    return Math.max(-1, Math.min(1, x * Math.cos(angle) - y * Math.sin(angle)))
  }
}

const CHIMES = { lifted: 1, taken: 1, sacked: 1, released: 1, missed: 1 } as const
