/** What a game gives for its lesson; the frame around it is the same for every game. */
import type { Component, Snippet } from 'svelte'
import type { GameFace } from '$lib/table.svelte'
import type { Walk } from './walk.svelte'

/** What came of a position: the sentence for it, and whether it is what was asked. */
export interface Verdict {
  says: string
  met: boolean
}

/** A moment of a prepared position, as `renardiere.lessons` writes it. */
export interface Scene<E> {
  /** What happened since the moment before. */
  events?: E[]
  /** What is seen now, as far as it differs from the moment before. */
  view?: object
  /** What may be done, and what comes of it; `''` is what happens by itself. */
  then?: Record<string, Scene<E>>
  verdict?: Verdict
}

export interface Step {
  /** The name of its position, too. */
  id: string
  /** The drawing beside its words, of the page's sprite. */
  picture: string
  title: () => string
  text: () => string
  /** It is played freely: what is said is said before and after. */
  free?: boolean
  /** What is said of each verdict. */
  says: Record<string, () => string>
}

export interface TableProps<V, E> {
  walk: Walk<V, E>
  step: Step
  /** What leads on, once there is a verdict: for the dock. */
  onward: Snippet
}

export interface Lesson<V, E> {
  game: string
  steps: readonly Step[]
  positions: Record<string, Scene<E>>
  face: GameFace<V, E>
  /** The game's own table, with `focus()` for its hand. */
  Table: Component<TableProps<V, E>, { focus: () => void }>
  /** What is said when all steps are done. */
  end: () => string
  /** The game's reference card. */
  card: string
  /** The options of an easy first game. */
  options: Record<string, string>
}
