/** Putting the page among the device's own applications: asked for in the settings, and nowhere else. */

/** What Chromium sends once the page may be installed. */
interface Offer extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

class Install {
  #offer = $state.raw<Offer | null>(null)
  /** It happened just now. */
  done = $state(false)

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault() // no banner over the page
      this.#offer = event as Offer
    })
    addEventListener('appinstalled', () => {
      this.#offer = null
      this.done = true
    })
  }

  /** A button does it. */
  get possible(): boolean {
    return this.#offer !== null
  }

  /** iPhones and iPads have it in a menu, for pages that are not installed yet. */
  get byHand(): boolean {
    return (navigator as { standalone?: boolean }).standalone === false && isSecureContext
  }

  async ask(): Promise<void> {
    const offer = this.#offer
    this.#offer = null // an offer can be taken up once; the browser makes another
    await offer?.prompt()
  }
}

export const install = new Install()
