import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Live, type Handlers, type Socket, type Status } from '../src/lib/api/live'
import type {
  ForestEvent,
  ForestView,
  FromClient,
  FromServer,
  Place,
  Said,
  TableInfo,
} from '../src/lib/api/types'

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  sent: FromClient[] = []
  did: Uint8Array[] = []
  closed = false
  send(data: string | Uint8Array<ArrayBuffer>) {
    if (typeof data === 'string') this.sent.push(JSON.parse(data) as FromClient)
    else this.did.push(data)
  }
  close() {
    this.closed = true
  }
  hear(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const view = {} as ForestView
const kept = (seat: number): ForestEvent => ({ event: 'kept', seat })
const welcome = (epoch = 'e1'): FromServer => ({ is: 'welcome', epoch, version: '1' })
const sync = (number: number, decision: number): FromServer => ({
  is: 'sync',
  table: 'tabletable',
  seat: 0,
  number,
  decision,
  view,
  left: null,
})
const update = (number: number, decision: number, events: ForestEvent[]): FromServer => ({
  is: 'update',
  table: 'tabletable',
  seat: 0,
  number,
  decision,
  events,
  view,
  left: null,
})

const info = { id: 'tabletable' } as TableInfo
const place = (number: number, decision: number, news = 0): Place => ({
  table: 'tabletable',
  seat: 0,
  number,
  decision,
  news,
  said: 0,
  left: null,
})

let sockets: FakeSocket[]
let status: Status
let requests: number
let live: Live
let handlers: { [K in keyof Handlers]: ReturnType<typeof vi.fn<Handlers[K]>> }
const socket = () => sockets.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  requests = 0
  live = new Live(
    () => {
      sockets.push(new FakeSocket())
      return socket()
    },
    (now) => (status = now),
    () => `request-${++requests}`,
    () => 0.5,
  )
  handlers = {
    table: vi.fn(),
    sync: vi.fn(),
    update: vi.fn(),
    refused: vi.fn(),
    said: vi.fn(),
    missed: vi.fn(),
    left: vi.fn(),
  }
  live.watch('tabletable', 0, handlers)
  return () => live.close()
})

function connected(number = 4, decision = 7) {
  socket().hear(welcome())
  socket().hear({ is: 'table', info, news: 0 })
  socket().hear(sync(number, decision))
}

describe('following a table', () => {
  test('asks for everything the first time', () => {
    connected()
    expect(socket().sent).toEqual([{ is: 'watch', table: 'tabletable', seat: 0 }])
    expect(handlers.sync).toHaveBeenCalledOnce()
    expect(status).toMatchObject({ state: 'open', lostAt: null })
  })

  test('gives each event once, also when a message repeats some', () => {
    connected(4)
    socket().hear(update(6, 8, [kept(0), kept(1)]))
    socket().hear(update(6, 8, [kept(0), kept(1)]))
    socket().hear(update(7, 9, [kept(1), kept(0)]))
    expect(handlers.update.mock.calls.map(([, events]) => events)).toEqual([[kept(0), kept(1)], [kept(0)]])
  })

  test('asks once for what is missing when a number is', () => {
    connected(4)
    socket().hear(update(6, 8, [kept(0)]))
    socket().hear(update(7, 9, [kept(0)]))
    expect(handlers.update).not.toHaveBeenCalled()
    expect(socket().sent.slice(1)).toEqual([
      { is: 'watch', table: 'tabletable', seat: 0, epoch: 'e1', after: 4 },
    ])
    socket().hear(update(7, 9, [kept(1), kept(0), kept(0)]))
    expect(handlers.update).toHaveBeenCalledOnce()
  })

  test('what is meant for other eyes is not taken in', () => {
    connected()
    live.watch('tabletable', 1, handlers)
    socket().hear(sync(9, 9))
    expect(handlers.sync).toHaveBeenCalledOnce()
    expect(socket().sent.slice(-2)).toEqual([
      { is: 'unwatch', table: 'tabletable', seat: 0 },
      { is: 'watch', table: 'tabletable', seat: 1 },
    ])
  })
})

test('what is said is heard at the table that is followed', () => {
  connected()
  const said = {
    number: 1,
    at: 0,
    seat: 1,
    name: 'Bo',
    text: 'Bonjour',
    phrase: null,
    mine: false,
    muted: false,
  }
  socket().hear({ is: 'talk', table: 'othertable', said })
  socket().hear({ is: 'talk', table: 'tabletable', said })
  expect(handlers.said.mock.calls).toEqual([[said]])
})

