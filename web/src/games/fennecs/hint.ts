import type { FennecsHint } from '$lib/api/types'
import { average, hintSentence, rounded } from '$lib/hints'
import { m } from '$lib/paraglide/messages'
import { HIDDEN } from './cards'
import { number, theCard } from './say'

type Words = Parameters<typeof m.fennecs_hint_do>[0]

function words(action: string): Words {
  if (action.startsWith('=')) return { kind: 'count', card: '', number: number(Number(action.slice(1))) }
  const [what = '', where = ''] = action.split('@')
  const column = Number.parseInt(where) + 1
  if (what === 'take') return { kind: 'take', card: '', number: column }
  return { kind: where.endsWith(HIDDEN) ? 'down' : 'open', card: theCard(what), number: column }
}

/** « 1,4 étoile », « −0,5 étoile » */
const stars = (value: number) =>
  m.fennecs_hint_count({ count: rounded(Math.abs(value)), text: average(value) })

const say = { do: m.fennecs_hint_do, than: m.fennecs_hint_than }

export function hintText(hint: FennecsHint): string {
  return hintSentence(hint, words, say, (reason, both, shares) => {
    const counts = { ...both, a: stars(hint.figure[0]), b: stars(hint.figure[1]) }
    switch (reason) {
      case 'six':
        return m.fennecs_hint_six(shares)
      case 'costs':
        return m.fennecs_hint_costs(shares)
      case 'others':
        return m.fennecs_hint_others(counts)
      case 'stars':
        return m.fennecs_hint_stars(counts)
      default:
        return m.fennecs_hint_equal(counts)
    }
  })
}
