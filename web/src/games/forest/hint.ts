import type { ForestHint } from '$lib/api/types'
import { average, hintSentence, percents, rounded } from '$lib/hints'
import { m } from '$lib/paraglide/messages'
import { cardName, cardOf } from './say'

const kindOf = (action: string): 'keep' | 'exchange' | 'bury' | 'play' =>
  action === 'x-' ? 'keep' : action.startsWith('x') ? 'exchange' : action.startsWith('>') ? 'bury' : 'play'

const words = (action: string) => ({
  kind: kindOf(action),
  card: action === 'x-' ? '' : cardName(cardOf(action)),
})

const say = { do: m.forest_hint_do, than: m.forest_hint_than }

/** `name`: whoever plays on the other side. */
export function hintText(hint: ForestHint, name: string): string {
  const [p, q] = hint.figure
  const gained = { pa: average(hint.points[0]), pb: average(hint.points[1]) }
  return hintSentence(hint, words, say, (reason, both, shares) => {
    const averages = {
      ...both,
      a: m.forest_hint_points({ count: rounded(p), text: average(p) }),
      b: average(q),
    }
    switch (reason) {
      case 'humble':
        return m.forest_hint_humble(shares)
      case 'victorious':
        return m.forest_hint_victorious(shares)
      case 'greedy':
        return m.forest_hint_greedy(shares)
      case 'takes':
        return m.forest_hint_takes({ ...shares, ...gained })
      case 'ducks':
        return m.forest_hint_ducks({ ...both, ...percents([1 - p, 1 - q]), ...gained })
      case 'treasures':
        return m.forest_hint_treasures(averages)
      case 'other':
        return m.forest_hint_other({ ...averages, name })
      case 'points':
        return m.forest_hint_more(averages)
      default:
        return m.forest_hint_equal(averages)
    }
  })
}
