/** What was chosen with one tap hangs for a moment, in which it can be taken back, before it is done. */
export const HANG = 1_000

export class Hang {
  /** What hangs. */
  what = $state<string | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  start(what: string, then: () => void): void {
    this.cancel()
    this.what = what
    this.#timer = setTimeout(() => {
      this.what = null
      then()
    }, HANG)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.what = null
  }
}
