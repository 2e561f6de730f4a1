/** What the document's first script (src/early.ts) has begun, each to be taken once. */
import type { Socket } from './api/live'

type Heard = MessageEvent<string | ArrayBuffer>

export interface Early {
  path?: string
  answer?: Promise<Response>
  socket?: WebSocket
  heard?: Heard[]
  /** What was asked over it. */
  asked?: string
}

declare global {
  interface Window {
    early?: Early
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

/** The live connection, if it has been opened already. */
export function earlySocket(): Socket | null {
  const { socket, heard = [], asked } = window.early ?? {}
  delete window.early?.socket
  return socket && socket.readyState <= WebSocket.OPEN ? takenOver(socket, heard, asked) : null
}

/** That connection, as if it were new: one is welcome as soon as one listens, and answered when one asks. */
export function takenOver(socket: WebSocket, heard: Heard[], asked = ''): Socket {
  const taken: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    close: () => socket.close(),
    send(data) {
      if (data !== asked) socket.send(data)
      asked = ''
      queueMicrotask(hear)
    },
  }
  socket.binaryType = 'arraybuffer'
  socket.onclose = () => taken.onclose?.()
  socket.onmessage = (message: Heard) => {
    heard.push(message)
    if (!asked) hear()
  }
  queueMicrotask(hear)
  return taken

  /** The welcome comes first; all after it answers what has been asked. */
  function hear() {
    for (const message of heard.splice(0, asked ? 1 : Infinity)) taken.onmessage?.(message)
  }
}
