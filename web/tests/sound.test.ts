/** The graph of sounds, on an AudioContext that only writes down what is asked of it. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { perform, SOUNDS, type Sound } from '../src/lib/sounds'
import { soundsOf } from '../src/games/forest/moves'
import type { ForestView } from '../src/lib/api/types'

class Param {
  value = 0
  peak = 0
  setValueAtTime(value: number) {
    this.peak = Math.max(this.peak, value)
  }
  exponentialRampToValueAtTime(value: number) {
    // to nothing, an exponential ramp throws in a browser
    if (value <= 0) throw new RangeError('not above 0')
    this.peak = Math.max(this.peak, value)
  }
}

class Node {
  to: Node[] = []
  gain = new Param()
  frequency = new Param()
  Q = new Param()
  buffer: unknown = null
  from: number | null = null
  until: number | null = null
  constructor(readonly kind: string) {}
  connect(node: Node) {
    this.to.push(node)
    return node
  }
  start(at: number) {
    this.from = at
  }
  stop(at: number) {
    this.until = at
  }
}

class Fake {
  made: Node[] = []
  state = 'running'
  currentTime = 5
  sampleRate = 8000
  destination = new Node('destination')
  resume = vi.fn(() => Promise.resolve())
  buffers = 0
  #make(kind: string) {
    const node = new Node(kind)
    this.made.push(node)
    return node
  }
  createGain = () => this.#make('gain')
  createOscillator = () => this.#make('tone')
  createBiquadFilter = () => this.#make('band')
  createBufferSource = () => this.#make('noise')
  createBuffer(_: number, length: number) {
    this.buffers++
    const samples = new Float32Array(length)
    return { getChannelData: () => samples }
  }
  get sources() {
    return this.made.filter(({ kind }) => kind === 'tone' || kind === 'noise')
  }
}

/** All ways from `node` end at `end`. */
function reaches(node: Node, end: Node): boolean {
  return node === end || (node.to.length > 0 && node.to.every((next) => reaches(next, end)))
}

let fake: Fake
const context = () => fake as unknown as AudioContext

beforeEach(() => {
  fake = new Fake()
})

describe.each(SOUNDS)('%s', (sound) => {
  test('every source starts now or soon, stops by itself within a second, and is heard', () => {
    const out = new Node('out')
    perform(context(), out as unknown as AudioNode, sound, 5)
    expect(fake.sources.length).toBeGreaterThan(0)
    for (const source of fake.sources) {
      expect(source.from).toBeGreaterThanOrEqual(5)
      expect(source.until).toBeGreaterThan(source.from ?? Infinity)
      expect(source.until).toBeLessThanOrEqual(6)
      expect(reaches(source, out)).toBe(true)
    }
  })

  test('it never clips, however its parts fall together', () => {
    perform(context(), new Node('out') as unknown as AudioNode, sound, 5)
    const gains = fake.made.filter(({ kind }) => kind === 'gain')
    const loud = fake.sources.map((source) => ({
      ...source,
      level: source.to[0]?.gain.peak || source.to[0]?.to[0]?.gain.peak || 0,
    }))
    expect(gains.length).toBe(fake.sources.length)
    for (const { from } of loud) {
      const together = loud.filter(
        (other) => (other.from ?? 0) <= (from ?? 0) && (other.until ?? 0) > (from ?? 0),
      )
      expect(together.reduce((sum, { level }) => sum + level, 0)).toBeLessThanOrEqual(1.3)
    }
  })
})

test('noise is made once', () => {
  const out = new Node('out') as unknown as AudioNode
  perform(context(), out, 'card', 0)
  perform(context(), out, 'sweep', 1)
  expect(fake.buffers).toBe(1)
})

test('what is heard when', () => {
  const view = (done: boolean) =>
    ({ finished_trick: done ? { cards: ['K4', 'K9'], leader: 1, winner: 0 } : null }) as unknown as ForestView
  const heard = (event: Parameters<typeof soundsOf>[1], done = false): Sound[] => soundsOf(view(done), event)
  expect(heard({ event: 'played', seat: 0, card: 'B7' })).toEqual(['card'])
  expect(heard({ event: 'played', seat: 0, card: 'B7' }, true)).toEqual(['sweep', 'card'])
  expect(heard({ event: 'trick', seat: 0, number: 1, treasures: 1, leads: 0 })).toEqual(['treasure'])
  expect(heard({ event: 'trick', seat: 0, number: 1, treasures: 0, leads: 0 })).toEqual([])
  expect(heard({ event: 'kept', seat: 0 })).toEqual([])
})

describe('the speaker', () => {
  const store = (kept: string | null = null) => ({ getItem: () => kept, setItem: vi.fn() })
  /** Runes are plain values where no component is. */
  vi.stubGlobal('$state', <T>(value: T) => value)
  vi.stubGlobal('localStorage', store())
  const load = async () => (await import('../src/lib/sound.svelte')).Speaker

  test('is silent until the first gesture, then heard through one volume', async () => {
    const Speaker = await load()
    const open = vi.fn(context)
    const speaker = new Speaker(open, store('{"on":true,"volume":0.25}'))
    speaker.play('card')
    expect(open).not.toHaveBeenCalled()
    speaker.wake()
    speaker.wake()
    expect(open).toHaveBeenCalledTimes(1)
    speaker.play('card')
    const [volume] = fake.made
    expect(volume?.gain.value).toBe(0.25)
    expect(fake.sources.every((source) => reaches(source, fake.destination))).toBe(true)
    speaker.set({ volume: 0.5 })
    expect(volume?.gain.value).toBe(0.5)
  })

  test('off, or at nothing, nothing is made', async () => {
    const Speaker = await load()
    const kept = store()
    const speaker = new Speaker(context, kept)
    speaker.wake()
    speaker.set({ on: false })
    speaker.play('turn')
    speaker.set({ on: true, volume: 0 })
    speaker.play('turn')
    expect(fake.sources).toEqual([])
    expect(kept.setItem).toHaveBeenLastCalledWith('renardiere.sound', '{"on":true,"volume":0}')
  })

  test('a suspended context is resumed; a browser without sound is no trouble; nonsense is not kept', async () => {
    const Speaker = await load()
    const speaker = new Speaker(context, store('{"on":3,"volume":7}'))
    expect([speaker.on, speaker.volume]).toEqual([true, 0.6])
    fake.state = 'suspended'
    speaker.wake()
    speaker.play('card')
    expect(fake.resume).toHaveBeenCalled()
    const mute = new Speaker(() => {
      throw new Error('none')
    }, store('not json'))
    mute.wake()
    mute.play('card')
  })
})
