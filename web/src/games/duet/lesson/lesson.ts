import type { DuetEvent, DuetView } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import type { Lesson, Scene } from '../../../lesson/lesson'
import { face } from '../face'
import LessonTable from './LessonTable.svelte'
import positions from './positions.json'
import { STEPS } from './steps'

export const lesson: Lesson<DuetView, DuetEvent> = {
  game: 'duet',
  steps: STEPS,
  // the engine wrote it, with the types of its own messages
  positions: positions as unknown as Record<string, Scene<DuetEvent>>,
  face,
  Table: LessonTable,
  end: m.lesson_duet_end,
  card: '/duet/card',
  options: { level: '1' },
}
