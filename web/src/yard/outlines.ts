/** The tokens' outlines: the yard's own file, which its physics reads, too. Millimetres, y upwards, looking right. */
import outlines from '../../../src/renardiere/yard/outlines.json'

export type Kind = keyof typeof outlines
export type Spot = readonly [number, number]

/** What is searched for, and what only gets in the way; in the game's order. */
export const LOOT = ['hen', 'goose', 'horse', 'cow', 'pig', 'sheep', 'cheese', 'fish'] as const
export const RUSES = ['fox', 'snake', 'hammer'] as const
export const KINDS: readonly Kind[] = [...LOOT, ...RUSES]

/** Closed, counter-clockwise, about the centre of mass. */
export function outline(kind: Kind): readonly Spot[] {
  return outlines[kind] as unknown as readonly Spot[]
}

/** The same for a drawing, whose y goes down. */
export function pathOf(kind: Kind): string {
  return `M${outline(kind)
    .map(([x, y]) => `${x} ${-y}`)
    .join('L')}Z`
}
