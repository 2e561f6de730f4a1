import { expect, test } from 'vitest'
import { barOf, comparison, dayText } from '../src/lib/day'

test('a day is named in both languages, whatever the clock of the device says', () => {
  expect(dayText('2027-01-15', 'fr')).toBe('vendredi 15 janvier')
  expect(dayText('2027-01-15', 'en').replace(',', '')).toBe('Friday 15 January')
})

test.each([
  // +4 beside +3; +3 beside +3; −2 beside +3; one lost by less than the house did
  [[20, 16], [19, 16], 'better'],
  [[19, 16], [17, 14], 'same'],
  [[14, 16], [19, 16], 'worse'],
  [[12, 16], [10, 18], 'better'],
  [null, [19, 16], null],
  [[19, 16], null, null],
] as const)('%j beside the house with %j: %s', (own, house, verdict) => {
  expect(comparison({ own: own && [...own], house: house && [...house] })).toBe(verdict)
})

test.each([
  [[10, 16], 0],
  [[11, 16], 1],
  [[16, 16], 2],
  [[17, 16], 3],
  [[21, 16], 3],
  [[22, 16], 4],
] as const)('%j stands in bar %i', (own, bar) => {
  expect(barOf(own)).toBe(bar)
})
