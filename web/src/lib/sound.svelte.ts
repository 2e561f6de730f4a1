/** Whether and how loud the house sounds (this browser keeps it), and the one output of it all. */
import { perform, type Sound } from './sounds'

const KEY = 'renardiere.sound'

interface Kept {
  on: boolean
  /** From 0 to 1. */
  volume: number
}

type Context = Pick<AudioContext, 'state' | 'resume' | 'currentTime' | 'destination'> & BaseAudioContext

export class Speaker {
  on = $state(true)
  volume = $state(0.6)
  #context: Context | null = null
  #out: GainNode | null = null

  constructor(
    private readonly open: () => Context,
    private readonly store: Pick<Storage, 'getItem' | 'setItem'>,
  ) {
    try {
      const kept = JSON.parse(store.getItem(KEY) ?? '{}') as Partial<Kept>
      if (typeof kept.on === 'boolean') this.on = kept.on
      if (typeof kept.volume === 'number' && kept.volume >= 0 && kept.volume <= 1) this.volume = kept.volume
    } catch {
      // what cannot be read is not kept
    }
  }

  /** This browser has something to sound with. */
  get able(): boolean {
    return 'AudioContext' in globalThis
  }

  /** Browsers let a page be heard from the first gesture on. */
  wake(): void {
    if (!this.on || this.#context) return
    try {
      this.#context = this.open()
    } catch {
      return // a browser without sound
    }
    this.#out = this.#context.createGain()
    this.#out.gain.value = this.volume
    this.#out.connect(this.#context.destination)
  }

  /** Where to sound; null while nothing is to be heard. */
  get output(): { context: BaseAudioContext; node: AudioNode } | null {
    if (!this.on || this.volume === 0 || !this.#context || !this.#out) return null
    if (this.#context.state === 'suspended') void this.#context.resume()
    return { context: this.#context, node: this.#out }
  }

  play(sound: Sound): void {
    const out = this.output
    if (out) perform(out.context, out.node, sound, out.context.currentTime)
  }

  set(change: Partial<Kept>): void {
    Object.assign(this, change)
    if (this.#out) this.#out.gain.value = this.volume
    this.store.setItem(KEY, JSON.stringify({ on: this.on, volume: this.volume } satisfies Kept))
  }
}

export const speaker = new Speaker(() => new AudioContext(), localStorage)

/** Listen for the first gesture; returns how to stop. */
export function awaitGesture(): () => void {
  const wake = () => speaker.wake()
  for (const gesture of GESTURES) addEventListener(gesture, wake, { capture: true })
  return () => {
    for (const gesture of GESTURES) removeEventListener(gesture, wake, { capture: true })
  }
}
const GESTURES = ['pointerup', 'keydown'] as const
