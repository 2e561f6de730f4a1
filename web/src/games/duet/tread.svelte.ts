/** What is touched on the path: the first touch of a space chooses it, the second does it. */
import { stepOf } from './path'

export class Tread {
  /** The movement that was touched. */
  chosen = $state<number | null>(null)
  /** The end that was touched, for a forest token. */
  end = $state<number | null>(null)

  touch(distance: number, act: (action: string) => void): void {
    if (this.chosen === distance) act(stepOf(distance))
    else this.chosen = distance
  }

  touchEnd(end: number, act: (action: string) => void): void {
    if (this.end === end) act(`f${end}`)
    else this.end = end
  }

  /** The decision was made, or it is another's. */
  clear(): void {
    this.chosen = null
    this.end = null
  }
}