describe('a lost connection', () => {
  test('comes back by itself and resumes where it was', () => {
    connected(4)
    socket().hear(update(5, 8, [kept(0)]))
    socket().onclose?.()
    expect(status.state).toBe('lost')
    expect(status.lostAt).not.toBeNull()
    vi.advanceTimersByTime(300)
    expect(sockets).toHaveLength(2)
    socket().hear(welcome())
    expect(socket().sent).toEqual([{ is: 'watch', table: 'tabletable', seat: 0, epoch: 'e1', after: 5 }])
    expect(status.lostAt).toBeNull()
  })

  test('tries less and less often, and at once when the network is back', () => {
    connected()
    socket().onclose?.()
    for (const wait of [300, 700, 1500, 3000]) {
      const before = sockets.length
      vi.advanceTimersByTime(wait - 1)
      expect(sockets).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(before + 1)
      socket().onclose?.()
    }
    const before = sockets.length
    live.wake()
    expect(sockets).toHaveLength(before + 1)
  })

  test('is noticed when nobody answers any more', () => {
    connected()
    vi.advanceTimersByTime(15_000)
    expect(socket().sent.at(-1)).toEqual({ is: 'ping', n: 0, where: true })
    vi.advanceTimersByTime(6_000)
    expect(status.state).toBe('lost')
    expect(sockets[0]?.closed).toBe(true)
  })

  test('is expected to be short when the house restarts, and says so', () => {
    connected()
    socket().hear({ is: 'bye', why: 'restart' })
    expect(status).toMatchObject({ state: 'lost', bye: 'restart' })
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    expect(status).toMatchObject({ state: 'open', bye: null })
  })

  test('is for good once another device has ended it', () => {
    connected()
    socket().hear({ is: 'bye', why: 'elsewhere' })
    vi.advanceTimersByTime(60_000)
    live.wake()
    live.watch('tabletable', 0, handlers)
    expect(sockets).toHaveLength(1)
    expect(status.bye).toBe('elsewhere')
  })

  test('an answered ping keeps it', () => {
    connected()
    live.wake()
    socket().hear({ is: 'pong', n: 0, at: [place(4, 7)] })
    vi.advanceTimersByTime(14_000)
    expect(status.state).toBe('open')
  })
})

describe('a beat', () => {
  const asked = () => socket().sent.filter(({ is }) => is === 'watch').length

  beforeEach(() => {
    socket().hear(welcome())
    socket().hear({ is: 'table', info, news: 3 })
    socket().hear(sync(4, 7))
    vi.advanceTimersByTime(15_000)
    expect(socket().sent.at(-1)).toEqual({ is: 'ping', n: 0, where: true })
  })

  test('comes whatever else does, and finds nothing where nothing is missing', () => {
    socket().hear({ is: 'pong', n: 0, at: [place(4, 7, 3)] })
    vi.advanceTimersByTime(14_000)
    socket().hear({ is: 'table', info, news: 4 })
    vi.advanceTimersByTime(1_000)
    expect(socket().sent.at(-1)).toEqual({ is: 'ping', n: 1, where: true })
    expect(asked()).toBe(1)
  })

  test.each([
    ['an update', [place(5, 8, 3)]],
    ['a clock’s or a taking back’s sync', [place(4, 8, 3)]],
    ['what there is to tell of the table', [place(4, 7, 4)]],
    ['one’s watching', []],
  ])('notices that %s was lost', (_, at) => {
    socket().hear({ is: 'pong', n: 0, at })
    expect(socket().sent.at(-1)).toMatchObject({ is: 'watch', after: 4 })
    expect(asked()).toBe(2)
  })

  test('that is overtaken says nothing', () => {
    socket().hear(update(5, 8, [kept(0)]))
    socket().hear({ is: 'pong', n: 0, at: [place(4, 7, 2)] })
    expect(asked()).toBe(1)
    expect(handlers.left).not.toHaveBeenCalled()
  })

  test('sets the clock', () => {
    socket().hear({ is: 'pong', n: 0, at: [{ ...place(4, 7, 3), left: 12 }] })
    expect(handlers.left).toHaveBeenCalledWith(12)
  })

  test('that nobody hears of asks again over another connection', () => {
    socket().hear({ is: 'pong', n: 0, at: [place(5, 8, 3)] })
    vi.advanceTimersByTime(6_000)
    expect(status.state).toBe('lost')
  })
})

