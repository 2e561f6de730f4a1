/**
 * What the house sounds like: paper and wood, synthesised, short and dry. Nodes of plain Web Audio only, which every
 * browser has over plain HTTP too.
 */
export type Sound = 'card' | 'sweep' | 'treasure' | 'star' | 'turn' | 'end'

export const SOUNDS: readonly Sound[] = ['card', 'sweep', 'treasure', 'star', 'turn', 'end']

/** Lay the nodes of `sound` out so that it begins at `at`; each stops by itself. */
export function perform(context: BaseAudioContext, out: AudioNode, sound: Sound, at: number): void {
  switch (sound) {
    case 'card':
      paper(context, out, { at, for: 0.06, from: 2600, to: 1500, level: 0.5 })
      wood(context, out, { at: at + 0.012, for: 0.07, pitch: 150, level: 0.5 })
      return
    case 'sweep':
      paper(context, out, { at, for: 0.2, from: 900, to: 3000, level: 0.34 })
      return
    case 'treasure':
      wood(context, out, { at, for: 0.16, pitch: 1319, level: 0.22 })
      wood(context, out, { at: at + 0.07, for: 0.22, pitch: 1760, level: 0.22 })
      return
    case 'star':
      wood(context, out, { at, for: 0.18, pitch: 1568, level: 0.16 })
      return
    case 'turn':
      wood(context, out, { at, for: 0.16, pitch: 392, level: 0.4 })
      wood(context, out, { at: at + 0.13, for: 0.24, pitch: 523, level: 0.4 })
      return
    case 'end':
      for (const [i, pitch] of [392, 494, 587, 784].entries()) {
        wood(context, out, { at: at + 0.12 * i, for: 0.3, pitch, level: 0.36 })
      }
  }
}

interface Stroke {
  at: number
  /** Seconds. */
  for: number
  level: number
}

/** Noise in a narrow band that moves: something flat slides over something flat. */
function paper(
  context: BaseAudioContext,
  out: AudioNode,
  stroke: Stroke & { from: number; to: number },
): void {
  const noise = context.createBufferSource()
  noise.buffer = rustle(context)
  const band = context.createBiquadFilter()
  band.type = 'bandpass'
  band.Q.value = 0.9
  band.frequency.setValueAtTime(stroke.from, stroke.at)
  band.frequency.exponentialRampToValueAtTime(stroke.to, stroke.at + stroke.for)
  noise.connect(band).connect(struck(context, stroke)).connect(out)
  noise.start(stroke.at)
  noise.stop(stroke.at + stroke.for)
}

/** A small bar of wood is struck: its tone, and the overtone four times as high that dies first. */
function wood(context: BaseAudioContext, out: AudioNode, stroke: Stroke & { pitch: number }): void {
  for (const [partial, share, lasts] of [
    [1, 1, 1],
    [3.93, 0.3, 0.4],
  ] as const) {
    const tone = context.createOscillator()
    const bar = { at: stroke.at, for: stroke.for * lasts, level: stroke.level * share }
    tone.frequency.value = stroke.pitch * partial
    tone.connect(struck(context, bar)).connect(out)
    tone.start(bar.at)
    tone.stop(bar.at + bar.for)
  }
}

/** There at once, and gone soon. */
function struck(context: BaseAudioContext, { at, for: lasts, level }: Stroke): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(level, at + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
  return gain
}

const rustles = new WeakMap<BaseAudioContext, AudioBuffer>()

/** A quarter of a second of noise, made once. */
export function rustle(context: BaseAudioContext): AudioBuffer {
  let buffer = rustles.get(context)
  if (!buffer) {
    buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate)
    const samples = buffer.getChannelData(0)
    for (let i = 0, seed = 1; i < samples.length; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      samples[i] = seed / 2 ** 31 - 1
    }
    rustles.set(context, buffer)
  }
  return buffer
}
