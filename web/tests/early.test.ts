/** The connection that was opened before the scripts came, taken over: nothing is heard twice, early or out of order. */
import { expect, test } from 'vitest'
import { takenOver } from '../src/lib/early'

type Heard = Parameters<typeof takenOver>[1][number]
const message = (data: string) => ({ data }) as Heard
const messages = (...data: string[]) => data.map(message)

function opened(heard: Heard[], asked?: string) {
  const sent: unknown[] = []
  const told: unknown[] = []
  const socket = { send: (data: unknown) => sent.push(data), close: () => sent.push('closed') } as unknown
  const taken = takenOver(socket as WebSocket, heard, asked)
  taken.onmessage = ({ data }) => told.push(data)
  const comes = (data: string) => (socket as WebSocket).onmessage?.(message(data))
  return { taken, comes, sent, told }
}
const soon = () => new Promise((done) => setTimeout(done))

test('what came before is heard once somebody listens, and then what comes', async () => {
  const { comes, told } = opened(messages('welcome'))
  expect(told).toEqual([])
  await soon()
  comes('table')
  expect(told).toEqual(['welcome', 'table'])
})

test('what has been asked is not asked again, and answered no sooner than one asks', async () => {
  const { taken, comes, sent, told } = opened(messages('welcome', 'table'), 'watch')
  await soon()
  comes('sync')
  expect(told).toEqual(['welcome'])
  taken.send('watch')
  comes('update') // before what waited could be told
  await soon()
  comes('update 2')
  expect(told).toEqual(['welcome', 'table', 'sync', 'update', 'update 2'])
  expect(sent).toEqual([])
  taken.send('watch')
  expect(sent).toEqual(['watch'])
})

test('whoever asks something else is heard, and misses nothing', async () => {
  const { taken, comes, sent, told } = opened(messages('welcome', 'table'), 'watch')
  await soon()
  taken.send('watch after 12')
  await soon()
  comes('update')
  expect(sent).toEqual(['watch after 12'])
  expect(told).toEqual(['welcome', 'table', 'update'])
})

test('whoever asks when they are welcome is answered after that', async () => {
  const { taken, told } = opened(messages('welcome', 'sync'), 'watch')
  taken.onmessage = ({ data }) => {
    if (data === 'welcome') taken.send('watch')
    told.push(data)
  }
  await soon()
  expect(told).toEqual(['welcome', 'sync'])
})

test('who takes it closes it', () => {
  const { taken, sent } = opened([])
  taken.close()
  expect(sent).toEqual(['closed'])
})