test('of two states of the table the later one counts', () => {
  const seen = (spectators: number) => ({ id: 'tabletable', spectators }) as TableInfo
  connected()
  socket().hear({ is: 'table', info: seen(3), news: 3 })
  socket().hear({ is: 'table', info: seen(2), news: 2 })
  socket().hear({ is: 'table', info: seen(3), news: 3 }) // one asked again
  expect(handlers.table.mock.calls.map(([{ spectators }]) => spectators)).toEqual([undefined, 3, 3])
})

test('what was said and did not get here is asked for', () => {
  const said = (number: number) => ({ number }) as Said
  connected()
  expect(handlers.missed).toHaveBeenCalledTimes(1) // what was said before one came
  socket().hear({ is: 'talk', table: 'tabletable', said: said(1) })
  socket().hear({ is: 'talk', table: 'tabletable', said: said(2) })
  expect(handlers.missed).toHaveBeenCalledTimes(1)
  socket().hear({ is: 'talk', table: 'tabletable', said: said(4) })
  expect(handlers.missed).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(15_000)
  socket().hear({ is: 'pong', n: 0, at: [{ ...place(4, 7), said: 5 }] })
  expect(handlers.missed).toHaveBeenCalledTimes(3)
})

describe('an action', () => {
  test('is pending until it is done, and only one is', () => {
    connected()
    expect(live.act(7, 'B7')).toBe(true)
    expect(live.act(7, 'B8')).toBe(false)
    expect(status.pending?.act).toMatchObject({ action: 'B7', decision: 7, request: 'request-1' })
    live.cancel() // too late
    socket().hear(update(5, 8, [kept(0)]))
    expect(status.pending).toBeNull()
    socket().hear({ is: 'done', request: 'request-1' })
    expect(live.act(8, 'B8')).toBe(true)
  })

  test('that is refused says so and leaves nothing pending', () => {
    connected()
    live.act(7, 'B7')
    const problem = { code: 'stale', message: '' }
    socket().hear({ is: 'refused', request: 'request-1', problem })
    expect(handlers.refused).toHaveBeenCalledWith(problem)
    expect(status.pending).toBeNull()
  })

  test('is sent again under the same id while the decision is still open', () => {
    connected()
    live.act(7, 'B7')
    socket().onclose?.()
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    expect(socket().sent.filter(({ is }) => is === 'act')).toEqual([])
    socket().hear(sync(4, 7))
    expect(socket().sent.at(-1)).toMatchObject({ is: 'act', action: 'B7', request: 'request-1' })
  })

  test('decided offline is dropped if the table has moved on, and that is said', () => {
    connected()
    socket().onclose?.()
    live.act(7, 'B7')
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    socket().hear(update(5, 8, [kept(0)]))
    expect(socket().sent.filter(({ is }) => is === 'act')).toEqual([])
    expect(status.pending).toBeNull()
    expect(handlers.refused.mock.calls.map(([{ code }]) => code)).toEqual(['dropped'])
  })

  test('decided offline is dropped at a house whose data is another', () => {
    connected(4, 7)
    socket().onclose?.()
    live.act(7, 'B7')
    vi.advanceTimersByTime(300)
    socket().hear(welcome('e2'))
    socket().hear(sync(4, 7))
    expect(socket().sent.filter(({ is }) => is === 'act')).toEqual([])
    expect(handlers.refused.mock.calls.map(([{ code }]) => code)).toEqual(['dropped'])
  })

  test('whose answer was lost is asked about when the table has moved on; nothing is dropped silently', () => {
    connected()
    live.act(7, 'B7')
    socket().onclose?.()
    expect(status.pending?.sent).toBe('before')
    live.cancel() // it may have got there
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    socket().hear(update(5, 8, [kept(0)]))
    expect(status.pending).toBeNull()
    expect(socket().sent.at(-1)).toMatchObject({ is: 'act', action: 'B7', request: 'request-1' })
    const problem = { code: 'stale', message: '' } // another tab was faster
    socket().hear({ is: 'refused', request: 'request-1', problem })
    expect(handlers.refused).toHaveBeenCalledWith(problem)
  })

  test('that another tab was faster with says so', () => {
    connected()
    live.act(7, 'B7')
    socket().hear(update(5, 8, [kept(0)]))
    expect(status.pending).toBeNull()
    const problem = { code: 'stale', message: '' }
    socket().hear({ is: 'refused', request: 'request-1', problem })
    expect(handlers.refused).toHaveBeenCalledWith(problem)
  })

  test('that is done stays pending until one is told what it led to', () => {
    connected()
    live.act(7, 'B7')
    socket().hear({ is: 'done', request: 'request-1' })
    expect(status.pending).not.toBeNull()
    expect(socket().sent.at(-1)).toMatchObject({ is: 'watch', after: 4 })
    socket().hear(update(5, 8, [kept(0)]))
    expect(status.pending).toBeNull()
    expect(handlers.refused).not.toHaveBeenCalled()
  })

  test('decided offline waits, and can be taken back', () => {
    connected()
    socket().onclose?.()
    live.act(7, 'B7')
    expect(status.pending?.sent).toBe('never')
    live.cancel()
    expect(status.pending).toBeNull()
    live.act(7, 'B8')
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    socket().hear(sync(4, 7))
    expect(socket().sent.at(-1)).toMatchObject({ is: 'act', action: 'B8', request: 'request-2' })
    expect(status.pending?.sent).toBe('now')
  })
})

