/** Duo's path: where the token would come to, and what a trick would do to it. As the rules have it, for previews. */
import type { DuetView } from '$lib/api/types'
import { GAZELLE, MUSICIAN, pawsOf, rankOf, suitOf } from './cards'

type Trail = Pick<DuetView, 'covered' | 'token' | 'gems'>

export interface Reach {
  /** + towards the end of seat 1. */
  distance: number
  /** Where that leads; null: off the path. */
  to: number | null
  /** A gem would be collected there. */
  gem: boolean
}

/** The first and the last space that the forest has not covered. */
export function ends({ covered }: Pick<DuetView, 'covered'>): [number, number] {
  return [covered.indexOf(false), covered.lastIndexOf(false)]
}

export function reach(trail: Trail, distance: number): Reach {
  const [first, last] = ends(trail)
  const at = trail.token + distance
  const to = at < first || at > last ? null : at
  return { distance, to, gem: to !== null && (trail.gems[to] ?? 0) > 0 }
}

/** The seat that a movement goes towards; null: nowhere. */
export const towards = (distance: number) => (distance === 0 ? null : distance > 0 ? 1 : 0)

/** Whether the second card of a trick beats the first. */
export function followWins(led: string, follow: string, trump: string | null): boolean {
  if (suitOf(led) === suitOf(follow)) return rankOf(follow) > rankOf(led)
  return suitOf(follow) === trump
}

/** The movements that the winner of these two cards chooses among, the nearest to their end first. */
export function movements(cards: readonly [string, string], winner: number): number[] {
  const [a, b] = [pawsOf(cards[0]), pawsOf(cards[1])]
  const gazelles = cards.filter((card) => rankOf(card) === GAZELLE).length
  const lengths = new Set([a + b, ...(gazelles ? [a, b] : []), ...(gazelles > 1 ? [0] : [])])
  const own = winner === 1 ? 1 : -1
  const ways = cards.some((card) => rankOf(card) === MUSICIAN) ? [own, -own] : [own]
  return [...new Set(ways.flatMap((way) => [...lengths].map((length) => way * length || 0)))]
}

/** The movement that an action chooses: `m+2`, `m0`, `m-3`. */
export const distanceOf = (action: string) => Number(action.slice(1))

/** The action that chooses a movement. */
export const stepOf = (distance: number) =>
  distance ? `m${distance > 0 ? '+' : '-'}${Math.abs(distance)}` : 'm0'

/** What one's card would do in this trick: the seat that would win it, and where the token could go. */
export function preview(
  { trick, trump, leader, ...trail }: Pick<DuetView, 'trick' | 'trump' | 'leader'> & Trail,
  card: string,
): { winner: number; reaches: Reach[] } | null {
  const [led] = trick
  if (led === undefined || trick.length > 1 || leader === null) return null
  const winner = followWins(led, card, trump) ? 1 - leader : leader
  return { winner, reaches: movements([led, card], winner).map((distance) => reach(trail, distance)) }
}

/** All gems on the board. */
export const gemsLeft = ({ gems }: Pick<DuetView, 'gems'>) => gems.reduce((sum, here) => sum + here, 0)

/** Where the token may go, or would go with the card that is looked at; from one's own end. */
export function reachesOf(view: DuetView, seat: number, deciding: boolean, card: string | null): Reach[] {
  const lengths =
    deciding && view.phase === 'move'
      ? (view.legal[seat] ?? []).map(distanceOf)
      : card !== null && view.phase === 'play'
        ? (preview(view, card)?.reaches.map(({ distance }) => distance) ?? [
            ...new Set([-pawsOf(card), pawsOf(card)]),
          ])
        : []
  return lengths.sort((a, b) => (seat === 0 ? a - b : b - a)).map((distance) => reach(view, distance || 0))
}
