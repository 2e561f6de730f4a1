/** A fingertip in the dark: what is heard of it, where it is thought to be, how it is led, and what is kept of a token. */
import { describe, expect, test } from 'vitest'
import { angleOf, DIRECTIONS, FLAG, type Contact, type Felt } from '../src/yard/frame'
import { Follower } from '../src/yard/follow'
import { Listener } from '../src/yard/hear'
import { move, take, turn } from '../src/yard/messages'
import { newsOf } from '../src/yard/news'
import { HEIGHT, Place } from '../src/yard/place'
import { FeltShape } from '../src/yard/shape'
import { Drag, gain, Walk } from '../src/yard/steer'

const OPPOSITE = DIRECTIONS / 2

/** A frame of an empty hand: what it touches, by direction and, where it is no edge, the normal. */
function free(flags = 0, ...touched: [direction: number, normal?: number, pressure?: number][]): Felt {
  const contacts = touched.map(
    ([direction, normal = (direction + OPPOSITE) % DIRECTIONS, pressure = 1]): Contact => ({
      direction,
      normal,
      pressure,
    }),
  )
  return { flags, sack: 0, contacts, gap: null }
}

const held = (sack = 0, flags = 0): Felt => ({ flags: flags | FLAG.held, sack, contacts: [], gap: 20 })

describe('heard', () => {
  const hear = (...frames: Felt[]) => {
    const listener = new Listener()
    return frames.map((frame) => listener.hear(frame, 0))
  }
  const strokes = (...frames: Felt[]) =>
    hear(...frames).map(({ strokes }) => strokes.map(({ what }) => what).join())

  test('a tap where something is met, on its side; a brush along it, the firmer the louder; silence at rest', () => {
    const [met, along, rests, gone] = hear(free(0, [0]), free(0, [0, 16, 3]), free(FLAG.still, [0]), free())
    expect(met?.strokes).toEqual([{ what: 'touch', pan: 0.8, strength: 0.5 }])
    expect(met?.brush).toEqual({ pan: 0.8, level: 0.5 })
    expect(along).toMatchObject({ strokes: [], brush: { level: 1 } })
    expect(rests).toMatchObject({ strokes: [], brush: null })
    expect(gone).toMatchObject({ brush: null, scrape: null, tone: null })
  })

  test('the side is as one looks at the box: turned by a quarter, its right is above', () => {
    const [left] = new Listener().hear(free(0, [8]), 0, { turned: 8, aside: 0 }).strokes
    expect(left?.pan).toBeCloseTo(-0.8)
  })

  test('what is lost for a moment is not met anew', () => {
    const none = free()
    expect(strokes(free(0, [4]), none, free(0, [4]))).toEqual(['touch', '', ''])
    expect(strokes(free(0, [4]), none, none, none, none, free(0, [4]))).toEqual([
      'touch',
      '',
      '',
      '',
      '',
      'touch',
    ])
  })

  test('a corner clicks once as the normal turns; round a curve it turns slowly, and says nothing', () => {
    const corner = [16, 16, 18, 18, 20].map((normal) => free(0, [0, normal]))
    expect(strokes(...corner)).toEqual(['touch', '', 'corner', '', ''])
    const curve = [16, 17, 17, 17, 18, 18, 18, 19].map((normal) => free(0, [0, normal]))
    expect(
      strokes(...curve)
        .slice(1)
        .join(''),
    ).toBe('')
  })

  test('touched on two sides it lies in a hollow: a thud, the first time', () => {
    const [first, , , again] = hear(free(0, [2]), free(0, [2], [10]), free(0, [2], [10]), free(0, [2]))
    expect(first?.strokes[0]?.what).toBe('touch')
    expect(strokes(free(0, [2]), free(0, [2], [10]), free(0, [2], [10]))).toEqual(['touch', 'hollow', ''])
    expect(again?.strokes).toEqual([])
  })

  test('one knock at a wall, on the side where the hand is; two in a corner of the box; a scrape as something gives way', () => {
    const listener = new Listener()
    const look = { turned: 0, aside: -1 }
    expect(listener.hear(free(FLAG.wallX), 0, look).strokes).toEqual([
      { what: 'wall', pan: -0.8, strength: 1 },
    ])
    expect(listener.hear(free(FLAG.wallX), 0, look).strokes).toEqual([])
    expect(listener.hear(free(FLAG.wallX | FLAG.wallY), 0, look).strokes).toMatchObject([{ what: 'box' }])
    expect(hear(free(FLAG.gives, [16]))[0]?.scrape).toEqual({ pan: -0.8 })
  })
})

