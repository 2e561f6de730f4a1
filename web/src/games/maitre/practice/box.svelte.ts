/** A box of one's own at the house, to learn in: three missions, light for the asking, and what the stop came to. */
import type { Practiser, Searcher } from '$lib/api/live'
import type { Practice, Problem } from '$lib/api/types'
import { connection } from '$lib/connection.svelte'
import type { Line } from '../../../yard/searching.svelte'
import type { Kind } from '../../../yard/outlines'
import type { Picture } from '../film'

/** Milliseconds from one look to the next, as long as it is lit. */
const BLINK = 120
const IN_HAND = 1
const IN_SACK = 5

/** `none`: it never was, or is no more. */
export type Phase = 'asked' | 'dark' | 'over' | 'none'

export class OwnBox {
  phase = $state<Phase>('asked')
  missions = $state.raw<readonly string[]>([])
  sack = $state.raw<readonly string[]>([])
  /** Why there is none: what the house said; null: it was cleared away. Lost with the connection: `lost`. */
  why = $state.raw<Problem | 'lost' | null>(null)
  /** How it lay when it was seen last. */
  last = $state.raw<Picture | null>(null)
  #on = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #searcher: Searcher | null = null

  readonly #handlers: Practiser = {
    felt: (frame) => this.#searcher?.felt(frame),
    practice: (message) => this.#told(message),
    lit: ({ things }) => {
      this.last = pictureOf(things)
      if (this.#on) this.#timer = setTimeout(() => this.#on && connection.live.look(), BLINK)
    },
    none: (problem) => this.#none(problem ?? 'lost'),
  }

  /** Over this its hand is reached. */
  readonly line: Line = {
    reach: (searcher) => {
      this.#searcher = searcher
      if (this.phase === 'dark') searcher?.hand(true, 0)
    },
    search: (message) => connection.live.search(message),
  }

  constructor(private readonly tokens: 12 | 24) {}

  open(): void {
    Object.assign(this, { phase: 'asked', why: null, last: null, sack: [], missions: [] })
    connection.live.practise(this.tokens, this.#handlers)
  }

  close(): void {
    this.light(false)
    connection.live.unpractise(this.#handlers)
  }

  /** What is seen now; null in the dark. */
  get picture(): Picture | null {
    return this.#on ? this.last : null
  }

  light(on: boolean): void {
    clearTimeout(this.#timer)
    if (on && !this.#on) {
      this.last = null
      connection.live.look()
    }
    this.#on = on
  }

  #told({ phase, missions, sack = [] }: Practice): void {
    this.missions = missions
    if (phase === 'gone') return this.#none(null)
    if (phase === 'over') this.light(false)
    this.sack = sack
    this.phase = phase
  }

  #none(why: Problem | 'lost' | null): void {
    // what came of a search stays to be looked at
    if (this.phase === 'over') return
    this.light(false)
    this.why = why
    this.phase = 'none'
  }
}

export function pictureOf(things: readonly [string, number, number, number, number][]): Picture {
  return {
    hands: things.filter(([kind]) => kind === 'hand').map(([, x, y]) => ({ x, y })),
    tokens: things
      .filter(([kind]) => kind !== 'hand')
      .map(([kind, x, y, angle, where]) => ({
        kind: kind as Kind,
        x,
        y,
        angle,
        hand: where === IN_HAND ? 0 : null,
        sack: where === IN_SACK ? 0 : null,
      })),
  }
}
