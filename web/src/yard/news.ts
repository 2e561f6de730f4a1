/** What has become of a hand from one frame to the next: what is to be said, not only felt. */
import { FLAG, type Felt } from './frame'

export type News =
  /** A token has come into the hand, out of the box or back from the sack; fingers have closed on nothing. */
  | 'lifted'
  | 'taken'
  | 'missed'
  /** It went into the sack, or back to the box. */
  | 'sacked'
  | 'released'
  /** Nothing has come for a while; a stop was refused; one feels again. */
  | 'still'
  | 'numb'
  | 'awake'

const has = (felt: Felt, flag: number) => (felt.flags & flag) !== 0

/** `before`: the last frame in which something could be felt; `numb`: none can since. */
export function newsOf(before: Felt | null, numb: boolean, now: Felt): News | null {
  if (has(now, FLAG.numb)) return numb ? null : 'numb'
  if (!before) return null
  const [held, holds] = [has(before, FLAG.held), has(now, FLAG.held)]
  if (holds && !held) return now.sack < before.sack ? 'taken' : 'lifted'
  if (held && !holds) return now.sack > before.sack ? 'sacked' : 'released'
  if (numb) return 'awake'
  if (has(before, FLAG.closing) && !has(now, FLAG.closing)) return 'missed'
  if (has(now, FLAG.still) && !has(before, FLAG.still) && !has(now, FLAG.turning)) return 'still'
  return null
}
