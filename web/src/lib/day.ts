/** Days of the house, and how their deals went. */
import type { Day } from './api/types'
import { m } from './paraglide/messages'

/**
 * « samedi 28 novembre »: a day of the house is UTC's. In words of ours: the first thing that asks a browser for a date in
 * some language waits until it has read all it knows of dates, on a slow phone 0.2 s.
 */
export function dayText(day: string, locale: 'fr' | 'en'): string {
  const date = new Date(`${day}T00:00:00Z`)
  const [weekday = '', month = ''] = [
    m.weekdays({}, { locale }).split(' ')[date.getUTCDay()],
    m.months({}, { locale }).split(' ')[date.getUTCMonth()],
  ]
  const number = date.getUTCDate()
  return number === 1
    ? m.first_of_month({ weekday, month }, { locale })
    : m.day_of_month({ weekday, number, month }, { locale })
}

/** What a result counts: the points between oneself and the other, or those of a team. */
const worth = ([own = 0, other = 0]: readonly number[]) => own - other

/** How one did beside the house. */
export function comparison({ own, house }: Pick<Day, 'own' | 'house'>): 'better' | 'same' | 'worse' | null {
  if (!own || !house) return null
  const ahead = worth(own) - worth(house)
  return ahead > 0 ? 'better' : ahead < 0 ? 'worse' : 'same'
}

/** The results from which on each bar but the first begins. */
const BARS: Record<string, readonly number[]> = { forest: [-5, 0, 1, 6], duet: [1, 25, 30, 40] }

/** In which of the five bars a result is: lost by far, lost, drawn, won, won by far; of duet: lost, or by its points. */
export function barOf(game: string, result: readonly number[]): number {
  return BARS[game]?.filter((from) => worth(result) >= from).length ?? 0
}
