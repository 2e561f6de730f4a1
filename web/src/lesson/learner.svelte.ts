/** Whoever learns, at the table of a step: what there is to decide, the card that is looked at. Made while it is drawn. */
import { tick } from 'svelte'
import type { CardGame } from '$lib/game'
import { LEARNER, type Walk } from './walk.svelte'

export type LessonGame<V, E> = Pick<
  CardGame<V, E>,
  'hand' | 'actionOf' | 'advice' | 'touch' | 'prompt' | 'awaited' | 'happened'
>

export class Learner<V extends { to_act: number[] }, E> {
  readonly seat = LEARNER
  readonly below = LEARNER
  readonly above = LEARNER + 1
  /** The hand as it is drawn. */
  hand = $state.raw<{ focus(): void }>()
  /** What was said of the last touch, where that is more than the card. */
  said = $state('')
  /** Where the focus goes when what had it is gone. */
  focus: () => void = () => this.hand?.focus()
  #wish = $state<string | null>(null)

  readonly walk = $derived.by(() => this.step())
  /** Where the learner stands, and what the table shows. */
  readonly view = $derived(this.walk.view)
  readonly shown = $derived(this.walk.shown)
  readonly deciding = $derived(this.walk.deciding && this.view.to_act.includes(LEARNER))
  readonly cards = $derived.by(() => this.game.hand(this.view, LEARNER, this.deciding))
  /** The card that is looked at. */
  readonly card = $derived(this.cards.find(({ id }) => id === this.#wish))
  readonly chosen = $derived(this.card?.id ?? null)

  constructor(
    private readonly step: () => Walk<V, E>,
    readonly game: LessonGame<V, E>,
    readonly names: () => readonly string[],
  ) {
    $effect(() => {
      void this.view
      this.#wish = null
    })
  }

  label = (seat: number): string => this.names()[seat] ?? ''

  /** A seat's name; null for the one that is spoken to. */
  speak = (seat: number): string | null => (seat === LEARNER ? null : this.label(seat))

  act = (action: string): void => {
    this.walk.act(action)
    // the card that had the focus is gone
    if (this.deciding) void tick().then(() => this.focus())
  }

  choose = (id: string | null): void => {
    this.said = ''
    this.#wish = id
  }

  letGo = (): void => this.choose(null)

  tell = (text: string): void => void (this.said = text)
}
