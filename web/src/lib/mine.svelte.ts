/** One's own tables, as they were last heard of: whoever comes back home finds them there. */
import { http } from './api/http'
import type { TableCard } from './api/types'
import { everSeated } from './shares'

/** Milliseconds that the rest of home waits for them. */
const PATIENCE = 2000

class Mine {
  tables = $state.raw<TableCard[]>([])
  /** When that was, in seconds. */
  now = $state(Date.now() / 1000)
  /** There may be some, and nobody has said yet. */
  awaited = $state(everSeated())

  async load(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    setTimeout(() => (this.awaited = false), PATIENCE)
    try {
      this.tables = await http.get<TableCard[]>('/tables')
      this.now = Date.now() / 1000
    } catch {
      // home is useful without it; it is asked for again when the page comes back into sight
    }
    this.awaited = false
  }
}

export const mine = new Mine()
