/** What is agreed on at a table of Maître Renard beside the game's options. */
import type { TableInfo } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import { seatName } from '$lib/words'

/** Who is older than whom, how fast hands are, who sees what. */
export function yardTerms(info: Pick<TableInfo, 'options' | 'seats' | 'search'>): string[] {
  const { search, seats } = info
  const name = (seat: number) => {
    const there = seats[seat]
    if (there?.kept) return there.name ?? ''
    return there?.kind === 'open' ? m.seat_numbered({ seat: seat + 1 }) : seatName(info, seat)
  }
  const people = agesOf(info).filter((seat) => seats[seat]?.kind !== 'bot')
  const speeds = (search?.speeds ?? []).flatMap((value, seat) =>
    value === 100 ? [] : [m.maitre_speed_term({ name: name(seat), value })],
  )
  return [
    ...(people.length > 1 ? [m.maitre_ages_term({ names: people.map(name).join(', ') })] : []),
    ...(speeds.length ? [m.maitre_speeds_term({ speeds: speeds.join(', ') })] : []),
    ...(search?.by_ear ? [m.maitre_by_ear_term()] : []),
  ]
}

/** The seats of a table from the oldest to the youngest. */
export function agesOf({ options, seats }: Pick<TableInfo, 'options' | 'seats'>): number[] {
  return options.ages?.split(',').map(Number) ?? seats.map((_, seat) => seat)
}
