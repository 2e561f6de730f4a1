import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Live, type Handlers, type Socket, type Status } from '../src/lib/api/live'
import type { AnyEvent, ForestView, FromClient, FromServer } from '../src/lib/api/types'

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  sent: FromClient[] = []
  closed = false
  send(text: string) {
    this.sent.push(JSON.parse(text) as FromClient)
  }
  close() {
    this.closed = true
  }
  hear(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const view = {} as ForestView
const kept = (seat: number): AnyEvent => ({ event: 'kept', seat })
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
const update = (number: number, decision: number, events: AnyEvent[]): FromServer => ({
  is: 'update',
  table: 'tabletable',
  seat: 0,
  number,
  decision,
  events,
  view,
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
  handlers = { table: vi.fn(), sync: vi.fn(), update: vi.fn(), refused: vi.fn(), said: vi.fn() }
  live.watch('tabletable', 0, handlers)
  return () => live.close()
})

function connected(number = 4, decision = 7) {
  socket().hear(welcome())
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

  test('asks for a fresh view when a number is missing', () => {
    connected(4)
    socket().hear(update(6, 8, [kept(0)]))
    expect(handlers.update).not.toHaveBeenCalled()
    expect(socket().sent.at(-1)).toEqual({ is: 'watch', table: 'tabletable', seat: 0 })
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
    expect(socket().sent.at(-1)).toEqual({ is: 'ping', n: 0 })
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
    socket().hear({ is: 'pong', n: 0 })
    vi.advanceTimersByTime(14_000)
    expect(status.state).toBe('open')
  })
})

describe('an action', () => {
  test('is pending until it is done, and only one is', () => {
    connected()
    expect(live.act(7, 'B7')).toBe(true)
    expect(live.act(7, 'B8')).toBe(false)
    expect(status.pending?.act).toMatchObject({ action: 'B7', decision: 7, request: 'request-1' })
    expect(live.cancellable).toBe(false)
    socket().hear({ is: 'done', request: 'request-1' })
    expect(status.pending).toBeNull()
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

  test('is dropped if the table has moved on', () => {
    connected()
    live.act(7, 'B7')
    socket().onclose?.()
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    socket().hear(update(5, 8, [kept(0)]))
    expect(socket().sent.filter(({ is }) => is === 'act')).toEqual([])
    expect(status.pending).toBeNull()
  })

  test('decided offline waits, and can be taken back', () => {
    connected()
    socket().onclose?.()
    live.act(7, 'B7')
    expect(live.cancellable).toBe(true)
    live.cancel()
    expect(status.pending).toBeNull()
    live.act(7, 'B8')
    vi.advanceTimersByTime(300)
    socket().hear(welcome())
    socket().hear(sync(4, 7))
    expect(socket().sent.at(-1)).toMatchObject({ is: 'act', action: 'B8', request: 'request-2' })
    expect(live.cancellable).toBe(false)
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
    vi.advanceTimersByTime(10_000)
    expect(status).toMatchObject({ state: 'open', pending: null })
  })
})
