/**
 * The live connection: one WebSocket for the page, which comes back by itself and resumes where it was.
 *
 * A subscription follows one table through one viewer's eyes. Its handlers get each message that is new to it, in
 * order. What gets lost on a connection that lives is missed at the next beat at the latest, and asked for. One action
 * at a time may be pending; after a loss it is sent again, under the same id, only while the decision that it answers
 * is still open.
 */
import type {
  Act,
  AnyEvent,
  Bye,
  FromClient,
  FromServer,
  Lit,
  Pong,
  Practice,
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
  /** An action was refused, or not sent any more (`dropped`); or the table may not be followed. */
  refused(problem: Problem): void
  said(said: Said): void
  /** Something may have been said that did not get here. */
  missed(): void
  /** How many seconds are left for the decision under way. */
  left(seconds: number | null): void
}

/** Who searches with the hand of the seat that is followed. */
export interface Searcher {
  /** One has the hand, or somebody else's page does; `elapsed`: seconds of the search so far, null before it. */
  hand(on: boolean, elapsed: number | null): void
  felt(frame: Uint8Array): void
}

/** Who searches alone, in a box of their own. */
export interface Practiser {
  felt(frame: Uint8Array): void
  practice(message: Practice): void
  lit(message: Lit): void
  /** There is no such box: it was refused, or went with the connection (null). */
  none(problem: Problem | null): void
}

export interface Socket {
  binaryType?: BinaryType
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((message: { data: string | ArrayBuffer }) => void) | null
  onclose: (() => void) | null
}

export interface Place {
  /** The epoch and the last number seen; where to resume. */
  epoch: string
  number: number
}

export interface Pending {
  act: Act
  since: number
  /** Where the seat stood when it was decided. */
  place: Place | null
  /** Over the connection that there is; over an earlier one, and who knows what became of it; or not yet. */
  sent: 'now' | 'before' | 'never'
}

export interface Status {
  /** `open` once the server said welcome. */
  state: 'connecting' | 'open' | 'lost'
  /** Since when there has been no connection (`Date.now()`), if there is none. */
  lostAt: number | null
  /** What the server said when it closed the connection; after `elsewhere` it is not for the page to come back. */
  bye: Bye['why'] | null
  pending: Pending | null
}

interface Subscription {
  table: string
  seat: number | null
  place: Place | null
  /** The decision that was open at that place. */
  decision: number
  /** The numbers of the table's last change and of the last message of its talk, on this connection. */
  news: number
  said: number
  /** Where this stands was asked, and nothing has come yet. */
  asked: boolean
  handlers: Handlers
}

const BEAT = 15_000
const PATIENCE = 6_000
const BACKOFF = [300, 700, 1_500, 3_000, 6_000, 10_000]
const DROPPED: Problem = { code: 'dropped', message: 'The table has moved on.' }

export class Live {
  #socket: Socket | null = null
  #epoch = ''
  #subscription: Subscription | null = null
  #searcher: Searcher | null = null
  #practice: { tokens: 12 | 24; asked: boolean; handlers: Practiser } | null = null
  #attempts = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setTimeout> | undefined
  #due: ReturnType<typeof setTimeout> | undefined
  #pings = 0
  #pongs = 0
  /** The pending action is done, but what it led to has not come. */
  #done = false
  /** Actions whose decisions are closed; whether it was they that closed them is not known yet. */
  #doubts: Pending[] = []
  #status: Status = { state: 'connecting', lostAt: null, bye: null, pending: null }

  constructor(
    private readonly open: () => Socket,
    private readonly tell: (status: Status) => void,
    private readonly newRequest: () => string,
    private readonly jitter: () => number = Math.random,
  ) {}

