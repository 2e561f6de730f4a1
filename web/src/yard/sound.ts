/** Frames made audible, and tangible where a device can tremble: plain Web Audio, through the house's one switch. */
import { speaker } from '$lib/sound.svelte'
import { rustle } from '$lib/sounds'
import type { Felt } from './frame'
import { Listener, type Heard, type Look, type Stroke } from './hear'

type Out = NonNullable<typeof speaker.output>

const TONE = 0.22
/** Seconds in which the tone follows: no click of its own, and well within a frame. */
const GLIDE = 0.012
/** The band of noise that something sounds like, in Hz, and how loud it is. */
const BRUSH = { pitch: 2600, level: 0.1 }
const SCRAPE = { pitch: 480, level: 0.9 }

export class Ear {
  #listener = new Listener()
  #tone: { context: BaseAudioContext; source: OscillatorNode; gain: GainNode } | null = null
  #brush = new Rub(BRUSH.pitch)
  #scrape = new Rub(SCRAPE.pitch)

  /** A frame has come; `way`: which way the token turns. */
  hear(felt: Felt, way: number, look?: Look): Heard {
    const heard = this.#listener.hear(felt, way, look)
    const out = speaker.output
    if (out) {
      this.#sing(out, heard.tone)
      this.#brush.go(out, heard.brush && { ...heard.brush, level: BRUSH.level * heard.brush.level })
      this.#scrape.go(out, heard.scrape && { ...heard.scrape, level: SCRAPE.level })
      for (const stroke of heard.strokes) strike(out, stroke)
    } else this.silence()
    tremble(heard)
    return heard
  }

  /** Nothing is felt any more. */
  silence(): void {
    this.#brush.rest()
    this.#scrape.rest()
    const tone = this.#tone
    this.#tone = null
    if (!tone) return
    const { context, source, gain } = tone
    gain.gain.setTargetAtTime(0, context.currentTime, GLIDE)
    source.stop(context.currentTime + 10 * GLIDE)
  }

  #sing(out: Out, pitch: number | null): void {
    if (pitch === null && !this.#tone) return
    const { context } = out
    const now = context.currentTime
    if (pitch === null) {
      const tone = this.#tone
      this.#tone = null
      tone?.gain.gain.setTargetAtTime(0, now, GLIDE)
      tone?.source.stop(now + 10 * GLIDE)
      return
    }
    if (this.#tone) {
      this.#tone.source.frequency.setTargetAtTime(pitch, now, GLIDE)
      return
    }
    const [source, gain] = [context.createOscillator(), context.createGain()]
    source.type = 'triangle'
    source.frequency.setValueAtTime(pitch, now)
    gain.gain.setValueAtTime(0, now)
    gain.gain.setTargetAtTime(TONE, now, GLIDE)
    source.connect(gain).connect(out.node)
    source.start(now)
    this.#tone = { context, source, gain }
  }
}

/** A fingertip along wood: noise in a band, for as long as that lasts. */
class Rub {
  #on: {
    context: BaseAudioContext
    source: AudioBufferSourceNode
    gain: GainNode
    side: StereoPannerNode | GainNode
  } | null = null

  constructor(private readonly pitch: number) {}

  go({ context, node }: Out, how: { pan: number; level: number } | null): void {
    if (!how) return this.rest()
    const now = context.currentTime
    if (!this.#on) {
      const source = context.createBufferSource()
      const band = context.createBiquadFilter()
      const [gain, side] = [context.createGain(), pan(context, how.pan)]
      source.buffer = rustle(context)
      source.loop = true
      band.type = 'bandpass'
      band.frequency.setValueAtTime(this.pitch, now)
      gain.gain.setValueAtTime(0, now)
      source.connect(band).connect(gain).connect(side).connect(node)
      source.start(now)
      this.#on = { context, source, gain, side }
    }
    this.#on.gain.gain.setTargetAtTime(how.level, now, GLIDE)
    const { side } = this.#on
    if ('pan' in side) side.pan.setTargetAtTime(how.pan, now, GLIDE)
  }

  rest(): void {
    const on = this.#on
    this.#on = null
    if (!on) return
    on.gain.gain.setTargetAtTime(0, on.context.currentTime, GLIDE)
    on.source.stop(on.context.currentTime + 10 * GLIDE)
  }
}

