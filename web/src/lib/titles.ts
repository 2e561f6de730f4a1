/** What the games are called, and on what terms a table plays its own. */
import type { TableInfo } from './api/types'
import { m } from './paraglide/messages'
import type { Language } from './settings.svelte'

export const titleOf = (game: string, language?: Language): string =>
  m.game_title({ game }, language && { locale: language })

/** In a list, where the first game needs no name. */
export function shortTitle(game: string): string {
  if (game === 'duet') return m.duet_title_short()
  return game === 'forest' ? '' : titleOf(game)
}

const maitre = ({ players = '2', target = '10' }: TableInfo['options']) => ({ players, target })
const fennecs = ({ players = '2', variant = 'base' }: TableInfo['options']) => ({ players, variant })

/** The game and its options, in a sentence. */
export function termsOf({ game, options }: Pick<TableInfo, 'game' | 'options'>): string {
  if (game === 'duet') return m.duet_terms({ level: options.level ?? 1 })
  if (game === 'fennecs') return m.fennecs_terms(fennecs(options))
  if (game === 'maitre') return m.maitre_terms(maitre(options))
  return m.forest_terms({ count: Number(options.target ?? 21) })
}

/** What they come to in a list, short. */
export function briefTerms({ game, options }: Pick<TableInfo, 'game' | 'options'>): string {
  const terms =
    game === 'duet'
      ? m.duet_level_short({ level: options.level ?? 1 })
      : game === 'fennecs'
        ? m.fennecs_terms_brief(fennecs(options))
        : game === 'maitre'
          ? m.maitre_terms_brief(maitre(options))
          : m.points({ count: Number(options.target ?? 21) })
  return `${titleOf(game)}, ${terms}`
}
