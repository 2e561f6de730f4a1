/** The felt frame, all that a searching hand is told (`renardiere.yard.frame`), and what there is in it. */

/** Directions are steps of 11.25°, counter-clockwise from the right. */
export const DIRECTIONS = 32
/** Millimetres in a step of the gap. */
export const GAP = 0.5
/** The radius of a fingertip's pad, in mm. */
export const PAD = 4

export const FLAG = {
  held: 1,
  gives: 2,
  wallX: 4,
  wallY: 8,
  still: 16,
  numb: 32,
  turning: 64,
  closing: 128,
} as const

/** Where the pad is touched, seen from its middle; how strongly, 0 to 3; the outline's outward normal there. */
export interface Contact {
  direction: number
  pressure: number
  normal: number
}

export interface Felt {
  flags: number
  /** Tokens in the own sack. */
  sack: number
  /** Of a token that is held: the thumb's, on the left, and the finger's. */
  contacts: readonly Contact[]
  /** Between thumb and finger, in mm; null unless a token is held. */
  gap: number | null
}

/** Take a frame apart; null if it is none. */
export function felt(frame: Uint8Array): Felt | null {
  const [flags = 0, counts = 0] = frame
  const number = counts >> 3
  const end = 2 + 2 * number
  const held = (flags & FLAG.held) !== 0
  if (number > 4 || frame.length !== end + Number(held) || (held && number !== 2)) return null
  const contacts = Array.from({ length: number }, (_, i) => {
    const [at = 0, normal = 0] = frame.subarray(2 + 2 * i)
    return { direction: at >> 2, pressure: at & 3, normal }
  })
  return { flags, sack: counts & 7, contacts, gap: held ? (frame[end] ?? 0) * GAP : null }
}

/** In radians. */
export function angleOf(direction: number): number {
  return (direction * 2 * Math.PI) / DIRECTIONS
}
