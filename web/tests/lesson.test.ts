import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DuetView, FennecsView, ForestView } from '../src/lib/api/types'
import { STEPS as DUET } from '../src/games/duet/lesson/steps'
import { step as duet } from '../src/games/duet/step'
import { STEPS as FENNECS } from '../src/games/fennecs/lesson/steps'
import { step as fennecs } from '../src/games/fennecs/step'
import { STEPS as FOREST } from '../src/games/forest/lesson/steps'
import { step as forest } from '../src/games/forest/step'
import type { Scene, Step } from '../src/lesson/lesson'
import { decline, isOffered } from '../src/lesson/offer'
import { keepProgress, progressIn } from '../src/lesson/progress'

type View = { hands: [string[], string[]] }

interface Taught {
  game: string
  steps: readonly Step[]
  step: (view: never, event: never, viewer: number) => unknown
  /** What is drawn, of which events have to lead to what the engine says. */
  drawn: (view: never) => object
}

const LESSONS: Taught[] = [
  {
    game: 'forest',
    steps: FOREST,
    step: forest,
    drawn: ({ decree, trick, finished_trick, tricks, scores, hands, pile }: ForestView) => {
      return { decree, trick, finished_trick, tricks, scores, hands, pile }
    },
  },
  {
    game: 'duet',
    steps: DUET,
    step: duet,
    drawn: ({ decree, trump, hands, token, gems, covered, forest_tokens, round }: DuetView) => {
      return { decree, trump, hands, token, gems, covered, forest_tokens, round }
    },
  },
  {
    game: 'fennecs',
    steps: FENNECS,
    step: fennecs,
    drawn: ({ columns, placed_by, hands, stars, reserve, out, took, taken, totals }: FennecsView) => {
      return { columns, placed_by, hands, stars, reserve, out, took, taken, totals }
    },
  },
]

const positionsOf = (game: string) =>
  JSON.parse(
    readFileSync(new URL(`../src/games/${game}/lesson/positions.json`, import.meta.url), 'utf8'),
  ) as Record<string, Scene<never>>

/** Every moment of a position, with what was seen just before it. */
function* moments(scene: Scene<never>, before: object = {}): Generator<[View, Scene<never>]> {
  const view = { ...before, ...scene.view } as View
  for (const next of Object.values(scene.then ?? {})) {
    yield [view, next]
    yield* moments(next, view)
  }
}

describe.each(LESSONS)('the lesson of $game', ({ game, steps, step, drawn }) => {
  const positions = positionsOf(game)

  test('every position has its step, and every verdict its sentence; none is left over', () => {
    expect(steps.map(({ id }) => id)).toEqual(Object.keys(positions))
    for (const { id, says } of steps) {
      const told = [...moments(positions[id] as Scene<never>)].map(([, { verdict }]) => verdict?.says)
      expect([id, Object.keys(says).sort()]).toEqual([id, [...new Set(told.filter(Boolean))].sort()])
    }
  })

  test('seen one by one, the events lead to what the engine says one sees', () => {
    for (const position of Object.values(positions)) {
      for (const [before, { events = [], view }] of moments(position)) {
        const shown = events.reduce<unknown>((at, event) => step(at as never, event, 0), before)
        expect(drawn(shown as never)).toEqual(drawn({ ...before, ...view } as never))
      }
    }
  })
})

test.each(['forest', 'fennecs'])('the house’s cards are in no view of %s', (game) => {
  for (const position of Object.values(positionsOf(game))) {
    for (const [before, { view }] of moments(position)) {
      expect({ ...before, ...view }.hands[1].filter((card) => card !== '?')).toEqual([])
    }
  }
})

describe('how far one has come', () => {
  const store = new Map<string, string>()
  beforeEach(() => {
    store.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
    })
  })

  test('is kept by game', () => {
    expect(progressIn('forest')).toBeNull()
    keepProgress('forest', { at: 'fox', done: ['lead', 'follow'] })
    expect(progressIn('forest')).toEqual({ at: 'fox', done: ['lead', 'follow'] })
    expect(progressIn('duet')).toBeNull()
  })

  test.each(['{', '5', '{"done": 3}', '[]'])('%s in the store is no progress', (kept) => {
    store.set('renardiere.lesson.forest', kept)
    expect(progressIn('forest')).toBeNull()
  })

  test('a lesson is offered until it is done or declined, whatever is said to another', () => {
    expect(isOffered('duet')).toBe(true)
    keepProgress('duet', { at: 'paws', done: ['follow'] })
    expect(isOffered('duet')).toBe(true)
    keepProgress('duet', { at: null, done: ['follow'] })
    expect(isOffered('duet')).toBe(false)
    decline('forest')
    decline('fennecs')
    expect(['forest', 'fennecs', 'other'].map(isOffered)).toEqual([false, false, true])
  })

  test('a store that is full or forbidden stops nobody', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('no')
      },
      setItem: () => {
        throw new Error('no')
      },
    })
    keepProgress('forest', { at: 'fox', done: [] })
    expect(progressIn('forest')).toBeNull()
  })
})
