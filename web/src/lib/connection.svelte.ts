/** The page's one live connection, as reactive state. */
import { Live, type Pending, type Socket, type Status } from './api/live'
import { earlySocket } from './early'
import { requestId } from './random'

class Connection {
  status = $state.raw<Status>({ state: 'connecting', lostAt: null, bye: null, pending: null })
  /** Ticks every second while offline, for « Hors ligne depuis 12 s ». */
  now = $state(Date.now())
  readonly live: Live
  #ticking: ReturnType<typeof setInterval> | undefined

  constructor() {
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`
    this.live = new Live(
      () => earlySocket() ?? (new WebSocket(url) as Socket),
      (status) => this.#take(status),
      requestId,
    )
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#wake()
    })
    addEventListener('online', () => this.#wake())
    addEventListener('offline', () => this.#wake(1000)) // it may only be said: a house on this device is still there
  }

  /** Seconds without a connection; null while there is one. */
  get offline(): number | null {
    const { lostAt } = this.status
    return lostAt === null ? null : Math.max(0, Math.floor((this.now - lostAt) / 1000))
  }

  /** The house closed to open again, and has not opened yet: nobody's time runs there. */
  get restarts(): boolean {
    return this.status.bye === 'restart' && this.status.lostAt !== null
  }

  /** The action that does not simply go through: it waits for the network, or has no answer for a second. */
  get held(): Pending | null {
    const { pending, lostAt } = this.status
    return pending && (lostAt !== null || this.now - pending.since >= 1000) ? pending : null
  }

  #wake(patience?: number): void {
    if (this.status.state !== 'connecting') this.live.wake(patience)
  }

  #take(status: Status): void {
    this.status = status
    const ticks = status.lostAt !== null || status.pending !== null
    if (ticks && this.#ticking === undefined) {
      this.now = Date.now()
      this.#ticking = setInterval(() => (this.now = Date.now()), 1000)
    } else if (!ticks) {
      clearInterval(this.#ticking)
      this.#ticking = undefined
    }
  }
}

export const connection = new Connection()
