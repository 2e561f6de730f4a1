/** Words that every screen shares. */
import type { Absence, ClockInfo, EndInfo, Problem, Said, TableCard, TableInfo } from './api/types'
import { m } from './paraglide/messages'

/** How the server calls somebody whom it has forgotten. */
const NAMELESS = '–'

/** A person's name. */
export function named(name: string | null): string {
  return name === NAMELESS ? m.somebody() : (name ?? '')
}

/** How it stands, one's own score first; of those who play together, what they have won together. */
export function scoresOf({ game, scores, mine }: Pick<TableCard, 'game' | 'scores' | 'mine'>): string {
  if (game === 'duet') return scores[0] ? String(scores[0]) : ''
  return aroundFrom(mine, scores).join('\u00a0–\u00a0')
}

/** What is by seat, from one's own on; as the seats are, for those who share a device. */
export function aroundFrom<T>(mine: readonly number[], all: readonly T[]): T[] {
  const [seat = 0, ...more] = mine
  const first = more.length ? 0 : seat
  return [...all.slice(first), ...all.slice(0, first)]
}

/** Who sits there. */
export function seatName(info: Pick<TableInfo, 'seats'>, seat: number): string {
  const there = info.seats[seat]
  if (!there || there.kind === 'open') return m.free_seat()
  return there.kind === 'bot' ? botName(info, seat, there.level ?? 1) : named(there.name)
}

/** Several bots are told apart by a letter. */
function botName({ seats }: Pick<TableInfo, 'seats'>, seat: number, level: number): string {
  const bots = seats.flatMap(({ kind }, i) => (kind === 'bot' ? [i] : []))
  if (bots.length < 2) return m.bot_name({ level })
  return m.bot_name({ level: `${String.fromCharCode(65 + bots.indexOf(seat))}${level}` })
}

/** What there is to say about whoever sits there; '' as long as all is well. */
export function seatNote(info: Pick<TableInfo, 'seats'>, seat: number): string {
  const there = info.seats[seat]
  if (there?.kind !== 'person') return ''
  if (there.standin !== null) return m.bot_name({ level: there.standin })
  if (there.left) return m.has_left()
  return there.present ? '' : m.away()
}

/** For whom the game waits, and why. */
export function absenceText({ seat, why }: Absence, info: TableInfo): string {
  const name = seatName(info, seat)
  switch (why) {
    case 'left':
      return m.absence_left({ name })
    case 'time':
      return m.absence_time({ name })
    case 'away':
      return m.absence_away({ name })
  }
}

/** Why the game is over, where that is not by its own rules. */
export function endingText({ reason, seat }: EndInfo, info: Pick<TableInfo, 'seats'>): string {
  if (seat === null) return ''
  const mine = info.seats[seat]?.mine && !info.seats.some((other, i) => other.mine && i !== seat)
  const name = seatName(info, seat)
  switch (reason) {
    case 'resigned':
      return mine ? m.ended_you_resigned() : m.ended_resigned({ name })
    case 'time':
      return mine ? m.ended_your_time() : m.ended_time({ name })
    case 'left':
      return mine ? m.ended_you_left() : m.ended_left({ name })
    default:
      return mine ? m.ended_you_away() : m.ended_away({ name })
  }
}

/** Who said something. */
export function speaker({ name, seat }: Said): string {
  if (seat !== null) return name
  return name ? m.watching_name({ name }) : m.watching_somebody()
}

