/** The eight ways in which keys and buttons lead the hand, as one sees the box: y is upwards. */
import type { Way } from '../../../yard/steer'

export type WayName = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'

export const WAYS: Record<WayName, Way> = {
  n: { x: 0, y: 1 },
  ne: { x: 1, y: 1 },
  e: { x: 1, y: 0 },
  se: { x: 1, y: -1 },
  s: { x: 0, y: -1 },
  sw: { x: -1, y: -1 },
  w: { x: -1, y: 0 },
  nw: { x: -1, y: 1 },
}

/** Arrows, two of them for what lies between; or the digits that lie round the five. */
const KEYS: Record<string, WayName> = {
  ArrowUp: 'n',
  ArrowRight: 'e',
  ArrowDown: 's',
  ArrowLeft: 'w',
  Numpad8: 'n',
  Numpad9: 'ne',
  Numpad6: 'e',
  Numpad3: 'se',
  Numpad2: 's',
  Numpad1: 'sw',
  Numpad4: 'w',
  Numpad7: 'nw',
}

export function wayOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): WayName | null {
  return KEYS[key] ?? KEYS[code] ?? null
}
