/** Words that every screen shares. */
import type { Problem, TableInfo } from './api/types'
import { m } from './paraglide/messages'

/** Who sits there. */
export function seatName(info: Pick<TableInfo, 'seats'>, seat: number): string {
  const there = info.seats[seat]
  if (!there || there.kind === 'open') return m.free_seat()
  return there.kind === 'bot' ? m.bot_name({ level: there.level ?? 1 }) : (there.name ?? '')
}

/** What went wrong, and what to do, in the page's language. */
export function problemText({ code, reason }: Problem): string {
  switch (code) {
    case 'offline':
      return m.problem_offline()
    case 'stale':
    case 'not_your_turn':
      return reason === 'not_started' ? m.problem_not_started() : m.problem_stale()
    case 'not_yours':
      return m.problem_not_yours()
    case 'no_table':
    case 'not_found':
      return m.problem_no_table()
    case 'too_fast':
      return m.problem_too_fast()
    case 'too_many_tables':
      return m.problem_too_many_tables()
    case 'seat_taken':
    case 'table_full':
      return m.problem_full()
    case 'bad_name':
      return m.problem_name()
    case 'bad_option':
      return m.problem_option()
    case 'game_over':
      return m.problem_over()
    case 'unavailable':
      return m.problem_unavailable()
    default:
      return m.problem_other()
  }
}
