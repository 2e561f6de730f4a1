/** The service worker that keeps the shell; over plain HTTP away from this machine there is none, silently. */

import { whenIdle } from './idle'
import { route } from './route.svelte'

/** Have the shell kept, and let a newer worker take over. `script` is the page's own. */
export function keepShell(script: string): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // a notification was touched
  navigator.serviceWorker.addEventListener('message', ({ data }) => route.go(String(data)))
  whenIdle(() => void register(script).catch(() => undefined)) // the page works without it
}

async function register(script: string): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js')
  const replace = () => registration.waiting?.postMessage(script)
  replace()
  // another page of the old build may have been closed meanwhile
  document.addEventListener('visibilitychange', replace)
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', replace)
  })
}
