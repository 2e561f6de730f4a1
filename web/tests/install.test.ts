/** What installs the page: its pictures are there and as large as they say, and its colours are the page's. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Picture {
  src: string
  sizes: string
  type: string
  purpose?: string
}
interface Manifest {
  [key: string]: unknown
  lang: string
  name: string
  short_name: string
  icons: Picture[]
  shortcuts: { name: string; url: string; icons: Picture[] }[]
}

const web = (path: string) => new URL(`../${path}`, import.meta.url)
const text = (path: string) => readFileSync(web(path), 'utf8')
const manifest = (language: string) => JSON.parse(text(`public/${language}.webmanifest`)) as Manifest
const BASE = text('src/styles/base.css')
const NIGHT = /--night: (#\w+);/.exec(BASE)?.[1]
const DAY = /--ground: light-dark\((#\w+), var\(--night\)\);/.exec(BASE)?.[1]

/** Width, height and whether some of it may be seen through, from the picture's own header. */
function png(path: string): { width: number; height: number; clear: boolean } {
  const bytes = readFileSync(web(`public${path}`))
  expect(bytes.subarray(1, 4).toString('latin1'), path).toBe('PNG')
  const clear = [4, 6].includes(bytes[25] ?? 0) || bytes.includes('tRNS')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), clear }
}

test.each(['fr', 'en'])('%s: the manifest is complete, and what it names is there', (language) => {
  const made = manifest(language)
  expect(made).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', lang: language })
  expect(made).toMatchObject({ background_color: NIGHT, theme_color: NIGHT })
  expect(made.short_name.length).toBeLessThanOrEqual(12)
  for (const { src, sizes, type, purpose } of [
    ...made.icons,
    ...made.shortcuts.flatMap(({ icons }) => icons),
  ]) {
    const { width, height, clear } = png(src)
    expect([`${width}x${height}`, type]).toEqual([sizes, 'image/png'])
    expect(clear, `${src} has round corners of its own`).toBe(purpose !== 'maskable')
  }
  const sizes = (wanted?: string) =>
    made.icons.filter(({ purpose }) => purpose === wanted).map(({ sizes }) => sizes)
  expect(sizes()).toEqual(['192x192', '512x512'])
  expect(sizes('maskable')).toEqual(['192x192', '512x512'])
})

test('both languages install the same application', () => {
  const [fr, en] = ['fr', 'en'].map((language) => {
    const { description, lang, ...rest } = manifest(language)
    expect([typeof description, typeof lang]).toEqual(['string', 'string'])
    return { ...rest, shortcuts: rest.shortcuts.map(({ url, icons }) => ({ url, icons })) }
  })
  expect(fr).toEqual(en)
})

test('shortcuts are called what the page calls them', () => {
  for (const language of ['fr', 'en']) {
    const words = JSON.parse(text(`messages/${language}/house.json`)) as Record<string, string>
    expect(manifest(language).shortcuts.map(({ name, url }) => [name, url])).toEqual([
      [words['with_bot'], '/new?with=bot'],
      [words['with_friend'], '/new?with=friend'],
      [words['with_device'], '/new?with=device'],
    ])
  }
})

test('what surrounds the page has its colours', () => {
  const named = [...text('index.html').matchAll(/name="theme-color" content="(#\w+)" media="(.+)"/g)]
  expect(named.map(([, colour, when]) => [colour, when])).toEqual([
    [NIGHT, '(prefers-color-scheme: dark)'],
    [DAY, '(prefers-color-scheme: light)'],
  ])
})

test('pictures are light, and each is used', () => {
  expect(png('/icons/apple-180.png')).toEqual({ width: 180, height: 180, clear: false })
  expect(png('/icons/mark-96.png')).toEqual({ width: 96, height: 96, clear: true })
  const sources = ['public/fr.webmanifest', 'index.html', 'src/lib/call.svelte.ts'].map(text).join()
  for (const name of readdirSync(web('public/icons'))) {
    expect(sources).toContain(`/icons/${name}`)
    expect(readFileSync(web(`public/icons/${name}`)).length, name).toBeLessThan(12_000)
  }
})
