/** Were a record's cards shuffled as its table promised? The same answers as `renardiere verify`. */
import type { Written } from './record'
import { chanceOf, commitment, type Below } from './shuffle'

/** How a game deals. */
export interface Dealing {
  seats(tags: Written['tags']): number
  /**
   * The deal that is due, in a form of its own; `before` are the record's deals of the rounds before. Of the record's own
   * deal (`there`) only what chance does not say may be believed: who reads the record has checked that.
   */
  due(below: Below, before: readonly string[], tags: Written['tags'], there?: string): string
  /** A record's deal in that form: what means nothing, such as the order of a hand, is the same. */
  canonical(deal: string): string
}

export interface Verdict {
  status: 'right' | 'wrong' | 'nothing'
  why: 'right' | 'no_commit' | 'no_secret' | 'no_deal' | 'digits' | 'seat' | 'secret' | 'deal'
  /** The first round whose deal does not follow, or 0. */
  round: number
  /** How many were found right. */
  deals: number
  shares: number
}

const HEX = /^[0-9a-f]{64}$/
const SHARE = /^Share(0|[1-9][0-9]*)$/

export function verify({ tags, deals }: Written, dealing: Dealing): Verdict {
  const { Commit: commit, Secret: secret } = tags
  const found = (status: Verdict['status'], why: Verdict['why'], more: Partial<Verdict> = {}): Verdict => ({
    status,
    why,
    round: 0,
    deals: 0,
    shares: 0,
    ...more,
  })
  if (commit === undefined) return found('nothing', 'no_commit')
  if (secret === undefined) return found('nothing', 'no_secret')
  const given = Object.entries(tags).filter(([tag]) => SHARE.test(tag))
  if (![commit, secret, ...given.map(([, share]) => share)].every((value) => HEX.test(value)))
    return found('wrong', 'digits')
  const seats = Array.from({ length: dealing.seats(tags) }, (_, seat) => `Share${seat}`)
  if (given.some(([tag]) => !seats.includes(tag))) return found('wrong', 'seat')
  if (commitment(secret) !== commit) return found('wrong', 'secret')
  const shares = seats.map((tag) => tags[tag] ?? '')
  for (const [i, deal] of deals.entries()) {
    const chance = chanceOf(secret, tags.Game ?? '', shares, i + 1)
    const due = dealing.due(chance, deals.slice(0, i), tags, deal)
    if (due !== dealing.canonical(deal)) return found('wrong', 'deal', { round: i + 1, deals: i })
  }
  if (deals.length === 0) return found('nothing', 'no_deal')
  return found('right', 'right', { deals: deals.length, shares: given.length })
}
