/** Keys that do something anywhere at the table, and what. */
import { m } from './paraglide/messages'

/** What can be told again. */
export type Told = 'hand' | 'trick' | 'decree' | 'scores' | 'turn'

/** What may be called otherwise. */
export type KeyName = Told | 'enter'

export type Deed = Told | 'focus' | 'hint' | 'keys'

export const KEYS: Record<string, { deed: Deed; does: () => string }> = {
  '1': { deed: 'hand', does: m.key_does_hand },
  '2': { deed: 'trick', does: m.key_does_trick },
  '3': { deed: 'decree', does: m.key_does_decree },
  '4': { deed: 'scores', does: m.key_does_scores },
  '5': { deed: 'turn', does: m.key_does_turn },
  '0': { deed: 'focus', does: m.key_does_focus },
  h: { deed: 'hint', does: m.key_does_hint },
  '?': { deed: 'keys', does: m.key_does_help },
}

/** What a key asks for; null where it is somebody's writing, a browser's own, or means nothing. */
export function deedOf(event: KeyboardEvent): Deed | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null
  const at = event.target
  if (at instanceof Element && at.closest('input, textarea, select, dialog, [contenteditable]')) return null
  return KEYS[digitOf(event) ?? event.key.toLowerCase()]?.deed ?? null
}

/** The digit of a key in the upper row, also where one has to shift for it. */
function digitOf({ code, shiftKey }: KeyboardEvent): string | null {
  return shiftKey ? null : (/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null)
}
