import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dealing } from '../src/games/forest/dealing'
import { readRecord, terminationOf } from '../src/replay/record'
import { chanceOf, commitment, shuffled } from '../src/replay/shuffle'
import { verify } from '../src/replay/verify'
import vectors from './shuffles.json'

const SECRET = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('')
const SHARES = ['aa'.repeat(32), '']

// ---- the shuffle: docs/dealing.md -----------------------------------------------------------------------------
test('the example of docs/dealing.md, byte for byte', () => {
  const document = readFileSync(new URL('../../docs/dealing.md', import.meta.url), 'utf8')
  const [first = '', second = ''] = document.match(/^ {4}deal .*$/gm)?.map((line) => line.trim()) ?? []
  expect(commitment(SECRET)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd')
  // an even first integer: seat 0 deals
  expect(chanceOf(SECRET, 'forest', SHARES, 1)(2)).toBe(0)
  expect(dealing.due(chanceOf(SECRET, 'forest', SHARES, 1), [], {})).toBe(first)
  expect(dealing.due(chanceOf(SECRET, 'forest', SHARES, 2), [first], {})).toBe(second)
})

test('integers that would favour some are passed over', () => {
  // the first integer is 0xc3379b748ea3c38a, the second 0x1c9ee7d4f9158cb9: 2⁶⁴ mod (2⁶³ + 1) leaves 2⁶³ + 1 fair ones
  const below = chanceOf(SECRET, 'forest', SHARES, 1)
  expect(below(2 ** 63 + 2 ** 11)).toBe(Number(0x1c9ee7d4f9158cb9n))
})

test('Fisher and Yates, from the last place down', () => {
  const asked: number[] = []
  // picks 0 of 4, 2 of 3, 0 of 2: a b c d → d b c a → d b c a → b d c a
  const picks = [0, 2, 0]
  const order = shuffled(['a', 'b', 'c', 'd'], (stop) => {
    asked.push(stop)
    return picks.shift() ?? 0
  })
  expect(asked).toEqual([4, 3, 2])
  expect(order.join('')).toBe('bdca')
})

// ---- verifying ------------------------------------------------------------------------------------------------
test.each(vectors)('$name: as `renardiere verify` finds', ({ record, status, deals, shares }) => {
  const verdict = verify(readRecord(record), dealing)
  expect(verdict).toMatchObject({ status, deals, shares })
  expect(verdict.round).toBe(verdict.why === 'deal' ? deals + 1 : 0)
})

test('each tampering is told apart', () => {
  const whys = (status: string) =>
    vectors
      .filter((one) => one.status === status)
      .map(({ record }) => verify(readRecord(record), dealing).why)
  expect(new Set(whys('wrong'))).toEqual(new Set(['deal', 'digits', 'seat', 'secret']))
  expect(new Set(whys('nothing'))).toEqual(new Set(['no_commit', 'no_deal', 'no_secret']))
})

test('what a record says beside its cards', () => {
  const record = readRecord(
    '[Game "forest"]\n[Seat0 "A \\"quoted\\" \\\\name"]\n[Termination "resigned seat=1"]\n\n1. B7 ; deal x\n',
  )
  expect(record.tags.Seat0).toBe('A "quoted" \\name')
  expect(record.deals).toEqual([])
  expect(terminationOf(record)).toEqual({ reason: 'resigned', seat: 1 })
  expect(terminationOf(readRecord('[Game "forest"]\n'))).toBeNull()
})
