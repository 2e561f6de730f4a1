import { expect, test } from 'vitest'
import en from '../messages/en.json'
import fr from '../messages/fr.json'

interface Variants {
  declarations: string[]
  selectors: string[]
  match: Record<string, string>
}
type Message = string | [Variants]

const MESSAGES = { fr, en } as unknown as Record<'fr' | 'en', Record<string, Message>>
const keys = (language: 'fr' | 'en') => Object.keys(MESSAGES[language]).filter((key) => key !== '$schema')
const texts = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message[0].match)

/** All texts of a language that hold something they should not, with their keys. */
function offenders(language: 'fr' | 'en', pattern: RegExp): string[] {
  return keys(language).flatMap((key) =>
    texts(MESSAGES[language][key] as Message)
      .filter((text) => pattern.test(text))
      .map((text) => `${key}: ${text}`),
  )
}

test('both languages have the same messages, cases and parameters', () => {
  expect(keys('en')).toEqual(keys('fr'))
  const shape = (message: Message) => ({
    cases: typeof message === 'string' ? [] : Object.keys(message[0].match),
    inputs: typeof message === 'string' ? [] : message[0].declarations,
    used: [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort(),
  })
  for (const key of keys('fr')) {
    expect([key, shape(MESSAGES.en[key] as Message)]).toEqual([key, shape(MESSAGES.fr[key] as Message)])
  }
})

test.each(['fr', 'en'] as const)('%s: signs as they should be', (language) => {
  expect(offenders(language, /['"`]/), 'apostrophes are ’, quotation marks « » or “ ”').toEqual([])
  expect(offenders(language, /\.\.\./), 'an ellipsis is …').toEqual([])
  expect(offenders(language, /(^|\s)-\d/), 'a minus sign is −').toEqual([])
  expect(offenders(language, /\u202f/), 'the faces have no narrow no-break space').toEqual([])
  expect(offenders(language, / {2}|^ | $/), 'stray spaces').toEqual([])
})

test('French typography and wording', () => {
  expect(offenders('fr', /[^\u00a0][:;?!»]/), 'a no-break space before : ; ? ! »').toEqual([])
  expect(offenders('fr', /«[^\u00a0]/), 'a no-break space after «').toEqual([])
  expect(offenders('fr', /·e|\(e\)|\(s\)/), 'no agreement in brackets').toEqual([])
  expect(offenders('fr', /\b(de|que|qu’|d’) ?\{name\}/), '« de {name} » would have to elide').toEqual([])
  expect(offenders('fr', /\b(Egal|Echange|A vous|Eteind)/), 'capitals keep their accents').toEqual([])
})

test('English typography', () => {
  expect(offenders('en', /[\s\u00a0][:;?!]/), 'no space before : ; ? !').toEqual([])
})
