/** The deal of the day: how it stands for this browser, and beginning it. */
import { http } from './api/http'
import type { Daily, Day, TableInfo } from './api/types'
import { once } from './once'
import { m } from './paraglide/messages'
import { route } from './route.svelte'
import { settings } from './settings.svelte'

class DailyDeal {
  info = $state.raw<Daily | null>(null)
  failed = $state(false)

  async load(): Promise<void> {
    try {
      this.info = await http.get<Daily>('/daily')
      this.failed = false
    } catch {
      this.failed = true
    }
  }

  /** Go to today's table: the try that counts, or another one for pleasure. Throws what went wrong. */
  async play(): Promise<void> {
    const { id } = await once<TableInfo>('/daily', { name: settings.name ?? m.default_name() })
    route.go(`/t/${id}`)
  }

  /** What is known of a day; null if it is neither today nor yesterday. */
  of(day: string): Day | null {
    return [this.info?.today, this.info?.yesterday].find((known) => known?.day === day) ?? null
  }
}

export const daily = new DailyDeal()
