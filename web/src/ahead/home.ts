/** Home as somebody new finds it, by language: its links can be followed before any script is there. */
import './nobody'
import { render } from 'svelte/server'
import { settings, type Language } from '$lib/settings.svelte'
import App from '../App.svelte'

function inLanguage(language: Language): string {
  settings.language = language
  return render(App).body
}

export default { fr: inLanguage('fr'), en: inLanguage('en') }
