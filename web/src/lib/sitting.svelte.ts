/**
 * Somebody at a table with a hand of cards: who is drawn where, what is to be decided, the card that is looked at, and
 * how it is played. Made while a table's component is, and lives as long.
 */
import { tick } from 'svelte'
import { connection } from './connection.svelte'
import type { AnyGame } from './game'
import { Hang } from './hang.svelte'
import { m } from './paraglide/messages'
import { settings } from './settings.svelte'
import type { TableModel } from './table.svelte'
import { seatName } from './words'

export class Sitting {
  /** The seat drawn below: one's own; after a device changed hands, still the last one's. */
  below = $state(0)
  /** The hand as it is drawn. */
  hand = $state.raw<{ focus(card?: string | null): void }>()
  /** With one tap what was touched hangs before it is done. */
  readonly hang = new Hang()
  /** Says something aloud. */
  tell: (text: string) => void = () => undefined

  readonly model = $derived.by(() => this.table())
  readonly seat = $derived(this.model.seat)
  readonly view = $derived(this.model.front)
  /** The next one, clockwise; of two, the other. */
  readonly above = $derived.by(() => (this.below + 1) % this.model.info.seats.length)
  readonly names = $derived.by((): readonly string[] =>
    this.model.info.seats.map((_, seat) => this.label(seat)),
  )
  /** One's action that waits, be it for the network. */
  readonly held = $derived(connection.held)
  /** It is one's turn, and what is seen is not still the round before. */
  readonly due = $derived(this.model.myTurn && this.view !== null && this.view === this.model.view)
  readonly deciding = $derived(this.due && connection.status.pending === null)
  readonly cards = $derived.by(() =>
    this.seat === null ? [] : this.game.hand(this.view, this.seat, this.deciding),
  )
  #wish = $state<string | null>(null)
  /** The card that is looked at. */
  readonly card = $derived(this.cards.find(({ id }) => id === this.#wish))
  readonly chosen = $derived(this.card?.id ?? null)
  /** What is to be decided: the same when somebody else has only done their part of it. */
  readonly #matter = $derived.by(() => {
    const { view, seat } = this
    if (!this.deciding || !view || seat === null) return view
    return [
      view.phase,
      ...(view.legal[seat] ?? []),
      '|',
      ...(('hands' in view && view.hands[seat]) || []),
    ].join(' ')
  })
  readonly direct = $derived.by(() => settings.oneTap && this.view !== null && this.game.plays(this.view))
  readonly hint = $derived(this.model.hint === 'asked' ? null : this.model.hint)
  #cameFromHand = false

  constructor(
    private readonly table: () => TableModel,
    readonly game: AnyGame,
  ) {
    $effect.pre(() => {
      if (this.seat !== null) this.below = this.seat
    })
    $effect(() => {
      void this.#matter
      this.#wish = null
    })
    $effect(() => {
      if (!this.deciding) this.hang.cancel()
      return () => this.hang.cancel()
    })
    // The card that had the focus is gone: it comes back to the hand when there is something to decide.
    $effect(() => {
      if (!this.deciding || !this.#cameFromHand) return
      this.#cameFromHand = false
      void tick().then(() => {
        if (document.activeElement === document.body) this.hand?.focus()
      })
    })
  }

  /** A seat's name; null for the one that is spoken to. */
  speak = (seat: number): string | null =>
    seat === this.seat && !this.model.shared ? null : seatName(this.model.info, seat)

  label = (seat: number): string => this.speak(seat) ?? m.you()

  act = (action: string): void => {
    this.#cameFromHand = true
    this.model.act(action)
    this.#wish = null
  }

  play(id: string): void {
    if (!this.view) return
    if (!this.direct) {
      this.act(this.game.actionOf(this.view, id))
      return
    }
    this.#wish = id
    this.hang.start(id, () => {
      if (this.view && this.cards.some((card) => card.id === id && card.playable))
        this.act(this.game.actionOf(this.view, id))
    })
  }

  choose(id: string | null): void {
    if (this.hang.what !== null && id !== this.hang.what) this.hang.cancel()
    this.#wish = this.hang.what ?? id
    const why = id !== null && this.deciding ? this.cards.find((card) => card.id === id)?.reason : undefined
    if (id !== null && why) this.tell(m.refused_card({ card: this.game.cardName(id), reason: why }))
  }

  letGo = (): void => {
    this.hang.cancel()
    this.#wish = null
  }

  /** What one had better do; `text` words it. */
  async askHint(text: () => string): Promise<void> {
    await this.model.askHint()
    if (!this.hint || !this.deciding) return
    const { action } = this.hint
    this.#wish = this.game.cardOf(action)
    this.tell(text())
    await tick()
    this.game.aim?.(action)
    this.hand?.focus(this.#wish)
  }

  /** Dealt, drawn or taken, and not shown yet. */
  coming = (id: string): boolean => {
    const { shown } = this.model
    if (this.seat === null || shown === null) return false
    return !this.game.hand(shown, this.seat, false).some((card) => card.id === id)
  }
}
