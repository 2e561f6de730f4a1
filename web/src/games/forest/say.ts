/** The game's sentences, in the page's language. */
import type { ForestEvent, ForestView, Problem, ForestRefusal } from '$lib/api/types'
import type { Name } from '$lib/game'
import { m } from '$lib/paraglide/messages'
import { rankOf, suitOf, type Suit } from './cards'

/** « 7 de clefs » */
export function cardName(card: string): string {
  return m.forest_card({ rank: rankOf(card), suit: suitOf(card) })
}

/** « 7 de clefs, Trésor » */
export function cardLabel(card: string): string {
  return rankOf(card) % 2
    ? `${cardName(card)}, ${m.forest_character({ rank: rankOf(card) })}`
    : cardName(card)
}

/** What the card can do when it is played. */
export function ability(card: string): string {
  return m.forest_ability({ rank: rankOf(card) })
}

export type Band = 'humble' | 'defeated' | 'victorious' | 'greedy'

export function bandOf(tricks: number): Band {
  if (tricks <= 3) return 'humble'
  if (tricks <= 6) return 'defeated'
  return tricks <= 9 ? 'victorious' : 'greedy'
}

export function bandPoints(tricks: number): number {
  return tricks <= 3 ? 6 : tricks <= 6 ? tricks - 3 : tricks <= 9 ? 6 : 0
}

/** In a round. */
const TRICKS = 13

export function happened(event: ForestEvent, name: Name): string {
  switch (event.event) {
    case 'dealt':
      return m.forest_said_dealt({
        round: event.round,
        card: cardName(event.decree),
        suit: suitOf(event.decree),
      })
    case 'round':
      return m.forest_said_round({ round: event.round, scores: event.scores.join('\u00a0–\u00a0') })
    case 'end':
      return m.said_end()
  }
  const who = name(event.seat)
  switch (event.event) {
    case 'played': {
      const card = cardLabel(event.card)
      return who === null ? m.said_you_played({ card }) : m.said_played({ name: who, card })
    }
    case 'exchanged': {
      const words = { took: cardName(event.took), gave: cardName(event.gave), suit: suitOf(event.gave) }
      return who === null
        ? m.forest_said_you_exchanged(words)
        : m.forest_said_exchanged({ name: who, ...words })
    }
    case 'kept':
      return who === null ? m.said_you_kept() : m.said_kept({ name: who })
    case 'drew':
      if (event.card === null) {
        return who === null ? m.forest_said_you_drew_one() : m.forest_said_drew({ name: who })
      }
      return who === null
        ? m.forest_said_you_drew({ card: cardName(event.card) })
        : m.forest_said_drew_open({ name: who, card: cardName(event.card) })
    case 'buried':
      return event.card !== null
        ? m.forest_said_you_buried({ card: cardName(event.card) })
        : who === null
          ? m.forest_said_you_buried_one()
          : m.forest_said_buried({ name: who })
    case 'trick': {
      const { number, leads } = event
      // 0: of a prepared position nobody knows which one it is
      const won =
        number === 0
          ? `${who === null ? m.trick_yours() : m.trick_for({ name: who })}.`
          : who === null
            ? m.said_you_won({ number })
            : m.said_won({ number, name: who })
      const swan = number < TRICKS && leads !== event.seat ? name(leads) : null
      return [
        won,
        event.treasures ? m.forest_said_treasures({ count: event.treasures }) : '',
        // whoever lost it with a Swan is asked to lead, and told so then
        swan === null ? '' : m.forest_said_swan({ name: swan }),
      ]
        .filter(Boolean)
        .join(' ')
    }
  }
}

/** What a card of somebody else has done, in few words: it is easily missed on the table. */
export function news(event: ForestEvent, label: (seat: number) => string): string {
  switch (event.event) {
    case 'exchanged': {
      const suit = suitOf(event.gave)
      return suit === suitOf(event.took) ? m.forest_would_stay({ suit }) : m.forest_would_be({ suit })
    }
    case 'kept':
      return m.said_kept({ name: label(event.seat) })
    case 'buried':
      return m.forest_said_buried({ name: label(event.seat) })
    default:
      return ''
  }
}

