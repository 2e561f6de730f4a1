/** What lies in a sack, and what each of it counts, as the rules have it. */
import { LOOT, RUSES, type Kind } from '../../yard/outlines'

/**
 * Why a token counts what it counts: the first of a mission's kind; another one of it; of no mission; a ruse alone in
 * its sack, or one of several.
 */
export type Why = 'found' | 'twin' | 'stray' | 'fox' | 'snake' | 'hammer' | 'tangled'

export interface Judged {
  kind: Kind
  why: Why
}

/** These texts of the notation are tokens. */
export const kindsOf = (tokens: readonly string[]) => tokens as readonly Kind[]

export const isRuse = (kind: string) => (RUSES as readonly string[]).includes(kind)
export const isLoot = (kind: string) => (LOOT as readonly string[]).includes(kind)

/** How many ruses a sack holds: two or more are worth nothing, and cost a point. */
export const rusesIn = (tokens: readonly string[]) => tokens.filter(isRuse).length

export function judged(tokens: readonly string[], missions: readonly string[]): Judged[] {
  const tangled = rusesIn(tokens) > 1
  return kindsOf(tokens).map((kind, i) => {
    if (isRuse(kind)) return { kind, why: tangled ? 'tangled' : (kind as 'fox' | 'snake' | 'hammer') }
    if (!missions.includes(kind)) return { kind, why: 'stray' }
    return { kind, why: tokens.indexOf(kind) === i ? 'found' : 'twin' }
  })
}

/** What a token alone brings, or costs. What several ruses cost they cost together. */
export function worthOf({ why }: Judged): number {
  if (why === 'found' || why === 'fox') return 1
  return why === 'twin' || why === 'stray' ? -1 : 0
}

/** A hammer that works: no snake reaches into this sack. */
export const isGuarded = (tokens: readonly string[] | null) =>
  tokens !== null && rusesIn(tokens) === 1 && tokens.includes('hammer')

/** What is in the box beside the loot from this round on. */
export const NEWCOMERS: Record<number, readonly Kind[]> = {
  2: ['fox', 'fox'],
  3: ['snake', 'snake'],
  4: ['hammer'],
}

/** Tokens by names of their own, where there are two of a kind: `hen`, `hen~1`. */
export function idsOf(tokens: readonly string[]): string[] {
  return tokens.map((token, i) => {
    const before = tokens.slice(0, i).filter((other) => other === token).length
    return before ? `${token}~${before}` : token
  })
}

/** The same tokens with one more, in the order of the notation. */
export function withToken(tokens: readonly string[], token: string): string[] {
  const place = (kind: string) => [...LOOT, ...RUSES].indexOf(kind as Kind)
  return [...tokens, token].sort((a, b) => place(a) - place(b))
}

export function withoutToken(tokens: readonly string[], token: string): string[] {
  const at = tokens.indexOf(token)
  return tokens.filter((_, i) => i !== at)
}
