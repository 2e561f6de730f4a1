import type { ForestEvent, ForestView } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import type { Lesson, Scene } from '../../../lesson/lesson'
import { face } from '../face'
import LessonTable from './LessonTable.svelte'
import positions from './positions.json'
import { STEPS } from './steps'

export const lesson: Lesson<ForestView, ForestEvent> = {
  game: 'forest',
  steps: STEPS,
  // the engine wrote it, with the types of its own messages
  positions: positions as unknown as Record<string, Scene<ForestEvent>>,
  face,
  Table: LessonTable,
  end: m.lesson_forest_end,
  card: '/forest/card',
  options: { target: '16' },
}
