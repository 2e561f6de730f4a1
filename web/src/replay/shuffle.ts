/** The chance of a verifiable shuffle, as docs/dealing.md has it to the byte. A page over plain HTTP has no
 * `crypto.subtle`: the hashes come from a library. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** What is published of a secret beforehand. */
export function commitment(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)))
}

/** A whole number from 0 up to, but without, `stop`; each is as likely as the others. */
export type Below = (stop: number) => number

const WORDS = 1n << 64n

/** The numbers of one round, in their order. `shares` has one a seat, '' for none. */
export function chanceOf(secret: string, game: string, shares: readonly string[], round: number): Below {
  const key = hexToBytes(secret)
  const names = shares.map((share) => share || '-').join(',')
  let block = 0
  let words: bigint[] = []
  const next = (): bigint => {
    if (words.length === 0) {
      const message = ['renardiere/shuffle/1', game, names, round, block++].join('\n')
      const hash = new DataView(hmac(sha256, key, utf8ToBytes(message)).buffer)
      words = [0, 8, 16, 24].map((at) => hash.getBigUint64(at))
    }
    return words.shift() ?? 0n
  }
  return (stop) => {
    const bound = BigInt(stop)
    const fair = WORDS - (WORDS % bound)
    let word = next()
    while (word >= fair) word = next()
    return Number(word % bound)
  }
}

/** Fisher and Yates, from the last place down. */
export function shuffled<T>(items: readonly T[], below: Below): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const pick = below(last + 1)
    ;[result[last], result[pick]] = [result[pick] as T, result[last] as T]
  }
  return result
}
