/** A text in pieces; addresses of pages and e-mail addresses among them are links, and nothing else is. */
export interface Piece {
  text: string
  href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)»]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

export function linked(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(ADDRESS)) {
    if (found.index > end) pieces.push({ text: text.slice(end, found.index) })
    const [address] = found
    pieces.push({ text: address, href: address.includes('://') ? address : `mailto:${address}` })
    end = found.index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