/** A set phrase, in the reader's own language. */
export function phraseText(phrase: Said['phrase']): string {
  switch (phrase) {
    case 'hello':
      return m.phrase_hello()
    case 'good_luck':
      return m.phrase_good_luck()
    case 'well_played':
      return m.phrase_well_played()
    case 'thanks':
      return m.phrase_thanks()
    case 'sorry':
      return m.phrase_sorry()
    case 'one_moment':
      return m.phrase_one_moment()
    case 'your_turn':
      return m.phrase_your_turn()
    case 'again':
      return m.phrase_again()
    case 'goodbye':
      return m.phrase_goodbye()
    case null:
      return ''
  }
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Seconds as one reads them on a clock, short: « 45 », « 1:05 », « 3 h », « 2 j ». */
export function timeLeft(seconds: number): string {
  if (seconds >= 2 * DAY) return m.days_short({ count: Math.floor(seconds / DAY) })
  if (seconds >= HOUR) return m.hours_short({ count: Math.floor(seconds / HOUR) })
  const rest = seconds % MINUTE
  return seconds < MINUTE ? `${seconds}` : `${Math.floor(seconds / MINUTE)}:${String(rest).padStart(2, '0')}`
}

/** How much time there is for each decision. */
export function clockText(clock: ClockInfo | null): string {
  if (!clock) return ''
  if (clock.limit >= DAY) return m.clock_days({ count: Math.round(clock.limit / DAY) })
  if (clock.limit >= MINUTE && clock.limit % MINUTE === 0)
    return m.clock_minutes({ count: clock.limit / MINUTE })
  return m.clock_seconds({ count: clock.limit })
}

/** How long there is until then: « encore 2 jours », « encore 3 h », « encore 5 min ». */
export function untilText(at: number, now: number): string {
  const left = Math.max(0, at - now)
  if (left >= 2 * DAY) return m.left_days({ count: Math.floor(left / DAY) })
  if (left >= HOUR) return m.left_hours({ count: Math.floor(left / HOUR) })
  return m.left_minutes({ count: Math.max(1, Math.floor(left / MINUTE)) })
}

/** What went wrong, and what to do, in the page's language. */
export function problemText({ code, reason, details }: Problem): string {
  switch (code) {
    case 'offline':
      return m.problem_offline()
    case 'stale':
    case 'not_your_turn':
      return reason === 'not_started' ? m.problem_not_started() : m.problem_stale()
    case 'dropped':
      return m.problem_dropped()
    case 'not_yours':
      return m.problem_not_yours()
    case 'not_host':
      return m.problem_not_host()
    case 'no_table':
    case 'not_found':
      return m.problem_no_table()
    case 'too_fast':
      if (reason === 'proposal') return m.duet_one_proposal()
      return reason === 'trick' ? m.duet_one_signal() : m.problem_too_fast()
    case 'signals_only':
      return m.duet_wrong_signal()
    case 'no_pause':
      return m.duet_not_now()
    case 'not_now':
      return reason === 'options' ? m.rematch_other() : m.duet_not_now()
    case 'too_many_tables':
      return m.problem_too_many_tables()
    case 'seat_taken':
    case 'table_full':
      return m.problem_full()
    case 'started':
      return m.problem_started()
    case 'bad_name':
      return m.problem_name()
    case 'bad_option':
      return m.problem_option()
    case 'bad_text':
      return m.problem_text()
    case 'bad_zone':
      return reason === 'long' ? m.problem_night() : m.problem_zone()
    case 'game_over':
    case 'over':
      return m.problem_over()
    case 'no_offer':
      return m.problem_no_offer()
    case 'nothing_to_take_back':
      return m.problem_nothing_to_take_back()
    case 'chat_closed':
    case 'phrases_only':
      return m.talk_closed()
    case 'lobby_closed':
      return m.lobby_closed()
    case 'no_match':
      return m.problem_no_match()
    case 'has_tables':
      return m.problem_has_tables()
    case 'six_words':
      return m.problem_six_words({ count: Number(details?.count ?? 0) })
    case 'unknown_word':
      return m.problem_unknown_word({
        places: (details?.positions as number[] | undefined)?.join(', ') ?? '',
      })
    case 'daily':
      return reason === 'record' ? m.daily_record() : m.problem_daily()
    case 'unavailable':
      return m.problem_unavailable()
    default:
      return m.problem_other()
  }
}
