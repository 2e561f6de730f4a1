/** What is asked: ten tokens, to be told apart among two, then four, then all eight of the loot. */
import { LOOT, type Kind } from '../../../yard/outlines'

export const AMONG = [2, 2, 2, 4, 4, 4, 8, 8, 8, 8] as const

export interface Question {
  kind: Kind
  /** In the game's order. */
  choices: readonly Kind[]
  /** How it lies in the hand at first, in degrees. */
  turned: number
}

/** A question by its number from 0, another token than the last; `chance`: a whole number below its argument. */
export function ask(number: number, last: Kind | null, chance: (below: number) => number): Question {
  const others = LOOT.filter((kind) => kind !== last)
  const kind = others[chance(others.length)] ?? LOOT[0]
  const wrong = LOOT.filter((other) => other !== kind)
  const among: Kind[] = [kind]
  while (among.length < (AMONG[number] ?? LOOT.length)) among.push(...wrong.splice(chance(wrong.length), 1))
  return { kind, choices: LOOT.filter((choice) => among.includes(choice)), turned: chance(360) }
}

export function chance(below: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value % below
}
