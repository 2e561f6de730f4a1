import { expect, test } from 'vitest'
import { barOf, comparison, dayText } from '../src/lib/day'

test('a day is named in both languages, whatever the clock of the device says', () => {
  expect(dayText('2027-01-15', 'fr')).toBe('vendredi 15 janvier')
  expect(dayText('2027-01-15', 'en')).toBe('Friday 15 January')
})

test.each(['fr', 'en'] as const)('a year of days in %s, as the language has them', (language) => {
  const known = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 86_400_000) {
    const date = new Date(at)
    const said = dayText(date.toISOString().slice(0, 10), language)
    expect(said.replace(' 1er ', ' 1 ')).toBe(known.format(date).replace(',', ''))
  }
  expect(dayText('2027-05-01', 'fr')).toBe('samedi 1er mai')
})

test.each([
  // +4 beside +3; +3 beside +3; −2 beside +3; one lost by less than the house did
  [[20, 16], [19, 16], 'better'],
  [[19, 16], [17, 14], 'same'],
  [[14, 16], [19, 16], 'worse'],
  [[12, 16], [10, 18], 'better'],
  [[33], [27], 'better'],
  [[0], [24], 'worse'],
  [[0], [0], 'same'],
  [null, [19, 16], null],
  [[19, 16], null, null],
] as const)('%j beside the house with %j: %s', (own, house, verdict) => {
  expect(comparison({ own: own && [...own], house: house && [...house] })).toBe(verdict)
})

test.each([
  ['forest', [10, 16], 0],
  ['forest', [11, 16], 1],
  ['forest', [16, 16], 2],
  ['forest', [17, 16], 3],
  ['forest', [21, 16], 3],
  ['forest', [22, 16], 4],
  ['duet', [0], 0],
  ['duet', [23], 1],
  ['duet', [25], 2],
  ['duet', [39], 3],
  ['duet', [40], 4],
] as const)('of %s, %j stands in bar %i', (game, own, bar) => {
  expect(barOf(game, own)).toBe(bar)
})
