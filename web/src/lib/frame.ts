/** What the browser draws around the page. The server sets it for the first byte (shell.py), this for a change. */
import type { Language, Theme } from './settings.svelte'

const LIGHTS = { day: '(prefers-color-scheme: light)', night: '(prefers-color-scheme: dark)' } as const
const [night, day] = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')

export function frame(theme: Theme, language: Language): void {
  const when = (light: 'day' | 'night') =>
    theme === 'system' ? LIGHTS[light] : theme === light ? 'all' : 'not all'
  if (night) night.media = when('night')
  if (day) day.media = when('day')
  const href = `/${language}.webmanifest`
  if (manifest && manifest.getAttribute('href') !== href) manifest.href = href
}
