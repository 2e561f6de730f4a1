/** The contrasts that make the page readable and the suits plain, computed from the styles themselves. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as tones from '../src/art/tones'

const css = (name: string) => readFileSync(new URL(`../src/styles/${name}.css`, import.meta.url), 'utf8')
const BASE = css('base')
const SUITS = css('suits')

/** A custom property of the page, at night or by day. */
function page(name: string, theme: 'day' | 'night'): string {
  const found = new RegExp(`--${name}: ([^;]+);`).exec(BASE)?.[1]
  if (!found) throw new Error(`no --${name}`)
  const [, day, night] = /^light-dark\((.+), (.+)\)$/.exec(found) ?? [null, found, found]
  const value = (theme === 'day' ? day : night) as string
  const other = /^var\(--(.+)\)$/.exec(value)?.[1]
  return other ? page(other, theme) : value
}

function suit(letter: string, name: string): string {
  const block = new RegExp(`\\.${letter} \\{[^}]*--${name}: (#\\w+);`).exec(SUITS)?.[1]
  if (!block) throw new Error(`no --${name} of ${letter}`)
  return block
}

function luminance(colour: string, dimmed = 1): number {
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new Error(`not a colour: ${colour}`)
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = (dimmed * parseInt(colour.slice(at, at + 2), 16)) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string, dimmed = 1): number {
  const [a, b] = [luminance(one, dimmed), luminance(other, dimmed)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

test('contrast is what the guidelines say it is', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each(['night', 'day'] as const)('%s: all text is readable on every paper', (theme) => {
  for (const ground of ['ground', 'table', 'raised', 'sunken']) {
    for (const text of ['text', 'soft', 'accent', 'warn']) {
      const found = contrast(page(text, theme), page(ground, theme))
      expect(found, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
  expect(contrast(page('accent-text', theme), page('accent', theme))).toBeGreaterThanOrEqual(4.5)
})

test.each(['B', 'K', 'M'])(
  '%s: suit shapes and ranks stand out on their card, also dimmed to 70 %%',
  (letter) => {
    const cream = page('cream', 'night')
    for (const dimmed of [1, 0.7]) {
      expect(contrast(suit(letter, 'a'), cream, dimmed)).toBeGreaterThanOrEqual(3)
      expect(contrast(suit(letter, 'b'), cream, dimmed)).toBeGreaterThanOrEqual(3)
      expect(contrast(page('ink', 'night'), cream, dimmed)).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('characters stand out in the night of every suit, and in the page’s', () => {
  const { BERRY: _, INK: __, SUIT: ___, ...papers } = tones
  const nights = ['B', 'K', 'M'].map((letter) => suit(letter, 'night-of-suit'))
  for (const [name, paper] of Object.entries(papers)) {
    for (const night of nights) {
      expect(contrast(paper.tone, night), `${name} on ${night}`).toBeGreaterThanOrEqual(3)
      expect(contrast(paper.lit, night), `${name}, lit, on ${night}`).toBeGreaterThanOrEqual(3)
    }
  }
})
