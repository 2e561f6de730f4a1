/** Maître Renard alone: what a sack would have counted, the box by lamplight, and the lesson's steps and its trial. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Course } from '../src/games/maitre/lesson/course.svelte'
import { ask, STEPS } from '../src/games/maitre/lesson/questions'
import { pictureOf } from '../src/games/maitre/practice/box.svelte'
import { counted } from '../src/games/maitre/practice/found'
import { nearText } from '../src/games/maitre/search/say'
import { progressIn } from '../src/lesson/progress'
import { LOOT } from '../src/yard/outlines'

vi.mock('$lib/connection.svelte', () => ({ connection: { live: {} } }))

const store = vi.hoisted(() => {
  const plain = (value: unknown) => value
  vi.stubGlobal('$state', Object.assign(plain, { raw: plain }))
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return kept
})
beforeEach(() => store.clear())

test('a sack alone counts what it counts at a table: missions once each, others against them, never below nothing', () => {
  const missions = ['hen', 'cow', 'fish']
  expect(counted(['hen', 'cow', 'fish'], missions)).toEqual({ found: 3, wrong: 0, ruses: 0, score: 3 })
  expect(counted(['hen', 'hen', 'fish', 'pig'], missions)).toEqual({ found: 2, wrong: 2, ruses: 0, score: 0 })
  expect(counted(['pig', 'pig', 'goose'], missions)).toEqual({ found: 0, wrong: 3, ruses: 0, score: 0 })
})

test('by lamplight one is told what is in the hand, or lies nearest, on the side where one sees it', () => {
  const picture = pictureOf([
    ['hand', 100, 100, 0, 0],
    ['pig', 101, 100, 0, 5],
    ['hen', 130, 90, 0, 0],
    ['cow', 100, 140, 90, 0],
  ])
  expect(picture.hands).toEqual([{ x: 100, y: 100 }])
  expect(picture.tokens[2]).toEqual({ kind: 'cow', x: 100, y: 140, angle: 90, hand: null, sack: null })
  expect(picture.tokens[0]).toMatchObject({ kind: 'pig', hand: null, sack: 0 })
  // the right of the box is above, where it stands upright
  expect(nearText(picture, false)).toMatch(/hen.*right|poule.*droite/)
  expect(nearText(picture, true)).toMatch(/hen.*above|poule.*au-dessus/)
  const below = pictureOf([
    ['hand', 100, 100, 0, 0],
    ['fish', 100, 70, 0, 0],
  ])
  expect(nearText(below, true)).toMatch(/fish.*right|poisson.*droite/)
  const held = pictureOf([
    ['hand', 100, 100, 0, 0],
    ['hen', 130, 90, 0, 1],
    ['cow', 100, 101, 0, 0],
  ])
  expect(nearText(held, false)).toMatch(/your hand.*hen|main.*poule/)
})

describe('the lesson', () => {
  const names = (course: Course, right = true) => {
    const { kind, choices } = course.question ?? { kind: LOOT[0], choices: LOOT }
    course.name(right ? kind : (choices.find((choice) => choice !== kind) ?? kind))
  }

  test('ten tokens among two, four and eight; a lamp; the dark; ten on trial, each another than the last', () => {
    expect(STEPS.map(({ id }) => id).join(' ')).toBe(
      '0 1 2 3 4 5 6 7 8 9 lit dark t0 t1 t2 t3 t4 t5 t6 t7 t8 t9',
    )
    const course = new Course(() => 0)
    const [among, kinds]: [number[], string[]] = [[], []]
    for (course.next(); !course.over;) {
      if (course.question) {
        among.push(course.question.choices.length)
        kinds.push(course.question.kind)
        names(course)
        course.next()
      } else course.next(true)
    }
    expect(among).toEqual([2, 2, 2, 4, 4, 4, 8, 8, 8, 8, ...Array<number>(10).fill(8)])
    expect(kinds.slice(1, 10).every((kind, i) => kind !== kinds[i])).toBe(true)
    expect(course.result).toEqual({ right: 10, quick: 10 })
    expect(ask(2, 'hen', () => 0).kind).not.toBe('hen')
  })

  test('on trial time begins with the first turn; six seconds are in time, more is not, nor is what is wrong', () => {
    let now = 0
    store.set('renardiere.lesson.maitre', '{"at":"t0","done":["3"]}')
    const course = new Course(() => now)
    const one = (wait: number | null, seconds: number, right = true) => {
      course.next()
      if (wait !== null) {
        now += 1000 * wait
        course.turns()
      }
      now += 500 * seconds
      course.turns() // turned further: that is no new beginning
      now += 500 * seconds
      names(course, right)
      return [course.quick, course.took]
    }
    expect(one(60, 6)).toEqual([true, 6])
    expect(one(0, 6.001)).toEqual([false, 6.001])
    expect(one(0, 1, false)).toEqual([false, 1])
    course.next()
    now += 7000
    names(course)
    expect(course.quick).toBe(false) // never turned, and looked at for long
    expect(course.result).toEqual({ right: 3, quick: 1 })
  })

  test('it is kept where one is: a box that is left is offered again, what was said is not asked again', () => {
    store.set('renardiere.lesson.maitre', '{"at":"9","done":[]}')
    const course = new Course(() => 0)
    course.next()
    names(course)
    expect(progressIn('maitre')).toEqual({ at: 'lit', done: ['9'] })
    course.next()
    const back = new Course(() => 0)
    expect([back.begun, back.step?.id]).toEqual([false, 'lit'])
    back.next(false)
    expect([back.begun, back.step?.id]).toEqual([true, 'lit'])
    back.next(true)
    expect(progressIn('maitre')?.at).toBe('dark')
    store.set('renardiere.lesson.maitre', '{"at":null,"done":["t1","qt1","t2"]}')
    const ended = new Course(() => 0)
    expect([ended.over, ended.result]).toEqual([true, { right: 2, quick: 1 }])
    store.set('renardiere.lesson.maitre', '{"at":"nowhere","done":[]}')
    expect(new Course(() => 0).at).toBe(0)
  })
})
