/** The games that have a table in this page. The first one is there at once, the others are fetched by who plays them. */
import type { Component } from 'svelte'
import type { AnyFace, TableModel } from '$lib/table.svelte'
import { face } from './forest/face'
import ForestTable from './forest/ForestTable.svelte'

export interface GameAtTable {
  face: AnyFace
  Table: Component<{ model: TableModel }>
}

const FOREST: GameAtTable = { face, Table: ForestTable }

export async function gameAt(name: string): Promise<GameAtTable> {
  const other =
    name === 'duet'
      ? await import('./duet/table')
      : name === 'fennecs'
        ? await import('./fennecs/table')
        : name === 'maitre'
          ? await import('./maitre/table')
          : null
  return other ? { face: other.face, Table: other.Table } : FOREST
}
