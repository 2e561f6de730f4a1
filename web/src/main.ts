import { mount } from 'svelte'
import './styles/base.css'
import './styles/suits.css'
import App from './App.svelte'
import { keepShell } from '$lib/worker'

const target = document.getElementById('page')
if (target) mount(App, { target })
keepShell(new URL(import.meta.url).pathname)
