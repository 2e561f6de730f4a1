import type { DuetHint } from '$lib/api/types'
import type { Name } from '$lib/game'
import { average, hintSentence, rounded } from '$lib/hints'
import { m } from '$lib/paraglide/messages'
import { distanceOf, towards } from './path'
import { cardName, cardOf } from './say'

type Words = Parameters<typeof m.duet_hint_do>[0]

const about = (kind: Words['kind'], more: Partial<Words> = {}): Words => ({
  card: '',
  name: '',
  count: 0,
  ...more,
  kind,
})

/** `name`: of a seat, null for whoever asks. */
function words(action: string, name: Name): Words {
  if (action === 'x-') return about('keep')
  const sign = action.charAt(0)
  if (sign === '@') {
    const who = name(Number(action.slice(1)))
    return who === null ? about('me') : about('other', { name: who })
  }
  if (sign === 'f') return about(name(Number(action.slice(1))) === null ? 'near' : 'far')
  if (sign === 'm') {
    const distance = distanceOf(action)
    const end = towards(distance)
    if (end === null) return about('stay')
    const who = name(end)
    const count = Math.abs(distance)
    return who === null ? about('mine', { count }) : about('theirs', { name: who, count })
  }
  const kind = sign === 'x' ? 'exchange' : sign === 'g' ? 'give' : 'play'
  return about(kind, { card: cardName(cardOf(action)) })
}

const say = { do: m.duet_hint_do, than: m.duet_hint_than }

export function hintText(hint: DuetHint, name: Name): string {
  const [a, b] = hint.figure
  return hintSentence(
    hint,
    (action) => words(action, name),
    say,
    (reason, both, shares) => {
      const gems = {
        ...both,
        a: m.duet_hint_count({ count: rounded(a), text: average(a) }),
        b: average(b),
      }
      switch (reason) {
        case 'gem':
          return m.duet_hint_gem(shares)
        case 'path':
          return m.duet_hint_path(shares)
        case 'gems':
          return m.duet_hint_gems(gems)
        case 'forest':
          return m.duet_hint_forest({ ...both, a: Math.round(10 * a), b: Math.round(10 * b) })
        default:
          return m.duet_hint_equal(gems)
      }
    },
  )
}
