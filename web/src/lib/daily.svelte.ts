/** The deals of the day: how they stand for this browser, and beginning them. */
import { http } from './api/http'
import { decline } from '../lesson/offer'
import type { Daily, Day, PlayDaily, TableInfo } from './api/types'
import { once } from './once'
import { m } from './paraglide/messages'
import { route } from './route.svelte'
import { settings } from './settings.svelte'

export type DailyGame = NonNullable<PlayDaily['game']>

/** The games that have deals of the day. */
export const DAILY_GAMES: readonly DailyGame[] = ['forest', 'duet']

class DailyDeals {
  info = $state.raw<Partial<Record<string, Daily>>>({})
  failed = $state(false)

  /** Ask anew, of one game or of all. */
  async load(games: readonly string[] = DAILY_GAMES): Promise<void> {
    try {
      const told = await Promise.all(
        games.map(async (game) => [game, await http.get<Daily>(`/daily?game=${game}`)] as const),
      )
      this.info = { ...this.info, ...Object.fromEntries(told) }
      this.failed = false
    } catch {
      this.failed = true
    }
  }

  /** Go to today's table of a game: the try that counts, or another one for pleasure. Throws what went wrong. */
  async play(game: string): Promise<void> {
    const { id } = await once<TableInfo>('/daily', { name: settings.name ?? m.default_name(), game })
    decline(game)
    route.go(`/t/${id}`)
  }

  /** What is known of a game's day; null if it is neither today nor yesterday. */
  of(game: string, day: string): Day | null {
    const info = this.info[game]
    return [info?.today, info?.yesterday].find((known) => known?.day === day) ?? null
  }
}

export const daily = new DailyDeals()
