/** « Lire à voix haute »: what stands on the screen, said by the device's own voice, if one wishes it and it has one. */
import { settings } from './settings.svelte'
import { spoken, voiceFor } from './spoken'

const KEY = 'renardiere.aloud'

function engine(): SpeechSynthesis | null {
  return 'speechSynthesis' in globalThis && 'SpeechSynthesisUtterance' in globalThis ? speechSynthesis : null
}

class Aloud {
  /** The wish of whoever uses this browser. */
  on = $state(false)
  #voices = $state.raw<readonly SpeechSynthesisVoice[]>([])
  readonly #voice = $derived(voiceFor(this.#voices, settings.language))

  /** What is still to be said, a sentence for each slot. */
  #waiting = new Map<string, string>()
  /** Held on to: some browsers forget an utterance that nobody holds, and its end never comes. */
  #speaking: SpeechSynthesisUtterance | null = null

  constructor() {
    this.on = localStorage.getItem(KEY) === 'yes'
    const voices = engine()
    if (!voices) return
    const look = () => (this.#voices = voices.getVoices())
    look()
    voices.addEventListener?.('voiceschanged', look)
    addEventListener('pagehide', () => this.stop())
  }

  /** There is a voice for the page's language. */
  get available(): boolean {
    return this.#voice !== null
  }

  set(on: boolean): void {
    this.on = on
    localStorage.setItem(KEY, on ? 'yes' : 'no')
    if (!on) this.stop()
  }

  /** Say this when what is being said is said. Of what waits in a slot only the latest is worth saying. */
  say(slot: string, text: string): void {
    if (!this.on || !this.#voice || !text.trim()) return
    this.#waiting.delete(slot)
    this.#waiting.set(slot, text)
    if (!this.#speaking) this.#next()
  }

  /** Be silent. */
  stop(): void {
    this.#waiting.clear()
    this.#speaking = null
    engine()?.cancel()
  }

  #next(): void {
    const [first] = this.#waiting
    const voice = this.#voice
    this.#speaking = null
    if (!first || !voice) return
    const [slot, text] = first
    this.#waiting.delete(slot)
    const utterance = new SpeechSynthesisUtterance(spoken(text, settings.language))
    utterance.voice = voice
    utterance.lang = voice.lang
    const ended = () => this.#speaking === utterance && this.#next()
    utterance.addEventListener('end', ended)
    utterance.addEventListener('error', ended)
    this.#speaking = utterance
    engine()?.speak(utterance)
  }
}

export const aloud = new Aloud()
