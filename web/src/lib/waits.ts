/** What a table says when it does not simply go on: somebody is away or late, or a bot plays for oneself. */
import type { Absence, Choose } from './api/types'
import { m } from './paraglide/messages'
import type { TableModel } from './table.svelte'
import { absenceText } from './words'

export interface Wait {
  /** '' where one has to decide oneself: the game says what. */
  words: string
  more: string
  warn: boolean
  choices: { choice: Choose['choice'] | 'return'; label: string }[]
  /** The seat it is about. */
  about: number
}

const label = (choice: Choose['choice']) =>
  choice === 'bot' ? m.choose_bot() : choice === 'end' ? m.choose_end() : m.choose_wait()

export function waitOf(model: TableModel): Wait | null {
  const { info, mine } = model
  if (info.state !== 'playing') return null
  const out = mine.find((seat) => info.seats[seat]?.left || info.seats[seat]?.standin !== null)
  if (out !== undefined) {
    const plays = info.seats[out]?.standin !== null
    return {
      words: plays ? m.bot_plays_for_you() : m.you_left(),
      more: '',
      warn: false,
      choices: [{ choice: 'return', label: m.take_seat_again() }],
      about: out,
    }
  }
  const late = info.absences.find(({ seat, why }) => mine.includes(seat) && why === 'time')
  if (late) return { words: '', more: m.your_time_is_up(), warn: true, choices: [], about: late.seat }
  const absence = info.absences.find(({ seat }) => !mine.includes(seat))
  return absence ? about(absence, model) : awayNow(model)
}

/** Nothing is to be done about it yet: what will be, if whoever is awaited does not come. */
function awayNow({ info, mine, view }: TableModel): Wait | null {
  const awaited = view?.to_act.length
    ? view.to_act
    : info.seats.map((_, i) => i).filter((i) => !(info.ready?.[i] ?? true))
  const one = awaited.find((seat) => {
    const there = info.seats[seat]
    return there?.kind === 'person' && !there.mine && !there.present && there.standin === null
  })
  if (one === undefined || !mine.length) return null
  const more = info.clock?.sleeps ? m.away_far() : m.away_now()
  return { words: '', more, warn: false, choices: [], about: one }
}

function about(absence: Absence, { info, mine, seat }: TableModel): Wait {
  const chosen = seat === null ? undefined : absence.chosen[String(seat)]
  const more = chosen
    ? m.chosen_waiting({ choice: label(chosen) })
    : absence.why === 'time'
      ? m.absence_time_means()
      : m.absence_bot_means()
  return {
    words: absenceText(absence, info),
    more: mine.length ? more : '',
    warn: false,
    choices: mine.length ? absence.choices.map((choice) => ({ choice, label: label(choice) })) : [],
    about: absence.seat,
  }
}
