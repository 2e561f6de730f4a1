/** What of a record concerns its shuffle. The server has read it, strictly, before; this is not a second reader. */
export interface Written {
  tags: Readonly<Record<string, string>>
  /** The lines `deal …`, in their order. */
  deals: readonly string[]
}

const TAG = /^\[([A-Za-z]\w*) "((?:[^"\\]|\\["\\])*)"\]/
const DEAL = /(?:^|[ \t])(deal(?:[ \t].*)?)$/

export function readRecord(text: string): Written {
  const tags: Record<string, string> = {}
  const deals: string[] = []
  let body = false
  for (const line of text.split('\n')) {
    body ||= /^[ \t]*$/.test(line)
    const [, name, value] = (!body && TAG.exec(line)) || []
    if (name !== undefined && value !== undefined) tags[name] = value.replace(/\\(.)/g, '$1')
    const deal = body && DEAL.exec(line.replace(/;.*/, '').trimEnd())?.[1]
    if (deal) deals.push(deal)
  }
  return { tags, deals }
}

/** Why a game ended outside its rules: `resigned seat=1`. */
export function terminationOf({ tags }: Written): { reason: string; seat: number } | null {
  const [, reason, seat] = /^(\w+) seat=(\d+)$/.exec(tags.Termination ?? '') ?? []
  return reason !== undefined && seat !== undefined ? { reason, seat: Number(seat) } : null
}
