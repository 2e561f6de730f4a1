import { describe, expect, test } from 'vitest'
import type { ForestEvent, ForestView } from '../src/lib/api/types'
import { bandOf, bandPoints, cardLabel, happened, prompt, refusal } from '../src/games/forest/say'
import { publicPart, step } from '../src/games/forest/step'
import { hintText } from '../src/games/forest/hint'
import { remember, tricksOf } from '../src/games/forest/story'
import { inOrder } from '../src/games/forest/cards'
import { sealIn, sharesCounted } from '../src/lib/shares'
import type { TableInfo } from '../src/lib/api/types'

const NB = '\u00a0'

function view(change: Partial<ForestView> = {}): ForestView {
  return {
    game: 'forest',
    rules: '1',
    options: '',
    round: 1,
    to_act: [0],
    legal: { '0': ['B1', 'K3'] },
    scores: [0, 0],
    finished: false,
    outcome: null,
    dealer: 1,
    leader: 0,
    decree: 'M2',
    trump: 'M',
    trick: [],
    finished_trick: null,
    tricks: [0, 0],
    treasures: [0, 0],
    hands: [
      ['B1', 'K3', 'K5'],
      ['?', '?', '?'],
    ],
    pile: ['?', '?', '?', '?', '?', '?'],
    phase: 'play',
    drawn: null,
    refused: {},
    last_round: null,
    ...change,
  }
}

function steps(from: ForestView, ...events: ForestEvent[]): ForestView {
  return events.reduce((now, event) => step(now, event, 0), from)
}

