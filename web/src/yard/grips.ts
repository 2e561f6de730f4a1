/** Where a fingertip stops that closes on a token, degree by degree: the numbers of `Outline._grips` of the yard. */
import { PAD } from './frame'
import { outline, type Kind } from './outlines'

/** How far the pad's middle is from the token's centre, where it touches, the outline's normal there; in radians. */
export interface Grip {
  reach: number
  touch: number
  normal: number
}

const known = new Map<Kind, readonly Grip[]>()

/** Worked out once for each kind. */
export function gripsOf(kind: Kind): readonly Grip[] {
  let grips = known.get(kind)
  if (!grips) {
    const edges = edgesOf(kind)
    grips = Array.from({ length: 360 }, (_, degree) => gripAt(edges, (degree * Math.PI) / 180))
    known.set(kind, grips)
  }
  return grips
}

interface Edge {
  x: number
  y: number
  alongX: number
  alongY: number
  normalX: number
  normalY: number
}

function edgesOf(kind: Kind): readonly Edge[] {
  const spots = outline(kind)
  return spots.map(([x, y], i) => {
    const [nextX, nextY] = spots[(i + 1) % spots.length] ?? [x, y]
    const [alongX, alongY] = [nextX - x, nextY - y]
    const length = Math.hypot(alongX, alongY)
    return { x, y, alongX, alongY, normalX: alongY / length, normalY: -alongX / length }
  })
}

/** A pad that comes along a ray to the centre stops where it first touches a corner or an edge. */
function gripAt(edges: readonly Edge[], angle: number): Grip {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)]
  let best: Grip = { reach: -Infinity, touch: 0, normal: 0 }
  edges.forEach(({ x, y, normalX, normalY }, i) => {
    const beside = ux * y - uy * x
    if (Math.abs(beside) > PAD) return
    const reach = ux * x + uy * y + Math.sqrt(PAD ** 2 - beside ** 2)
    if (reach <= best.reach) return
    const before = edges.at(i - 1)
    best = {
      reach,
      touch: Math.atan2(y - reach * uy, x - reach * ux),
      normal: Math.atan2((before?.normalY ?? 0) + normalY, (before?.normalX ?? 0) + normalX),
    }
  })
  for (const { x, y, alongX, alongY, normalX, normalY } of edges) {
    const facing = ux * normalX + uy * normalY
    if (facing <= 1e-9) continue
    const [startX, startY] = [x + PAD * normalX, y + PAD * normalY]
    const reach = (startX * normalX + startY * normalY) / facing
    const part =
      ((reach * ux - startX) * alongX + (reach * uy - startY) * alongY) / (alongX ** 2 + alongY ** 2)
    if (part < 0 || part > 1 || reach < best.reach) continue
    best = { reach, touch: Math.atan2(-normalY, -normalX), normal: Math.atan2(normalY, normalX) }
  }
  return best
}
