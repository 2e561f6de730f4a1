/** What is drawn on every screen: in the document itself, there before any script. */
import { render } from 'svelte/server'
import Backdrop from './Backdrop.svelte'
import Sprite from './Sprite.svelte'

/** Marks for scripts that would take it over: none does. */
const MARKS = /<!--.*?-->/g

export const drawn = [Sprite, Backdrop].map((of) => render(of).body.replaceAll(MARKS, '')).join('')
