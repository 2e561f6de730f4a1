/** « Coup de pouce » : one sentence of the search's own figures. */
import type { ForestHint } from '$lib/api/types'
import { average, percents, rounded } from '$lib/hints'
import { m } from '$lib/paraglide/messages'
import { cardName, cardOf } from './say'

const kindOf = (action: string): 'keep' | 'exchange' | 'bury' | 'play' =>
  action === 'x-' ? 'keep' : action.startsWith('x') ? 'exchange' : action.startsWith('>') ? 'bury' : 'play'

const words = (action: string) => ({
  kind: kindOf(action),
  card: action === 'x-' ? '' : cardName(cardOf(action)),
})

/** `name`: whoever plays on the other side. */
export function hintText({ action, instead, reason, figure, points }: ForestHint, name: string): string {
  const what = m.forest_hint_do(words(action))
  if (instead === null) return m.hint_only({ what })
  const than = m.forest_hint_than(words(instead))
  const shares = { what, than, ...percents(figure) }
  const averages = {
    what,
    than,
    a: m.forest_hint_points({ count: rounded(figure[0]), text: average(figure[0]) }),
    b: average(figure[1]),
  }
  const gained = { pa: average(points[0]), pb: average(points[1]) }
  switch (reason) {
    case 'humble':
      return m.forest_hint_humble(shares)
    case 'victorious':
      return m.forest_hint_victorious(shares)
    case 'greedy':
      return m.forest_hint_greedy(shares)
    case 'game':
      return m.hint_game(shares)
    case 'takes':
      return m.forest_hint_takes({ ...shares, ...gained })
    case 'ducks':
      return m.forest_hint_ducks({
        ...shares,
        ...percents([1 - figure[0], 1 - figure[1]]),
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