describe('where the hand is thought to be', () => {
  const frames = (place: Place, number: number, felt = free()) => {
    for (let frame = 0; frame < number; frame++) place.feel(felt)
  }

  test('it goes as far as it was told, unless something stops it', () => {
    const place = Place.start(0, 1)
    for (let step = 0; step < 10; step++) {
      place.move(3, 0)
      place.feel(free())
    }
    frames(place, 5)
    expect([Math.round(place.x), place.y]).toEqual([54, HEIGHT / 2])
    place.move(10, 5)
    frames(place, 10, free(0, [0]))
    expect([Math.round(place.x), Math.round(place.y)]).toEqual([54, 115])
  })

  test('wedged between two things, or a thing and a wall, it stays; what gives way holds it up', () => {
    const place = Place.start(0, 1)
    place.move(10, 1)
    frames(place, 10, free(0, [3], [29]))
    expect([place.x, place.y]).toEqual([24, HEIGHT / 2])
    const cornered = Place.start(3, 1)
    cornered.move(0, 20)
    frames(cornered, 10)
    cornered.move(2, 8)
    frames(cornered, 10, free(FLAG.wallY, [31]))
    expect([Math.round(cornered.x), cornered.y]).toEqual([150, HEIGHT - 4])
    const pushing = Place.start(0, 1)
    pushing.move(8, 8)
    frames(pushing, 10, free(FLAG.gives, [0]))
    expect([pushing.x, pushing.y].map(Math.round)).toEqual([24 + 2, HEIGHT / 2 + 8])
  })

  test('no quicker than it can, and not while it holds something or feels nothing', () => {
    const [slow, quick] = [0.6, 1.5].map((speed) => Place.start(2, speed))
    for (const place of [slow, quick] as Place[]) {
      place.move(20, 0)
      place.feel(free())
    }
    expect([slow?.x, quick?.x].map((x) => (x ?? 0) - 150)).toEqual([5, 12.5])
    for (const felt of [held(), free(FLAG.numb), free(FLAG.closing)]) {
      const place = Place.start(3, 1)
      place.move(10, 10)
      frames(place, 3, felt)
      expect([place.x, place.y]).toEqual([150, 200])
    }
  })

  test('walls put it right', () => {
    const place = Place.unknown(1)
    place.move(-8, 0)
    frames(place, 4, free(FLAG.wallX))
    expect([place.x, place.y]).toEqual([4, HEIGHT / 2])
    frames(place, 1)
    expect(place.x).toBe(5)
  })
})

describe('an edge is followed by itself', () => {
  /** Round a disc, as the yard would: the pad is stopped by it, and feels it within half a millimetre. */
  function round(side: 1 | -1, frames: number) {
    const follower = new Follower(side)
    const [disc, pad] = [15, 4]
    let [x, y, around] = [0, -(disc + pad), 0]
    for (let frame = 0; frame < frames; frame++) {
      const near = Math.hypot(x, y) - disc - pad < 0.5
      const towards = (Math.atan2(-y, -x) / (2 * Math.PI)) * DIRECTIONS
      const on = follower.feel(near ? free(0, [(Math.round(towards) + DIRECTIONS) % DIRECTIONS]) : free())
      if (!on) return { around, lost: true }
      const before = Math.atan2(y, x)
      x += on.dx
      y += on.dy
      const far = Math.max(1, (disc + pad) / Math.hypot(x, y))
      ;[x, y] = [x * far, y * far]
      const turned = Math.atan2(y, x) - before
      around += Math.atan2(Math.sin(turned), Math.cos(turned))
    }
    return { around: around / (2 * Math.PI), lost: false }
  }

  test('all around, counter-clockwise or clockwise', () => {
    expect(round(1, 180).lost).toBe(false)
    expect(round(1, 180).around).toBeGreaterThan(1)
    expect(round(-1, 180).around).toBeLessThan(-1)
  })

  test('it curls back to what it has lost for a moment, and gives up what is gone', () => {
    const follower = new Follower()
    follower.feel(free(0, [8]))
    const ways = Array.from({ length: 46 }, () => follower.feel(free()))
    expect(Math.hypot(ways[0]?.dx ?? 0, ways[0]?.dy ?? 0)).toBeCloseTo(22 / 30)
    expect(Math.atan2(ways[9]?.dy ?? 0, ways[9]?.dx ?? 0)).toBeCloseTo(angleOf(0) + 1.4)
    expect(ways.map(Boolean).lastIndexOf(true)).toBe(44)
    expect(new Follower().feel(held())).toBeNull()
  })
})

