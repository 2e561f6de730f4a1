import { mount } from 'svelte'
import './styles/base.css'
import './styles/suits.css'
import App from './App.svelte'

const target = document.getElementById('page')
if (target) mount(App, { target })
