/** Whatever the network does: afterwards each page shows what the house knows, and nothing was done twice. */
import { expect, test } from 'vitest'
import { calmest, FAULTS, weather, type Weather } from './storm'

const SEEDS = 100
const PATIENCE = 60_000

function survived(the: Weather): void {
  if (!weather(the).length) return
  const calm = calmest(the)
  expect.fail(`${JSON.stringify(calm)}:\n${weather(calm).join('\n')}`)
}

test('in calm weather nothing goes wrong', () => survived({ seed: 1, steps: 300, faults: [] }))

test.each(FAULTS)(
  'messages survive “%s” alone',
  (fault) => {
    for (let seed = 1; seed <= SEEDS / 10; seed++) survived({ seed, steps: 120, faults: [fault] })
  },
  PATIENCE,
)

test(
  'messages survive everything at once',
  () => {
    for (let seed = 1; seed <= SEEDS; seed++) survived({ seed, steps: 120, faults: FAULTS })
  },
  PATIENCE,
)
