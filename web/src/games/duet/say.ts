/** Duo's sentences, in the page's language. */
import type { DuetEvent, DuetRefusal, DuetView, Problem } from '$lib/api/types'
import type { Label, Name } from '$lib/game'
import { m } from '$lib/paraglide/messages'
import { GAZELLE, MUSICIAN, pawsOf, rankOf, suitOf, type Suit } from './cards'
import { distanceOf, gemsLeft, preview, towards, type Reach } from './path'

/** « 7 de roses » */
export function cardName(card: string): string {
  return m.duet_card({ rank: rankOf(card), suit: suitOf(card) })
}

export const characterName = (card: string) => m.duet_character({ rank: rankOf(card), suit: suitOf(card) })

/** « 7 de roses, Présent, aucune empreinte » */
export function cardLabel(card: string): string {
  const character = rankOf(card) % 2 ? `, ${characterName(card)}` : ''
  return `${cardName(card)}${character}, ${m.duet_paws({ count: pawsOf(card) })}`
}

/** Why something came of a trick as it did, told when it happened: the cards are forgotten, this is not. */
const told = new WeakMap<DuetEvent, string>()

export function happened(event: DuetEvent, name: Name, before: readonly DuetEvent[] = []): string {
  const text = told.get(event)
  if (text !== undefined && event.event === 'moved') return text
  const made = tell(event, name, before)
  told.set(event, made)
  return made
}

function tell(event: DuetEvent, name: Name, before: readonly DuetEvent[]): string {
  switch (event.event) {
    case 'dealt':
      return m.duet_said_dealt({
        round: event.round,
        card: cardName(event.decree),
        suit: suitOf(event.decree),
      })
    case 'swapped':
      return event.gave && event.got
        ? m.duet_said_you_swapped({ gave: cardName(event.gave), got: cardName(event.got) })
        : m.duet_said_swapped()
    case 'moved':
      return [...walked(event.distance, name, before), event.gem ? m.duet_said_gem() : '']
        .filter(Boolean)
        .join(' ')
    case 'left': {
      const end = name(event.end)
      const out = end === null ? m.duet_said_you_left() : m.duet_said_left({ name: end })
      return event.space === null
        ? `${out} ${m.duet_said_lost_path()}`
        : `${out} ${m.duet_said_covered()} ${m.duet_said_slid({ count: event.slid })}`.trim()
    }
    case 'round':
      return m.duet_said_round({ round: event.round, count: event.gems })
    case 'grown':
      return m.duet_said_grown({ count: event.spaces.length })
    case 'placed': {
      const end = name(event.end)
      const where = end === null ? m.duet_said_placed_you() : m.duet_said_placed({ name: end })
      return `${where} ${m.duet_said_slid({ count: event.slid })}`.trim()
    }
    case 'end':
      return event.count ? m.duet_said_won() : m.duet_said_lost({ reason: event.outcome.reason })
  }
  const who = name(event.seat)
  switch (event.event) {
    case 'played': {
      const card = cardLabel(event.card)
      return who === null ? m.said_you_played({ card }) : m.said_played({ name: who, card })
    }
    case 'chose': {
      const chosen = name(event.chosen)
      return chosen === null ? m.duet_said_chose_you() : m.duet_said_chose({ name: chosen })
    }
    case 'exchanged': {
      const words = { took: cardName(event.took), gave: cardName(event.gave), suit: suitOf(event.gave) }
      return who === null ? m.duet_said_you_exchanged(words) : m.duet_said_exchanged({ name: who, ...words })
    }
    case 'kept':
      return who === null ? m.said_you_kept() : m.said_kept({ name: who })
    case 'gave':
      if (event.card !== null) return m.duet_said_you_gave({ card: cardName(event.card) })
      return who === null ? m.duet_said_you_gave_one() : m.duet_said_gave({ name: who })
    case 'trick': {
      const { number } = event
      return who === null ? m.said_you_won({ number }) : m.said_won({ number, name: who })
    }
  }
}

/** How far the token went, which way, and by whose leave. */
function walked(distance: number, name: Name, before: readonly DuetEvent[]): string[] {
  const cards = before.flatMap((event) => (event.event === 'played' ? [event.card] : [])).slice(-2)
  const won = before.findLast(({ event }) => event === 'trick')
  const winner = won?.event === 'trick' ? won.seat : null
  const end = towards(distance)
  const sum = cards.reduce((all, card) => all + pawsOf(card), 0)
  const known = cards.length === 2
  const by = [
    known && Math.abs(distance) !== sum && cards.some((card) => rankOf(card) === GAZELLE)
      ? m.duet_said_gazelle({ count: sum })
      : '',
    known &&
    end !== null &&
    winner !== null &&
    end !== winner &&
    cards.some((card) => rankOf(card) === MUSICIAN)
      ? m.duet_said_musician()
      : '',
  ]
  return [way(distance, name), ...by]
}

/** « 3 espaces vers Noé. » */
function way(distance: number, name: Name): string {
  const end = towards(distance)
  if (end === null) return m.duet_said_stays()
  const who = name(end)
  const count = Math.abs(distance)
  return who === null ? m.duet_said_you_moved({ count }) : m.duet_said_moved({ count, name: who })
}

/** Why a card cannot be chosen. */
export function refusal({ reason, details }: DuetRefusal): string {
  return reason === 'must_follow'
    ? m.duet_refused_follow({ suit: (details.suit ?? 'D') as Suit })
    : m.problem_other()
}

/** A refused action that is the game's own to explain; null if it is not. */
export function problem({ reason, details }: Problem): string | null {
  return reason === 'must_follow' ? refusal({ reason, details: details as Record<string, string> }) : null
}

