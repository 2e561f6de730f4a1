/** Duo as the page shows it: what a card would do, positions between two of the server's, sentences. */
import { describe, expect, test } from 'vitest'
import type { DuetEvent, DuetHint, DuetView } from '../src/lib/api/types'
import { pawsOf } from '../src/games/duet/cards'
import { dealing } from '../src/games/duet/dealing'
import { hintText } from '../src/games/duet/hint'
import { ends, followWins, movements, preview, reach } from '../src/games/duet/path'
import { cardName, happened } from '../src/games/duet/say'
import { publicPart, step } from '../src/games/duet/step'
import { receivedOf, remember } from '../src/games/duet/story'

const BOARD = {
  name: 'A',
  start: 5,
  squares: [1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1],
  diamonds: Array<number>(11).fill(0),
  plus: [0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0],
}

function table(more: Partial<DuetView> = {}): DuetView {
  return {
    game: 'duet',
    rules: '1',
    options: '',
    round: 1,
    to_act: [0],
    legal: {},
    scores: [0, 0],
    finished: false,
    outcome: null,
    board: BOARD,
    dealer: 1,
    leader: 0,
    decree: 'R4',
    trump: 'R',
    trick: [],
    finished_trick: null,
    tricks_played: 0,
    hands: [
      ['D2', 'R7', 'S3'],
      ['?', '?', '?'],
    ],
    deck: Array<string>(7).fill('?'),
    gifts: [null, null],
    token: 5,
    gems: [...BOARD.squares],
    covered: Array<boolean>(11).fill(false),
    forest_tokens: 4,
    phase: 'play',
    refused: {},
    score: null,
    count: null,
    ...more,
  }
}

test('paws are those of the rules, the same in each suit', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((rank) => pawsOf(`S${rank}`))).toEqual([
    0, 3, 2, 1, 1, 2, 0, 2, 0, 3,
  ])
})

describe('who wins: the higher trump, else the higher card of the suit that was led', () => {
  test.each([
    ['D2', 'D10', true],
    ['D10', 'D2', false],
    ['D10', 'R1', true],
    ['D2', 'S10', false],
    ['R4', 'R3', false],
  ])('%s, then %s', (led, follow, wins) => {
    expect(followWins(led, follow, 'R')).toBe(wins)
  })
})

describe('movements', () => {
  test('both cards’ paws towards the winner', () => {
    expect(movements(['D2', 'D6'], 1)).toEqual([5])
    expect(movements(['D2', 'D6'], 0)).toEqual([-5])
  })
  test('a Gazelle lets one card’s paws be left out, two Gazelles both', () => {
    expect([...movements(['D5', 'D2'], 1)].sort()).toEqual([1, 3, 4])
    expect([...movements(['D5', 'R5'], 1)].sort()).toEqual([0, 1, 2])
  })
  test('a Musician opens both ways; none is no way', () => {
    expect([...movements(['D1', 'D4'], 1)].sort()).toEqual([-1, 1])
    expect(movements(['D1', 'R7'], 1)).toEqual([0])
  })
})

test('exactly the last uncovered space is on the path, one more is not', () => {
  const view = table({ covered: [true, ...Array<boolean>(10).fill(false)], token: 3 })
  expect(ends(view)).toEqual([1, 10])
  expect(reach(view, -2)).toEqual({ distance: -2, to: 1, gem: true })
  expect(reach(view, -3)).toEqual({ distance: -3, to: null, gem: false })
})

test('what the second card would do is known, what the first would do is not', () => {
  expect(preview(table(), 'D2')).toBe(null)
  // D6 was led by seat 1; the trump takes it: 2 + 0 spaces towards seat 0
  const answer = preview(table({ trick: ['D6'], leader: 1 }), 'R7')
  expect(answer).toEqual({ winner: 0, reaches: [{ distance: -2, to: 3, gem: true }] })
})

describe('seen one by one', () => {
  const after = (view: DuetView, ...events: DuetEvent[]) =>
    events.reduce((now, event) => step(now, event, 0), view)

  test('a Gift: mine goes to the partner, theirs comes to me', () => {
    const view = after(
      table(),
      { event: 'gave', seat: 1, card: null },
      { event: 'gave', seat: 0, card: 'D2' },
      { event: 'swapped', gave: 'D2', got: 'R1' },
    )
    expect(view.hands).toEqual([
      ['R1', 'R7', 'S3'],
      ['D2', '?', '?'],
    ])
    expect(view.gifts).toEqual([null, null])
  })

  test('the path left: the last space is covered, its gems slide, the token is at the start', () => {
    const view = after(table({ token: 2 }), { event: 'left', distance: -5, end: 0, space: 0, slid: 1 })
    expect([view.token, view.forest_tokens, view.covered[0]]).toEqual([5, 3, true])
    expect(view.gems.slice(0, 3)).toEqual([0, 2, 2])
  })

  test('a gem is collected, others grow, one twice', () => {
    const view = after(
      table(),
      { event: 'moved', distance: 3, to: 8, gem: true },
      { event: 'grown', spaces: [1, 1, 6] },
    )
    expect([view.token, view.gems[8], view.gems[1], view.gems[6]]).toEqual([8, 1, 3, 2])
  })

  test('whoever sits nowhere sees no card', () => {
    expect(JSON.stringify(publicPart(table({ gifts: ['D2', null] })))).not.toMatch(/"(D2|R7|S3)"/)
  })
})

