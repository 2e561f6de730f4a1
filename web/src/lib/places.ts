/** Where cards lie on the screen, so that they can be seen to travel from where they were to where they are. */
import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { reducedMotion, travelTime } from './settings.svelte'

const left = new Map<string, DOMRect>()

/** An action: remember where `id` was when it was last touched, which is where it leaves from. */
export function places(node: HTMLElement, id: string) {
  const note = () => left.set(id, node.getBoundingClientRect())
  node.addEventListener('pointerdown', note)
  node.addEventListener('focus', note)
  return {
    update(next: string) {
      id = next
    },
    destroy() {
      node.removeEventListener('pointerdown', note)
      node.removeEventListener('focus', note)
    },
  }
}

function anchor(name: string): DOMRect | undefined {
  return document.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect()
}

interface Travel {
  /** The card that moves; where it was last seen is where it comes from. */
  id?: string
  /** Else the place that it comes from or goes to. */
  place: string
  ms?: number
}

/** A transition: from (or to) where the card was to (or from) where it is. */
export function travel(node: Element, { id, place, ms = 260 }: Travel): TransitionConfig {
  const duration = travelTime(ms)
  if (duration === 0) return { duration: 0 }
  if (reducedMotion()) return { duration: 120, css: (t) => `opacity: ${t}` }
  const own = id !== undefined ? left.get(id) : undefined
  const from = own ?? anchor(place)
  if (id !== undefined) left.delete(id)
  if (!from) return { duration: 120, css: (t) => `opacity: ${t}` }
  const to = node.getBoundingClientRect()
  const dx = from.left + from.width / 2 - (to.left + to.width / 2)
  const dy = from.top + from.height / 2 - (to.top + to.height / 2)
  const scale = own ? own.width / to.width : 0.5
  return {
    duration,
    easing: cubicOut,
    css: (t, u) =>
      `translate: ${dx * u}px ${dy * u}px; scale: ${1 - (1 - scale) * u}; opacity: ${Math.min(1, 3 * t)}`,
  }
}
