/** How the figures of a hint are written. */
import { m } from '$lib/paraglide/messages'
import { getLocale } from '$lib/paraglide/runtime'

export type Pair = readonly [number, number]

/** « 1,4 » */
export const average = (value: number) =>
  value.toLocaleString(getLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** What a plural goes by: the number as it is written. */
export const rounded = (value: number) => Number(value.toFixed(1))

/** « 71 % » and « 50 % », as `a` and `b` */
export const percents = ([a, b]: Pair) => ({ a: percent(a), b: percent(b) })

const percent = (share: number) => m.percent({ count: Math.round(100 * share) })
