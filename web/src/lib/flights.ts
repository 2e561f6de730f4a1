/**
 * Things seen to travel over the table, from where they were to where they are. Places are elements with a
 * `data-place`; where something goes stays empty until it has landed.
 */
import { reducedMotion, travelTime } from './settings.svelte'

export interface Flight {
  /** What flies: a card as the notation writes it, or a picture of the house's (`#emblem-7`). */
  what: string
  /** The first of these places that is there. */
  from: readonly string[]
  to: readonly string[]
  ms: number
  /** How long it waits for its turn. */
  delay?: number
  /** It goes away with its last step, instead of lying there. */
  leaves?: boolean
}

/** Where something is drawn: its middle, its width, how it is turned. */
export interface Spot {
  x: number
  y: number
  width: number
  turn: string
}

export interface Flying {
  key: number
  what: string
  from: Spot
  to: Spot
  ms: number
  delay: number
  leaves: boolean
  /** What stays empty meanwhile. */
  target: HTMLElement | null
}

export function element(place: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-place="${place}"]`)
}

export function spotOf(node: HTMLElement): Spot {
  const box = node.getBoundingClientRect()
  const { rotate } = getComputedStyle(node)
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    // a turned box is wider than what lies in it
    width: Math.min(node.offsetWidth || box.width, MOST),
    turn: rotate === 'none' ? '0deg' : rotate,
  }
}

/** No card is wider: a whole line of the table is a place too. */
const MOST = 190
/** A card at such a place is small. */
const SMALL = 44
/** How long a card takes to appear if nothing is to travel. */
const FADE = 120

let keys = 0

/** Before anything is drawn: which of `flights` can be seen to leave, and from where. */
export function leaving(flights: readonly Flight[]): (Flight & { start: Spot })[] {
  if (travelTime(1) === 0) return []
  return flights.flatMap((flight) => {
    const place = flight.from.find((name) => element(name))
    const node = place === undefined ? null : element(place)
    return node && place ? [{ ...flight, start: small(spotOf(node), place) }] : []
  })
}

/** After it is drawn: where they go to. */
export function arriving(flights: readonly (Flight & { start: Spot })[]): Flying[] {
  return flights.flatMap(({ start, to, what, ms, delay = 0, leaves = false }) => {
    const place = to.find((name) => element(name))
    const node = place === undefined ? null : element(place)
    if (!node || place === undefined) return []
    if (reducedMotion()) {
      node.animate([{ opacity: 0 }, { opacity: 1 }], FADE)
      return []
    }
    const end = small(spotOf(node), place)
    const lands = !leaves && end.width > SMALL
    return [
      {
        key: ++keys,
        what,
        from: start,
        to: end,
        ms: travelTime(ms),
        delay: travelTime(delay),
        leaves: !lands,
        target: lands ? node : null,
      },
    ]
  })
}

/** Cards that come from a player, or go to one, are as small as what they hold there. */
function small(spot: Spot, place: string): Spot {
  return place.startsWith('seat-') ? { ...spot, width: SMALL } : spot
}
