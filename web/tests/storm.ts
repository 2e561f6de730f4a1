/**
 * A storm over live connections, in false time: a house that keeps numbered streams, as the real one does, pages that
 * follow a table through `Live`, and between them a network that drops, repeats, reorders, delays and cuts messages
 * and breaks connections, both ways. All chance comes from one seed.
 */
import { vi } from 'vitest'
import { Live, type Handlers, type Socket, type Status } from '../src/lib/api/live'
import type { ForestEvent, ForestView, FromClient, FromServer, Said, TableInfo } from '../src/lib/api/types'

export const FAULTS = ['drop', 'repeat', 'delay', 'cut', 'close', 'deaf', 'restart', 'restore'] as const
export type Fault = (typeof FAULTS)[number]

export interface Weather {
  seed: number
  /** How many things happen before the sky clears. */
  steps: number
  faults: readonly Fault[]
}

const TABLE = 'tabletable'
const TRICK = 4
const LATENCY = 40

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Viewer = 0 | null

/** What one viewer was told: the events since the trick in sight began are at hand, of older ones only their number. */
interface Stream {
  number: number
  trick: number
  log: number[]
}

interface State {
  decision: number
  happened: number
  streams: Record<'seat' | 'all', Stream>
  /** By request, what was done. */
  journal: Map<string, string>
}

const copy = (state: State): State => structuredClone(state)

export class House {
  epoch = 'epoch-0'
  news = 0
  changes = 0
  restored = false
  said: Said[] = []
  /** All that was ever done, in whichever epoch. */
  everDone: string[] = []
  readonly lines = new Set<Line>()
  #backup: State
  state: State = {
    decision: 0,
    happened: 0,
    streams: { seat: { number: 0, trick: 0, log: [] }, all: { number: 0, trick: 0, log: [] } },
    journal: new Map(),
  }

  constructor() {
    this.#backup = copy(this.state)
  }

  stream(viewer: Viewer): Stream {
    return this.state.streams[viewer === null ? 'all' : 'seat']
  }

  /** Seat 0 has the even decisions, the other one the odd ones. */
  get mine(): boolean {
    return this.state.decision % 2 === 0
  }

  view(viewer: Viewer): ForestView {
    const { number, log } = this.stream(viewer)
    return { number, log: log.slice(-TRICK), decision: this.state.decision } as unknown as ForestView
  }

  get info(): TableInfo {
    return { id: TABLE, spectators: this.changes } as TableInfo
  }

  /** A decision: one event that seat 0 alone is told of, now and then, and one for all. */
  decide(secret: boolean): void {
    const { state } = this
    if (state.decision % TRICK === 0)
      for (const stream of Object.values(state.streams)) stream.trick = stream.number
    state.decision++
    const counts = { seat: 0, all: 0 }
    for (const who of secret ? (['seat', 'all'] as const) : (['all'] as const)) {
      const event = ++state.happened
      for (const name of who === 'seat' ? (['seat'] as const) : (['seat', 'all'] as const)) {
        state.streams[name].number++
        state.streams[name].log.push(event)
        counts[name]++
      }
    }
    this.tell((viewer) => this.update(viewer, counts[viewer === null ? 'all' : 'seat']))
  }

  /** Something is taken back, or a clock begins anew: no events, and everybody is told where they stand. */
  rewind(): void {
    this.state.decision += 2
    for (const stream of Object.values(this.state.streams)) {
      stream.number++
      stream.trick = stream.number
      stream.log.push(++this.state.happened)
    }
    this.tell((viewer) => this.sync(viewer))
  }

  announce(): void {
    this.news++
    this.changes++
    this.tell(() => ({ is: 'table', info: this.info, news: this.news }))
  }

  say(): void {
    const said = { number: this.said.length + 1, text: 'Bonjour' } as Said
    this.said.push(said)
    this.tell(() => ({ is: 'talk', table: TABLE, said }))
  }

  backUp(): void {
    this.#backup = copy(this.state)
  }