/** Why a card cannot be chosen. */
export function refusal({ reason, details }: ForestRefusal): string {
  switch (reason) {
    case 'must_follow':
      return m.forest_refused_follow({ suit: (details.suit ?? 'B') as Suit })
    case 'monarch':
      return m.forest_refused_monarch({
        suit: (details.suit ?? 'B') as Suit,
        card: cardName(details.highest ?? 'B0'),
      })
    default:
      return m.problem_other()
  }
}

/** A refused action that is the game's own to explain; null if it is not. */
export function problem({ reason, details }: Problem): string | null {
  if (reason !== 'must_follow' && reason !== 'monarch') return null
  return refusal({ reason, details: details as Record<string, string> })
}

/** What has been decided, and waits to be sent. */
export function waiting(action: string): string {
  if (action === 'x-') return m.pending_keep()
  const card = cardName(cardOf(action))
  if (action.startsWith('x')) return m.pending_exchange({ card })
  return action.startsWith('>') ? m.forest_pending_bury({ card }) : m.pending_play({ card })
}

/** The card that an action is about. */
export function cardOf(action: string): string {
  return action.replace(/^[x>]/, '')
}

/** What lies open in the middle, as one would tell it. */
export function trickText(view: ForestView, label: (seat: number) => string): string {
  const done = view.trick.length ? null : view.finished_trick
  const leader = done?.leader ?? view.leader ?? 0
  const cards = (done?.cards ?? view.trick).map((card, i) =>
    m.played_by({ card: cardLabel(card), name: label(i === 0 ? leader : 1 - leader) }),
  )
  const next = m.trick_empty({ name: label(view.leader ?? 0) })
  if (!done) return cards.length ? `${cards.join(' ; ')}.` : next
  return `${cards.join(' ; ')}. ${m.trick_for({ name: label(done.winner) })}.`
}

/** Decree card and trump. */
export function decreeText({ decree }: ForestView): string {
  return decree ? m.forest_decree_and_trump({ card: cardName(decree), suit: suitOf(decree) }) : ''
}

/** What one holds. */
export function handText(cards: readonly string[]): string {
  const list = cards.map(cardName).join(', ')
  return cards.length ? m.hand_is({ count: cards.length, cards: list }) : m.hand_empty()
}

/** Where everybody stands. */
export function standingText(view: ForestView, target: number, label: (seat: number) => string): string {
  return [0, 1]
    .map((seat) =>
      m.forest_standing({
        name: label(seat),
        tricks: m.tricks({ count: view.tricks[seat] ?? 0 }),
        score: m.score_of({ score: view.scores[seat] ?? 0, target }),
      }),
    )
    .join(' ')
}

/** What is to be decided now, for whoever decides it. */
export function prompt(view: ForestView, seat: number): string {
  switch (view.phase) {
    case 'exchange':
      return m.forest_prompt_exchange({ card: cardName(view.decree ?? 'B0') })
    case 'bury':
      return m.forest_prompt_bury()
    default: {
      const led = view.trick[0]
      if (led === undefined) {
        const { finished_trick: done } = view
        return done && done.winner !== seat ? m.forest_prompt_swan() : m.prompt_lead()
      }
      const holds = view.hands[seat]?.some((card) => suitOf(card) === suitOf(led)) ?? false
      if (!holds) return m.forest_prompt_void({ suit: suitOf(led) })
      return rankOf(led) === 11
        ? m.forest_prompt_monarch({ suit: suitOf(led) })
        : m.forest_prompt_follow({ suit: suitOf(led) })
    }
  }
}

/** What somebody else is deciding. */
export function awaited(view: ForestView, name: string): string {
  switch (view.phase) {
    case 'exchange':
      return m.awaited_exchange({ name })
    case 'bury':
      return m.forest_awaited_bury({ name })
    default:
      return view.trick.length ? m.awaited_follow({ name }) : m.awaited_lead({ name })
  }
}