describe('a bad network', () => {
  test('what comes late does not lead back', () => {
    connected(4, 7)
    socket().hear(update(5, 8, [kept(0)]))
    socket().hear(sync(4, 7))
    expect(handlers.sync).toHaveBeenCalledOnce()
    socket().hear(update(6, 9, [kept(1)]))
    expect(handlers.update).toHaveBeenCalledTimes(2)
  })

  test('half a message ends the connection, and the next one resumes', () => {
    connected(4, 7)
    socket().onmessage?.({ data: '{"is":"upda' })
    expect(status.state).toBe('lost')
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    expect(socket().sent).toEqual([{ is: 'watch', table: 'tabletable', seat: 0, epoch: 'e1', after: 4 }])
  })

  test('an action that nobody answers is sent again over a new connection', () => {
    connected(4, 7)
    live.act(7, 'B7')
    vi.advanceTimersByTime(6_000)
    expect(status.state).toBe('lost')
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    socket().hear(sync(4, 7))
    expect(socket().sent.at(-1)).toMatchObject({ is: 'act', action: 'B7', request: 'request-1' })
    socket().hear({ is: 'done', request: 'request-1' })
    socket().hear(update(5, 8, [kept(0)]))
    vi.advanceTimersByTime(10_000)
    expect(status).toMatchObject({ state: 'open', pending: null })
  })
})

describe('a hand', () => {
  const searcher = () => ({ hand: vi.fn(), felt: vi.fn() })
  const reach = (on: boolean): FromClient => ({ is: 'reach', table: 'tabletable', seat: 0, on })

  test('is asked for once the seat is watched, and again after a loss', () => {
    const mine = searcher()
    live.reach(mine)
    connected()
    expect(socket().sent.map(({ is }) => is)).toEqual(['watch', 'reach'])
    expect(socket().sent.at(-1)).toEqual(reach(true))
    socket().hear({ is: 'hand', table: 'tabletable', seat: 0, on: true, elapsed: 2 })
    expect(mine.hand).toHaveBeenLastCalledWith(true, 2)
    socket().onclose?.()
    vi.advanceTimersByTime(1000)
    socket().hear(welcome())
    expect(socket().sent.map(({ is }) => is)).toEqual(['watch', 'reach'])
    live.reach(null)
    expect(socket().sent.at(-1)).toEqual(reach(false))
  })

  test('what it feels is binary, and goes to whoever has it; what it does is of now, or never', () => {
    const mine = searcher()
    connected()
    live.reach(mine)
    socket().onmessage?.({ data: Uint8Array.from([0, 8, 4, 1]).buffer })
    expect(mine.felt).toHaveBeenCalledWith(Uint8Array.from([0, 8, 4, 1]))
    live.search(Uint8Array.from([2]))
    expect(socket().did).toEqual([Uint8Array.from([2])])
    socket().onclose?.()
    live.search(Uint8Array.from([3]))
    vi.advanceTimersByTime(1000)
    connected()
    expect(socket().did).toEqual([])
  })

  test('with the seat it is let go', () => {
    const mine = searcher()
    connected()
    live.reach(mine)
    live.unwatch()
    socket().onmessage?.({ data: new ArrayBuffer(2) })
    live.search(Uint8Array.from([2]))
    expect(mine.felt).not.toHaveBeenCalled()
    expect(socket().did).toEqual([])
  })
})