describe('led', () => {
  test('a finger that goes slowly is followed closely, a quick one goes far', () => {
    expect([0, 25, 92.5, 160, 400].map(gain)).toEqual([1.2, 1.2, 2.1, 3, 3])
    const far = (px: number, ms: number) => {
      const drag = new Drag(0.16, 0)
      return Array.from({ length: 20 }, (_, i) => drag.by(px, 0, ms * (i + 1)).dx).reduce((a, b) => a + b)
    }
    expect(far(2, 16)).toBeCloseTo(20 * 2 * 0.16 * 1.2, 1)
    expect(far(40, 16)).toBeGreaterThan(20 * 40 * 0.16 * 2.6)
  })

  test('a key that is pressed for a moment is a step; two keys go between; held on, it goes on', () => {
    const walk = new Walk()
    walk.press('ArrowUp', { x: 0, y: 1 })
    walk.lift('ArrowUp')
    const went = Array.from({ length: 10 }, () => walk.go(1 / 60).dy)
    expect(went.reduce((sum, dy) => sum + dy)).toBeCloseTo(4)
    expect(went[0]).toBeCloseTo(50 / 60)
    expect(walk.walking).toBe(false)
    walk.press('ArrowUp', { x: 0, y: 1 })
    walk.press('ArrowRight', { x: 1, y: 0 })
    const { dx, dy } = walk.go(1)
    expect([dx, dy].map(Math.round)).toEqual([35, 35])
    walk.lift('ArrowUp')
    walk.fast = true
    expect(walk.go(0.1)).toEqual({ dx: 20, dy: 0 })
    walk.stop()
    expect(walk.walking).toBe(false)
  })

  test('its messages are the yard’s', () => {
    expect([...move(127.4, -3)]).toEqual([1, 127, 253])
    expect([...move(400, 0)]).toEqual([1, 127, 0])
    expect([...turn(-15)]).toEqual([5, 241])
    expect([...take(2)]).toEqual([7, 2])
  })
})

describe('what has become of the hand', () => {
  test.each([
    ['lifted', free(FLAG.closing), held()],
    ['taken', { ...free(), sack: 2 }, held(1)],
    ['missed', free(FLAG.closing), free()],
    ['sacked', held(1), { ...free(), sack: 2 }],
    ['released', held(1), { ...free(), sack: 1 }],
    ['still', free(), free(FLAG.still)],
    ['numb', held(3), free(FLAG.numb)],
    [null, held(), held(0, FLAG.still | FLAG.turning)],
    [null, free(), free(0, [3])],
    [null, null, held(2)],
  ] as const)('%s', (what, before, now) => {
    expect(newsOf(before, false, now)).toBe(what)
  })

  test('numb, it is told once, and once that it is over, also with something in the hand', () => {
    expect(newsOf(held(3), true, free(FLAG.numb))).toBeNull()
    expect(newsOf(held(3), true, held(3))).toBe('awake')
  })
})

describe('what was felt of a token', () => {
  test('is drawn on both sides, and only where it was felt', () => {
    expect(new FeltShape().path).toBe('')
    const once = new FeltShape().with(0, 20)
    expect(once.path).toBe('M-10 0h.01M10 0h.01')
    expect(once.with(1, 20)).toBe(once)
    const stroke = once.with(5, 24).path
    expect(stroke.match(/M/g)).toHaveLength(2)
    expect(stroke).toContain('M10 0 L12 1')
  })

  test('turned all around it is closed, whichever way it was turned', () => {
    let shape = new FeltShape()
    for (let turned = 0; turned > -180; turned -= 5) shape = shape.with(turned, 30)
    expect(shape.path).toMatch(/^M15 0L.*Z$/)
    expect(shape.gaps.every((gap) => gap === 30)).toBe(true)
  })
})
