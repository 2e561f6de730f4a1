/** Making tables: what is asked of the server, and the shares that go with it. */
import { http } from './api/http'
import { newShare, requestId } from './random'
import { rememberShares } from './shares'
import type { BotSeat, MySeat, NewTable, OpenSeat, TableInfo } from './api/types'

export type Seat = { who: 'me'; name: string } | BotSeat | OpenSeat
export type Terms = Pick<
  NewTable,
  'options' | 'clock' | 'listed' | 'watchable' | 'memory' | 'dealer' | 'speeds' | 'by_ear'
>

/** One and the same request, however often it is sent; remembers this browser's part in the shuffle. */
export function tableRequest(game: string, terms: Terms, seats: Seat[]): NewTable {
  const seated = seats.map((seat): MySeat | BotSeat | OpenSeat =>
    seat.who === 'me' ? { ...seat, share: newShare() } : seat,
  )
  return { request: requestId(), game, ...terms, seats: seated }
}

export async function makeTable(request: NewTable): Promise<TableInfo> {
  const info = await http.post<TableInfo>('/tables', request)
  const shares = request.seats.map((seat, i) => [i, seat.who === 'me' ? seat.share : null] as const)
  rememberShares(info.id, Object.fromEntries(shares.filter(([, share]) => share)) as Record<number, string>)
  return info
}
