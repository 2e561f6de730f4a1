/**
 * Asks that change something: each carries a request id, kept until it is answered. A double click, or another try
 * after an answer that was lost, is the same request, and is carried out once.
 */
import { Failure, http } from './api/http'
import { requestId } from './random'

const open = new Map<string, { request: string; answer: Promise<unknown> | null }>()

/** Whether the server took the request in, whatever it said to it. */
function answered(error: unknown): boolean {
  return (
    error instanceof Failure && !['offline', 'error', 'too_fast', 'unavailable'].includes(error.problem.code)
  )
}

/** Post `body` with its request id. */
export function once<T>(path: string, body: Record<string, unknown>): Promise<T> {
  const key = `${path} ${JSON.stringify(body)}`
  const asked = open.get(key) ?? { request: requestId(), answer: null }
  open.set(key, asked)
  asked.answer ??= ask<T>(key, path, { request: asked.request, ...body })
  return asked.answer as Promise<T>
}

async function ask<T>(key: string, path: string, body: unknown): Promise<T> {
  try {
    const answer = await http.post<T>(path, body)
    open.delete(key)
    return answer
  } catch (error) {
    const asked = open.get(key)
    if (answered(error)) open.delete(key)
    else if (asked) asked.answer = null
    throw error
  }
}