  restart(restored: boolean): void {
    for (const line of this.lines) line.down({ is: 'bye', why: 'restart' })
    this.lines.clear()
    this.news = 0
    if (!restored) return
    this.state = copy(this.#backup)
    this.epoch += '+'
    this.restored = true
  }

  tell(message: (viewer: Viewer) => FromServer): void {
    for (const line of this.lines) if (line.viewer !== undefined) line.down(message(line.viewer))
  }

  sync(viewer: Viewer): FromServer {
    const { number } = this.stream(viewer)
    const { decision } = this.state
    return { is: 'sync', table: TABLE, seat: viewer, number, decision, view: this.view(viewer), left: null }
  }

  update(viewer: Viewer, count: number): FromServer {
    const { number, log } = this.stream(viewer)
    const events = (count ? log.slice(-count) : []).map((seat) => ({ event: 'kept', seat }) as ForestEvent)
    const { decision } = this.state
    const view = this.view(viewer)
    return { is: 'update', table: TABLE, seat: viewer, number, decision, events, view, left: null }
  }

  hear(line: Line, text: string): void {
    if (!this.lines.has(line)) return
    let message: FromClient
    try {
      message = JSON.parse(text) as FromClient
    } catch {
      line.down({ is: 'refused', request: null, problem: { code: 'bad_message', message: '' } })
      return
    }
    switch (message.is) {
      case 'watch': {
        const viewer = message.seat === 0 ? 0 : null
        line.viewer = viewer
        line.down({ is: 'table', info: this.info, news: this.news })
        const { number, trick } = this.stream(viewer)
        const after = message.epoch === this.epoch ? (message.after ?? -1) : -1
        line.down(after >= trick && after < number ? this.update(viewer, number - after) : this.sync(viewer))
        break
      }
      case 'unwatch':
        line.viewer = undefined
        break
      case 'ping':
        line.down({ is: 'pong', n: message.n, at: message.where ? this.#places(line) : [] })
        break
      case 'act':
        if (!this.state.journal.has(message.request)) {
          if (message.decision !== this.state.decision || !this.mine) {
            line.down({ is: 'refused', request: message.request, problem: { code: 'stale', message: '' } })
            line.down(this.sync(0))
            break
          }
          this.state.journal.set(message.request, message.action)
          this.everDone.push(message.action)
          this.decide(this.state.decision % 3 === 0)
        }
        line.down({ is: 'done', request: message.request })
    }
  }

  #places({ viewer }: Line) {
    if (viewer === undefined) return []
    const { number } = this.stream(viewer)
    const { decision } = this.state
    const said = this.said.length
    return [{ table: TABLE, seat: viewer, number, decision, news: this.news, said, left: null }]
  }
}

/** One connection, as the network makes it. */
export class Line implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  /** As whom the house's end of it follows the table. */
  viewer: Viewer | undefined

  constructor(private readonly storm: Storm) {
    storm.after(LATENCY, () => {
      if (storm.strikes('deaf', 0.1)) return // it is never answered
      if (storm.strikes('close', 0.2)) return this.onclose?.()
      storm.house.lines.add(this)
      this.down({ is: 'welcome', epoch: storm.house.epoch, version: '1' })
    })
  }

  send(text: string): void {
    this.storm.carry(text, (arrived) => this.storm.house.hear(this, arrived))
  }

  down(message: FromServer): void {
    this.storm.carry(JSON.stringify(message), (data) => this.onmessage?.({ data }))
    if (message.is === 'bye') this.storm.after(LATENCY, () => this.onclose?.())
  }

  /** The page hangs up; the house may hear of it late. */
  close(): void {
    this.storm.after(this.storm.strikes('delay', 0.5) ? 5_000 : LATENCY, () =>
      this.storm.house.lines.delete(this),
    )
  }

  break(): void {
    this.close()
    this.onclose?.()
  }
}

/** A page: what it shows of the table, what its person did, and what was wrong with what it was told. */
export class Page {
  status!: Status
  number = -1
  epoch = ''
  view: unknown = null
  info: unknown = null
  said = new Map<number, Said>()
  lines: Line[] = []
  wished: string[] = []
  cancelled = 0
  told = 0
  wrong: string[] = []
  readonly live: Live
  #decision = -1
  #requests = 0

  constructor(
    private readonly storm: Storm,
    readonly name: string,
    readonly viewer: Viewer,
  ) {
    this.live = new Live(
      () => {
        this.lines.push(new Line(storm))
        return this.lines.at(-1) as Line
      },
      (status) => (this.status = status),
      () => `${name}-${++this.#requests}`,
      () => storm.chance(),
    )
    const handlers: Handlers = {
      table: (info) => (this.info = info),
      sync: (message) => this.#stand(message),
      update: (message, events) => {
        const { log } = storm.house.stream(viewer)
        const numbers = events.map((event) => (event as { seat: number }).seat)
        const due = log.slice(this.number, message.number)
        if (this.live.place?.epoch === storm.house.epoch && numbers.join() !== due.join())
          this.wrong.push(`${name} played ${numbers.join()} where ${due.join()} was due`)
        this.#stand(message)
      },
      refused: () => this.told++,
      said: (said) => this.said.set(said.number, said),
      missed: () => this.hearAll(),
      left: () => undefined,
    }
    this.live.watch(TABLE, viewer, handlers)
  }

  #stand({ number, decision, view }: { number: number; decision: number; view: unknown }): void {
    const epoch = this.live.place?.epoch ?? ''
    if (epoch === this.epoch && number < this.number) this.wrong.push(`${this.name} was led back`)
    Object.assign(this, { number, view, epoch })
    this.#decision = decision
  }

  /** Over HTTP. */
  hearAll(): void {
    this.said = new Map(this.storm.house.said.map((said) => [said.number, said]))
  }

