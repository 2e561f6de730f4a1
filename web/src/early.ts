/**
 * Comes before the other scripts, and runs while they are on their way: whoever comes straight to a table has it asked
 * for, the live connection opened, and asked what lies there. What comes of it is taken over in lib/early.ts; where
 * that came first (from the browser's store), nobody would take it.
 */
import type { TableInfo } from '$lib/api/types'
import type { Early } from '$lib/early'

const id = /^\/t\/([a-z2-9]{10})$/.exec(location.pathname)?.[1]
if (id && !window.early) {
  const early: Early = {
    path: `/tables/${id}`,
    answer: fetch(`/api/tables/${id}`),
    socket: new WebSocket(`${location.origin.replace('http', 'ws')}/api/live`),
    heard: [],
  }
  window.early = early
  // whoever takes the answer hears of what went wrong
  watch(id, early).catch(() => undefined)
}

/** Ask as the table's screen will: with another question, it is answered once more. */
async function watch(table: string, early: Early): Promise<void> {
  const { answer, socket } = early
  if (!answer || !socket) return
  const welcome = new Promise<void>((come) => {
    socket.onmessage = (message) => {
      early.heard?.push(message)
      come()
    }
  })
  const { seats } = (await (await answer).clone().json()) as TableInfo
  // whoever was here before is told what has happened since
  if (localStorage.getItem('renardiere.glances')?.includes(table)) return
  await welcome
  if (early.socket !== socket) return
  const [seat = null, ...more] = seats.flatMap(({ mine }, seat) => (mine ? [seat] : []))
  early.asked = JSON.stringify({ is: 'watch', table, seat: more.length ? null : seat })
  socket.send(early.asked)
}
