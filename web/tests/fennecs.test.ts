import { describe, expect, test } from 'vitest'
import type { FennecsEvent, FennecsView } from '../src/lib/api/types'
import { idsOf, inOrder } from '../src/games/fennecs/cards'
import { dealing, deckOf } from '../src/games/fennecs/dealing'
import { hintText } from '../src/games/fennecs/hint'
import { columnRefusal, handOf, waysOf } from '../src/games/fennecs/own'
import { columnText, gainText, happened, listed, sumText, takingText } from '../src/games/fennecs/say'
import { publicPart, step } from '../src/games/fennecs/step'
import { countIn, counting, countOf } from '../src/games/fennecs/story'
import { countsOf, gainOf, openCards, sumOf } from '../src/games/fennecs/sums'

const name = (seat: number) => (seat === 0 ? null : (['', 'Noé', 'Lou'][seat] ?? ''))

function table(more: Partial<FennecsView> = {}): FennecsView {
  return {
    game: 'fennecs',
    rules: '1',
    options: 'players=3',
    round: 1,
    to_act: [0],
    legal: {},
    scores: [4, 4, 4],
    finished: false,
    outcome: null,
    first: 0,
    next_first: 0,
    lap: 1,
    hands: [
      ['-2', '2', '2'],
      ['?', '?', '?', '?'],
      ['?', '?', '?', '?'],
    ],
    columns: [['1', '4?', '?'], ['0+', '-2'], ['3']],
    placed_by: [[null, 0, 1], [null, 2], [null]],
    stars: [4, 4, 4],
    reserve: 40,
    out: [],
    set_aside: ['?'],
    took: [null, null, null],
    taken: [[], [], []],
    totals: [null, null, null],
    phase: 'play',
    last_round: false,
    ended: null,
    stuck: null,
    ...more,
  }
}

describe('what a column adds up to', () => {
  test.each<[string[], number[]]>([
    [['5', '-2'], [3]],
    [['-1', '-2'], [-3]],
    [['-5', '0+', '-1'], [6]], // one turns all of them
    [['0', '4'], [4]],
    [
      ['1/5', '2'],
      [3, 7],
    ],
    [
      ['1/5', '1/5', '-1', '0+'],
      [3, 7, 11],
    ],
  ])('%j: %j', (cards, totals) => expect(sumOf(cards).totals).toEqual(totals))

  test('a Supernova destroys it; what lies face down is not seen', () => {
    expect(sumOf(['SN', '5']).destroyed).toBe(true)
    expect(openCards(['1', '4?', '?', '-2'])).toEqual(['1', '-2'])
  })

  test.each([
    [-3, -3],
    [0, 0],
    [5, 5],
    [6, 6],
    [7, -1],
    [12, -6],
  ])('a total of %i brings %i', (total, stars) => expect(gainOf(total)).toBe(stars))

  test('each card by itself, so that the total comes out', () => {
    expect(countsOf(['2', '1/5', '1/5', '-1'], 7)).toEqual([2, 5, 1, -1])
    expect(countsOf(['-2', '0+', '1/5'], 3)).toEqual([2, 0, 1])
  })
})

