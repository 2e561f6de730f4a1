/** Who comes where at the end of a game of several who play for themselves. */
export interface Ranked {
  seat: number
  count: number
  /** From 1; those whom nothing sets apart share it. */
  rank: number
}

/**
 * Those with the most first, and of as many those whom `tie` puts first. `last`: because of whom the game ended, who has
 * not won, whatever they have.
 */
export function ranking(
  counts: readonly number[],
  last: number | null,
  tie: (a: number, b: number) => number = () => 0,
): Ranked[] {
  const seats = counts.map((count, seat) => ({ seat, count }))
  const order = (a: { seat: number; count: number }, b: { seat: number; count: number }) =>
    Number(a.seat === last) - Number(b.seat === last) || b.count - a.count || tie(a.seat, b.seat)
  return seats
    .map((one) => ({ ...one, rank: 1 + seats.filter((other) => order(other, one) < 0).length }))
    .sort(order)
}
