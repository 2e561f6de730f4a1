/** What the document's first script (src/early.ts) has begun, each to be taken once. */
declare global {
  interface Window {
    early?: Partial<{
      path: string
      answer: Promise<Response>
      socket: WebSocket
      heard: MessageEvent<string>[]
    }>
  }
}

if ('window' in globalThis) window.early ??= {} // words are tested without a page

/** The answer to this question, if it has been asked already. */
export function earlyAnswer(path: string): Promise<Response> | null {
  const { early } = window
  if (!early?.answer || early.path !== path) return null
  const { answer } = early
  delete early.answer
  return answer
}

/** The live connection, if it has been opened already; what came over it is heard as soon as somebody listens. */
export function earlySocket(): WebSocket | null {
  const { socket, heard = [] } = window.early ?? {}
  delete window.early?.socket
  if (!socket || socket.readyState > WebSocket.OPEN) return null
  queueMicrotask(() => {
    for (const message of heard) socket.onmessage?.(message)
  })
  return socket
}
