/** What frames sound like: by hand where it is told how, and the golden turns for what a kind is known by. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FLAG, felt, type Felt } from '../src/yard/frame'
import { Listener, pitchOf, type Heard } from '../src/yard/hear'
import golden from './held.json'

const MOVES = FLAG.held | FLAG.turning

/** A frame by its gap in mm, and the thumb's and the finger's normal. */
function frame(gap: number, thumb = 0, finger = 16, flags: number = MOVES): Felt {
  const contacts = [thumb, finger].map((normal) => ({ direction: 0, pressure: 1, normal }))
  return { flags, sack: 0, contacts, gap }
}

function hear(frames: readonly Felt[], way = 1): Heard[] {
  const listener = new Listener()
  return frames.map((one) => listener.hear(one, way))
}

const strokes = (heard: readonly Heard[]) => heard.flatMap((one) => one.strokes)

test('the gap is heard from 220 to 880 Hz, an octave in the middle, and no further', () => {
  expect([10, 29, 48, 4, 90].map(pitchOf)).toEqual([220, 440, 880, 220, 880])
})

test('a tone while something moves; silence at rest, and with nothing in the hand', () => {
  const still = FLAG.held | FLAG.still
  expect(hear([frame(29), frame(29, 0, 16, still)]).map(({ tone }) => tone)).toEqual([440, null])
  expect(hear([frame(29, 0, 16, still | FLAG.turning)])[0]?.tone).toBe(440)
  expect(hear([{ flags: 0, sack: 2, contacts: [], gap: null }])).toMatchObject([{ tone: null, strokes: [] }])
})

describe('as a token turns counter-clockwise', () => {
  test('an edge turns along, and says nothing', () => {
    expect(strokes(hear([0, 1, 2, 3].map((step) => frame(20, step, 16 + step))))).toEqual([])
  })
  test('a corner turns the normal back: one click, on its side, the sharper the stronger', () => {
    const [blunt] = strokes(hear([frame(30, 4), frame(30, 2), frame(30, 0)]))
    expect(blunt).toEqual({ what: 'corner', pan: -0.8, strength: 0.5 })
    expect(strokes(hear([frame(30, 4, 16), frame(30, 4, 13)]))).toEqual([
      { what: 'corner', pan: 0.8, strength: 0.75 },
    ])
    expect(strokes(hear([frame(30, 4), frame(30, 2), frame(30, 0)]))).toHaveLength(1)
  })
  test('a corner that is turned slowly is one, too', () => {
    expect(strokes(hear([4, 3, 2, 1].map((normal) => frame(30, normal))))).toHaveLength(1)
  })
  test('across a hollow the normal jumps ahead: a thud, also past the last direction', () => {
    expect(strokes(hear([frame(20, 30), frame(20, 3)]))).toEqual([
      { what: 'hollow', pan: -0.8, strength: 0.5 },
    ])
  })
})

test('turned the other way, it is the other way round', () => {
  expect(strokes(hear([frame(30, 0), frame(30, 3)], -1))).toMatchObject([{ what: 'corner' }])
  expect(strokes(hear([frame(30, 3), frame(30, 0)], -1))).toMatchObject([{ what: 'hollow' }])
})

test('in a whole turn both fingers meet the same hollows; a snake has three, a hammer two, a cow five', () => {
  const thuds = (kind: 'snake' | 'hammer' | 'cow') => {
    const frames = golden.turns[kind].slice(0, 72).map((hex) => felt(Buffer.from(hex, 'hex')) as Felt)
    const all = strokes(hear([...frames.slice(-1), ...frames])).filter(({ what }) => what === 'hollow')
    return [-0.8, 0.8].map((side) => all.filter(({ pan }) => pan === side).length)
  }
  expect(thuds('snake')).toEqual([3, 3])
  expect(thuds('hammer')).toEqual([2, 2])
  // between its horns, behind them, before the head, under it, between its legs
  expect(thuds('cow')).toEqual([5, 5])
})

describe('played', () => {
  vi.stubGlobal('$state', <T>(value: T) => value)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  const vibrate = vi.fn()
  vi.stubGlobal('navigator', { vibrate })
  const asked: [string, number][] = []
  const started: string[] = []
  const param = (name: string) => ({
    setValueAtTime: (value: number) => asked.push([name, value]),
    setTargetAtTime: (value: number) => asked.push([name, value]),
    exponentialRampToValueAtTime: () => undefined,
  })
  const node = (name: string) => ({
    gain: param('gain'),
    pan: param('pan'),
    frequency: param('pitch'),
    connect: <T>(next: T) => next,
    start: () => started.push(name),
    stop: () => started.push('stop'),
  })
  const context = {
    state: 'running',
    currentTime: 3,
    destination: {},
    createOscillator: () => node('tone'),
    createGain: () => node('gain'),
    createStereoPanner: () => node('pan'),
  }
  vi.stubGlobal('AudioContext', function () {
    return context
  })
  beforeEach(() => {
    asked.length = started.length = 0
    vibrate.mockClear()
  })

  test('one tone follows the gap; a corner clicks on its side and trembles; the switch silences all at once', async () => {
    const { Ear } = await import('../src/yard/sound')
    const { speaker } = await import('../src/lib/sound.svelte')
    speaker.wake()
    const ear = new Ear()
    ear.hear(frame(29, 4), 1)
    ear.hear(frame(10, 4), 1)
    expect(asked.filter(([what]) => what === 'pitch')).toEqual([
      ['pitch', 440],
      ['pitch', 220],
    ])
    expect(started).toEqual(['tone'])
    ear.hear(frame(10, 1), 1)
    expect(asked).toContainEqual(['pitch', 2400])
    expect(asked).toContainEqual(['pan', -0.8])
    expect(vibrate).toHaveBeenCalledWith(8)
    started.length = 0
    speaker.set({ on: false })
    ear.hear(frame(10, 8), 1)
    expect(started).toEqual(['stop'])
  })

  test('a browser that knows no sides is heard in the middle', async () => {
    const { Ear } = await import('../src/yard/sound')
    const { speaker } = await import('../src/lib/sound.svelte')
    const { createStereoPanner } = context
    Reflect.deleteProperty(context, 'createStereoPanner')
    speaker.set({ on: true })
    speaker.wake()
    const ear = new Ear()
    ear.hear(frame(10, 4), 1)
    ear.hear(frame(10, 1), 1)
    expect(asked).toContainEqual(['pitch', 2400])
    expect(asked.map(([what]) => what)).not.toContain('pan')
    Object.assign(context, { createStereoPanner })
  })
})
