/** A finished game as it is looked at: where one is, and going from there. Every position is the server's. */
import { http, problemIn } from '$lib/api/http'
import type { Problem, Replay, ReplayRound, ReplayStep } from '$lib/api/types'
import { settings } from '$lib/settings.svelte'

/** Brings the page of the game that a round (from 1) is on. */
export type Source = (round: number) => Promise<Replay>

export const fromTable =
  (id: string): Source =>
  (round) =>
    http.get<Replay>(`/tables/${id}/replay?round=${round}`)

export const fromRecord =
  (record: string): Source =>
  (round) =>
    http.post<Replay>(`/replay?round=${round}`, { record })

/** How long a step is looked at while the game plays by itself; the end of a trick, longer. */
const STEP = 1300
const REST = 2200

export class ReplayModel {
  rounds = $state.raw<ReplayRound[]>([])
  game = $state('')
  options = $state.raw<Record<string, string>>({})
  /** The step that is shown, from 0, all rounds in a row. */
  at = $state(0)
  /** Where one wants to be: the same, once it is here. */
  wanted = $state(0)
  playing = $state(false)
  problem = $state.raw<Problem | null>(null)

  /** The steps of the rounds that are here. */
  #steps = $state.raw<Record<number, ReplayStep[]>>({})
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly source: Source) {}

  /** The first page, and the one where one wants to begin. */
  async open(at = 0): Promise<void> {
    this.#take(await this.source(1))
    await this.go(at)
  }

  get total(): number {
    return this.rounds.reduce((sum, { steps }) => sum + steps, 0)
  }

  /** Of a step: its round and its place there, both from 0. */
  place(at: number): { round: number; index: number } {
    let round = 0
    let index = at
    while (round < this.rounds.length - 1 && index >= (this.rounds[round]?.steps ?? 0)) {
      index -= this.rounds[round]?.steps ?? 0
      round++
    }
    return { round, index }
  }

  /** The step at which a round begins. */
  start(round: number): number {
    return this.rounds.slice(0, round).reduce((sum, { steps }) => sum + steps, 0)
  }

  get round(): number {
    return this.place(this.at).round
  }

  step(at: number): ReplayStep | null {
    const { round, index } = this.place(at)
    return this.#steps[round]?.[index] ?? null
  }

  get shown(): ReplayStep | null {
    return this.step(this.at)
  }

  /** What is shown now, and the steps of its round that led there. */
  get past(): readonly ReplayStep[] {
    const { round, index } = this.place(this.at)
    return this.#steps[round]?.slice(0, index + 1) ?? []
  }

  async go(to: number): Promise<void> {
    const at = Math.max(0, Math.min(this.total - 1, to))
    this.wanted = at
    const { round } = this.place(at)
    if (this.total && !this.#steps[round]) {
      try {
        this.problem = null
        this.#take(await this.source(round + 1))
      } catch (error) {
        this.problem = problemIn(error)
        this.pause()
        if (this.wanted === at) this.wanted = this.at
        return
      }
    }
    if (this.wanted !== at) return // one has gone elsewhere meanwhile
    this.at = at
  }

  /** By hand: whatever played by itself stops. */
  jump(to: number): void {
    this.pause()
    void this.go(to)
  }

  forward(by = 1): void {
    this.jump(this.wanted + by)
  }

  /** To where the next turn begins, or (`by` −1) this one, or the one before. */
  turn(by: 1 | -1): void {
    const starts = this.rounds.flatMap(({ turns }, round) =>
      [0, ...turns].map((index) => this.start(round) + index),
    )
    const to = by > 0 ? starts.find((at) => at > this.wanted) : starts.findLast((at) => at < this.wanted)
    this.jump(to ?? (by > 0 ? this.total - 1 : 0))
  }

  play(): void {
    this.playing = true
    if (this.wanted >= this.total - 1) void this.go(0)
    this.#wait()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  #wait(): void {
    clearTimeout(this.#timer)
    const next = this.step(this.at + 1)
    const rests = next === null || next.turn !== this.shown?.turn
    this.#timer = setTimeout(() => void this.#tick(), (rests ? REST : STEP) / (settings.pace || 1))
  }

  async #tick(): Promise<void> {
    await this.go(this.at + 1)
    if (this.at >= this.total - 1) this.pause()
    else if (this.playing) this.#wait()
  }

  #take({ game, rounds, options, first, steps }: Replay): void {
    this.game = game
    this.rounds = rounds
    this.options = options
    const more = Object.fromEntries(steps.map((its, i) => [first - 1 + i, its]))
    this.#steps = { ...this.#steps, ...more }
  }
}
