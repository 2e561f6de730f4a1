/** Where one is in a lesson, what one has done of it, and the walk through the step's position. */
import type { Lesson, Step } from './lesson'
import { keepProgress, progressIn } from './progress'
import { Walk } from './walk.svelte'

export class Course<V, E> {
  /** The step's number from 0; as many as there are steps: the end. */
  at = $state(0)
  done = $state.raw<readonly string[]>([])
  walk = $state.raw<Walk<V, E> | null>(null)

  constructor(readonly lesson: Lesson<V, E>) {
    const kept = progressIn(lesson.game)
    const known = lesson.steps.findIndex(({ id }) => id === kept?.at)
    this.done = kept?.done ?? []
    this.go(known < 0 && kept?.at === null ? lesson.steps.length : known)
  }

  /** null: the end. */
  get step(): Step | null {
    return this.lesson.steps[this.at] ?? null
  }

  go(place: number): void {
    this.walk?.stop()
    this.at = Math.max(0, Math.min(place, this.lesson.steps.length))
    const position = this.lesson.positions[this.step?.id ?? '']
    this.walk = position ? new Walk<V, E>(position, this.lesson.face) : null
    this.#keep()
  }

  /** The step has been walked through, well or not. */
  finish(): void {
    if (!this.step || this.done.includes(this.step.id)) return
    this.done = [...this.done, this.step.id]
    this.#keep()
  }

  #keep(): void {
    keepProgress(this.lesson.game, { at: this.step?.id ?? null, done: [...this.done] })
  }
}
