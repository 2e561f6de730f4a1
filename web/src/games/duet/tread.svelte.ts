/** Where the token is led: the first touch of a space chooses it, the second goes there. */
import { stepOf } from './path'

export class Tread {
  chosen = $state<number | null>(null)

  touch(distance: number, act: (action: string) => void): void {
    if (this.chosen === distance) act(stepOf(distance))
    else this.chosen = distance
  }
}
