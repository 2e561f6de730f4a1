/** Where one is in the lesson, and what one has named right; this browser keeps it. */
import { keepProgress, progressIn } from '../../../lesson/progress'
import type { Kind } from '../../../yard/outlines'
import { AMONG, ask, chance, type Question } from './questions'

const GAME = 'maitre'

export class Course {
  /** The question's number from 0; as many as there are: the end. */
  at = $state(0)
  /** The numbers of those that were named right. */
  right = $state.raw<readonly string[]>([])
  /** null: before the dark, or at the end. */
  question = $state.raw<Question | null>(null)
  /** What it was taken for; null: that is still to be said. */
  said = $state.raw<Kind | null>(null)

  constructor() {
    const kept = progressIn(GAME)
    if (!kept) return
    this.right = kept.done
    this.at = kept.at === null ? AMONG.length : Math.min(Math.max(0, Number(kept.at) || 0), AMONG.length - 1)
  }

  get over(): boolean {
    return this.at >= AMONG.length
  }

  get met(): boolean {
    return this.said !== null && this.said === this.question?.kind
  }

  /** The next token, or the end. */
  next(): void {
    if (this.said !== null) this.at++
    this.question = this.over ? null : ask(this.at, this.question?.kind ?? null, chance)
    this.said = null
    this.#keep()
  }

  name(kind: Kind): void {
    if (!this.question || this.said !== null) return
    this.said = kind
    if (this.met) this.right = [...this.right, String(this.at)]
    this.#keep()
  }

  again(): void {
    this.at = 0
    this.right = []
    this.question = this.said = null
    this.#keep()
  }

  /** What has been said is not asked again. */
  #keep(): void {
    const at = this.at + Number(this.said !== null)
    keepProgress(GAME, { at: at < AMONG.length ? String(at) : null, done: [...this.right] })
  }
}
