/**
 * The live connection: one WebSocket for the page, which comes back by itself and resumes where it was.
 *
 * A subscription follows one table through one viewer's eyes. Its handlers get each message that is new to it, in
 * order. One action at a time may be pending; after a loss it is sent again, under the same id, only while the
 * decision that it answers is still open.
 */
import type {
  Act,
  AnyEvent,
  Bye,
  FromClient,
  FromServer,
  Problem,
  Said,
  Sync,
  TableInfo,
  Update,
} from './types'

export interface Handlers {
  table(info: TableInfo): void
  sync(message: Sync): void
  update(message: Update, events: AnyEvent[]): void
  refused(problem: Problem): void
  said(said: Said): void
}

export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((message: { data: string }) => void) | null
  onclose: (() => void) | null
}

export interface Status {
  /** `open` once the server said welcome. */
  state: 'connecting' | 'open' | 'lost'
  /** Since when there has been no connection (`Date.now()`), if there is none. */
  lostAt: number | null
  /** What the server said when it closed the connection; after `elsewhere` it is not for the page to come back. */
  bye: Bye['why'] | null
  pending: { act: Act; since: number } | null
}

export interface Place {
  /** The epoch and the last number seen; where to resume. */
  epoch: string
  number: number
}

interface Subscription {
  table: string
  seat: number | null
  place: Place | null
  /** The decision that was open at that place. */
  decision: number
  handlers: Handlers
}

const BEAT = 15_000
const PATIENCE = 6_000
const BACKOFF = [300, 700, 1_500, 3_000, 6_000, 10_000]

export class Live {
  #socket: Socket | null = null
  #epoch = ''
  #subscription: Subscription | null = null
  #attempts = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setTimeout> | undefined
  #due: ReturnType<typeof setTimeout> | undefined
  #pings = 0
  #unsent = false
  #tried = false
  #status: Status = { state: 'connecting', lostAt: null, bye: null, pending: null }

  constructor(
    private readonly open: () => Socket,
    private readonly tell: (status: Status) => void,
    private readonly newRequest: () => string,
    private readonly jitter: () => number = Math.random,
  ) {}