/** What has been decided, and waits to be sent. */
export function waiting(action: string, label: Label): string {
  if (action === 'x-') return m.pending_keep()
  if (action.startsWith('x')) return m.pending_exchange({ card: cardName(action.slice(1)) })
  if (action.startsWith('g')) return m.duet_pending_give({ card: cardName(action.slice(1)) })
  if (action.startsWith('@')) return m.duet_pending_choose({ name: label(Number(action.slice(1))) })
  if (action.startsWith('m')) return m.duet_pending_move({ count: Math.abs(distanceOf(action)) })
  if (action.startsWith('f')) return m.duet_pending_place()
  return m.pending_play({ card: cardName(action) })
}

/** The card that an action is about. */
export function cardOf(action: string): string {
  return /^[xg]/.test(action) ? action.slice(1) : action
}

/** Where a movement leads, for a chip and for whoever listens. */
export function reachText({ distance, to, gem }: Reach, name: Name): string {
  const end = towards(distance)
  const count = Math.abs(distance)
  const what = to === null ? m.duet_reach_off() : gem ? m.duet_reach_gem() : m.duet_reach_nothing()
  if (end === null) return m.duet_reach_stay({ what })
  const who = name(end)
  return who === null ? m.duet_reach_you({ count, what }) : m.duet_reach({ count, name: who, what })
}

/** What the card would do in this trick, as far as one can know. */
export function outlook(view: DuetView, card: string, name: Name): string {
  const seen = preview(view, card)
  if (!seen) return rankOf(card) % 2 ? '' : m.duet_outlook_lead({ count: pawsOf(card) })
  const [only, ...others] = seen.reaches
  if (!only) return ''
  if (!others.length) return m.duet_outlook({ where: reachText(only, name) })
  const winner = name(seen.winner)
  const count = seen.reaches.length
  return winner === null ? m.duet_outlook_yours({ count }) : m.duet_outlook_theirs({ count, name: winner })
}

/** What lies open in the middle, as one would tell it. */
export function trickText(view: DuetView, label: Label): string {
  const moving = view.phase === 'move' && view.trick.length === 2
  const done = view.trick.length ? null : view.finished_trick
  const leader = done?.leader ?? view.leader ?? 0
  const cards = (done?.cards ?? view.trick).map((card, i) =>
    m.played_by({ card: cardLabel(card), name: label(i === 0 ? leader : 1 - leader) }),
  )
  if (!cards.length) return m.trick_empty({ name: label(view.leader ?? 0) })
  const winner = done?.winner ?? (moving ? view.to_act[0] : undefined)
  const all = `${cards.join(' ; ')}.`
  return winner === undefined ? all : `${all} ${m.trick_for({ name: label(winner) })}.`
}

/** Decree card and trump. */
export function decreeText({ decree }: DuetView): string {
  return decree ? m.duet_decree_and_trump({ card: cardName(decree), suit: suitOf(decree) }) : ''
}

/** What one holds. */
export function handText(cards: readonly string[]): string {
  return cards.length
    ? m.hand_is({ count: cards.length, cards: cards.map(cardLabel).join(' ; ') })
    : m.hand_empty()
}

/** The path, from one's own end. */
export function pathText(view: DuetView, below: number, label: Label): string {
  const order = view.gems.map((_, i) => (below === 0 ? i : view.gems.length - 1 - i))
  const spaces = order.map((space, i) => {
    const number = i + 1
    if (view.covered[space]) return m.duet_space_covered({ number })
    const gems = view.gems[space] ?? 0
    return space === view.token
      ? m.duet_space_token({ number, count: gems })
      : m.duet_space({ number, count: gems })
  })
  return `${m.duet_path_from({ name: label(below), other: label(1 - below) })} ${spaces.join(' ; ')}.`
}

/** The trick that is played, or was the last one. */
export const trickOf = ({ phase, tricks_played: played }: DuetView): number =>
  Math.min(phase === 'over' ? Math.max(played, 1) : played + 1, 11)

/** Where the two stand together. */
export function standingText(view: DuetView): string {
  return m.duet_standing({
    gems: m.duet_gems({ count: gemsLeft(view) }),
    tokens: m.duet_forest_tokens({ count: view.forest_tokens }),
    round: view.round,
    trick: trickOf(view),
  })
}

/** What is to be decided now, for whoever decides it. */
export function prompt(view: DuetView, seat: number, label: Label): string {
  switch (view.phase) {
    case 'choose':
      return m.duet_prompt_choose({ card: cardName(view.decree ?? 'D0') })
    case 'exchange':
      return m.duet_prompt_exchange({ card: cardName(view.decree ?? 'D0') })
    case 'give':
      return m.duet_prompt_give({ name: label(1 - seat) })
    case 'move':
      return m.duet_prompt_move()
    case 'place':
      return m.duet_prompt_place()
    default: {
      const led = view.trick[0]
      if (led === undefined) return m.prompt_lead()
      const suit = suitOf(led)
      const holds = view.hands[seat]?.some((card) => suitOf(card) === suit) ?? false
      if (rankOf(led) === 9) return m.duet_prompt_royal({ suit })
      return holds ? m.duet_prompt_follow({ suit }) : m.duet_prompt_void({ suit })
    }
  }
}

/** What somebody else is deciding. */
export function awaited(view: DuetView, name: string): string {
  switch (view.phase) {
    case 'choose':
      return m.duet_awaited_choose({ name })
    case 'exchange':
      return m.awaited_exchange({ name })
    case 'give':
      return m.duet_awaited_give({ name })
    case 'move':
      return m.duet_awaited_move({ name })
    case 'place':
      return m.duet_awaited_place({ name })
    default:
      return view.trick.length ? m.awaited_follow({ name }) : m.awaited_lead({ name })
  }
}
