/** Keys of the dark that are letters and digits, and what they do. */
import { m } from '$lib/paraglide/messages'

export type Deed =
  | {
      do:
        | 'grip'
        | 'sack'
        | 'turn'
        | 'follow'
        | 'follow back'
        | 'stop'
        | 'shake'
        | 'light'
        | 'where'
        | 'missions'
        | 'what'
        | 'state'
        | 'help'
    }
  | { do: 'take'; place: number }

/** In the order in which they are listed. */
export const KEYS: Record<string, { deed: Deed; does: () => string }> = {
  g: { deed: { do: 'grip' }, does: m.yard_key_grip },
  s: { deed: { do: 'sack' }, does: m.yard_key_sack },
  t: { deed: { do: 'turn' }, does: m.yard_key_turn },
  f: { deed: { do: 'follow' }, does: m.yard_key_follow },
  x: { deed: { do: 'stop' }, does: m.yard_key_stop },
  m: { deed: { do: 'missions' }, does: m.yard_key_missions },
  b: { deed: { do: 'what' }, does: m.yard_key_what },
  p: { deed: { do: 'where' }, does: m.yard_key_where },
  r: { deed: { do: 'state' }, does: m.yard_key_state },
  l: { deed: { do: 'light' }, does: m.yard_key_light },
  n: { deed: { do: 'shake' }, does: m.yard_key_shake },
  '?': { deed: { do: 'help' }, does: m.key_does_help },
}

export function deedOf({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): Deed | null {
  const digit = /^Digit([1-4])$/.exec(code)?.[1]
  if (digit && !shiftKey) return { do: 'take', place: Number(digit) - 1 }
  const deed = KEYS[key.toLowerCase()]?.deed ?? null
  return deed?.do === 'follow' && shiftKey ? { do: 'follow back' } : deed
}
