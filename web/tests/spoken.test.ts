import { describe, expect, test } from 'vitest'
import { spoken, voiceFor } from '../src/lib/spoken'

test.each([
  ['7–9', 'de sept à neuf', 'seven to nine'],
  ['10–13', 'de dix à treize', 'ten to thirteen'],
  ['1/5', 'un ou cinq', 'one or five'],
  ['12/21', 'douze sur 21', 'twelve of 21'],
  ['−2', 'moins deux', 'minus two'],
  ['+6', 'plus six', 'plus six'],
])('%s is said as words', (written, french, english) => {
  expect(spoken(written, 'fr')).toBe(french)
  expect(spoken(written, 'en')).toBe(english)
})

test('signs that are only to be seen are not said', () => {
  expect(spoken('Dit-il : « On distribue… »', 'fr')).toBe('Dit-il : On distribue.')
  expect(spoken('1 · Cygne', 'fr')).toBe('1, Cygne')
  expect(spoken('● À vous – La Renardière', 'fr')).toBe('À vous – La Renardière')
})

test('a sentence of the table stays what it is', () => {
  expect(spoken('À vous : suivez à cloche.', 'fr')).toBe('À vous : suivez à cloche.')
  expect(spoken('Le 7 de clefs ira sous la pioche, sans être vu.', 'fr')).toBe(
    'Le 7 de clefs ira sous la pioche, sans être vu.',
  )
})

describe('the voice', () => {
  const voice = (lang: string, localService = true, usual = false) => ({ lang, localService, default: usual })

  test('speaks the page’s language, whatever the country', () => {
    const [english, french] = [voice('en-GB'), voice('fr_CA')]
    expect(voiceFor([english, french], 'fr')).toBe(french)
    expect(voiceFor([english, french], 'en')).toBe(english)
    expect(voiceFor([english, voice('frp-IT')], 'fr')).toBeNull()
    expect(voiceFor([], 'fr')).toBeNull()
  })

  test('is the device’s own rather than one from afar, and its usual one rather than another', () => {
    const [far, own, usual] = [voice('fr-FR', false, true), voice('fr-FR'), voice('fr-BE', true, true)]
    expect(voiceFor([far, own], 'fr')).toBe(own)
    expect(voiceFor([own, usual], 'fr')).toBe(usual)
    expect(voiceFor([far], 'fr')).toBe(far)
  })
})
