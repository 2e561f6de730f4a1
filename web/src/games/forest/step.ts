/**
 * What the table looks like between two of the server's views, so that events are seen one by one. Only what is drawn
 * is kept right; the server's view has the last word.
 */
import type { ForestEvent, ForestView } from '$lib/api/types'
import { changed, hidden, without } from '$lib/cards'
import { HIDDEN, inOrder, suitOf } from './cards'

/** What an opponent of nobody may see: for the moment when a device changes hands. */
export function publicPart(view: ForestView): ForestView {
  return {
    ...view,
    hands: [hidden(view.hands[0]), hidden(view.hands[1])],
    pile: hidden(view.pile),
    legal: {},
    drawn: null,
    refused: {},
  }
}

function added(pair: [number, number], seat: number, by = 1): [number, number] {
  return seat === 0 ? [pair[0] + by, pair[1]] : [pair[0], pair[1] + by]
}

export function step(view: ForestView, event: ForestEvent, viewer: number | null): ForestView {
  const quiet = { ...view, legal: {}, refused: {} }
  const hand = 'seat' in event ? (view.hands[event.seat] ?? []) : []
  switch (event.event) {
    case 'dealt': {
      const dealt = (seat: number) =>
        seat === viewer && event.hand ? [...event.hand].sort(inOrder) : Array<string>(13).fill(HIDDEN)
      return {
        ...quiet,
        round: event.round,
        dealer: event.dealer,
        leader: 1 - event.dealer,
        to_act: [1 - event.dealer],
        decree: event.decree,
        trump: suitOf(event.decree),
        hands: [dealt(0), dealt(1)],
        pile: Array<string>(6).fill(HIDDEN),
        trick: [],
        finished_trick: null,
        tricks: [0, 0],
        treasures: [0, 0],
        phase: 'play',
        drawn: null,
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
    case 'kept':
      return quiet
    case 'drew':
      return {
        ...quiet,
        drawn: event.card,
        pile: view.pile.slice(1),
        hands: changed(view.hands, event.seat, [...hand, event.card ?? HIDDEN].sort(inOrder)),
      }
    case 'buried':
      return {
        ...quiet,
        drawn: null,
        pile: [...view.pile, event.card ?? HIDDEN],
        hands: changed(view.hands, event.seat, without(hand, event.card)),
      }
    case 'trick': {
      const [led, followed] = view.trick
      return {
        ...quiet,
        trick: [],
        finished_trick:
          led && followed
            ? { cards: [led, followed], leader: view.leader ?? 0, winner: event.seat }
            : view.finished_trick,
        leader: event.leads,
        tricks: added(view.tricks, event.seat),
        treasures: added(view.treasures, event.seat, event.treasures),
        scores: view.scores.map((score, seat) => score + (seat === event.seat ? event.treasures : 0)),
      }
    }
    case 'round':
      return { ...quiet, to_act: [], scores: event.scores, last_round: event }
    case 'end':
      return { ...quiet, to_act: [], finished: true, outcome: event.outcome, phase: 'over' }
  }
}
