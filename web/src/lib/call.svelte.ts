/** « À vous »: heard by whoever has waited, and told to whoever looks elsewhere and has asked for it. */
import { m } from './paraglide/messages'
import { speaker } from './sound.svelte'

const KEY = 'renardiere.call'
/** Who gets the turn back within this time has not looked away. */
const WAITED = 4000

class Call {
  /** Notifications need a secure page, and the person's leave. */
  readonly possible = isSecureContext && 'Notification' in globalThis
  // in this order: the browser's answer takes its time
  on = $state(this.possible && localStorage.getItem(KEY) === 'on' && Notification.permission === 'granted')
  #waiting = -Infinity

  async set(on: boolean): Promise<void> {
    this.on = on && this.possible && (await Notification.requestPermission()) === 'granted'
    localStorage.setItem(KEY, this.on ? 'on' : 'off')
  }

  /** It is somebody else's turn. */
  wait(): void {
    this.#waiting = performance.now()
  }

  /** It is one's own, at this table. */
  turn(table: string): void {
    if (document.hidden || performance.now() - this.#waiting > WAITED) speaker.play('turn')
    if (document.hidden && this.on) void notify(table)
  }
}

async function notify(table: string): Promise<void> {
  const what = {
    body: m.title_turn(),
    tag: table,
    data: `/t/${table}`,
    icon: '/icons/fox-192.png',
    badge: '/icons/mark-96.png',
  }
  // Android shows those of a service worker alone; that one also knows what to do with a touch
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker?.active) await worker.showNotification('La Renardière', what)
  else new Notification('La Renardière', what).onclick = () => focus()
}

export const call = new Call()
