/** Frames made audible, and tangible where a device can tremble: plain Web Audio, through the house's one switch. */
import { speaker } from '$lib/sound.svelte'
import type { Felt } from './frame'
import { Listener, type Heard, type Stroke } from './hear'

type Out = NonNullable<typeof speaker.output>

const TONE = 0.22
/** Seconds in which the tone follows: no click of its own, and well within a frame. */
const GLIDE = 0.012
const PAN = { thumb: -0.8, finger: 0.8 } as const

export class Ear {
  #listener = new Listener()
  #tone: { context: BaseAudioContext; source: OscillatorNode; gain: GainNode } | null = null

  /** A frame has come; `way`: which way the token turns. */
  hear(felt: Felt, way: number): Heard {
    const heard = this.#listener.hear(felt, way)
    const out = speaker.output
    if (out) {
      this.#sing(out, heard.tone)
      for (const stroke of heard.strokes) strike(out, stroke)
    } else this.silence()
    if (heard.strokes.length) tremble(heard.strokes)
    return heard
  }

  /** The hand is empty. */
  silence(): void {
    const tone = this.#tone
    this.#tone = null
    if (!tone) return
    const { context, source, gain } = tone
    gain.gain.setTargetAtTime(0, context.currentTime, GLIDE)
    source.stop(context.currentTime + 10 * GLIDE)
  }

  #sing(out: Out, pitch: number | null): void {
    if (pitch === null) return this.silence()
    const { context } = out
    const now = context.currentTime
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

/** A corner clicks for 3 ms, a hollow is a thud at 120 Hz; on the side of the finger that felt it. */
function strike({ context, node }: Out, { what, side, strength }: Stroke): void {
  const now = context.currentTime
  const [pitch, lasts, level] =
    what === 'corner' ? [2400, 0.003, 0.3 + 0.5 * strength] : [120, 0.12, 0.4 + 0.4 * strength]
  const [source, gain] = [context.createOscillator(), context.createGain()]
  source.type = what === 'corner' ? 'square' : 'sine'
  source.frequency.setValueAtTime(pitch, now)
  gain.gain.setValueAtTime(level, now)
  gain.gain.exponentialRampToValueAtTime(0.001, now + lasts)
  source.connect(gain).connect(pan(context, PAN[side])).connect(node)
  source.start(now)
  source.stop(now + lasts)
}

/** The sound check: a note on one side. */
export function note(side: 'left' | 'right'): void {
  speaker.wake()
  const out = speaker.output
  if (!out) return
  const { context, node } = out
  const now = context.currentTime
  const [source, gain] = [context.createOscillator(), context.createGain()]
  source.type = 'triangle'
  source.frequency.setValueAtTime(side === 'left' ? 330 : 440, now)
  gain.gain.setValueAtTime(0.4, now)
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.5)
  source
    .connect(gain)
    .connect(pan(context, side === 'left' ? -1 : 1))
    .connect(node)
  source.start(now)
  source.stop(now + 0.5)
}

function pan(context: BaseAudioContext, to: number): StereoPannerNode {
  const panner = context.createStereoPanner()
  panner.pan.setValueAtTime(to, context.currentTime)
  return panner
}

/** Nothing that is not heard, too. */
function tremble(strokes: readonly Stroke[]): void {
  const hollow = strokes.some(({ what }) => what === 'hollow')
  // missing on many devices
  ;(navigator as Partial<Pick<Navigator, 'vibrate'>>).vibrate?.(hollow ? 30 : 8)
}
