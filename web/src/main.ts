import { hydrate, mount } from 'svelte'
import './styles/base.css'
import './styles/art.css'
import './styles/suits.css'
import App from './App.svelte'
import { house } from '$lib/house.svelte'
import { whenIdle } from '$lib/idle'
import { route } from '$lib/route.svelte'
import { everSeated } from '$lib/shares'
import { keepShell } from '$lib/worker'
import { fetchScreens } from './screens/later'

const target = document.getElementById('page')
if (target) {
  // home for somebody new may stand in the document (ahead/home.ts); all else begins with nothing
  const there = target.hasChildNodes() && route.path === '/' && !house.kept && !everSeated()
  if (!there) target.replaceChildren()
  ;(there ? hydrate : mount)(App, { target })
  if (there) for (const button of target.querySelectorAll('button')) button.disabled = false
}
keepShell(new URL(import.meta.url).pathname)
whenIdle(() => void fetchScreens().catch(() => undefined)) // asked for again when somebody goes there
