/**
 * The service worker. It keeps the shell (the document and the files that a first visit and the lesson need), so that
 * the page opens where no house can be reached, and says so itself. Nothing that the house answers is kept: no table,
 * nobody's data. Whatever is not the shell goes past it.
 */
/** Written by the build: all files of the shell, the document's own script first. */
declare const SHELL: string[]
/** Written by the build: another one for every build that differs. */
declare const BUILD: string

const worker = self as unknown as ServiceWorkerGlobalScope
const CACHE = `shell-${BUILD}`
const DOCUMENT = '/'
/** Milliseconds after which somebody would rather see the shell than wait for the house. */
const PATIENCE = 4000
const [SCRIPT = ''] = SHELL

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate' && isScreen(pathname)) event.respondWith(screen(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
})
worker.addEventListener('message', (event) => event.waitUntil(replace(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(String(event.notification.data)))
})

/** All of it or nothing: a shell with a file missing would open nothing. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(SHELL)
  if (!(await keep(await fetch(DOCUMENT))))
    throw new Error('the house is being replaced; the next visit tries again')
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** The page's screens are one document; everything else that can be gone to is the house's. */
function isScreen(path: string): boolean {
  return !/^\/(api|admin|assets|healthz|metrics)(\/|$)|\./.test(path)
}

async function screen(event: FetchEvent): Promise<Response> {
  const coming = answer(event)
  event.waitUntil(coming.then(keep, () => false))
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null))
  const came = await Promise.race([coming.catch(() => null), late])
  if (came && came.status < 500) return came.clone()
  // nobody there, or only a proxy that says so
  return (await (await caches.open(CACHE)).match(DOCUMENT)) ?? coming.then((response) => response.clone())
}

async function answer(event: FetchEvent): Promise<Response> {
  return ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request)
}

/** Keep a document, if it is this build's: the files of another one are not here. */
async function keep(response: Response): Promise<boolean> {
  const text = response.ok ? await response.clone().text() : ''
  if (!text.includes(SCRIPT)) return false
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  // so that the page knows that it does not come from the house
  const kept = new Response(text.replace('<html', '<html data-kept'), { headers })
  await (await caches.open(CACHE)).put(DOCUMENT, kept)
  return true
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** A page tells its script. The old worker and its files go once nothing but that one page of this build is open. */
async function replace(event: ExtendableMessageEvent): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (event.data === SCRIPT && windows.length === 1) await worker.skipWaiting()
}

/** Somebody touched a notification: to its table, in a page that is open if there is one, wherever in the house it is. */
async function show(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // the address by which a page came; it may have gone on since
  const there = windows.find(({ url }) => new URL(url).pathname === path) ?? windows[0]
  there?.postMessage(path)
  await (there ? there.focus() : worker.clients.openWindow(path))
}
