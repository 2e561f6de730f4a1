/** How written words are said: signs by their names, numbers that stand for two as both. */
import type { Language } from './settings.svelte'

const SMALL = {
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt'.split(' '),
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' '),
} as const // prettier-ignore

const WORDS = {
  fr: { or: 'ou', to: 'à', of: 'sur', minus: 'moins', plus: 'plus', from: 'de' },
  en: { or: 'or', to: 'to', of: 'of', minus: 'minus', plus: 'plus', from: '' },
} as const

function number(digits: string, language: Language): string {
  return SMALL[language][Number(digits)] ?? digits
}

export function spoken(text: string, language: Language): string {
  const words = WORDS[language]
  const say = (digits: string) => number(digits, language)
  return (
    text
      .replace(/[\u00a0\u202f]/g, ' ')
      // 3/21 is a score; 1/5 a card that is either, and no score goes up to five
      .replace(/(\d+)\/(\d+)/g, (_, a: string, b: string) =>
        Number(b) > 11 ? `${say(a)} ${words.of} ${say(b)}` : `${say(a)} ${words.or} ${say(b)}`,
      )
      // 7–9
      .replace(/(\d+) ?– ?(\d+)/g, (_, a: string, b: string) =>
        `${words.from} ${say(a)} ${words.to} ${say(b)}`.trim(),
      )
      .replace(/−(\d+)/g, (_, digits: string) => `${words.minus} ${say(digits)}`)
      .replace(
        /(^|[\s(])\+(\d+)/g,
        (_, before: string, digits: string) => `${before}${words.plus} ${say(digits)}`,
      )
      .replace(/ ?· ?/g, ', ')
      .replace(/[«»“”●]/g, '')
      .replace(/…/g, '.')
      .replace(/ ([.,])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** A voice of that language: one that the device has itself rather than one from afar, its usual one rather than another. */
export function voiceFor<V extends Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>>(
  voices: readonly V[],
  language: Language,
): V | null {
  const rank = ({ localService, default: usual }: V) => 2 * Number(localService) + Number(usual)
  const fitting = voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language)
  return [...fitting].sort((a, b) => rank(b) - rank(a))[0] ?? null
}
