/** What a thief is about to take: touched once it is looked at, touched again it is taken. */
import type { MaitreView } from '$lib/api/types'

export const NOTHING = 'steal=-'
export const stealing = (victim: number, token: string) => `steal=${victim}.${token}`

/** Whose sack an action reaches into, and for what; null: it steals nothing. */
export function lootOf(action: string): { victim: number; token: string } | null {
  const [victim, token] = action.replace('steal=', '').split('.')
  return token === undefined ? null : { victim: Number(victim), token }
}

export class Theft {
  #wish = $state<string | null>(null)
  /** What may be stolen now, by oneself. */
  readonly legal = $derived.by((): readonly string[] => {
    const { view, seat, deciding } = this.now()
    return view?.phase === 'steal' && deciding && seat !== null ? (view.legal[seat] ?? []) : []
  })
  readonly chosen = $derived.by(() => (this.#wish && this.legal.includes(this.#wish) ? this.#wish : null))

  constructor(
    private readonly now: () => { view: MaitreView | null; seat: number | null; deciding: boolean },
    private readonly act: (action: string) => void,
  ) {}

  touch = (action: string): void => {
    if (this.chosen === action) this.take()
    else this.#wish = action
  }

  take = (): void => {
    if (this.chosen) this.act(this.chosen)
    this.#wish = null
  }

  leave = (): void => this.act(NOTHING)

  letGo = (): void => {
    this.#wish = null
  }
}
