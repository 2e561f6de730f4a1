/** What this browser contributed to each table's shuffle, so that it can see its part among those that counted. */
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
