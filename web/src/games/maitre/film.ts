/** The film of a search, taken apart (src/renardiere/yard/film.py writes it): ten pictures a second of hands and tokens. */
import { KINDS, type Kind } from '../../yard/outlines'

/** Pictures of a second. */
export const RATE = 10

const IN_HAND = 1
const IN_SACK = 5

export interface Spot {
  x: number
  y: number
}

export interface Lying extends Spot {
  kind: Kind
  /** Degrees, counter-clockwise. */
  angle: number
  /** Whose hand, or sack, it is in; null: it lies in the box. */
  hand: number | null
  sack: number | null
}

export interface Picture {
  hands: readonly Spot[]
  tokens: readonly Lying[]
}

/** Something that a hand did, and at which picture. */
export interface Moment {
  at: number
  hand: number
  kind: Kind
  did: 'grips' | 'sacks' | 'lets_go' | 'takes_back'
}

/** Its pictures; none, if this is no film that is known here. */
export function picturesOf(film: Uint8Array): Picture[] {
  const [version, hands = 0, count = 0] = film
  if (version !== 1) return []
  const kinds = [...film.subarray(3, 3 + count)].map((kind) => KINDS[kind] ?? 'hen')
  const spots: Spot[] = Array.from({ length: hands }, () => ({ x: 0, y: 0 }))
  const tokens: Lying[] = kinds.map((kind) => ({ kind, x: 0, y: 0, angle: 0, hand: null, sack: null }))
  const found: Picture[] = []
  let at = 3 + count
  const next = () => film[at++] ?? 0
  const tenths = () => (next() * 256 + next()) / 10
  while (at < film.length) {
    for (let changes = next(); changes > 0; changes--) {
      const place = next()
      const spot = { x: tenths(), y: tenths() }
      if (place < hands) {
        spots[place] = spot
        continue
      }
      const token = tokens[place - hands]
      const angle = (next() * 360) / 256
      const where = next()
      if (!token) return found
      tokens[place - hands] = {
        kind: token.kind,
        ...spot,
        angle,
        hand: where >= IN_HAND && where < IN_SACK ? where - IN_HAND : null,
        sack: where >= IN_SACK ? where - IN_SACK : null,
      }
    }
    found.push({ hands: [...spots], tokens: [...tokens] })
  }
  return found
}

/** All that the hands did, in order. */
export function momentsOf(pictures: readonly Picture[]): Moment[] {
  return pictures.slice(1).flatMap((picture, i) =>
    picture.tokens.flatMap((now, place): Moment[] => {
      const was = pictures[i]?.tokens[place]
      if (!was || (was.hand === now.hand && was.sack === now.sack)) return []
      const hand = now.hand ?? now.sack ?? was.hand ?? was.sack ?? 0
      const did =
        now.sack !== null
          ? 'sacks'
          : now.hand === null
            ? 'lets_go'
            : was.sack === null
              ? 'grips'
              : 'takes_back'
      return [{ at: i + 1, hand, kind: now.kind, did }]
    }),
  )
}
