/** An attachment: how far a finger or a mouse is dragged, sideways, in pixels; lifting it leaves all where it is. */
import type { Attachment } from 'svelte/attachments'

export function dragged(by: (px: number) => void): Attachment<HTMLElement> {
  return (element) => {
    let finger: number | null = null
    let at = 0
    const stop = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(
      what: K,
      does: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(what, does, { signal: stop.signal })
    on('pointerdown', (event) => {
      if (finger !== null || event.button !== 0) return
      finger = event.pointerId
      at = event.clientX
      element.setPointerCapture(finger)
    })
    on('pointermove', (event) => {
      if (event.pointerId !== finger) return
      by(event.clientX - at)
      at = event.clientX
    })
    const lift = (event: PointerEvent) => {
      if (event.pointerId === finger) finger = null
    }
    on('pointerup', lift)
    on('pointercancel', lift)
    return () => stop.abort()
  }
}
