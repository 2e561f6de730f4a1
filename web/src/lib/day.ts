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

/** How one did beside the house: by the points between oneself and the other. */
export function comparison({ own, house }: Pick<Day, 'own' | 'house'>): 'better' | 'same' | 'worse' | null {
  if (!own || !house) return null
  const [mine = 0, other = 0] = own
  const [its = 0, against = 0] = house
  const ahead = mine - other - (its - against)
  return ahead > 0 ? 'better' : ahead < 0 ? 'worse' : 'same'
}

/** In which of the five bars a result is: lost by far (6 points or more), lost, drawn, won, won by far. */
export function barOf([mine = 0, other = 0]: readonly number[]): number {
  const ahead = mine - other
  return 2 + Math.sign(ahead) * (Math.abs(ahead) >= 6 ? 2 : ahead ? 1 : 0)
}
