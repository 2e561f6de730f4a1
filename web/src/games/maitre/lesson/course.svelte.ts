/** Where one is in the lesson, and what one has named right; this browser keeps it. */
import { keepProgress, progressIn } from '../../../lesson/progress'
import type { Kind } from '../../../yard/outlines'
import { ask, chance, QUICK, STEPS, type Question, type Step } from './questions'

const GAME = 'maitre'
/** Before the number of a token on trial that was named right in time. */
const IN_TIME = 'q'

export class Course {
  /** The step's place; as many as there are: the end. */
  at = $state(0)
  /** The steps that were named right, and which of them in time. */
  done = $state.raw<readonly string[]>([])
  /** One is in the middle of it: not before the dark, nor at the end. */
  begun = $state(false)
  question = $state.raw<Question | null>(null)
  /** What it was taken for; null: that is still to be said. */
  said = $state.raw<Kind | null>(null)
  /** How long that took, in seconds. */
  took = $state(0)
  /** When time began, by `now`. */
  #from = 0
  #turned = false

  constructor(private readonly now: () => number = () => performance.now()) {
    const kept = progressIn(GAME)
    if (!kept) return
    this.done = kept.done
    this.at =
      kept.at === null
        ? STEPS.length
        : Math.max(
            0,
            STEPS.findIndex(({ id }) => id === kept.at),
          )
  }

  get step(): Step | null {
    return STEPS[this.at] ?? null
  }

  get over(): boolean {
    return this.at >= STEPS.length
  }

  get met(): boolean {
    return this.said !== null && this.said === this.question?.kind
  }

  /** It was named within the time that there is on trial. */
  get quick(): boolean {
    return this.met && this.took <= QUICK
  }

  /** Of those on trial, how many were named right, and how many of them in time. */
  get result(): { right: number; quick: number } {
    const of = (sign: string) => this.done.filter((id) => id.startsWith(sign)).length
    return { right: of('t'), quick: of(IN_TIME) }
  }

  /** On with this step, or, once it is done, with the next. */
  next(done = this.said !== null): void {
    if (done) this.at++
    const { step } = this
    this.begun = step !== null
    this.question = step?.what === 'name' ? ask(step.among, this.question?.kind ?? null, chance) : null
    this.said = null
    this.#from = this.now()
    this.#turned = false
    this.#keep()
  }

  /** It is turned: time begins with the first of that. */
  turns(): void {
    if (this.#turned) return
    this.#turned = true
    this.#from = this.now()
  }

  name(kind: Kind): void {
    const { step } = this
    if (!this.question || !step || this.said !== null) return
    this.said = kind
    this.took = (this.now() - this.#from) / 1000
    const trial = step.what === 'name' && step.trial
    if (this.met) this.done = [...this.done, step.id, ...(trial && this.quick ? [IN_TIME + step.id] : [])]
    this.#keep()
  }

  again(): void {
    this.at = 0
    this.done = []
    this.begun = false
    this.question = this.said = null
    this.#keep()
  }

  /** What has been said is not asked again. */
  #keep(): void {
    const at = STEPS[this.at + Number(this.said !== null)]
    keepProgress(GAME, { at: at?.id ?? null, done: [...this.done] })
  }
}
