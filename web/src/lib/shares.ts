/** What this browser contributed to each table's shuffle, so that it can see its part among those that counted. */
import type { TableInfo } from './api/types'

const KEY = 'renardiere.shares'
const KEPT = 60

type Shares = Record<string, Record<number, string>>

function read(): Shares {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Shares
  } catch {
    return {}
  }
}

export function rememberShares(table: string, shares: Record<number, string>): void {
  const all = read()
  const merged = { ...all[table], ...shares }
  const { [table]: _, ...others } = all
  const entries = [...Object.entries(others), [table, merged] as const].slice(-KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // a full or forbidden store: the check is then not possible, the game is
  }
}

/** Whether every share that this browser sent is among the frozen ones; null if there is nothing to compare. */
export function sharesCounted(info: TableInfo, mine = read()[info.id]): boolean | null {
  const frozen = info.shuffle.shares
  if (!frozen || !mine) return null
  return Object.entries(mine).every(([seat, share]) => frozen[Number(seat)] === share)
}
