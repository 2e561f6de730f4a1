/** The server's HTTP face. Whatever goes wrong is a `Failure` with a `Problem` that the page can word. */
import { earlyAnswer } from '../early'
import type { Problem } from './types'

export class Failure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

const OFFLINE: Problem = { code: 'offline', message: 'the server cannot be reached' }
/** What a proxy answers in the place of a server that does not. */
const NOBODY = [502, 503, 504]

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response
  try {
    answer = await ((method === 'GET' && earlyAnswer(path)) || asked(method, path, body))
  } catch {
    throw new Failure(OFFLINE)
  }
  if (answer.ok) return answer
  throw new Failure(await problemOf(answer))
}

function asked(method: string, path: string, body: unknown): Promise<Response> {
  return fetch(`/api${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
}

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body)
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T)
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const problem = (await answer.json()) as Problem
    if (typeof problem.code === 'string') return problem
  } catch {
    // not one of ours: a proxy's page, perhaps
  }
  return NOBODY.includes(answer.status) ? OFFLINE : { code: 'error', message: `status ${answer.status}` }
}

export const http = {
  text: async (path: string) => (await ask('GET', path)).text(),
  bytes: async (path: string) => new Uint8Array(await (await ask('GET', path)).arrayBuffer()),
  get: <T>(path: string) => send<T>('GET', path),
  put: <T>(path: string, body: unknown) => send<T>('PUT', path, body),
  post: <T>(path: string, body?: unknown) => send<T>('POST', path, body),
  delete: <T>(path: string, body?: unknown) => send<T>('DELETE', path, body),
}

/** What may be in reach again soon, with nobody doing anything. */
export const passes = ({ code }: Problem) => ['offline', 'error', 'unavailable'].includes(code)

/** The problem in whatever was thrown. What is not the server's word is our own mistake, and is reported. */
export function problemIn(error: unknown): Problem {
  if (error instanceof Failure) return error.problem
  console.error(error)
  return { code: 'error', message: String(error) }
}
