/** Maître Renard after the stop: what tokens count, what is seen between two views, the film, the missions that are due. */
import { expect, test } from 'vitest'
import type { MaitreEvent, MaitreView } from '../src/lib/api/types'
import { dealing } from '../src/games/maitre/dealing'
import { momentsOf, picturesOf } from '../src/games/maitre/film'
import { step } from '../src/games/maitre/step'
import { inShownOrder, isCounted } from '../src/games/maitre/story'
import { isGuarded, judged, worthOf } from '../src/games/maitre/tokens'
import { agesOf, seatsOf, termsOf, wished } from '../src/games/maitre/wish'
import { verify } from '../src/replay/verify'

const whys = (tokens: string[]) => judged(tokens, ['hen', 'cow', 'pig']).map(({ why }) => why)

test('§ 6 each mission once, all other loot against it; § 5 a ruse works alone', () => {
  expect(whys(['hen', 'hen', 'goose', 'fox'])).toEqual(['found', 'twin', 'stray', 'fox'])
  expect(whys(['hen', 'fox', 'hammer'])).toEqual(['found', 'tangled', 'tangled'])
  const worth = (tokens: string[]) => judged(tokens, ['hen', 'cow', 'pig']).map(worthOf)
  expect(worth(['hen', 'hen', 'goose', 'fox'])).toEqual([1, -1, -1, 1])
  expect(worth(['cow', 'snake', 'hammer'])).toEqual([1, 0, 0])
  expect([isGuarded(['cow', 'hammer']), isGuarded(['hammer', 'fox']), isGuarded(null)]).toEqual([
    true,
    false,
    false,
  ])
})

const BEFORE = {
  round: 3,
  missions: ['hen', 'cow', 'pig'],
  sacks: [
    ['hen', 'snake'],
    ['cow', 'cow', 'pig'],
  ],
  stolen: [null, null],
  thieves: [0],
  eggs: [2, 5],
  counts: null,
  phase: 'steal',
  drawn: [],
} as unknown as MaitreView

test('what is stolen lies in the thief’s sack, in the notation’s order; the other keeps its twin', () => {
  const after = step(BEFORE, { event: 'stole', seat: 0, victim: 1, token: 'cow' })
  expect(after.sacks).toEqual([
    ['hen', 'cow', 'snake'],
    ['cow', 'pig'],
  ])
  expect([after.thieves, after.stolen]).toEqual([[], ['1.cow', null]])
  expect(step(BEFORE, { event: 'stole', seat: 0, victim: null, token: null }).stolen).toEqual(['-', null])
  const counts = [0, 1].map(() => ({ found: 1, wrong: 0, ruses: 0, score: 1 }))
  const counted = step(after, { event: 'round', round: 3, counts, eggs: [3, 6] })
  expect([isCounted(after), isCounted(counted), counted.eggs]).toEqual([false, true, [3, 6]])
})

test('who called the stop is told before the sacks', () => {
  const events = ['sacked', 'sacked', 'stopped', 'round'].map((event) => ({ event })) as MaitreEvent[]
  expect(inShownOrder(events).map(({ event }) => event)).toEqual(['stopped', 'sacked', 'sacked', 'round'])
  const theft = [{ event: 'stole' }, { event: 'round' }] as MaitreEvent[]
  expect(inShownOrder(theft)).toEqual(theft)
})

test('a film: places in tenths of a millimetre, what has changed, and what that means', () => {
  const film = [
    [1, 1, 2, 0, 8], // version, a hand, a hen and a fox
    [3, 0, 0, 100, 0, 200, 1, 1, 44, 1, 0, 64, 0, 2, 0, 50, 0, 60, 0, 0], // all are there
    [1, 1, 0, 100, 0, 200, 64, 1], // the hen is in the hand
    [0],
    [1, 1, 0, 100, 0, 200, 64, 5], // in its sack
    [1, 1, 0, 100, 0, 200, 64, 1], // out again
    [1, 1, 1, 44, 1, 0, 64, 0], // back in the box
  ].flat()
  const pictures = picturesOf(new Uint8Array(film))
  expect(pictures).toHaveLength(6)
  expect(pictures[0]?.hands).toEqual([{ x: 10, y: 20 }])
  expect(pictures[0]?.tokens).toEqual([
    { kind: 'hen', x: 30, y: 25.6, angle: 90, hand: null, sack: null },
    { kind: 'fox', x: 5, y: 6, angle: 0, hand: null, sack: null },
  ])
  expect(momentsOf(pictures).map(({ at, did }) => [at, did])).toEqual([
    [1, 'grips'],
    [3, 'sacks'],
    [4, 'takes_back'],
    [5, 'lets_go'],
  ])
  expect(picturesOf(new Uint8Array([2, 1, 2]))).toEqual([])
})

test('missions follow from the cycle: three, three others, two and one that stays, then all anew', () => {
  const last = (stop: number) => stop - 1 // nothing changes places
  const first = dealing.due(last, [], {})
  expect(first).toBe('deal | goose hen horse')
  expect(dealing.due(last, ['deal | hen goose horse'], {})).toBe('deal | cow pig sheep')
  const two = ['deal | hen goose horse', 'deal | cow pig sheep']
  expect(dealing.due(last, two, {})).toBe('deal | cheese fish sheep')
  expect(dealing.due(last, [...two, 'deal | cheese fish sheep'], {})).toBe(first)
  expect(dealing.canonical('deal | horse  hen\tgoose')).toBe(first)
  expect(verify({ tags: {}, deals: [] }, dealing).why).toBe('no_commit')
})

test('a new table: people first, bots are older than all of them, and as fast as they are', () => {
  const wish = { ...wished(), players: 4, bots: 1, ages: [2, 0, 1], speeds: [130, 100, 60, 90], byEar: true }
  expect(agesOf(wish, 'friend')).toEqual([3, 2, 0, 1])
  expect(termsOf(wish, 'friend')).toEqual({
    options: { players: '4', target: '10', ages: '3,2,0,1' },
    speeds: [130, 100, 60, 100],
    by_ear: true,
  })
  const seats = seatsOf(wish, 'friend', { who: 'me', name: 'Alix' }, 2)
  expect(seats.map(({ who }) => who)).toEqual(['me', 'open', 'open', 'bot'])
  expect(agesOf(wish, 'bot')).toEqual([1, 2, 3, 0])
})
