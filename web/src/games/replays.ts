/** What looking back needs of each game; the games beside the first are fetched by who looks at them. */
import type { Component } from 'svelte'
import type { Dealing } from '../replay/verify'
import type { ReplayModel } from '../replay/replay.svelte'
import { dealing } from './forest/dealing'
import ForestReplay from './forest/ForestReplay.svelte'

export interface ReplayProps {
  model: ReplayModel
  names: readonly string[]
  /** The seat drawn below. */
  below: number
  back: string
  /** How it ended, where that is not by its own rules. */
  ending: string
  onverify: () => void
}

export interface GameLookedAt {
  Replay: Component<ReplayProps>
  dealing: Dealing
}

const FOREST: GameLookedAt = { Replay: ForestReplay, dealing }

export async function lookingAt(game: string): Promise<GameLookedAt> {
  const other =
    game === 'duet'
      ? await import('./duet/replay')
      : game === 'fennecs'
        ? await import('./fennecs/replay')
        : game === 'maitre'
          ? await import('./maitre/replay')
          : null
  return other ? { Replay: other.Replay, dealing: other.dealing } : FOREST
}
