import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TableModel } from '../src/lib/table.svelte'

const gone = vi.hoisted((): string[] => [])
vi.mock('../src/lib/route.svelte', () => ({ route: { go: (to: string) => gone.push(to) } }))
vi.mock('../src/lib/api/http', () => ({
  http: { get: () => Promise.resolve({ id: 'new', seats: [] }) },
  problemIn: () => null,
  Failure: Error,
}))
// nothing here is drawn: what is watched elsewhere are plain values
vi.stubGlobal(
  '$state',
  Object.assign((value: unknown) => value, { raw: (value: unknown) => value }),
)
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { Rematch } = await import('../src/lib/rematch.svelte')

const watching = { info: { id: 'old' }, mine: [] } as unknown as TableModel

beforeEach(() => {
  vi.useFakeTimers()
  gone.length = 0
})
afterEach(() => vi.useRealTimers())

test('whoever watches is led to the rematch once they have seen the end, and soon', async () => {
  const rematch = new Rematch(watching)
  await rematch.look('new', true)
  expect(rematch.leading).toBe(true)
  vi.advanceTimersByTime(600_000) // they still read the count of a round
  expect(gone).toEqual([])
  rematch.follow()
  rematch.follow()
  vi.advanceTimersByTime(5_000)
  expect(gone).toEqual([])
  vi.advanceTimersByTime(5_000)
  expect(gone).toEqual(['/t/new'])
})

test('nobody is led who stays, or comes when it has long been made', async () => {
  const stays = new Rematch(watching)
  await stays.look('new', true)
  stays.follow()
  stays.stay()
  const late = new Rematch(watching)
  await late.look('new', false)
  late.follow()
  vi.advanceTimersByTime(600_000)
  expect(gone).toEqual([])
  expect(late.next?.id).toBe('new')
})