  /** Connect, for what will be followed in a moment. */
  begin(): void {
    if (!this.#socket && this.#status.lostAt === null) this.#connect()
  }

  /** Follow `table` as `seat` (null: as a spectator), in place of what was followed before. */
  watch(table: string, seat: number | null, handlers: Handlers, place: Place | null = null): void {
    this.unwatch()
    this.#subscription = { table, seat, place, decision: -1, news: -1, said: 0, asked: false, handlers }
    if (this.#status.state === 'open') this.#ask()
    else if (!this.#socket) this.#connect()
  }

  unwatch(): void {
    const old = this.#subscription
    this.#subscription = this.#searcher = null
    this.#doubts = []
    this.#set({ pending: null })
    if (old) this.#send({ is: 'unwatch', table: old.table, seat: old.seat })
  }

  /** Where the current subscription stands. */
  get place(): Place | null {
    return this.#subscription?.place ?? null
  }

  /** Search with the hand of the seat that is followed, also after a loss; null lets it go. */
  reach(searcher: Searcher | null): void {
    const before = this.#searcher
    this.#searcher = searcher
    if (before || searcher) this.#askHand(searcher !== null)
  }

  /** Search alone, in a box with so many tokens; for once: no other takes its place by itself. */
  practise(tokens: 12 | 24, handlers: Practiser): void {
    this.#practice = { tokens, asked: false, handlers }
    if (this.#status.state === 'open') this.#askBox()
    else if (!this.#socket) this.#connect()
  }

  /** That box is let go. */
  unpractise(handlers: Practiser): void {
    if (this.#practice?.handlers !== handlers) return
    this.#practice = null
    this.#send({ is: 'practise' })
  }

  /** Light that box, for a moment. */
  look(): void {
    if (this.#practice) this.#send({ is: 'look' })
  }

  /** What that hand does: now, or never. */
  search(message: Uint8Array<ArrayBuffer>): void {
    if ((this.#searcher ?? this.#practice) && this.#status.state === 'open') this.#socket?.send(message)
  }

  /** Do something at the seat that is followed; false if there is something pending already. */
  act(decision: number, action: string): boolean {
    const { table, seat, place = null } = this.#subscription ?? {}
    if (table === undefined || seat === null || seat === undefined || this.#status.pending) return false
    const act: Act = { is: 'act', table, seat, decision, action, request: this.newRequest() }
    const pending: Pending = { act, since: Date.now(), place, sent: 'never' }
    this.#set({ pending })
    if (this.#status.state === 'open') this.#try(pending)
    return true
  }

  /** Take back the pending action, which is possible only if it was never sent. */
  cancel(): void {
    if (this.#status.pending?.sent === 'never') this.#set({ pending: null })
  }

  /** Don't wait for a timer: is anybody there? */
  wake(patience = PATIENCE / 2): void {
    if (this.#status.state === 'open') this.#ping(patience)
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
    socket.binaryType = 'arraybuffer'
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return
      if (typeof data !== 'string')
        return (this.#practice?.handlers ?? this.#searcher)?.felt(new Uint8Array(data))
      const message = parsed(data)
      if (message) this.#hear(message)
      else this.#lost() // half a message: what else went wrong, nobody knows
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost()
    }
    // A network that swallows everything never closes; one that is only slow gets more time from try to try.
    this.#expect(PATIENCE * (1 + Math.min(this.#attempts, 4) / 2))
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
    if (this.#practice?.asked) this.#boxless(null)
    this.#doubts = this.#doubts.map(lost)
    const pending = this.#status.pending && lost(this.#status.pending)
    this.#set({ state: 'lost', lostAt: this.#status.lostAt ?? Date.now(), pending })
    const wait = BACKOFF[Math.min(this.#attempts++, BACKOFF.length - 1)] ?? 0
    this.#retry = setTimeout(() => this.#connect(), wait * (0.7 + 0.6 * this.jitter()))
  }

  #ping(patience: number): void {
    clearTimeout(this.#beat)
    this.#send({ is: 'ping', n: this.#pings++, where: true })
    this.#expect(patience)
  }

  #rest(): void {
    clearTimeout(this.#beat)
    this.#beat = setTimeout(() => this.#ping(PATIENCE), BEAT)
  }

  /** Where do we stand? */
  #ask(): void {
    const subscription = this.#subscription
    if (!subscription || subscription.asked) return
    const { table, seat, place } = subscription
    const resume = place ? { epoch: place.epoch, after: place.number } : {}
    subscription.asked = true
    this.#send({ is: 'watch', table, seat, ...resume })
    if (this.#searcher) this.#askHand(true)
    this.#expect()
  }

  #askHand(on: boolean): void {
    const { table, seat } = this.#subscription ?? {}
    if (table !== undefined && seat !== undefined && seat !== null)
      this.#send({ is: 'reach', table, seat, on })
  }

  #askBox(): void {
    if (!this.#practice) return
    this.#practice.asked = true
    this.#send({ is: 'practise', tokens: this.#practice.tokens })
  }

  #boxless(problem: Problem | null): void {
    const practice = this.#practice
    this.#practice = null
    practice?.handlers.none(problem)
  }

  /** If nobody answers what was sent, come back and ask again. */
  #expect(patience = PATIENCE): void {
    clearTimeout(this.#due)
    this.#due = setTimeout(() => this.#lost(), patience)
  }

  get #waits(): boolean {
    const acts = [this.#status.pending, ...this.#doubts]
    return (
      this.#pongs < this.#pings ||
      this.#subscription?.asked ||
      acts.some((pending) => pending?.sent === 'now')
    )
  }

  #hear(message: FromServer): void {
    this.#take(message)
    if (this.#status.state === 'open' && !this.#waits) clearTimeout(this.#due)
  }

  #take(message: FromServer): void {
    const subscription = this.#subscription
    switch (message.is) {
      case 'welcome':
        this.#welcome(message.epoch)
        break
      case 'table':
        if (message.info.id !== subscription?.table || message.news < subscription.news) break
        if (subscription.news < 0) subscription.handlers.missed() // what was said before one came
        subscription.news = message.news
        subscription.handlers.table(message.info)
        break
      case 'hand':
        if (subscription && sameViewer(message, subscription))
          this.#searcher?.hand(message.on, message.elapsed ?? null)
        break
      case 'practice':
        this.#practice?.handlers.practice(message)
        break
      case 'lit':
        this.#practice?.handlers.lit(message)
        break
      case 'talk':
        if (message.table !== subscription?.table) break
        subscription.handlers.said(message.said)
        this.#hasSaid(subscription, message.said.number - 1)
        subscription.said = Math.max(subscription.said, message.said.number)
        break
      case 'sync':
      case 'update':
        if (subscription && sameViewer(message, subscription)) this.#follow(subscription, message)
        break
      case 'done':
        this.#answered(message.request)
        break
      case 'refused':
        this.#refused(message.request, message.problem)
        break
      case 'pong':
        this.#compare(message)
        break
      case 'bye':
        this.#set({ bye: message.why })
        this.#lost()
        break
    }
  }

  #welcome(epoch: string): void {
    this.#epoch = epoch
    this.#attempts = 0
    this.#pongs = this.#pings
    this.#rest()
    this.#set({ state: 'open', lostAt: null, bye: null })
    this.#askBox()
    const subscription = this.#subscription
    if (!subscription) return
    Object.assign(subscription, { news: -1, said: 0, asked: false })
    // numbers of another epoch mean nothing
    if (subscription.place?.epoch !== epoch) Object.assign(subscription, { place: null, decision: -1 })
    this.#ask()
  }

  /** The beat's answer says where everything stands: is that where we are? */
  #compare({ n, at = [] }: Pong): void {
    if (n !== this.#pings - 1) return
    this.#pongs = this.#pings
    this.#rest()
    const subscription = this.#subscription
    if (!subscription || subscription.asked) return
    const stands = at.find((place) => sameViewer(place, subscription))
    if (!stands || ahead(stands, subscription) > 0 || stands.news > subscription.news) this.#ask()
    else if (ahead(stands, subscription) === 0) subscription.handlers.left(stands.left)
    if (stands) this.#hasSaid(subscription, stands.said)
  }

  /** What was said up to this number should have been heard. */
  #hasSaid(subscription: Subscription, number: number): void {
    if (number <= subscription.said) return
    subscription.said = number
    subscription.handlers.missed()
  }

  #follow(subscription: Subscription, message: Sync | Update): void {
    const known = subscription.place?.number ?? -Infinity
    const events = message.is === 'update' ? message.events : []
    const fresh = message.number - known
    if (message.is === 'update' && fresh > events.length) {
      this.#ask() // something before it is missing
      return
    }
    subscription.asked = false
    if (ahead(message, subscription) < 0) return // overtaken by what is known already
    if (message.is === 'update' && fresh === 0) return
    subscription.place = { epoch: this.#epoch, number: message.number }
    subscription.decision = message.decision
    if (message.is === 'sync') subscription.handlers.sync(message)
    else subscription.handlers.update(message, events.slice(events.length - fresh))
    this.#settle(subscription)
  }

  /** Here the seat stands: has the pending action been answered by what happened, or is it still due? */
  #settle({ decision, handlers }: Subscription): void {
    const { pending } = this.#status
    const same = pending?.place?.epoch === this.#epoch
    if (pending && same && pending.act.decision === decision && !this.#done) {
      if (pending.sent !== 'now') this.#try(pending)
    } else if (pending) {
      const done = this.#done
      this.#set({ pending: null })
      if (pending.sent === 'never' || !same) handlers.refused(DROPPED)
      else if (!done) this.#doubts.push(pending)
    }
    const doubts = this.#doubts
    this.#doubts = []
    for (const doubt of doubts) {
      // in another epoch it could be done once more
      if (doubt.place?.epoch !== this.#epoch) handlers.refused(DROPPED)
      else this.#doubts.push(doubt.sent === 'now' ? doubt : this.#sent(doubt))
    }
  }

  #answered(request: string): void {
    this.#cleared(request)
    const { pending } = this.#status
    if (request !== pending?.act.request) return
    if (this.#subscription?.place?.number !== pending.place?.number) {
      this.#set({ pending: null })
    } else {
      this.#done = true // what it led to comes first: it was lost
      this.#ask()
    }
  }

  #refused(request: string | null, problem: Problem): void {
    const subscription = this.#subscription
    if (request === null) {
      if (problem.code === 'too_fast') return // what it was is missed, and sent again
      if (problem.code === 'bad_message') return this.#lost() // half of ours got there
      if (subscription) subscription.asked = false
      else this.#boxless(problem)
    } else if (this.#cleared(request)) {
      // told below
    } else if (request === this.#status.pending?.act.request) {
      this.#set({ pending: null })
    } else {
      return
    }
    subscription?.handlers.refused(problem)
  }

  #cleared(request: string): boolean {
    const before = this.#doubts.length
    this.#doubts = this.#doubts.filter(({ act }) => act.request !== request)
    return this.#doubts.length < before
  }

  #try(pending: Pending): void {
    this.#set({ pending: this.#sent(pending) })
  }

  #sent(pending: Pending): Pending {
    this.#send(pending.act)
    this.#expect()
    return { ...pending, sent: 'now' }
  }

  #send(message: FromClient): void {
    if (this.#status.state === 'open') this.#socket?.send(JSON.stringify(message))
  }

  #set(change: Partial<Status>): void {
    this.#status = { ...this.#status, ...change }
    if (!this.#status.pending) this.#done = false
    this.tell(this.#status)
  }
}

function lost(pending: Pending): Pending {
  return pending.sent === 'now' ? { ...pending, sent: 'before' } : pending
}

type Viewer = Pick<Subscription, 'table' | 'seat'>

function sameViewer(one: Viewer, other: Viewer): boolean {
  return one.table === other.table && one.seat === other.seat
}

/** Above 0 if this is later than where the subscription is, below if it is earlier. */
function ahead(at: { number: number; decision: number }, { place, decision }: Subscription): number {
  return at.number - (place?.number ?? -1) || at.decision - decision
}

function parsed(data: string): FromServer | null {
  try {
    return JSON.parse(data) as FromServer
  } catch {
    return null
  }
}
