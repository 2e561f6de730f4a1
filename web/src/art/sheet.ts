import { mount } from 'svelte'
import '../styles/base.css'
import '../styles/art.css'
import '../styles/suits.css'
import Sheet from './Sheet.svelte'

const target = document.getElementById('sheet')
if (target) mount(Sheet, { target })
