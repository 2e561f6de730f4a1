/**
 * What was felt of a token while it turned in the hand: how far apart the fingers were, by its angle. That is all there is
 * to draw of it, and no more of it than was turned through.
 */
const STEP = 5
const STEPS = 180 / STEP

export class FeltShape {
  /** Gaps in mm, by steps of half a turn: the other half is the same two fingers, changed over. */
  readonly gaps: readonly (number | undefined)[]

  constructor(gaps: readonly (number | undefined)[] = []) {
    this.gaps = gaps
  }

  /** Felt once more, at an angle in degrees. */
  with(turned: number, gap: number): FeltShape {
    const at = placeOf(turned)
    if (this.gaps[at] === gap) return this
    return new FeltShape(Array.from({ length: STEPS }, (_, i) => (i === at ? gap : this.gaps[i])))
  }

  /** Its strokes as the path of a drawing, in mm about the middle: both sides, broken off where nothing was felt. */
  get path(): string {
    const spots = Array.from({ length: 2 * STEPS }, (_, i) => {
      const gap = this.gaps[i % STEPS]
      if (gap === undefined) return null
      const angle = (i * STEP * Math.PI) / 180
      return `${round((gap / 2) * Math.cos(angle))} ${round((gap / 2) * Math.sin(angle))}`
    })
    const first = spots.indexOf(null)
    if (first < 0) return `M${spots.join('L')}Z`
    // begun after a gap, so that no stroke is cut in two
    return [...spots.slice(first), ...spots.slice(0, first)]
      .map((spot) => spot ?? '|')
      .join(' L')
      .split('|')
      .map((stroke) => stroke.replace(/^ L|[ L]+$/g, ''))
      .filter(Boolean)
      .map((stroke) => `M${stroke}${stroke.includes('L') ? '' : 'h.01'}`)
      .join('')
  }
}

function placeOf(turned: number): number {
  return ((Math.round(turned / STEP) % STEPS) + STEPS) % STEPS
}

const round = (value: number) => Math.round(value * 10) / 10
