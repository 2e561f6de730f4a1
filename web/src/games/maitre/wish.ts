/** What a new table of Maître Renard is to be like. */
import type { Seat, Terms } from '$lib/newTable'

export interface MaitreWish {
  players: number
  /** How many of the others are bots, where not all are. */
  bots: number
  target: number
  /** The people's seats from the oldest to the youngest. */
  ages: number[]
  /** By seat, in percent. */
  speeds: number[]
  byEar: boolean
}

export const wished = (): MaitreWish => ({
  players: 3,
  bots: 0,
  target: 10,
  ages: [0, 1, 2],
  speeds: [100, 100, 100, 100],
  byEar: false,
})

/** The seats of people: one's own first, bots come last. */
export const peopleOf = ({ players, bots }: MaitreWish, company: string) =>
  Array.from({ length: company === 'bot' ? 1 : Math.max(2, players - bots) }, (_, seat) => seat)

/** Bots are older than anybody: what is tied goes to a person. */
export function agesOf(wish: MaitreWish, company: string): number[] {
  const people = peopleOf(wish, company)
  const bots = Array.from({ length: wish.players - people.length }, (_, i) => people.length + i)
  const told = wish.ages.filter((seat) => people.includes(seat))
  return [...bots, ...told, ...people.filter((seat) => !told.includes(seat))]
}

export function seatsOf(wish: MaitreWish, company: string, me: Seat, level: number): Seat[] {
  const people = peopleOf(wish, company).length
  return Array.from({ length: wish.players }, (_, seat): Seat =>
    seat === 0 ? me : seat < people ? { who: 'open' } : { who: 'bot', level },
  )
}

export function termsOf(wish: MaitreWish, company: string): Pick<Terms, 'options' | 'speeds' | 'by_ear'> {
  const people = peopleOf(wish, company)
  const speeds = wish.speeds.map((speed, seat) => (people.includes(seat) ? speed : 100))
  return {
    options: {
      players: String(wish.players),
      target: String(wish.target),
      ages: agesOf(wish, company).join(','),
    },
    speeds: speeds.slice(0, wish.players),
    by_ear: wish.byEar,
  }
}
