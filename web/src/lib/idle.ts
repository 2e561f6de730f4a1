/** Milliseconds after the page has loaded: a table on a slow line has not been told its cards before. */
const QUIET = 2500

/** Do this when the page is there and has nothing else to do: what the first visit needs goes first. */
export function whenIdle(what: () => void): void {
  if (document.readyState === 'complete') soon(what)
  else addEventListener('load', () => soon(what), { once: true })
}

function soon(what: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(what, { timeout: 5000 })
    else what()
  }, QUIET)
}
