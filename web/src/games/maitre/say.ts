/** Maître Renard's sentences from the stop on, in the page's language. */
import type { MaitreCount, MaitreEvent, MaitreView } from '$lib/api/types'
import type { Label, Name } from '$lib/game'
import { m } from '$lib/paraglide/messages'
import { judged, kindsOf, NEWCOMERS, rusesIn, type Judged } from './tokens'

export const tokenName = (kind: string) => m.maitre_name({ kind })
export const theToken = (kind: string) => m.maitre_the({ kind })

/** « la poule, le cochon » */
export const theTokens = (tokens: readonly string[]) => tokens.map(theToken).join(', ')

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** « Poule, mission trouvée, +1 » */
export const judgedText = ({ kind, why }: Judged) =>
  m.maitre_token_judged({ name: tokenName(kind), why: m.maitre_why({ why }) })

/** What a sack's score is made of, one thing after the other. */
export function partsOf(count: MaitreCount, tokens: readonly string[]): string[] {
  const { found, wrong, ruses } = count
  if (!tokens.length) return [m.maitre_nothing()]
  return [
    found ? m.maitre_found({ count: found }) : '',
    wrong ? m.maitre_wrong({ count: wrong }) : '',
    ruses > 0 ? m.maitre_fox_egg() : '',
    ...unseenParts(count, tokens),
  ].filter(Boolean)
}

/** Those of them that no token tells by itself. */
export function unseenParts({ found, wrong, ruses }: MaitreCount, tokens: readonly string[]): string[] {
  return [
    ruses < 0 ? m.maitre_tangled({ count: rusesIn(tokens) }) : '',
    found - wrong + ruses < 0 ? m.maitre_floor() : '',
  ].filter(Boolean)
}

/** The missions, and what has come into the box with this round. */
export function dealtText(round: number, missions: readonly string[], kept: string | null): string {
  return [
    m.maitre_said_dealt({ round, missions: theTokens(missions) }),
    kept === null ? '' : m.maitre_said_kept({ mission: capital(theToken(kept)) }),
    NEWCOMERS[round] ? m.maitre_said_new({ round: String(round) }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What happened, after what happened `before` in this round. */
export function happened(event: MaitreEvent, name: Name, before: readonly MaitreEvent[] = []): string {
  switch (event.event) {
    case 'dealt':
      return dealtText(event.round, event.missions, event.kept)
    case 'stopped': {
      const who = name(event.seat)
      return who === null ? m.maitre_said_stop_you() : m.maitre_said_stop({ name: who })
    }
    case 'sacked': {
      const who = name(event.seat)
      const tokens = theTokens(event.tokens)
      if (!tokens) return who === null ? m.maitre_said_empty_you() : m.maitre_said_empty({ name: who })
      return who === null ? m.maitre_said_sack_you({ tokens }) : m.maitre_said_sack({ name: who, tokens })
    }
    case 'stole':
      return stoleText(event, name)
    case 'round':
      return event.counts
        .map((count, seat) =>
          m.maitre_said_count({
            name: name(seat) ?? m.you(),
            why: partsOf(count, sackIn(before, seat) ?? ['?'])
              .map((part) => `${part}, `)
              .join(''),
            gain: m.maitre_gain({ count: count.score }),
            eggs: m.yard_eggs({ count: event.eggs[seat] ?? 0 }),
          }),
        )
        .join(' ')
    case 'end':
      return m.maitre_said_end()
  }
}

function stoleText({ seat, victim, token }: Extract<MaitreEvent, { event: 'stole' }>, name: Name): string {
  const who = name(seat)
  if (victim === null || token === null)
    return who === null ? m.maitre_said_stole_nothing_you() : m.maitre_said_stole_nothing({ name: who })
  const the = theToken(token)
  const from = name(victim)
  if (who === null) return m.maitre_said_stole_you({ the, victim: from ?? m.you() })
  return from === null
    ? m.maitre_said_stole_from_you({ name: who, the })
    : m.maitre_said_stole({ name: who, the, victim: from })
}

/** What a sack held as it was counted, as far as this was told. */
function sackIn(events: readonly MaitreEvent[], seat: number): string[] | null {
  let sack: string[] | null = null
  for (const event of events) {
    if (event.event === 'sacked' && event.seat === seat) sack = [...event.tokens]
    if (event.event !== 'stole' || event.token === null || sack === null) continue
    const { token } = event
    if (event.victim === seat) sack.splice(sack.indexOf(token), 1)
    if (event.seat === seat) sack.push(token)
  }
  return sack
}

/** What everybody has. */
export const standingText = (view: MaitreView, label: Label) =>
  `${view.eggs
    .map((count, seat) => m.maitre_standing_seat({ name: label(seat), eggs: m.yard_eggs({ count }) }))
    .join('. ')}.`

/** What lies in the sacks, each token with what it counts. */
export const sacksText = (view: MaitreView, label: Label) =>
  view.sacks
    .map((sack, seat) => {
      const tokens = sack && judged(sack, view.missions).map(judgedText).join('. ')
      return `${m.maitre_sack_of({ name: label(seat) })}. ${tokens ?? m.maitre_closed()}${tokens === '' ? m.maitre_empty() : ''}.`
    })
    .join(' ')

export const missionsText = ({ round, missions, kept }: MaitreView) => dealtText(round, missions, kept)

/** What stealing a token would bring the thief, once it is in their sack. */
export function stealMeans(view: MaitreView, seat: number, token: string): 'good' | 'bad' {
  const own = kindsOf(view.sacks[seat] ?? [])
  return view.missions.includes(token) && !own.some((kind) => kind === token) ? 'good' : 'bad'
}