  /** The person decides, if it is for them to do so, by what the page shows. */
  act(): void {
    if (this.viewer === null || this.#decision < 0 || this.#decision % 2 || this.status.pending) return
    const action = `${this.name}:${this.wished.length}`
    if (this.live.act(this.#decision, action)) this.wished.push(action)
  }

  cancel(): void {
    if (this.status.pending?.sent !== 'never') return
    this.live.cancel()
    this.cancelled++
  }
}

export class Storm {
  readonly chance: () => number
  readonly house = new House()
  readonly pages: Page[]
  #raging = true

  constructor(private readonly weather: Weather) {
    this.chance = chance(weather.seed)
    this.pages = [new Page(this, 'tab', 0), new Page(this, 'other', 0), new Page(this, 'watcher', null)]
  }

  after(delay: number, what: () => void): void {
    setTimeout(what, delay)
  }

  strikes(fault: Fault, odds: number): boolean {
    const struck = this.chance() < odds
    return struck && this.#raging && this.weather.faults.includes(fault)
  }

  carry(text: string, arrive: (text: string) => void): void {
    const times = this.strikes('drop', 0.08) ? 0 : this.strikes('repeat', 0.08) ? 2 : 1
    const arriving = this.strikes('cut', 0.01) ? text.slice(0, Math.floor(this.chance() * text.length)) : text
    for (let i = 0; i < times; i++) {
      const delay = this.strikes('delay', 0.15) ? this.chance() * 4_000 : 0
      this.after(LATENCY + delay, () => arrive(arriving))
    }
  }

  #happens(): void {
    const { house, pages } = this
    const page = pages[Math.floor(this.chance() * pages.length)] as Page
    const what = this.chance()
    if (what < 0.45) page.act()
    else if (what < 0.7 && !house.mine) house.decide(what < 0.5)
    else if (what < 0.72) house.rewind()
    else if (what < 0.77) house.say()
    else if (what < 0.82) house.announce()
    else if (what < 0.85) page.cancel()
    else if (what < 0.88) page.live.wake()
    else if (what < 0.9) house.backUp()
    if (this.strikes('close', 0.04)) page.lines.at(-1)?.break()
    if (this.strikes('restart', 0.01)) house.restart(false)
    if (this.strikes('restore', 0.005)) house.restart(true)
  }

  /** Everything happens; then the sky clears, and a minute passes: what is wrong now? */
  rage(): string[] {
    for (let step = 0; step < this.weather.steps; step++) {
      this.#happens()
      vi.advanceTimersByTime(this.chance() ** 4 * 4_000)
    }
    this.#raging = false
    vi.advanceTimersByTime(60_000)
    const wrong = this.pages.flatMap((page) => this.#wrong(page))
    // and life goes on
    if (!this.house.mine) this.house.decide(false)
    vi.advanceTimersByTime(1_000)
    const [tab] = this.pages as [Page]
    tab.act()
    vi.advanceTimersByTime(1_000)
    if (this.house.everDone.at(-1) !== tab.wished.at(-1))
      wrong.push('what is done after the storm is not done')
    for (const page of this.pages) page.live.close()
    const twice = this.house.everDone.filter((action, i, all) => all.indexOf(action) !== i)
    return [...wrong, ...twice.map((action) => `${action} was done twice`)]
  }

  #wrong(page: Page): string[] {
    const { house } = this
    const wrong = [...page.wrong]
    const differs = (what: string, one: unknown, other: unknown) => {
      if (JSON.stringify(one) !== JSON.stringify(other))
        wrong.push(`${page.name}’s ${what}: ${JSON.stringify(one)}, the house’s: ${JSON.stringify(other)}`)
    }
    differs('view', page.view, house.view(page.viewer))
    differs('table', page.info, house.info)
    differs('talk', [...page.said.keys()].sort(), house.said.map(({ number }) => number).sort())
    if (page.status.pending) wrong.push(`${page.name} waits for ever`)
    if (page.status.state !== 'open') wrong.push(`${page.name} is ${page.status.state}`)
    const undone = page.wished.filter((action) => !house.everDone.includes(action)).length
    const untold = undone - page.cancelled
    if (page.told < untold) wrong.push(`${page.name} was not told that something was not done`)
    // a house that goes back to its backup forgets what was done
    if (page.told > untold && !house.restored)
      wrong.push(`${page.name} was told that something was not done, and it was`)
    return wrong
  }
}

/** What is wrong after a storm. */
export function weather(the: Weather): string[] {
  vi.useFakeTimers()
  try {
    return new Storm(the).rage()
  } finally {
    vi.useRealTimers()
  }
}

/** The calmest weather in which something is still wrong. */
export function calmest(the: Weather): Weather {
  for (const fault of the.faults) {
    const calmer = { ...the, faults: the.faults.filter((other) => other !== fault) }
    if (weather(calmer).length) return calmest(calmer)
  }
  for (const steps of [the.steps >> 1, the.steps - 10, the.steps - 1]) {
    if (steps > 0 && steps < the.steps && weather({ ...the, steps }).length) return calmest({ ...the, steps })
  }
  return the
}
