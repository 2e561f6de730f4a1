/** What a token in the hand sounds like, frame by frame: a tone for its width, a click for a corner, a thud for a hollow. */
import { DIRECTIONS, FLAG, type Felt } from './frame'

export interface Stroke {
  what: 'corner' | 'hollow'
  /** The finger that felt it: the thumb, on the left, or the other one. */
  side: 'thumb' | 'finger'
  /** How sharp or deep, above 0 to 1. */
  strength: number
}

export interface Heard {
  /** Hz; null: silence, since nothing is held or nothing moves. */
  tone: number | null
  strokes: readonly Stroke[]
}

/** Steps of the normal in one frame from which on it is felt as a corner, or has jumped over a hollow. */
const CORNER = 2
const HOLLOW = 3
/** How much of a corner is forgotten in a frame that has none of it. */
const FADES = 0.5
const SIDES = ['thumb', 'finger'] as const

/** 220 Hz at 10 mm to 880 Hz at 48 mm, the same interval for every millimetre. */
export function pitchOf(gap: number): number {
  const part = Math.min(1, Math.max(0, (gap - 10) / 38))
  return 220 * 4 ** part
}

export class Listener {
  #last: Felt | null = null
  /** How much of a corner each finger has felt of late, and whether that was heard. */
  #corners = SIDES.map(() => ({ felt: 0, heard: false }))

  /** The frame, and which way the token turns: above 0 counter-clockwise, as in the automatic turn. */
  hear(now: Felt, way: number): Heard {
    const last = this.#last
    this.#last = now
    const rests = (now.flags & FLAG.still) !== 0 && (now.flags & FLAG.turning) === 0
    if (now.gap === null || rests) return { tone: null, strokes: [] }
    const strokes = last?.gap == null ? [] : SIDES.flatMap((_, side) => this.#stroke(last, now, way, side))
    return { tone: pitchOf(now.gap), strokes }
  }

  /** On an edge the normal turns as the token does; a corner turns it back, across a hollow it jumps ahead. */
  #stroke(last: Felt, now: Felt, way: number, side: number): Stroke[] {
    const [before, after, corner] = [last.contacts[side], now.contacts[side], this.#corners[side]]
    const name = SIDES[side]
    if (!before || !after || !corner || !name) return []
    const ahead = apart(before.normal, after.normal) * Math.sign(way)
    corner.felt = ahead < 0 ? corner.felt - ahead : Math.max(0, corner.felt - FADES)
    if (ahead > 0) corner.felt = 0
    if (corner.felt === 0) corner.heard = false
    if (ahead >= HOLLOW) return [{ what: 'hollow', side: name, strength: Math.min(1, ahead / 10) }]
    if (corner.felt < CORNER || corner.heard) return []
    corner.heard = true
    return [{ what: 'corner', side: name, strength: Math.min(1, -ahead / 4) }]
  }
}

/** From one direction to another the short way, in steps: −16 to 15. */
function apart(from: number, to: number): number {
  const half = DIRECTIONS / 2
  return ((to - from + half + DIRECTIONS) % DIRECTIONS) - half
}