describe('sentences', () => {
  test('sums, with what is hidden', () => {
    expect(sumText(sumOf(['1/5', '2']))).toBe('3 ou 7')
    expect(sumText(sumOf(['1/5', '1/5', '-2']))).toBe('de 0 à 8')
    expect(sumText(sumOf(['-2', '-1']))).toBe('−3')
    expect(columnText(['1', '4?', '?'])).toMatch(/^visible\u00a0: 1, 2 cartes cachées/)
    expect([gainText(3), gainText(1), gainText(0), gainText(-1), gainText(-2)]).toEqual([
      '+3 étoiles',
      '+1 étoile',
      '0 étoile',
      '−1 étoile',
      '−2 étoiles',
    ])
    expect(listed(['Alix', 'Noé', 'Lou'])).toBe('Alix, Noé et Lou')
  })

  test('what happened', () => {
    const said = (event: FennecsEvent) => happened(event, name)
    expect(said({ event: 'placed', seat: 1, column: 1, card: '-2', gained: true })).toBe(
      'Noé pose le −2, colonne 2. Une étoile de la réserve.',
    )
    expect(said({ event: 'hid', seat: 0, column: 0, card: 'SN' })).toBe(
      'Vous cachez la Supernova, colonne 1, avec une étoile.',
    )
    expect(said({ event: 'hid', seat: 2, column: 0, card: null })).toBe(
      'Lou cache une carte, colonne 1, avec une étoile.',
    )
    expect(said({ event: 'scored', seat: 2, total: 8, stars: -2 })).toBe(
      'Total 8\u00a0: −2 étoiles pour Lou.',
    )
  })

  test('a hint is a sentence of its figures', () => {
    expect(
      hintText({
        game: 'fennecs',
        action: '-2@1?',
        instead: 'take@0',
        reason: 'stars',
        figure: [1.44, -0.5],
        stars: [1.44, -0.5],
      }),
    ).toBe(
      'Cacher le −2, colonne 2\u00a0: 1,4 étoile d’ici la fin de la manche, contre −0,5 étoile en prenant la colonne 1.',
    )
  })

  test('taking: what one knows oneself counts, what others hid is only announced', () => {
    expect(takingText(table(), 0)).toMatch(
      /visible\u00a0: 1\. Et 2 cartes cachées.*Avec vos cartes cachées\u00a0: 5\./,
    )
    expect(takingText(table(), 1)).toMatch(/Cela ferait \+2 étoiles/)
    expect(takingText(table({ columns: [['SN', '2']] }), 0)).toMatch(/détruit/)
    expect(takingText(table({ columns: [['6', '1', '1', '1', '1', '1', '1']] }), 0)).toMatch(/ne vaut rien/)
  })
})

describe('one’s own hand', () => {
  test('two of a kind are told apart, and go where both go', () => {
    expect(idsOf(['-2', '2', '2'])).toEqual(['-2', '2', '2~1'])
    expect(waysOf(['2@0', '2@0?', '-2@1?'], '2~1')).toEqual({ open: true, down: true })
    expect(waysOf(['2@0', '-2@1?'], '-2')).toEqual({ open: false, down: true })
  })

  test('why a card cannot be placed', () => {
    const full = table({ columns: [Array<string>(7).fill('1')], legal: { '0': ['take@0'] } })
    expect(handOf(full, 0, true)[0]).toMatchObject({
      playable: false,
      reason: expect.stringMatching(/pleines/),
    })
    const poor = table({ hands: [['SN'], [], []], stars: [0, 4, 4], legal: { '0': ['take@0'] } })
    expect(handOf(poor, 0, true)[0]?.reason).toMatch(/face cachée.*étoile/)
  })

  test('why a column cannot be touched', () => {
    expect(columnRefusal(table(), 2, 0, null)).toMatch(/carte de départ/)
    expect(columnRefusal(table(), 2, 0, '2')).toBe('')
    expect(columnRefusal(table({ columns: [null] }), 0, 0, null)).toMatch(/déjà prise/)
    expect(columnRefusal(table({ columns: [Array<string>(7).fill('1')] }), 0, 0, '2')).toMatch(/sept cartes/)
  })
})

