/** Days of the house, and how their deals went. */
import type { Day } from './api/types'

/** « samedi 28 novembre »: a day of the house is UTC's. */
export function dayText(day: string, language: 'fr' | 'en'): string {
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${day}T00:00:00Z`))
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
