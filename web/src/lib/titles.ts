/** What the games are called, and on what terms a table plays its own. */
import type { TableInfo } from './api/types'
import { m } from './paraglide/messages'

export const TITLES: Record<string, string> = {
  forest: 'Le Renard des Bois',
  duet: 'Le Renard des Bois\u00a0: Duo',
}

/** The game and its options, in a sentence. */
export function termsOf({ game, options }: Pick<TableInfo, 'game' | 'options'>): string {
  return game === 'duet'
    ? m.duet_terms({ level: options.level ?? 1 })
    : m.forest_terms({ count: Number(options.target ?? 21) })
}

/** What they come to in a list, short. */
export function briefTerms({ game, options }: Pick<TableInfo, 'game' | 'options'>): string {
  const terms =
    game === 'duet'
      ? m.duet_level_short({ level: options.level ?? 1 })
      : m.points({ count: Number(options.target ?? 21) })
  return `${TITLES[game] ?? ''}, ${terms}`
}
