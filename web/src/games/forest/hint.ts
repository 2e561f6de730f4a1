/** « Coup de pouce » : one sentence of the search's own figures. */
import type { Hint } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import { getLocale } from '$lib/paraglide/runtime'
import { cardName, cardOf } from './say'

const kindOf = (action: string): 'keep' | 'exchange' | 'bury' | 'play' =>
  action === 'x-' ? 'keep' : action.startsWith('x') ? 'exchange' : action.startsWith('>') ? 'bury' : 'play'

const words = (action: string) => ({
  kind: kindOf(action),
  card: action === 'x-' ? '' : cardName(cardOf(action)),
})

const number = (value: number) =>
  value.toLocaleString(getLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const percent = (share: number) => m.percent({ count: Math.round(100 * share) })

/** `name`: whoever plays on the other side. */
export function hintText({ action, instead, reason, figure, points }: Hint, name: string): string {
  const what = m.forest_hint_do(words(action))
  if (instead === null) return m.forest_hint_only({ what })
  const than = m.forest_hint_than(words(instead))
  const shares = { what, than, a: percent(figure[0]), b: percent(figure[1]) }
  const averages = {
    what,
    than,
    a: m.forest_hint_points({ count: Number(figure[0].toFixed(1)), text: number(figure[0]) }),
    b: number(figure[1]),
  }
  const gained = { pa: number(points[0]), pb: number(points[1]) }
  switch (reason) {
    case 'humble':
      return m.forest_hint_humble(shares)
    case 'victorious':
      return m.forest_hint_victorious(shares)
    case 'greedy':
      return m.forest_hint_greedy(shares)
    case 'game':
      return m.forest_hint_game(shares)
    case 'takes':
      return m.forest_hint_takes({ ...shares, ...gained })
    case 'ducks':
      return m.forest_hint_ducks({
        ...shares,
        a: percent(1 - figure[0]),
        b: percent(1 - figure[1]),
        ...gained,
      })
    case 'treasures':
      return m.forest_hint_treasures(averages)
    case 'other':
      return m.forest_hint_other({ ...averages, name })
    case 'points':
      return m.forest_hint_more(averages)
    default:
      return m.forest_hint_equal({ what, than, a: averages.a })
  }
}
