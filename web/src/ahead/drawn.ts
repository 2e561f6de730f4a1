/** What is drawn on every screen: in the document itself, there before any script. */
import { render } from 'svelte/server'
import Backdrop from '../art/Backdrop.svelte'
import Sprite from '../art/Sprite.svelte'

/** Marks for scripts that would take it over: none does. */
const MARKS = /<!--.*?-->/g

export default [Sprite, Backdrop].map((of) => render(of).body.replaceAll(MARKS, '')).join('')
