/** How a round of Fennecs is dealt from a verifiable shuffle: docs/dealing.md. */
import { shuffled } from '../../replay/shuffle'
import type { Dealing } from '../../replay/verify'
import { handSize, inOrder } from './cards'

type Tags = Readonly<Record<string, string>>

const BASE = ['-2', '-2', '-1', '-1', '0+', '0+', '1', '2', '2', '3', '3', '4', '4', '5', '1/5', '1/5']
const PAWS = ['0+', '1', '5', '1/5']
/** What a variant plays with instead of the 0▸+: of these the first, as many as there were. */
const INSTEAD: Record<string, readonly string[]> = {
  sahara: ['0', '0', '0'],
  sandfox: ['SN', '-5', '-5'],
}

const playersOf = ({ Options = '' }: Tags) => Number(/(?:^| )players=(\d)/.exec(Options)?.[1] ?? 2)

/** The cards of this table, in the order of the notation. */
export function deckOf(tags: Tags): string[] {
  const players = playersOf(tags)
  const cards =
    players === 2 ? BASE.filter((card) => card !== '1/5') : players === 5 ? [...BASE, ...PAWS] : BASE
  const instead = INSTEAD[/(?:^| )variant=(\w+)/.exec(tags.Options ?? '')?.[1] ?? '']
  const kept = instead ? cards.filter((card) => card !== '0+') : cards
  return [...kept, ...(instead ?? []).slice(0, cards.length - kept.length)].sort(inOrder)
}

function written(first: number, hands: string[][], starts: string[], aside: string[]): string {
  const parts = [...hands.map((cards) => [...cards].sort(inOrder)), starts, aside]
  return [`deal first=${first}`, ...parts.map((part) => part.join(' '))].join(' | ').trimEnd()
}

const firstOf = (deal: string) => Number(/first=(\d)/.exec(deal)?.[1])

export const dealing: Dealing = {
  seats: playersOf,
  due(below, before, tags, there = '') {
    const players = playersOf(tags)
    // who begins a later round is for the rules to say: nothing is drawn for it
    const first = before.length ? firstOf(there) : below(players)
    const held = handSize(players)
    const cards = shuffled(deckOf(tags), below)
    const hands = Array.from({ length: players }, (_, seat) => cards.slice(held * seat, held * (seat + 1)))
    const starts = held * players
    return written(first, hands, cards.slice(starts, starts + players), cards.slice(starts + players))
  },
  canonical(deal) {
    const parts = deal
      .split('|')
      .slice(1)
      .map((part) => part.split(/[ \t]+/).filter(Boolean))
    return written(firstOf(deal), parts.slice(0, -2), parts.at(-2) ?? [], parts.at(-1) ?? [])
  },
}
