/**
 * Language, theme, size of letters and name (the server keeps them), the pace of motion and how one plays (this browser
 * keeps them).
 */
import { http } from './api/http'
import type { Me, SetMe } from './api/types'
import { overwriteGetLocale } from './paraglide/runtime'

export type Language = Me['language']
export type Theme = Me['theme']
export type TextSize = NonNullable<Me['text']>

const PACES = [0, 0.5, 1, 2] as const
const PACE_KEY = 'renardiere.pace'
const REST_KEY = 'renardiere.rest'
const REST = 1400

/** What is on or off in this browser. */
const SWITCHES = { oneTap: false, keys: true }
type Switch = keyof typeof SWITCHES

function kept(name: Switch): boolean {
  return (localStorage.getItem(`renardiere.${name}`) ?? String(SWITCHES[name])) === 'true'
}

class Settings {
  name = $state<string | null>(null)
  sleep = $state.raw<Me['sleep']>(null)
  /** There are recovery words. */
  words = $state(false)
  language = $state<Language>(document.documentElement.lang === 'en' ? 'en' : 'fr')
  theme = $state<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? 'system')
  /** The size of letters, in per cent. */
  text = $state<TextSize>(Number(document.documentElement.dataset.text ?? 100) as TextSize)
  /** How fast things move: 1 is normal, 2 twice as fast, 0 at once. */
  pace = $state<number>(1)
  /** One tap plays a card. */
  oneTap = $state(kept('oneTap'))
  /** A letter or a digit alone does something. */
  keys = $state(kept('keys'))
  /** How long a finished trick lies in sight before the next card covers it, in milliseconds. */
  rest = $state<number>(REST)

  constructor() {
    overwriteGetLocale(() => this.language)
    const kept = Number(localStorage.getItem(PACE_KEY) ?? 1)
    this.pace = (PACES as readonly number[]).includes(kept) ? kept : 1
    const rest = Number(localStorage.getItem(REST_KEY) ?? REST)
    this.rest = rest >= 0 && rest <= 10_000 ? rest : REST
  }

  /** How often something was changed: an answer to what was asked before the last time is not news. */
  #changes = 0
  #last: Promise<unknown> = Promise.resolve()

  async load(): Promise<void> {
    const changes = this.#changes
    const me = await http.get<Me>('/me')
    if (changes === this.#changes) this.#take(me)
  }

  async set(change: SetMe): Promise<void> {
    if (change.language) this.language = change.language
    if (change.theme) this.theme = change.theme
    if (change.text) this.text = change.text
    const changes = ++this.#changes
    const put = this.#last.then(() => http.put<Me>('/me', change))
    this.#last = put.catch(() => undefined) // one after the other: the last one stays
    const me = await put
    if (changes === this.#changes) this.#take(me)
  }

  setPace(pace: number): void {
    this.pace = pace
    localStorage.setItem(PACE_KEY, String(pace))
  }

  setRest(rest: number): void {
    this.rest = rest
    localStorage.setItem(REST_KEY, String(rest))
  }

  turn(name: Switch, on: boolean): void {
    this[name] = on
    localStorage.setItem(`renardiere.${name}`, String(on))
  }

  #take(me: Me): void {
    this.name = me.name
    this.sleep = me.sleep
    this.words = me.words ?? false
    this.language = me.language
    this.theme = me.theme
    this.text = me.text ?? 100
  }
}

export const settings = new Settings()

const still = matchMedia('(prefers-reduced-motion: reduce)')

/** Milliseconds of a movement at the chosen pace; 0 if nothing is to travel. */
export function travelTime(ms: number): number {
  return settings.pace === 0 ? 0 : ms / settings.pace
}

export function reducedMotion(): boolean {
  return still.matches
}
