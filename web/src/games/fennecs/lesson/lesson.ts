import type { FennecsEvent, FennecsView } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import type { Lesson, Scene } from '../../../lesson/lesson'
import { face } from '../face'
import LessonTable from './LessonTable.svelte'
import positions from './positions.json'
import { STEPS } from './steps'

export const lesson: Lesson<FennecsView, FennecsEvent> = {
  game: 'fennecs',
  steps: STEPS,
  // the engine wrote it, with the types of its own messages
  positions: positions as unknown as Record<string, Scene<FennecsEvent>>,
  // what a round's end would say is said by the lesson
  face: { ...face, stops: () => false },
  Table: LessonTable,
  end: m.lesson_fennecs_end,
  card: '/fennecs/card',
  options: { players: '2' },
}
