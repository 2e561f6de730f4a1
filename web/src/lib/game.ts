/** What a game with hands of cards brings to its table: what its cards do, its sentences, what is seen to move. */
import type { AnyEvent, AnyView, Problem } from './api/types'
import type { Flight } from './flights'
import type { KeyName, Told } from './keys'
import type { Sound } from './sounds'
import type { TableModel } from './table.svelte'
import type { HandCard } from '../parts/Hand.svelte'

/** A seat's name, or null for the seat that is spoken to. */
export type Name = (seat: number) => string | null

/** A seat's name, whoever it is. */
export type Label = (seat: number) => string

export interface CardGame<V, E> {
  /** One's own cards; none for the moment in which they have not arrived yet. */
  hand(view: V | null, seat: number, deciding: boolean): HandCard[]
  /** What choosing this card does now, as the notation writes it. */
  actionOf(view: V, card: string): string
  /** The card that an action is about. */
  cardOf(action: string): string
  cardName(card: string): string
  /** Shows the rest of an action, beside its card: what a hint names is seen where it would be done. */
  aim?(action: string): void
  /** Whether that is still what is about to be done. */
  aims?(action: string): boolean
  /** What the chosen card would do, or why it can't be chosen. */
  advice(view: V, card: HandCard, deciding: boolean, seat: number, name: Name): string
  /** What one may touch, as long as nothing is chosen. */
  touch(view: V): string
  /** Whether a card is what is being decided about: one tap may do it. */
  plays(view: V): boolean
  /** What somebody else's card has just done beside being played; '' for all that is seen as plainly. */
  news?(event: E, label: Label): string
  /** What is to be decided now, for whoever decides it. */
  prompt(view: V, seat: number, label: Label): string
  /** What somebody else is deciding. */
  awaited(view: V, name: string): string
  /** What has been decided, and waits to be sent. */
  waiting(action: string, label: Label): string
  /** A refused action that is the game's own to explain; null if it is not. */
  problem(problem: Problem): string | null
  /** What happened, after all this. */
  happened(event: E, name: Name, before: readonly E[]): string
  /** What is asked for, said again. */
  told(what: Exclude<Told, 'hand' | 'turn'>, view: V, label: Label, model: TableModel): string
  handText(cards: readonly string[]): string
  /** What keys do here, where that is not what they do at a table of tricks. */
  keys?: Partial<Record<KeyName, () => string>>
  moves(before: V, event: E, viewer: number | null): Flight[]
  sounds(before: V, event: E): Sound[]
}

export type AnyGame = CardGame<AnyView, AnyEvent>
