/**
 * What Duo's table looks like between two of the server's views, so that events are seen one by one. Only what is drawn
 * is kept right; the server's view has the last word.
 */
import type { DuetEvent, DuetView } from '$lib/api/types'
import { changed, hidden, without } from '$lib/cards'
import { HAND, HIDDEN, inOrder, suitOf } from './cards'

const LEFT_OVER = 7

/** What whoever sits nowhere may see: for the moment when a device changes hands. */
export function publicPart(view: DuetView): DuetView {
  const gifts = view.gifts.map((card) => card && HIDDEN)
  return {
    ...view,
    hands: [hidden(view.hands[0]), hidden(view.hands[1])],
    gifts: [gifts[0] ?? null, gifts[1] ?? null],
    deck: hidden(view.deck),
    legal: {},
    refused: {},
  }
}

/** These gems, `by` more of them on a space. */
function more(gems: readonly number[], space: number, by: number): number[] {
  return gems.map((here, i) => (i === space ? here + by : here))
}

/** A forest token covers a space; its gems slide towards the middle. */
function cover(view: DuetView, end: number, space: number, slid: number): DuetView {
  const bare = view.gems.map((here, i) => (i === space ? 0 : here))
  return {
    ...view,
    forest_tokens: view.forest_tokens - 1,
    covered: view.covered.map((under, i) => under || i === space),
    gems: more(bare, end ? space - 1 : space + 1, slid),
  }
}

export function step(view: DuetView, event: DuetEvent, viewer: number | null): DuetView {
  const quiet = { ...view, legal: {}, refused: {} }
  const hand = 'seat' in event && event.seat !== null ? (view.hands[event.seat] ?? []) : []
  switch (event.event) {
    case 'dealt': {
      const dealt = (seat: number) =>
        seat === viewer && event.hand ? [...event.hand].sort(inOrder) : Array<string>(HAND).fill(HIDDEN)
      return {
        ...quiet,
        round: event.round,
        dealer: event.dealer,
        leader: 1 - event.dealer,
        to_act: [1 - event.dealer],
        decree: event.decree,
        trump: suitOf(event.decree),
        hands: [dealt(0), dealt(1)],
        deck: Array<string>(LEFT_OVER).fill(HIDDEN),
        trick: [],
        finished_trick: null,
        tricks_played: 0,
        phase: 'play',
      }
    }
    case 'played':
      return {
        ...quiet,
        finished_trick: null,
        trick: [...view.trick, event.card],
        hands: changed(view.hands, event.seat, without(hand, event.card)),
      }
    case 'exchanged': {
      const took = hand.includes(event.gave) || event.seat === viewer ? event.took : HIDDEN
      return {
        ...quiet,
        decree: event.gave,
        trump: suitOf(event.gave),
        hands: changed(view.hands, event.seat, [...without(hand, event.gave), took].sort(inOrder)),
      }
    }
    case 'gave':
      return {
        ...quiet,
        gifts:
          event.seat === 0 ? [event.card ?? HIDDEN, view.gifts[1]] : [view.gifts[0], event.card ?? HIDDEN],
      }
    case 'swapped': {
      const { gave, got } = event
      if (viewer === null || gave === null || got === null) return { ...quiet, gifts: [null, null] }
      const own = [...without(view.hands[viewer] ?? [], gave), got].sort(inOrder)
      const partners = [gave, ...without(view.hands[1 - viewer] ?? [], got)]
      return { ...quiet, gifts: [null, null], hands: viewer === 0 ? [own, partners] : [partners, own] }
    }
    case 'trick': {
      const [led, followed] = view.trick
      const cards = led && followed ? ([led, followed] as [string, string]) : null
      return {
        ...quiet,
        trick: [],
        finished_trick: cards ? { cards, leader: view.leader ?? 0, winner: event.seat } : view.finished_trick,
        leader: event.seat,
        tricks_played: event.number,
      }
    }
    case 'moved':
      return { ...quiet, token: event.to, gems: event.gem ? more(view.gems, event.to, -1) : view.gems }
    case 'left':
      return event.space === null
        ? quiet
        : { ...cover(quiet, event.end, event.space, event.slid), token: view.board.start }
    case 'round':
      return { ...quiet, to_act: [], phase: 'deal' }
    case 'grown':
      return { ...quiet, gems: event.spaces.reduce((gems, space) => more(gems, space, 1), view.gems) }
    case 'placed':
      return { ...cover(quiet, event.end, event.space, event.slid), to_act: [] }
    case 'end':
      return {
        ...quiet,
        to_act: [],
        finished: true,
        outcome: event.outcome,
        count: event.count,
        phase: 'over',
      }
    default:
      return quiet
  }
}