/** What is struck: its pitch in Hz, how long it lasts in s, how loud it is at least, and what its strength adds. */
const STRUCK: Record<Stroke['what'], readonly [OscillatorType, number, number, number, number]> = {
  corner: ['square', 2400, 0.003, 0.3, 0.5],
  hollow: ['sine', 120, 0.12, 0.4, 0.4],
  touch: ['triangle', 1300, 0.018, 0.12, 0.4],
  wall: ['triangle', 185, 0.07, 0.1, 0.7],
  box: ['triangle', 185, 0.07, 0.1, 0.7],
}
/** Seconds from the first knock at a corner of the box to the second. */
const KNOCKS = 0.11

/** A corner clicks for 3 ms, a hollow is a thud at 120 Hz; on the side that felt it. */
function strike(out: Out, { what, pan, strength }: Stroke): void {
  const [type, pitch, lasts, least, more] = STRUCK[what]
  for (let knock = 0; knock < (what === 'box' ? 2 : 1); knock++)
    bar(out, { type, pitch, lasts, pan, level: least + more * strength, after: knock * KNOCKS })
}

interface Bar {
  type: OscillatorType
  pitch: number
  lasts: number
  level: number
  pan: number
  after?: number
}

/** There at once, and gone soon. */
function bar({ context, node }: Out, { type, pitch, lasts, level, pan: to, after = 0 }: Bar): void {
  const at = context.currentTime + after
  const [source, gain] = [context.createOscillator(), context.createGain()]
  source.type = type
  source.frequency.setValueAtTime(pitch, at)
  gain.gain.setValueAtTime(level, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts)
  source.connect(gain).connect(pan(context, to)).connect(node)
  source.start(at)
  source.stop(at + lasts)
}

/** What is done, not felt: a token comes up into the hand, slides into the sack, is put down; fingers close on nothing. */
const DONE = {
  lifted: [330, 495],
  taken: [330, 495],
  sacked: [495, 247],
  released: [330, 220],
  missed: [165],
  count: [660],
} as const

export function chime(what: keyof typeof DONE): void {
  const out = speaker.output
  if (!out) return
  for (const [i, pitch] of DONE[what].entries())
    bar(out, { type: 'sine', pitch, lasts: 0.12, level: 0.3, pan: 0, after: 0.09 * i })
}

/** The sound check: a note on one side. */
export function note(side: 'left' | 'right'): void {
  speaker.wake()
  const out = speaker.output
  const [pitch, to] = side === 'left' ? [330, -1] : [440, 1]
  if (out) bar(out, { type: 'triangle', pitch, lasts: 0.5, level: 0.4, pan: to })
}

function pan(context: BaseAudioContext, to: number): StereoPannerNode | GainNode {
  // missing in older browsers: there all is heard in the middle
  if (!(context as Partial<BaseAudioContext>).createStereoPanner) return context.createGain()
  const panner = context.createStereoPanner()
  panner.pan.setValueAtTime(to, context.currentTime)
  return panner
}

/** Milliseconds. */
const TREMBLES: Record<Stroke['what'], number | number[]> = {
  corner: 8,
  hollow: 30,
  touch: 12,
  wall: 25,
  box: [25, 60, 25],
}

/** Nothing that is not heard, too. */
function tremble({ strokes, scrape }: Heard): void {
  const what = strokes.find(({ what }) => what !== 'corner') ?? strokes[0]
  const how = what ? TREMBLES[what.what] : scrape ? 20 : null
  // missing on many devices
  if (how !== null) (navigator as Partial<Pick<Navigator, 'vibrate'>>).vibrate?.(how)
}
