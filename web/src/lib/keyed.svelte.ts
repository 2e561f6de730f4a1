/** Whether a hand of cards is gone through with keys: what is said of how to go on depends on it. */
import { m } from './paraglide/messages'

let keyed = $state(false)

/** A card has got the focus. */
export function noteFocus(card: Element): void {
  keyed = card.matches(':focus-visible')
}

/** How to choose a card. */
export const touchCard = (): string => (keyed ? m.keys_card() : m.touch_card())
