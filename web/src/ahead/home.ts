/** Home as somebody new finds it, by language: its links can be followed before any script is there. */
import './nobody'
import { render } from 'svelte/server'
import { settings, type Language } from '$lib/settings.svelte'
import App from '../App.svelte'

function inLanguage(language: Language): string {
  settings.language = language
  // what only scripts answer waits for them (main.ts)
  return render(App).body.replaceAll('<button ', '<button disabled ')
}

export default { fr: inLanguage('fr'), en: inLanguage('en') }
