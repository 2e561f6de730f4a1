/** « Coup de pouce » : one sentence of the search's own figures; the games say what is done, and why. */
import { m } from '$lib/paraglide/messages'
import { getLocale } from '$lib/paraglide/runtime'

export type Pair = readonly [number, number]

interface Found<Reason extends string> {
  action: string
  /** What else could be done; null: nothing. */
  instead: string | null
  reason: Reason | 'game'
  figure: Pair
}

/** What is done, and what else could be. */
interface Both {
  what: string
  than: string
}

/** « 1,4 », « −0,5 » */
export const average = (value: number) =>
  value.toLocaleString(getLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace('-', '−')

/** What a plural goes by: the number as it is written. */
export const rounded = (value: number) => Number(value.toFixed(1))

/** `reasons`: the game's own sentences, by what the figures are of; `shares` has them in percent. */
export function hintSentence<Words, Reason extends string>(
  { action, instead, reason, figure }: Found<Reason>,
  words: (action: string) => Words,
  say: { do: (words: Words) => string; than: (words: Words) => string },
  reasons: (reason: Reason, both: Both, shares: Both & ReturnType<typeof percents>) => string,
): string {
  const what = say.do(words(action))
  if (instead === null) return m.hint_only({ what })
  const both = { what, than: say.than(words(instead)) }
  const shares = { ...both, ...percents(figure) }
  return reason === 'game' ? m.hint_game(shares) : reasons(reason, both, shares)
}

/** « 71 % » and « 50 % », as `a` and `b` */
export const percents = ([a, b]: Pair) => ({ a: percent(a), b: percent(b) })

const percent = (share: number) => m.percent({ count: Math.round(100 * share) })
