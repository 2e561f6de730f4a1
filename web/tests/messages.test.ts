import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import settings from '../project.inlang/settings.json'

interface Variants {
  declarations: string[]
  selectors: string[]
  match: Record<string, string>
}
type Message = string | [Variants]

const folder = (language: 'fr' | 'en') => new URL(`../messages/${language}/`, import.meta.url)
const files = (language: 'fr' | 'en') => readdirSync(folder(language)).sort()
const areas = (language: 'fr' | 'en') =>
  files(language).map(
    (name) => JSON.parse(readFileSync(new URL(name, folder(language)), 'utf8')) as Record<string, Message>,
  )
const MESSAGES = {
  fr: Object.assign({}, ...areas('fr')) as Record<string, Message>,
  en: Object.assign({}, ...areas('en')) as Record<string, Message>,
}
const keys = (language: 'fr' | 'en') => Object.keys(MESSAGES[language]).filter((key) => key !== '$schema')
const texts = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message[0].match)

/** What no face of the page can write; the title in the browser's bar is not the page's. */
const LETTERS = readFileSync(new URL('../src/fonts/letters.txt', import.meta.url), 'utf8').replaceAll(
  '\n',
  '',
)
const NO_LETTER = new RegExp(`[^${LETTERS.replace(/[\\\]^-]/g, '\\$&')}]`, 'u')

/** All texts of a language that hold something they should not, with their keys. */
function offenders(language: 'fr' | 'en', pattern: RegExp): string[] {
  return keys(language).flatMap((key) =>
    texts(MESSAGES[language][key] as Message)
      .filter((text) => pattern.test(text))
      .map((text) => `${key}: ${text}`),
  )
}

test('every file of messages is read, and no message stands in two of them', () => {
  const named = settings['plugin.inlang.messageFormat'].pathPattern
  for (const language of ['fr', 'en'] as const) {
    const read = named.map((pattern) =>
      pattern.replace('{locale}', language).replace(`./messages/${language}/`, ''),
    )
    expect(files(language)).toEqual(read.sort())
    const all = areas(language).flatMap((area) => Object.keys(area).filter((key) => key !== '$schema'))
    expect(all.filter((key, place) => all.indexOf(key) !== place)).toEqual([])
  }
})

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
  expect(
    offenders(language, NO_LETTER).filter((text) => !text.startsWith('title_')),
    'the faces have only the letters of src/fonts/letters.txt',
  ).toEqual([])
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
