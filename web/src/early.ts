/**
 * Comes before the other scripts, and runs while they are on their way: whoever comes straight to a table has it asked
 * for, and the live connection opened. What comes of it is taken over in lib/early.ts; where that came first (from the
 * browser's store), nobody would take it.
 */
const id = /^\/t\/([a-z2-9]{10})$/.exec(location.pathname)?.[1]
if (id && !window.early) {
  const path = `/tables/${id}`
  const answer = fetch(`/api${path}`)
  answer.catch(() => undefined) // whoever takes it hears of it
  const heard: MessageEvent<string>[] = []
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/live`)
  socket.onmessage = (message) => heard.push(message)
  window.early = { path, answer, socket, heard }
}

export {}
