/** What is said and written in the dark: never more than the hand has felt. */
import { m } from '$lib/paraglide/messages'
import type { Picture } from '../film'
import { FLAG } from '../../../yard/frame'
import { HEIGHT, WIDTH } from '../../../yard/place'
import { SACK_HOLDS, type Happened, type Searching } from '../../../yard/searching.svelte'

type Hand = Pick<Searching, 'at' | 'cut' | 'elsewhere' | 'felt' | 'following' | 'holds' | 'numb' | 'sack'>

/** What has happened to one's hand. */
export function happenedText(what: Happened, hand: Hand): string {
  switch (what) {
    case 'lifted':
      return m.yard_lifted()
    case 'taken':
      return m.yard_taken()
    case 'missed':
      return m.yard_missed()
    case 'sacked':
      return m.yard_sacked({ count: hand.sack.length })
    case 'released':
      return m.yard_released()
    case 'still':
      return m.yard_still()
    case 'numb':
      return m.yard_not_yet()
    case 'awake':
      return m.yard_awake()
    case 'full':
      return m.yard_full()
    case 'empty':
      return m.yard_empty()
    case 'nothing':
      return m.yard_nothing()
    case 'lost':
      return m.yard_lost()
    case 'elsewhere':
      return m.yard_elsewhere()
    case 'mine':
    case 'back':
      return m.yard_back()
    case 'cut':
      return m.yard_cut()
  }
}

/** How the hand is, now. */
export function stateText(hand: Hand, numbFor: number): string {
  const { felt } = hand
  if (hand.elsewhere) return m.yard_elsewhere()
  if (hand.cut) return m.yard_cut()
  if (hand.numb) return m.yard_numb({ count: numbFor })
  if (!felt) return m.yard_waiting()
  const { flags } = felt
  if (hand.holds) return felt.sack >= SACK_HOLDS ? m.yard_holds_full() : m.yard_holds()
  if (flags & FLAG.closing) return m.yard_closing()
  if (flags & FLAG.gives) return m.yard_gives()
  if (hand.following) return m.yard_follows()
  const what = felt.contacts.length
    ? m.yard_touches()
    : flags & (FLAG.wallX | FLAG.wallY)
      ? m.yard_wall()
      : ''
  if (flags & FLAG.still) return what ? `${what} ${m.yard_still()}` : m.yard_still()
  return what || m.yard_feels_nothing()
}

/** About where the hand is, as one sees the box. */
export function whereText({ at }: Hand, upright: boolean): string {
  const [right, up] = [at.x / WIDTH, at.y / HEIGHT]
  const third = (part: number) => (part < 1 / 3 ? 'low' : part < 2 / 3 ? 'middle' : 'high')
  return m.yard_where({ x: third(upright ? 1 - up : right), y: third(upright ? right : up) })
}

/** What one sees first as the box is lit: what is in the hand, or lies nearest to it, and on which side. */
export function nearText({ hands: [hand], tokens }: Picture, upright: boolean): string {
  const held = tokens.find((token) => token.hand !== null)
  if (held) return m.yard_lit_holds({ the: m.maitre_the({ kind: held.kind }) })
  const far = (token: { x: number; y: number }) =>
    Math.hypot(token.x - (hand?.x ?? 0), token.y - (hand?.y ?? 0))
  const [near] = tokens.filter(({ sack }) => sack === null).sort((a, b) => far(a) - far(b))
  if (!near || !hand) return ''
  const [dx, dy] = [near.x - hand.x, near.y - hand.y]
  const [right, up] = upright ? [-dy, dx] : [dx, dy]
  const side = Math.abs(right) > Math.abs(up) ? (right > 0 ? 'e' : 'w') : up > 0 ? 'n' : 's'
  return m.yard_lit_near({ the: m.maitre_the({ kind: near.kind }), side })
}

/** What lies in the sack, as it was felt. */
export function sackText({ sack }: Hand): string {
  if (!sack.length) return m.yard_sack_empty()
  const pieces = sack.map(({ gaps }, i) => {
    const felt = gaps.filter((gap) => gap !== undefined)
    const [least, most] = [Math.min(...felt), Math.max(...felt)].map(Math.round)
    return felt.length
      ? m.yard_piece({ number: i + 1, least: least ?? 0, most: most ?? 0 })
      : m.yard_piece_unfelt({ number: i + 1 })
  })
  return [m.yard_sacked({ count: sack.length }), ...pieces].join(' ')
}
