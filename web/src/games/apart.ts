/** What needs no house: each game's lesson and its reference card, by path; fetched by who goes there. */
import type { Component } from 'svelte'

type Screen = () => Promise<{ default: Component }>

export const APART: Record<string, Screen> = {
  '/forest/lesson': () => import('./forest/lesson/Lesson.svelte'),
  '/forest/card': () => import('./forest/AidPage.svelte'),
  '/duet/lesson': () => import('./duet/lesson/Lesson.svelte'),
  '/duet/card': () => import('./duet/AidPage.svelte'),
  '/fennecs/lesson': () => import('./fennecs/lesson/Lesson.svelte'),
  '/maitre/lesson': () => import('./maitre/lesson/Lesson.svelte'),
  '/maitre/practice': () => import('./maitre/practice/Practice.svelte'),
  '/fennecs/card': () => import('./fennecs/AidPage.svelte'),
  '/maitre/card': () => import('./maitre/AidPage.svelte'),
}
