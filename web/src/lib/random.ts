/** Random bytes in hexadecimal; works in plain HTTP too, where the rest of `crypto` is missing. */
export function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('')
}

/** A request's id: repeating it is harmless. */
export function requestId(): string {
  return randomHex(16)
}

/** A seat's part in the shuffle. */
export function newShare(): string {
  return randomHex(32)
}
