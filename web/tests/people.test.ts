import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Absence, SeatInfo, TableInfo } from '../src/lib/api/types'
import { Failure } from '../src/lib/api/http'
import { linked } from '../src/lib/linked'
import { once } from '../src/lib/once'
import { yardTerms } from '../src/games/maitre/terms'
import { m } from '../src/lib/paraglide/messages'
import { overwriteGetLocale } from '../src/lib/paraglide/runtime'
import { ranking } from '../src/lib/ranking'
import type { TableModel } from '../src/lib/table.svelte'
import { waitOf } from '../src/lib/waits'
import {
  aroundFrom,
  clockText,
  endingText,
  scoresOf,
  seatName,
  seatNote,
  timeLeft,
  untilText,
} from '../src/lib/words'

overwriteGetLocale(() => 'fr')

const person = (name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  kind: 'person',
  name,
  level: null,
  mine: false,
  present: true,
  kept: false,
  left: false,
  standin: null,
  ...more,
})

function table(seats: SeatInfo[], absences: Absence[] = [], seat: number | null = 0, more: object = {}) {
  const info = { state: 'playing', seats, absences, ...more } as unknown as TableInfo
  const mine = seats.flatMap(({ mine }, i) => (mine ? [i] : []))
  return { info, mine, seat, view: { to_act: [1] } } as unknown as TableModel
}

describe('a request that changes something', () => {
  let sent: { path: string; body: { request: string } }[]
  let answers: (() => Promise<Response>)[]
  const json = (body: unknown, status = 200) =>
    Promise.resolve(new Response(JSON.stringify(body), { status }))

  beforeEach(() => {
    sent = []
    vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
      sent.push({ path, body: JSON.parse(body) as { request: string } })
      return (answers.shift() as () => Promise<Response>)()
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is one request for a double click, and another one the next time', async () => {
    answers = [() => json('first'), () => json('second')]
    expect(await Promise.all([once('/a', { seat: 0 }), once('/a', { seat: 0 })])).toEqual(['first', 'first'])
    expect(await once('/a', { seat: 0 })).toBe('second')
    expect(sent).toHaveLength(2)
    expect(sent[0]?.body.request).not.toBe(sent[1]?.body.request)
  })

  test.each([
    ['the answer was lost', () => Promise.reject(new TypeError('network'))],
    ['the house could not write', () => json({ code: 'unavailable', message: '' }, 503)],
    ['a proxy answered', () => Promise.resolve(new Response('<html>', { status: 502 }))],
  ])('keeps its id when %s', async (_, lost) => {
    answers = [lost, () => json('done')]
    await expect(once('/b', {})).rejects.toThrow(Failure)
    expect(await once('/b', {})).toBe('done')
    expect(sent[1]?.body).toEqual(sent[0]?.body)
  })

  test('has a new id after a refusal', async () => {
    answers = [() => json({ code: 'table_full', message: '' }, 409), () => json('done')]
    await expect(once('/c', {})).rejects.toMatchObject({ problem: { code: 'table_full' } })
    await once('/c', {})
    expect(sent[1]?.body.request).not.toBe(sent[0]?.body.request)
  })
})

test('only addresses are links, and nothing else becomes one', () => {
  expect(linked('Voir https://a.example/b?c=d. Écrire à <moi@a.example>, merci')).toEqual([
    { text: 'Voir ' },
    { text: 'https://a.example/b?c=d', href: 'https://a.example/b?c=d' },
    { text: '. Écrire à <' },
    { text: 'moi@a.example', href: 'mailto:moi@a.example' },
    { text: '>, merci' },
  ])
  for (const text of ['javascript:alert(1)', '<a href="x">', 'data:text/html,x', '']) {
    expect(linked(text).some(({ href }) => href !== undefined)).toBe(false)
  }
})

test('time, as one reads it', () => {
  expect([0, 9, 59, 60, 65, 600, 3599].map(timeLeft)).toEqual([
    '0',
    '9',
    '59',
    '1:00',
    '1:05',
    '10:00',
    '59:59',
  ])
  expect([3600, 86_400, 2 * 86_400].map(timeLeft)).toEqual(['1\u00a0h', '24\u00a0h', '2\u00a0j'])
  const clock = (limit: number) => clockText({ limit, sleeps: limit >= 86_400 })
  expect([30, 60, 300, 86_400, 3 * 86_400].map(clock)).toEqual([
    '30 secondes par coup',
    '1 minute par coup',
    '5 minutes par coup',
    '1 jour par coup',
    '3 jours par coup',
  ])
  expect(untilText(1000, 1000)).toBe('encore 1\u00a0min')
  expect(untilText(3 * 3600 + 59, 0)).toBe('encore 3\u00a0h')
  expect(untilText(5 * 86_400, 0)).toBe('encore 5\u00a0jours')
})

