/** What this browser sent to and saw of each table's shuffle, so that it can compare what is told in the end. */
import type { TableInfo } from './api/types'
import { keptByTable } from './kept'

const kept = keptByTable<Record<number, string>>('renardiere.shares')

export function rememberShares(table: string, shares: Record<number, string>): void {
  kept.set(table, { ...kept.get(table), ...shares })
}

/** Whether somebody has ever sat down at a table in this browser. */
export function everSeated(): boolean {
  return !kept.empty()
}

/** Whether every share that this browser sent to a table is among those of its record; null: it sent none. */
export function sharesIn(table: string, tags: Readonly<Record<string, string>>): boolean | null {
  const mine = kept.get(table)
  return mine ? Object.entries(mine).every(([seat, share]) => tags[`Share${seat}`] === share) : null
}

/** Whether every share that this browser sent is among the frozen ones; null if there is nothing to compare. */
export function sharesCounted(info: TableInfo, mine = kept.get(info.id)): boolean | null {
  const frozen = info.shuffle.shares
  if (!frozen || !mine) return null
  return Object.entries(mine).every(([seat, share]) => frozen[Number(seat)] === share)
}

/** A table's seal, and what was mixed in, as this browser saw them while the game was still to be played. */
export interface Seal {
  commit: string
  shares: readonly string[] | null
}

const seals = keptByTable<Seal>('renardiere.seals')

/** Keep what is seen of a table's seal before its secret is told: the first word counts. */
export function watchSeal({ id, state, shuffle }: Pick<TableInfo, 'id' | 'state' | 'shuffle'>): void {
  if (state === 'over') return
  const seen = seals.get(id)
  if (!seen) seals.set(id, { commit: shuffle.commit, shares: shuffle.shares })
  else if (!seen.shares && shuffle.shares) seals.set(id, { ...seen, shares: shuffle.shares })
}

/** Whether a record has what this browser saw beforehand; `unseen`: it saw nothing. */
export function sealIn(
  table: string,
  tags: Readonly<Record<string, string>>,
  seen = seals.get(table),
): 'same' | 'other_seal' | 'other_shares' | 'unseen' {
  if (!seen) return 'unseen'
  if (tags.Commit !== seen.commit) return 'other_seal'
  const told = seen.shares?.every((share, seat) => (tags[`Share${seat}`] ?? '') === share) ?? true
  return told ? 'same' : 'other_shares'
}