describe('the table between two views', () => {
  const then = (view: FennecsView, ...events: FennecsEvent[]) =>
    events.reduce((now, event) => step(now, event, 0), view)

  test('face up a star comes from the reserve, face down one lies on the card', () => {
    const open = then(table(), { event: 'placed', seat: 0, column: 2, card: '2', gained: true })
    expect([open.stars, open.reserve, open.columns[2], open.hands[0], open.to_act]).toEqual([
      [5, 4, 4],
      39,
      ['3', '2'],
      ['-2', '2'],
      [1],
    ])
    const down = then(table(), { event: 'hid', seat: 1, column: 2, card: null })
    expect([down.stars, down.reserve, down.columns[2], down.hands[1]?.length]).toEqual([
      [4, 3, 4],
      40,
      ['3', '?'],
      3,
    ])
  })

  test('a column is taken: its stars first, then what it is worth; the turn passes by who is out', () => {
    const taken: FennecsEvent = {
      event: 'taken',
      seat: 1,
      column: 0,
      cards: ['1', '4', '3'],
      stars: 2,
      destroyed: false,
    }
    const scored: FennecsEvent = { event: 'scored', seat: 1, total: 8, stars: -2 }
    const view = then(table(), taken)
    expect([view.columns[0], view.took, view.stars, view.out]).toEqual([
      null,
      [null, 0, null],
      [4, 6, 4],
      [1],
    ])
    const done = then(view, scored)
    expect([done.stars, done.reserve, done.totals, done.to_act]).toEqual([
      [4, 4, 4],
      42,
      [null, 8, null],
      [2],
    ])
    expect(then(done, { event: 'hid', seat: 0, column: 2, card: '2' }).to_act).toEqual([2])

    const story = [taken, scored]
    expect(counting([taken])).toMatchObject({ seat: 1, stars: 2, scored: null })
    expect(counting(story)?.scored).toEqual({ total: 8, stars: -2 })
    expect(counting([...story, { event: 'placed', seat: 2, column: 1, card: '1', gained: true }])).toBe(null)
    expect(countOf(story, 0)).toBe(null)
    expect(countIn(done, 1).scored).toEqual({ total: 8, stars: -2 })
  })

  test('a Supernova sends the stars of its column to the reserve', () => {
    const view = then(table(), {
      event: 'taken',
      seat: 0,
      column: 0,
      cards: ['1', '4', 'SN'],
      stars: 2,
      destroyed: true,
    })
    expect([view.stars, view.reserve, view.to_act]).toEqual([[4, 4, 4], 42, [1]])
  })

  test('for whoever sits nowhere no card of a hand is known, and none that lies face down', () => {
    const open = publicPart(table())
    expect(open.hands[0]).toEqual(['?', '?', '?'])
    expect(open.columns[0]).toEqual(['1', '?', '?'])
  })
})

describe('deals that can be verified', () => {
  test('decks of the variants', () => {
    const deck = (Options: string) => deckOf({ Options }).join(' ')
    expect(deck('players=2')).toBe('-2 -2 -1 -1 0+ 0+ 1 2 2 3 3 4 4 5')
    expect(deck('players=3 variant=sandfox')).toBe('-5 -2 -2 -1 -1 1 2 2 3 3 4 4 5 1/5 1/5 SN')
    expect(deck('players=5 variant=sahara')).toBe('-2 -2 -1 -1 0 0 0 1 1 2 2 3 3 4 4 5 5 1/5 1/5 1/5')
  })

  test('who begins is drawn once; later the rules say', () => {
    // the last number below each bound: the shuffle changes nothing
    const below = (stop: number) => stop - 1
    const first = dealing.due(below, [], { Options: 'players=2' })
    expect(first).toBe('deal first=1 | -2 -2 -1 -1 | 0+ 0+ 1 2 | 2 3 | 3 4 4 5')
    expect(dealing.due(below, [first], { Options: 'players=2' }, 'deal first=0 | …')).toMatch(
      /^deal first=0 /,
    )
    expect(dealing.canonical('deal first=1 | -1 -2 -1 -2 | 2 0+ 1 0+ | 2 3 | 3 4 4 5')).toBe(first)
    const four = dealing.due(below, [], { Options: 'players=4' })
    expect(dealing.canonical(four)).toBe(four)
    expect(dealing.seats({ Options: 'players=4' })).toBe(4)
  })

  test('a hand is held in the order of the notation', () => {
    expect(['SN', '1/5', '?', '0+', '-5', '5'].sort(inOrder)).toEqual(['-5', '0+', '5', '1/5', 'SN', '?'])
  })
})