test('the movement is told with what allowed it, and still so when its cards are forgotten', () => {
  const name = (seat: number) => (seat === 0 ? null : 'Noé')
  const moved: DuetEvent = { event: 'moved', distance: 1, to: 6, gem: true }
  const story: DuetEvent[] = [
    { event: 'played', seat: 1, card: 'D5' },
    { event: 'played', seat: 0, card: 'D10' },
    { event: 'trick', seat: 0, number: 1 },
  ]
  const text = happened(moved, name, story)
  expect(text).toMatch(/Noé.*Gazelle.*4 empreintes.*gemme/)
  const next = remember([...story, moved], { event: 'played', seat: 0, card: 'S2' })
  expect(next.map(({ event }) => event)).toEqual(['trick', 'moved', 'played'])
  expect(happened(moved, name, [])).toBe(text)
})

test('what was received is marked until its trick is left behind', () => {
  const gift: DuetEvent = { event: 'swapped', gave: 'D2', got: 'R1' }
  const won: DuetEvent = { event: 'trick', seat: 0, number: 1 }
  const played: DuetEvent = { event: 'played', seat: 0, card: 'S3' }
  expect(receivedOf([gift, played, won])).toBe('R1')
  expect(receivedOf([gift, played, won, played])).toBe(null)
})

test('« 8 d’étoiles », not « de étoiles »', () => {
  expect(cardName('S8')).toBe('8 d’étoiles')
})

test('whoever the players named deals first, with the same cards; then they take turns', () => {
  const below = () => 0
  const drawn = dealing.due(below, [], {})
  expect(drawn).toMatch(/^deal dealer=0 \|( \w+){11} \|( \w+){11} \| \w+ \|( \w+){7}$/)
  expect(dealing.due(below, [], { Dealer: '1' })).toBe(drawn.replace('dealer=0', 'dealer=1'))
  expect(dealing.due(below, [drawn], { Dealer: '0' })).toMatch(/^deal dealer=1 /)
})

describe('a hint is one sentence', () => {
  const NB = '\u00a0'
  const name = (seat: number) => (seat === 0 ? null : 'Noé')
  const hint: DuetHint = {
    game: 'duet',
    action: 'R7',
    instead: 'D2',
    reason: 'gem',
    figure: [0.62, 0.254],
  }

  test.each<[Partial<DuetHint>, string]>([
    [
      {},
      `Le 7 de roses${NB}: 62${NB}% de chances de ramasser une gemme à ce pli, contre 25${NB}% avec le 2 de colombes.`,
    ],
    [
      { reason: 'path', action: 'm-2', instead: 'm+1' },
      `2 espaces vers vous${NB}: 62${NB}% de risque de sortir du chemin à ce pli, contre 25${NB}% avec 1 espace vers Noé.`,
    ],
    [
      { reason: 'gems', action: '@1', instead: '@0', figure: [1.44, 0.84] },
      `Les Renards chez Noé${NB}: environ 1,4 gemme d’ici la fin de la manche, contre 0,8 chez vous.`,
    ],
    [
      { reason: 'forest', action: 'f0', instead: 'f1', figure: [0.4, 1.2] },
      `La forêt de votre côté${NB}: environ 4 sorties du chemin pour 10 manches comme celle-ci, contre 12 à l’autre bout.`,
    ],
    [
      { reason: 'game', action: 'x-', instead: 'xS3' },
      `Garder le décret${NB}: 62${NB}% de chances de gagner la partie, contre 25${NB}% en échangeant le 3 d’étoiles.`,
    ],
    [
      { reason: 'equal', action: 'gS3', instead: 'gD2', figure: [2.04, 2] },
      `Donner le 3 d’étoiles${NB}: environ 2,0 gemmes d’ici la fin de la manche, et à peu près autant en donnant le 2 de colombes.`,
    ],
    [{ reason: 'only', action: 'm0', instead: null }, `Rester sur place${NB}: rien d’autre n’est permis.`],
  ])('%o', (change, text) => {
    expect(hintText({ ...hint, ...change }, name)).toBe(text)
  })
})