describe('whom the game waits for', () => {
  const away: Absence = { seat: 1, why: 'away', choices: ['bot'], chosen: {} }

  test('nobody, as long as all is well', () => {
    expect(waitOf(table([person('Alix', { mine: true }), person('Bo')]))).toBeNull()
  })

  test('somebody away: what may be done, for whoever plays', () => {
    const seats = [person('Alix', { mine: true }), person('Bo', { present: false })]
    const wait = waitOf(table(seats, [away]))
    expect(wait).toMatchObject({ words: 'Bo n’est plus là depuis un moment.', about: 1 })
    expect(wait?.choices.map(({ choice }) => choice)).toEqual(['bot'])
  })

  test('somebody away for a moment: what can be done if it lasts; nothing, where a move has days', () => {
    const me = person('Alix', { mine: true })
    const bo = person('Bo', { present: false })
    const more = (seats: SeatInfo[], sleeps?: boolean) =>
      waitOf(table(seats, [], 0, sleeps === undefined ? {} : { clock: { limit: 60, sleeps } }))?.more
    const now = 'Pas là pour l’instant. Si cela dure, vous pourrez laisser un robot jouer.'
    expect([more([me, bo]), more([me, bo], false)]).toEqual([now, now])
    expect(more([me, bo], true)).toMatch(/^Rien ne presse/)
    expect(waitOf(table([person('Alix', { mine: true, present: false }), bo], [], 0))?.about).toBe(1)
    expect(waitOf(table([person('Alix'), bo], [], null))).toBeNull()
    expect(waitOf(table([me, person('Bo', { present: false, standin: 2 })]))).toBeNull()
  })

  test('somebody away: nothing to choose for whoever watches', () => {
    const wait = waitOf(table([person('Alix'), person('Bo')], [away], null))
    expect(wait).toMatchObject({ words: 'Bo n’est plus là depuis un moment.', more: '', choices: [] })
  })

  test('one’s own choice is shown while others have to agree', () => {
    const seats = [person('Alix', { mine: true }), person('Bo')]
    const wait = waitOf(table(seats, [{ ...away, chosen: { '0': 'bot' } }]))
    expect(wait?.more).toBe('Votre choix\u00a0: Laisser un robot jouer. On attend l’accord des autres.')
  })

  test('oneself: late, one may still play; out, one may take the seat again', () => {
    const late: Absence = { seat: 0, why: 'time', choices: ['wait', 'bot', 'end'], chosen: {} }
    const bo = person('Bo')
    expect(waitOf(table([person('Alix', { mine: true }), bo], [late]))).toMatchObject({
      words: '',
      choices: [],
    })
    for (const more of [{ left: true }, { standin: 2 }]) {
      const wait = waitOf(table([person('Alix', { mine: true, ...more }), bo]))
      expect(wait?.choices.map(({ choice }) => choice)).toEqual(['return'])
    }
  })
})

test('what is said of a seat', () => {
  const seats = [
    person('Alix', { standin: 2 }),
    person('Bo', { left: true }),
    person('Cléo', { present: false }),
    person('–'),
    person('Dino'),
  ]
  expect(seats.map((_, i) => seatNote({ seats }, i))).toEqual(['Robot 2', 'a quitté', 'pas là', '', ''])
  expect(seatName({ seats }, 3)).toBe(m.somebody())
})

test('an end that is not by the rules is worded for whoever reads it', () => {
  const { info } = table([person('Alix', { mine: true }), person('Bo')])
  const ended = (reason: string, seat: number | null) => endingText({ winners: [], reason, seat }, info)
  expect(ended('score', null)).toBe('')
  expect(ended('resigned', 1)).toBe('Bo a abandonné.')
  expect(ended('resigned', 0)).toBe('Vous avez abandonné.')
  expect(ended('time', 1)).toBe('Temps écoulé pour Bo.')
  expect(ended('left', 1)).toBe('Bo a quitté la table.')
  expect(ended('away', 1)).toBe('On n’a pas revu Bo.')
})

test('in a list of tables names stand as the scores do, from one’s own seat on', () => {
  const scores = [3, 0, 7]
  expect(scoresOf({ game: 'fennecs', scores, mine: [1] }).split('\u00a0–\u00a0')).toEqual(['0', '7', '3'])
  expect(aroundFrom([1], ['Ana', 'Bo', 'Cy'])).toEqual(['Bo', 'Cy', 'Ana'])
  expect(aroundFrom([1, 2], ['Ana', 'Bo', 'Cy'])).toEqual(['Ana', 'Bo', 'Cy'])
})

test('whoever a game of several ended because of is the last, whatever they have; as many share a rank', () => {
  const seats = (last: number | null) => ranking([7, 2, 5, 5], last).map(({ seat, rank }) => [seat, rank])
  expect(seats(null)).toEqual([[0, 1], [2, 2], [3, 2], [1, 4]]) // prettier-ignore
  expect(seats(0)).toEqual([[2, 1], [3, 1], [1, 3], [0, 4]]) // prettier-ignore
  expect(ranking([5, 5], null, (a, b) => b - a).map(({ seat, rank }) => [seat, rank])).toEqual([[1, 1], [0, 2]]) // prettier-ignore
})

test('in what is agreed on a seat that is kept has its person’s name, a free one its number', () => {
  const seats = [person('Ana'), person('Bo', { kind: 'open', kept: true }), person('', { kind: 'open' })]
  const [ages] = yardTerms({ seats, options: {}, search: null })
  expect(ages).toMatch(/Ana, Bo, .*3\.$/)
})
