/** An attachment: how far a finger or a mouse is dragged, in pixels; lifting it leaves all where it is. */
import type { Attachment } from 'svelte/attachments'

/** Pixels along the screen's edge that belong to the device: its own gestures begin there. */
const EDGE = 24

export interface Dragging {
  by(dx: number, dy: number, event: PointerEvent): void
  begin?(event: PointerEvent): void
  /** What begins at the edge of the screen is not meant. */
  edge?: boolean
}

export function dragged({ by, begin, edge = false }: Dragging): Attachment<HTMLElement> {
  return (element) => {
    let finger: number | null = null
    let at = { x: 0, y: 0 }
    const stop = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(
      what: K,
      does: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(what, does, { signal: stop.signal })
    on('pointerdown', (event) => {
      if (finger !== null || event.button !== 0 || (edge && atEdge(event))) return
      finger = event.pointerId
      at = { x: event.clientX, y: event.clientY }
      element.setPointerCapture(finger)
      begin?.(event)
    })
    on('pointermove', (event) => {
      if (event.pointerId !== finger) return
      by(event.clientX - at.x, event.clientY - at.y, event)
      at = { x: event.clientX, y: event.clientY }
    })
    const lift = (event: PointerEvent) => {
      if (event.pointerId === finger) finger = null
    }
    on('pointerup', lift)
    on('pointercancel', lift)
    return () => stop.abort()
  }
}

/** Of a screen that is touched; a mouse has no gestures there. */
function atEdge({ clientX, clientY, pointerType }: PointerEvent): boolean {
  const near = Math.min(clientX, clientY, innerWidth - clientX, innerHeight - clientY)
  return pointerType !== 'mouse' && near < EDGE
}
