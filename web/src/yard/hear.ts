/**
 * What frames sound like. Of a token in the hand: a tone for its width, a click for a corner, a thud for a hollow. Of a
 * fingertip that searches: a tap where it meets something, a brush along it, the same clicks and thuds, a scrape where
 * something gives way, a knock at a wall.
 */
import { angleOf, DIRECTIONS, FLAG, type Contact, type Felt } from './frame'

export interface Stroke {
  /** `box`: a corner of the box, two walls at once. */
  what: 'corner' | 'hollow' | 'touch' | 'wall' | 'box'
  /** From −1, left, to 1. */
  pan: number
  /** How sharp, deep or hard, above 0 to 1. */
  strength: number
}

export interface Heard {
  /** Hz; null: silence, since nothing is held or nothing moves. */
  tone: number | null
  strokes: readonly Stroke[]
  /** The fingertip goes along something, more or less firmly (above 0 to 1). */
  brush: { pan: number; level: number } | null
  /** Something gives way, on that side. */
  scrape: { pan: number } | null
}

/** How whoever listens looks at the box. */
export interface Look {
  /** Steps of a direction by which it is turned, counter-clockwise. */
  turned: number
  /** Where the hand is, from −1 at the left of what is seen to 1. */
  aside: number
}

const STRAIGHT: Look = { turned: 0, aside: 0 }

/** Steps of the normal in one frame from which on it is felt as a corner, or has jumped over a hollow. */
const CORNER = 2
const HOLLOW = 3
/** How much of a corner is forgotten in a frame that has none of it: in the hand, and under a fingertip. */
const FADES = 0.5
const FADES_FREE = 0.75
/** Steps that a contact may go on by in a frame and still be the same one. */
const SAME = 4
/** Frames without a contact after which one is met anew. */
const LOST = 4
const SIDE = 0.8
const SIDES = [-SIDE, SIDE] as const

/** 220 Hz at 10 mm to 880 Hz at 48 mm, the same interval for every millimetre. */
export function pitchOf(gap: number): number {
  const part = Math.min(1, Math.max(0, (gap - 10) / 38))
  return 220 * 4 ** part
}

export class Listener {
  #last: Felt | null = null
  /** How much of a corner each finger has felt of late, and whether that was heard. */
  #corners = SIDES.map(() => ({ felt: 0, heard: false }))
  #free = { felt: 0, heard: false }
  /** Frames since something was touched. */
  #since = LOST

  /** The frame, and which way the token turns: above 0 counter-clockwise, as in the automatic turn. */
  hear(now: Felt, way: number, look = STRAIGHT): Heard {
    const last = this.#last
    this.#last = now
    if (now.gap === null) return this.#search(last, now, look)
    const rests = (now.flags & FLAG.still) !== 0 && (now.flags & FLAG.turning) === 0
    if (rests) return quiet
    const strokes = last?.gap == null ? [] : SIDES.flatMap((_, side) => this.#stroke(last, now, way, side))
    return { ...quiet, tone: pitchOf(now.gap), strokes }
  }

  /** On an edge the normal turns as the token does; a corner turns it back, across a hollow it jumps ahead. */
  #stroke(last: Felt, now: Felt, way: number, side: number): Stroke[] {
    const [before, after, corner] = [last.contacts[side], now.contacts[side], this.#corners[side]]
    const pan = SIDES[side]
    if (!before || !after || !corner || pan === undefined) return []
    const ahead = apart(before.normal, after.normal) * Math.sign(way)
    corner.felt = ahead < 0 ? corner.felt - ahead : Math.max(0, corner.felt - FADES)
    if (ahead > 0) corner.felt = 0
    if (corner.felt === 0) corner.heard = false
    if (ahead >= HOLLOW) return [{ what: 'hollow', pan, strength: Math.min(1, ahead / 10) }]
    if (corner.felt < CORNER || corner.heard) return []
    corner.heard = true
    return [{ what: 'corner', pan, strength: Math.min(1, -ahead / 4) }]
  }

  // ---- the fingertip

  #search(last: Felt | null, now: Felt, look: Look): Heard {
    const before = last?.gap === null ? last : null
    const first = strongest(now)
    const strokes = [
      ...this.#met(first, look),
      ...this.#round(before, first, look),
      ...nook(before, now, look),
      ...wall(before, now, look),
    ]
    if (!first) return { ...quiet, strokes }
    const pan = panOf(first.direction, look)
    const rests = (now.flags & FLAG.still) !== 0
    return {
      tone: null,
      strokes,
      brush: rests ? null : { pan, level: 0.25 + first.pressure / 4 },
      scrape: now.flags & FLAG.gives ? { pan } : null,
    }
  }

  #met(first: Contact | null, look: Look): Stroke[] {
    const fresh = first !== null && this.#since >= LOST
    this.#since = first ? 0 : this.#since + 1
    return fresh
      ? [{ what: 'touch', pan: panOf(first.direction, look), strength: (1 + first.pressure) / 4 }]
      : []
  }

  /** Round a corner the normal turns more quickly than one goes. */
  #round(before: Felt | null, first: Contact | null, look: Look): Stroke[] {
    const corner = this.#free
    const was =
      first && before?.contacts.find((old) => Math.abs(apart(old.direction, first.direction)) <= SAME)
    if (!first || !was) {
      this.#free = { felt: 0, heard: false }
      return []
    }
    const turned = corner.felt + apart(was.normal, first.normal)
    corner.felt =
      Math.sign(turned) * Math.max(0, Math.abs(turned) - (turned === corner.felt ? FADES_FREE : 0))
    if (corner.felt === 0) corner.heard = false
    if (Math.abs(corner.felt) < CORNER || corner.heard) return []
    corner.heard = true
    const strength = Math.min(1, Math.abs(corner.felt) / 4)
    return [{ what: 'corner', pan: panOf(first.direction, look), strength }]
  }
}

const quiet: Heard = { tone: null, strokes: [], brush: null, scrape: null }

function strongest({ contacts }: Felt): Contact | null {
  return contacts.reduce<Contact | null>(
    (best, contact) => (best && best.pressure >= contact.pressure ? best : contact),
    null,
  )
}

/** How far apart the normals are that are felt at once. */
function width({ contacts: [first, ...more] }: Felt): number {
  return first ? Math.max(0, ...more.map(({ normal }) => Math.abs(apart(first.normal, normal)))) : 0
}

/** The pad lies in a hollow, or between two things: it is touched on two sides. */
function nook(before: Felt | null, now: Felt, look: Look): Stroke[] {
  const wide = width(now)
  if (wide < HOLLOW || (before && width(before) >= HOLLOW)) return []
  const pans = now.contacts.map(({ direction }) => panOf(direction, look))
  const pan = pans.reduce((sum, one) => sum + one, 0) / pans.length
  return [{ what: 'hollow', pan, strength: Math.min(1, wide / 10) }]
}

const walls = (felt: Felt | null) =>
  felt ? Number((felt.flags & FLAG.wallX) !== 0) + Number((felt.flags & FLAG.wallY) !== 0) : 0

function wall(before: Felt | null, now: Felt, { aside }: Look): Stroke[] {
  if (walls(now) <= walls(before)) return []
  return [{ what: walls(now) > 1 ? 'box' : 'wall', pan: SIDE * aside, strength: 1 }]
}

function panOf(direction: number, { turned }: Look): number {
  return SIDE * Math.cos(angleOf(direction + turned))
}

/** From one direction to another the short way, in steps: −16 to 15. */
export function apart(from: number, to: number): number {
  const half = DIRECTIONS / 2
  return ((to - from + half + DIRECTIONS) % DIRECTIONS) - half
}
