import { describe, expect, test } from 'vitest'
import { duration, moves, TREASURE_PICTURE } from '../src/games/forest/moves'
import type { ForestEvent, ForestView } from '../src/lib/api/types'

/** Only what moves goes by. */
const table = (change: Partial<ForestView> = {}) =>
  ({ leader: 1, trick: [], finished_trick: null, ...change }) as ForestView

/** What, from where, to where; what goes away there is in brackets. */
function seen(before: ForestView, event: ForestEvent, viewer: number | null = 0): string[] {
  return moves(before, event, viewer).map(({ what, from, to, leaves }) => {
    const line = `${what}: ${from.join('|')} → ${to.join('|')}`
    return leaves ? `(${line})` : line
  })
}

describe('what is seen to move', () => {
  test('a card goes from its hand, or from who holds it, to their side of the trick', () => {
    expect(seen(table(), { event: 'played', seat: 0, card: 'B7' })).toEqual(['B7: hand-B7|seat-0 → trick-0'])
    expect(seen(table(), { event: 'played', seat: 1, card: 'M2' })).toEqual(['M2: hand-M2|seat-1 → trick-1'])
  })

  test('the finished trick goes to its winner when the next card comes', () => {
    const done = table({ finished_trick: { cards: ['K4', 'K9'], leader: 1, winner: 0 } })
    expect(seen(done, { event: 'played', seat: 0, card: 'B1' })).toEqual([
      '(K4: trick-1 → seat-0)',
      '(K9: trick-0 → seat-0)',
      'B1: hand-B1|seat-0 → trick-0',
    ])
  })

  test('the Fox: a card becomes the decree, then the old decree goes to the hand', () => {
    const event: ForestEvent = { event: 'exchanged', seat: 0, gave: 'M4', took: 'B10' }
    expect(seen(table(), event)).toEqual(['M4: hand-M4|seat-0 → decree', 'B10: decree → hand-B10|seat-0'])
    const [gave, took] = moves(table(), event, 0)
    expect(took?.delay).toBe(gave?.ms)
    expect(seen(table(), { event: 'kept', seat: 0 })).toEqual([])
  })

  test('the Woodcutter: from the pile to the hand, from the hand under the pile; others see backs', () => {
    expect(seen(table(), { event: 'drew', seat: 0, card: 'K8' })).toEqual(['K8: pile → hand-K8|seat-0'])
    expect(seen(table(), { event: 'drew', seat: 1, card: null })).toEqual(['?: pile → seat-1'])
    expect(seen(table(), { event: 'buried', seat: 0, card: 'K8' })).toEqual(['(?: hand-K8|seat-0 → pile)'])
    expect(seen(table(), { event: 'buried', seat: 1, card: null })).toEqual(['(?: seat-1 → pile)'])
  })

  test('each Treasure goes from who played it to the winner’s score', () => {
    const trick = table({ trick: ['B7', 'K7'] })
    const won = { event: 'trick', seat: 0, number: 3, leads: 0 } as const
    expect(seen(trick, { ...won, treasures: 2 })).toEqual([
      `(${TREASURE_PICTURE}: trick-1 → seat-0-score)`,
      `(${TREASURE_PICTURE}: trick-0 → seat-0-score)`,
    ])
    expect(seen(table({ trick: ['B2', 'B4'] }), { ...won, treasures: 0 })).toEqual([])
  })

  test('dealing: one’s own cards one after another, the decree last; a spectator sees backs only', () => {
    const hand = Array.from({ length: 13 }, (_, i) => `${'BKM'[Math.floor(i / 5)]}${1 + (i % 5)}`)
    const event: ForestEvent = { event: 'dealt', round: 1, dealer: 0, decree: 'M11', hand }
    const own = moves(table(), event, 0).filter(({ to }) => to[0]?.startsWith('hand-'))
    expect(own.map(({ what }) => what)).toEqual(hand)
    expect(own.every(({ delay = 0 }, i) => i === 0 || delay > (own[i - 1]?.delay ?? 0))).toBe(true)
    const open = seen(table(), { ...event, hand: null }, null)
    expect(open.filter((line) => !line.startsWith('(?'))).toEqual(['M11: pile → decree'])
  })

  test('an event lasts until the last of its things has landed, and nothing single takes longer than 280 ms', () => {
    const all: ForestEvent[] = [
      { event: 'dealt', round: 1, dealer: 0, decree: 'M11', hand: ['B1', 'B2'] },
      { event: 'played', seat: 0, card: 'B7' },
      { event: 'exchanged', seat: 0, gave: 'M4', took: 'B10' },
      { event: 'drew', seat: 0, card: 'K8' },
      { event: 'buried', seat: 0, card: 'K8' },
      { event: 'trick', seat: 0, number: 1, treasures: 1, leads: 0 },
    ]
    const before = table({
      trick: ['B7', 'K2'],
      finished_trick: { cards: ['K4', 'K9'], leader: 1, winner: 0 },
    })
    for (const event of all) {
      for (const { ms, delay = 0 } of moves(before, event, 0)) {
        expect(ms).toBeGreaterThanOrEqual(180)
        expect(ms).toBeLessThanOrEqual(280)
        expect(delay + ms).toBeLessThanOrEqual(duration(event))
      }
    }
  })
})
