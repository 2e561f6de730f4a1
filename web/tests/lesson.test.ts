import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ForestEvent, ForestView } from '../src/lib/api/types'
import { STEPS } from '../src/games/forest/lesson/steps'
import { step } from '../src/games/forest/step'
import type { Scene } from '../src/lesson/lesson'
import { keepProgress, progressIn } from '../src/lesson/progress'

const positions = JSON.parse(
  readFileSync(new URL('../src/games/forest/lesson/positions.json', import.meta.url), 'utf8'),
) as Record<string, Scene<ForestEvent>>

/** Every moment of a position, with what was seen just before it. */
function* moments(
  scene: Scene<ForestEvent>,
  before: object = {},
): Generator<[ForestView, Scene<ForestEvent>]> {
  const view = { ...before, ...scene.view } as ForestView
  for (const next of Object.values(scene.then ?? {})) {
    yield [view, next]
    yield* moments(next, view)
  }
}

describe('the lesson of forest', () => {
  test('every position has its step, and every verdict its sentence; none is left over', () => {
    expect(STEPS.map(({ id }) => id)).toEqual(Object.keys(positions))
    for (const { id, says } of STEPS) {
      const told = [...moments(positions[id] as Scene<ForestEvent>)].map(([, { verdict }]) => verdict?.says)
      expect([id, Object.keys(says).sort()]).toEqual([id, [...new Set(told.filter(Boolean))].sort()])
    }
  })

  test('seen one by one, the events lead to what the engine says one sees', () => {
    for (const position of Object.values(positions)) {
      for (const [before, { events = [], view }] of moments(position)) {
        const shown = events.reduce((at, event) => step(at, event, 0), before)
        const after = { ...before, ...view } as ForestView
        const drawn = ({ decree, trick, finished_trick, tricks, scores, hands, pile }: ForestView) => {
          return { decree, trick, finished_trick, tricks, scores, hands, pile }
        }
        expect(drawn(shown)).toEqual(drawn(after))
      }
    }
  })

  test('the house’s cards are in no view', () => {
    for (const position of Object.values(positions)) {
      for (const [before, { view }] of moments(position)) {
        expect({ ...before, ...view }.hands[1].filter((card) => card !== '?')).toEqual([])
      }
    }
  })
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
