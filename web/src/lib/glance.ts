/** Whether somebody looks at the page, and what lay open at a table when they last did. */
import type { Place } from './api/live'
import { keptByTable } from './kept'

interface Glance<V> {
  /** Another build may draw another kind of view. */
  build: string
  seat: number
  place: Place
  /** Nothing of it is hidden from anybody. */
  view: V
}

const BUILD = import.meta.url
const kept = keptByTable<Glance<unknown>>('renardiere.glances')

/** What `seat` saw last, in this browser. */
export function glanceAt<V>(table: string, seat: number | null): Glance<V> | null {
  const glance = kept.get(table)
  return glance?.build === BUILD && glance.seat === seat ? (glance as Glance<V>) : null
}

export function keepGlance(table: string, seat: number, place: Place, view: unknown): void {
  kept.set(table, { build: BUILD, seat, place, view })
}

/** Be told when they look away, and when they look again; the answer ends that. */
export function whileLooking(tell: (looking: boolean) => void): () => void {
  const turned = () => tell(!document.hidden)
  const left = () => tell(false) // some phones say nothing else
  document.addEventListener('visibilitychange', turned)
  addEventListener('pagehide', left)
  addEventListener('pageshow', turned)
  return () => {
    document.removeEventListener('visibilitychange', turned)
    removeEventListener('pagehide', left)
    removeEventListener('pageshow', turned)
  }
}
