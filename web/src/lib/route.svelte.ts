/**
 * A tiny router: the path, going somewhere, and links that go there without loading the page again. The way back closes a
 * sheet that lies over the screen, before it leads anywhere.
 */

class Route {
  path = $state(location.pathname)
  query = $state.raw(new URLSearchParams(location.search))

  /** How to close each sheet that is open, the topmost last. */
  #sheets: (() => void)[] = []

  constructor() {
    addEventListener('popstate', () => {
      const close = this.#sheets.at(-1)
      if (!close) return this.#read()
      history.pushState(null, '', this.#here)
      close()
    })
  }

  /** Until the answer is called, the way back is `close`. */
  sheet(close: () => void): () => void {
    this.#sheets.push(close)
    return () => (this.#sheets = this.#sheets.filter((one) => one !== close))
  }

  /** Where one is already, the way back stays as it is: a double click goes once. */
  go(to: string, replace = false): void {
    if (replace || to === location.pathname + location.search) history.replaceState(null, '', to)
    else history.pushState(null, '', to)
    this.#read()
    scrollTo(0, 0)
  }

  get #here(): string {
    return this.path + (this.query.size ? `?${this.query}` : '')
  }

  #read(): void {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
  }
}

export const route = new Route()

/** For a container: plain clicks on links to our own screens stay in the page. */
export function internalLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/"]')
  if (!link || link.target || link.hasAttribute('download')) return
  event.preventDefault()
  route.go(link.pathname + link.search)
}
