/** What a token in the hand says: golden from the yard itself (`tests/yard/held.py`). */
import { describe, expect, test } from 'vitest'
import { FLAG, felt } from '../src/yard/frame'
import { Held } from '../src/yard/held'
import { KINDS, type Kind } from '../src/yard/outlines'
import golden from './held.json'

const hex = (frame: Uint8Array) => Buffer.from(frame).toString('hex')

function frames(held: Held, number: number): string[] {
  return Array.from({ length: number }, () => {
    held.tick()
    held.tick()
    return hex(held.frame())
  })
}

test('every kind is in the golden turns', () => {
  expect(Object.keys(golden.turns)).toEqual([...KINDS])
})

test.each(Object.entries(golden.turns))('%s, turned once, says what the yard says', (kind, turn) => {
  const held = new Held(kind as Kind)
  held.turnOnce()
  expect(frames(held, turn.length)).toEqual(turn)
  expect(held.turned).toBe(360)
  expect(held.resting).toBe(true)
})

test('turned by hand, as fast as the yard lets one', () => {
  const held = new Held('hammer')
  const said = [7, -100, 40].map((by) => {
    held.turn(by)
    return frames(held, 10)
  })
  // JSON's whole-number keys come first
  const { '7': first, '40': last, '-100': middle } = golden.byHand
  expect(said).toEqual([first, middle, last])
})

test('between whole degrees a half goes to the even one, as the yard rounds', () => {
  const held = new Held('sheep')
  held.turnOnce()
  held.tick()
  expect(frames(held, 71)).toEqual(golden.between)
})

describe('a frame taken apart', () => {
  test('of a token that is held', () => {
    // held and turning; two in the sack, two contacts: direction 5 and normal 21, direction 16 and normal 0; 25 mm
    expect(felt(Uint8Array.from([65, 18, (5 << 2) | 1, 21, (16 << 2) | 1, 0, 50]))).toEqual({
      flags: FLAG.held | FLAG.turning,
      sack: 2,
      contacts: [
        { direction: 5, pressure: 1, normal: 21 },
        { direction: 16, pressure: 1, normal: 0 },
      ],
      gap: 25,
    })
  })

  test('of a hand that searches, and of one that is numb', () => {
    expect(felt(Uint8Array.from([FLAG.wallX, 3 | (1 << 3), (31 << 2) | 2, 15]))).toEqual({
      flags: FLAG.wallX,
      sack: 3,
      contacts: [{ direction: 31, pressure: 2, normal: 15 }],
      gap: null,
    })
    expect(felt(Uint8Array.from([FLAG.numb, 4]))).toEqual({ flags: 32, sack: 4, contacts: [], gap: null })
  })

  test.each([[[]], [[1, 16, 4, 0, 4, 0]], [[0, 16, 4, 0, 4, 0, 50]], [[0, 40]], [[1, 8, 4, 0, 50]]])(
    'what is no frame is none: %j',
    (bytes) => expect(felt(Uint8Array.from(bytes))).toBeNull(),
  )
})