describe('what events look like', () => {
  test('a trick: cards leave the hands, then lie finished until the next card', () => {
    const done = steps(
      view(),
      { event: 'played', seat: 0, card: 'B1' },
      { event: 'played', seat: 1, card: 'B7' },
      { event: 'trick', seat: 1, number: 1, treasures: 1, leads: 0 },
    )
    expect(done.hands).toEqual([
      ['K3', 'K5'],
      ['?', '?'],
    ])
    expect(done.finished_trick).toEqual({ cards: ['B1', 'B7'], leader: 0, winner: 1 })
    expect(done).toMatchObject({ tricks: [0, 1], scores: [0, 1], leader: 0, trick: [] })
    const next = step(done, { event: 'played', seat: 0, card: 'K3' }, 0)
    expect(next.finished_trick).toBeNull()
    expect(next.trick).toEqual(['K3'])
  })

  test('a Fox: the card given becomes the decree, its suit trump, the old decree is in the hand', () => {
    const after = steps(view(), { event: 'exchanged', seat: 0, gave: 'B1', took: 'M2' })
    expect(after).toMatchObject({ decree: 'B1', trump: 'B' })
    expect(after.hands[0]).toEqual(['K3', 'K5', 'M2'])
    const other = steps(view(), { event: 'exchanged', seat: 1, gave: 'B9', took: 'M2' })
    expect(other.hands[1]).toEqual(['?', '?', '?'])
  })

  test('a Woodcutter: the pile keeps its size, and only its owner sees what went under it', () => {
    const drew = steps(view(), { event: 'drew', seat: 0, card: 'M9' })
    expect(drew.hands[0]).toEqual(['B1', 'K3', 'K5', 'M9'])
    expect(drew).toMatchObject({ drawn: 'M9', pile: Array(5).fill('?') })
    const buried = steps(drew, { event: 'buried', seat: 0, card: 'B1' })
    expect(buried.pile).toEqual(['?', '?', '?', '?', '?', 'B1'])
    const other = steps(
      view(),
      { event: 'drew', seat: 1, card: null },
      { event: 'buried', seat: 1, card: null },
    )
    expect(other.pile).toHaveLength(6)
    expect(other.hands[1]).toHaveLength(3)
  })

  test('a device that changes hands keeps nothing of a hand', () => {
    const open = publicPart(
      view({ pile: ['?', 'B4'], drawn: 'K5', refused: { B1: { reason: 'x', details: {} } } }),
    )
    expect(JSON.stringify(open)).not.toMatch(/"[BK]\d/)
    expect(open.decree).toBe('M2')
    expect(open.hands.map((hand) => hand.length)).toEqual([3, 3])
  })

  test('hands are held by suit, then rank', () => {
    expect(['M1', 'B10', 'K2', 'B9', '?'].sort(inOrder)).toEqual(['B9', 'B10', 'K2', 'M1', '?'])
  })
})

describe('what is remembered', () => {
  const trick = (number: number): ForestEvent[] => [
    { event: 'played', seat: 0, card: 'B1' },
    { event: 'played', seat: 1, card: 'B2' },
    { event: 'trick', seat: 1, number, treasures: 0, leads: 1 },
  ]

  test('the cards of a trick are forgotten with the next card, its winner is not', () => {
    const dealt: ForestEvent = { event: 'dealt', round: 1, dealer: 0, decree: 'M2', hand: null }
    const first = [dealt, ...trick(1)].reduce<ForestEvent[]>((story, event) => remember(story, event), [])
    expect(first).toHaveLength(4)
    const second = remember(first, { event: 'played', seat: 1, card: 'K4' })
    expect(second.map(({ event }) => event)).toEqual(['dealt', 'trick', 'played'])
  })

  test('with the memory aid all of the round is remembered, and its tricks can be told', () => {
    const dealt: ForestEvent = { event: 'dealt', round: 1, dealer: 0, decree: 'M2', hand: null }
    const led: ForestEvent = { event: 'played', seat: 1, card: 'K4' }
    const events = [dealt, ...trick(1), ...trick(2), led]
    const all = events.reduce<ForestEvent[]>((story, event) => remember(story, event, true), [])
    expect(all).toEqual(events)
    const cards = [
      { seat: 0, card: 'B1' },
      { seat: 1, card: 'B2' },
    ]
    expect(tricksOf(all)).toEqual([
      { number: 1, cards, winner: 1 },
      { number: 2, cards, winner: 1 },
    ])
    const forgotten = events.reduce<ForestEvent[]>((story, event) => remember(story, event), [])
    expect(tricksOf(forgotten)).toEqual([])
  })

  test('a new round starts a new story', () => {
    const dealt: ForestEvent = { event: 'dealt', round: 2, dealer: 0, decree: 'M2', hand: null }
    expect(remember(trick(13), dealt)).toEqual([dealt])
  })
})

describe('what is said', () => {
  test('cards', () => {
    expect(cardLabel('K7')).toBe(`7${NB}de clefs, Trésor`)
    expect(cardLabel('B10')).toBe(`10${NB}de cloches`)
  })

  test('to oneself and of others', () => {
    const name = (seat: number) => (seat === 0 ? null : 'Noé')
    expect(happened({ event: 'played', seat: 0, card: 'M4' }, name)).toBe(`Vous jouez le 4${NB}de lunes.`)
    expect(happened({ event: 'played', seat: 1, card: 'M4' }, name)).toBe(`Noé joue le 4${NB}de lunes.`)
    expect(happened({ event: 'trick', seat: 1, number: 3, treasures: 2, leads: 1 }, name)).toBe(
      `Pli 3 pour Noé. Trésors${NB}: 2${NB}points.`,
    )
  })

  test('what is to be done, by what was led and what is held', () => {
    const led = (card: string) => prompt(view({ trick: [card], leader: 1 }), 0)
    expect(prompt(view(), 0)).toBe(`À vous d’ouvrir${NB}: toute carte convient.`)
    expect(led('K2')).toBe(`À vous${NB}: suivez à clef.`)
    expect(led('M2')).toBe(`À vous${NB}: sans lune, toute carte convient.`)
    expect(led('K11')).toContain('Monarque')
    expect(led('M11')).toBe(`À vous${NB}: sans lune, toute carte convient.`)
  })

  test('why a card can’t be played', () => {
    expect(refusal({ reason: 'must_follow', details: { suit: 'B' } })).toBe(
      `Suivez à cloche${NB}: vous en avez en main.`,
    )
    expect(refusal({ reason: 'monarch', details: { suit: 'M', highest: 'M10' } })).toContain(
      `10${NB}de lunes`,
    )
  })

  test.each([
    ['only', null, 0, 0, `Le 7${NB}de clefs${NB}: rien d’autre n’est permis.`],
    [
      'points',
      'M9',
      1.44,
      0.84,
      `Le 7${NB}de clefs${NB}: environ 1,4${NB}point dans la manche, contre 0,8 avec le 9${NB}de lunes.`,
    ],
    [
      'victorious',
      'M9',
      0.707,
      0.5,
      `Le 7${NB}de clefs${NB}: 71${NB}% de chances de finir avec 7, 8 ou 9${NB}plis, contre 50${NB}% avec le 9${NB}de lunes.`,
    ],
  ] as const)('a hint: %s', (reason, instead, a, b, text) => {
    expect(
      hintText({ game: 'forest', action: 'K7', instead, reason, figure: [a, b], points: [4, 3] }, 'Noé'),
    ).toBe(text)
  })

  test('a hint about leaving a trick counts how often it is left', () => {
    const text = hintText(
      { game: 'forest', action: '>K7', instead: 'x-', reason: 'ducks', figure: [0.1, 0.9], points: [4, 3] },
      'Noé',
    )
    expect(text).toContain(`90${NB}% de chances de laisser ce pli, contre 10${NB}% en gardant le décret`)
    expect(text.startsWith(`Glisser le 7${NB}de clefs${NB}:`)).toBe(true)
  })

  // forest, end of a round: 0–3 → 6, 4 → 1, 5 → 2, 6 → 3, 7–9 → 6, 10–13 → 0
  test.each([
    [0, 6, 'humble'],
    [3, 6, 'humble'],
    [4, 1, 'defeated'],
    [5, 2, 'defeated'],
    [6, 3, 'defeated'],
    [7, 6, 'victorious'],
    [9, 6, 'victorious'],
    [10, 0, 'greedy'],
    [13, 0, 'greedy'],
  ])('%i tricks are worth %i (%s)', (tricks, points, band) => {
    expect(bandPoints(tricks)).toBe(points)
    expect(bandOf(tricks)).toBe(band)
  })
})

describe('shares', () => {
  const info = (shares: string[] | null) =>
    ({ id: 'tabletable', shuffle: { commit: '', secret: null, shares } }) as TableInfo

  test('counted, missing, or nothing to compare', () => {
    expect(sharesCounted(info(['aa', '']), { 0: 'aa' })).toBe(true)
    expect(sharesCounted(info(['aa', 'bb']), { 0: 'aa', 1: 'cc' })).toBe(false)
    expect(sharesCounted(info(null), { 0: 'aa' })).toBeNull()
    expect(sharesCounted(info(['aa', '']), undefined)).toBeNull()
  })

  test('what was sealed is what is told', () => {
    const tags = { Commit: 'c0', Share0: 'aa' }
    expect(sealIn('tabletable', tags)).toBe('unseen')
    // before the deal nobody's part was known
    expect(sealIn('tabletable', tags, { commit: 'c0', shares: null })).toBe('same')
    expect(sealIn('tabletable', tags, { commit: 'c0', shares: ['aa', ''] })).toBe('same')
    expect(sealIn('tabletable', tags, { commit: 'c1', shares: ['aa', ''] })).toBe('other_seal')
    expect(sealIn('tabletable', { Share0: 'aa' }, { commit: 'c0', shares: null })).toBe('other_seal')
    expect(sealIn('tabletable', tags, { commit: 'c0', shares: ['bb', ''] })).toBe('other_shares')
    expect(sealIn('tabletable', tags, { commit: 'c0', shares: ['aa', 'bb'] })).toBe('other_shares')
    // a part that nobody had sent
    expect(sealIn('tabletable', { ...tags, Share1: 'cc' }, { commit: 'c0', shares: ['aa', ''] })).toBe(
      'other_shares',
    )
  })
})