  /** Follow `table` as `seat` (null: as a spectator), in place of what was followed before. */
  watch(table: string, seat: number | null, handlers: Handlers, place: Place | null = null): void {
    this.unwatch()
    this.#subscription = { table, seat, place, decision: -1, handlers }
    if (this.#status.state === 'open') this.#ask()
    else if (!this.#socket) this.#connect()
  }

  unwatch(): void {
    const old = this.#subscription
    this.#subscription = null
    this.#set({ pending: null })
    if (old) this.#send({ is: 'unwatch', table: old.table, seat: old.seat })
  }

  /** Where the current subscription stands. */
  get place(): Place | null {
    return this.#subscription?.place ?? null
  }

  /** Do something at the seat that is followed; false if there is something pending already. */
  act(decision: number, action: string): boolean {
    const { table, seat } = this.#subscription ?? {}
    if (table === undefined || seat === null || seat === undefined || this.#status.pending) return false
    const act: Act = { is: 'act', table, seat, decision, action, request: this.newRequest() }
    this.#set({ pending: { act, since: Date.now() } })
    this.#unsent = this.#status.state !== 'open'
    this.#tried = !this.#unsent
    if (this.#tried) this.#try(act)
    return true
  }

  /** Take back the pending action, which is possible only if it was never sent. */
  cancel(): void {
    if (this.cancellable) this.#set({ pending: null })
  }

  get cancellable(): boolean {
    return this.#status.pending !== null && !this.#tried
  }

  /** The page came back into sight, or the network did: don't wait for a timer. */
  wake(): void {
    if (this.#status.state === 'open') this.#ping(PATIENCE / 2)
    else this.#connect()
  }

  close(): void {
    this.unwatch()
    clearTimeout(this.#retry)
    this.#drop()
  }

  #connect(): void {
    clearTimeout(this.#retry)
    if (this.#status.bye === 'elsewhere') return
    this.#drop()
    this.#set({ state: this.#status.lostAt === null ? 'connecting' : 'lost' })
    const socket = this.open()
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return
      const message = parsed(data)
      if (message) this.#hear(message)
      else this.#lost() // half a message: what else went wrong, nobody knows
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost()
    }
    // A network that swallows everything never closes: give up on it after a while.
    this.#beat = setTimeout(() => this.#lost(), PATIENCE)
  }

  #drop(): void {
    clearTimeout(this.#beat)
    clearTimeout(this.#due)
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onmessage = socket.onclose = null
    socket.close()
  }

  #lost(): void {
    this.#drop()
    if (this.#status.pending) this.#unsent = true
    this.#set({ state: 'lost', lostAt: this.#status.lostAt ?? Date.now() })
    const wait = BACKOFF[Math.min(this.#attempts++, BACKOFF.length - 1)] ?? 0
    this.#retry = setTimeout(() => this.#connect(), wait * (0.7 + 0.6 * this.jitter()))
  }

  #ping(patience: number): void {
    clearTimeout(this.#beat)
    this.#send({ is: 'ping', n: this.#pings++ })
    this.#beat = setTimeout(() => this.#lost(), patience)
  }

  #ask(): void {
    const subscription = this.#subscription
    if (!subscription) return
    const { table, seat, place } = subscription
    const resume = place ? { epoch: place.epoch, after: place.number } : {}
    this.#send({ is: 'watch', table, seat, ...resume })
  }

  #hear(message: FromServer): void {
    clearTimeout(this.#beat)
    this.#beat = setTimeout(() => this.#ping(PATIENCE), BEAT)
    const subscription = this.#subscription
    switch (message.is) {
      case 'welcome':
        this.#epoch = message.epoch
        this.#attempts = 0
        this.#set({ state: 'open', lostAt: null, bye: null })
        this.#ask()
        break
      case 'table':
        if (message.info.id === subscription?.table) subscription.handlers.table(message.info)
        break
      case 'sync':
      case 'update':
        if (subscription && message.table === subscription.table && message.seat === subscription.seat)
          this.#follow(subscription, message)
        break
      case 'done':
        if (message.request === this.#status.pending?.act.request) this.#set({ pending: null })
        break
      case 'refused':
        if (message.request === null) subscription?.handlers.refused(message.problem)
        else if (message.request === this.#status.pending?.act.request) {
          this.#set({ pending: null })
          subscription?.handlers.refused(message.problem)
        }
        break
      case 'talk':
        if (message.table === subscription?.table) subscription.handlers.said(message.said)
        break
      case 'bye':
        this.#set({ bye: message.why })
        this.#lost()
        break
      case 'pong':
        break
    }
  }

  #follow(subscription: Subscription, message: Sync | Update): void {
    const { place, decision } = subscription
    const number = place?.number
    if (place?.epoch === this.#epoch) {
      const late = message.number - place.number || message.decision - decision
      if (late < 0) return // overtaken by what is known already
    }
    if (message.is === 'sync') {
      subscription.place = { epoch: this.#epoch, number: message.number }
      subscription.handlers.sync(message)
    } else {
      const fresh = message.number - (number ?? -1)
      if (number !== undefined && fresh <= 0) return
      if (number === undefined || fresh > message.events.length) {
        // A gap should not happen; a fresh view repairs whatever made it.
        subscription.place = null
        this.#ask()
        return
      }
      subscription.place = { epoch: this.#epoch, number: message.number }
      subscription.handlers.update(message, message.events.slice(message.events.length - fresh))
    }
    subscription.decision = message.decision
    this.#settle(message)
  }

  /** The pending action has been answered by events, or is still due. */
  #settle({ table, seat, decision }: Sync | Update): void {
    const act = this.#status.pending?.act
    if (act?.table !== table || act.seat !== seat) return
    if (act.decision !== decision) this.#set({ pending: null })
    else if (this.#unsent) {
      this.#unsent = false
      this.#tried = true
      this.#try(act)
    }
  }

  /** Send an action; if nothing becomes of it, come back and ask what did. */
  #try(act: Act): void {
    clearTimeout(this.#due)
    this.#due = setTimeout(() => this.#lost(), PATIENCE)
    this.#send(act)
  }

  #send(message: FromClient): void {
    if (this.#status.state === 'open') this.#socket?.send(JSON.stringify(message))
  }

  #set(change: Partial<Status>): void {
    this.#status = { ...this.#status, ...change }
    if (!this.#status.pending) {
      this.#unsent = false
      clearTimeout(this.#due)
    }
    this.tell(this.#status)
  }
}

function parsed(data: string): FromServer | null {
  try {
    return JSON.parse(data) as FromServer
  } catch {
    return null
  }
}
