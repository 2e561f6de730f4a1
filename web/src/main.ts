import { mount } from 'svelte'
import './styles/base.css'
import './styles/art.css'
import './styles/suits.css'
import App from './App.svelte'
import { whenIdle } from '$lib/idle'
import { keepShell } from '$lib/worker'
import { fetchScreens } from './screens/later'

const target = document.getElementById('page')
if (target) mount(App, { target })
keepShell(new URL(import.meta.url).pathname)
whenIdle(() => void fetchScreens().catch(() => undefined)) // asked for again when somebody goes there
