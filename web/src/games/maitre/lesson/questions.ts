/** What the lesson consists of, and what is asked for: tokens to be told apart among two, four, then all eight of the loot. */
import { LOOT, type Kind } from '../../../yard/outlines'

/** The ten that are learned with, by how many there are to choose from. */
export const AMONG = [2, 2, 2, 4, 4, 4, 8, 8, 8, 8] as const
/** The ten at the end, of all eight, by which it is seen what was learned. */
export const TRIAL = 10
/** Seconds in which one of those is to be named. */
export const QUICK = 6

/** A token to be named, on trial or not; or a box to be searched, by lamplight or in the dark. */
export type Step = { id: string } & (
  { what: 'name'; trial: boolean; number: number; among: number } | { what: 'lit' | 'dark' }
)

const pieces = (trial: boolean, among: readonly number[]): Step[] =>
  among.map((among, number) => ({
    id: `${trial ? 't' : ''}${number}`,
    what: 'name',
    trial,
    number,
    among,
  }))

export const STEPS: readonly Step[] = [
  ...pieces(false, AMONG),
  { id: 'lit', what: 'lit' },
  { id: 'dark', what: 'dark' },
  ...pieces(true, Array<number>(TRIAL).fill(LOOT.length)),
]

export interface Question {
  kind: Kind
  /** In the game's order. */
  choices: readonly Kind[]
  /** How it lies in the hand at first, in degrees. */
  turned: number
}

/** A question, another token than the last; `chance`: a whole number below its argument. */
export function ask(among: number, last: Kind | null, chance: (below: number) => number): Question {
  const others = LOOT.filter((kind) => kind !== last)
  const kind = others[chance(others.length)] ?? LOOT[0]
  const wrong = LOOT.filter((other) => other !== kind)
  const choices: Kind[] = [kind]
  while (choices.length < among) choices.push(...wrong.splice(chance(wrong.length), 1))
  return { kind, choices: LOOT.filter((choice) => choices.includes(choice)), turned: chance(360) }
}

export function chance(below: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value % below
}
