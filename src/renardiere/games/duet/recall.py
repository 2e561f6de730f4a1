"""From a seat's memory, as it was shown and told, to what the kernel knows of it."""

from __future__ import annotations

from typing import cast

from renardiere.games.duet.actions import PHASES, REASONS
from renardiere.games.duet.knowledge import CHOSEN, Knowledge, new_knowledge
from renardiere.games.duet.position import ALL_CARDS, HEIR, NONE, State
from renardiere.games.duet.rules import new_states
from renardiere.games.duet.words import (
    CARD,
    DECK,
    Dealt,
    DuetEvent,
    DuetView,
    Exchanged,
    Played,
    Swapped,
    options_of,
)
from renardiere.games.kernel import U64
from renardiere.games.play import HIDDEN, Memory

__all__ = ["Partner", "given", "recall", "this_round"]


def this_round(memory: Memory) -> tuple[DuetEvent, ...]:
    """What was told since the last deal, this included; nothing before the first one."""
    events = cast(tuple[DuetEvent, ...], memory.events)
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], Dealt):
            return events[place:]
    return ()


class Partner:
    """What the events of a round tell a seat of its partner's cards: sets, as bit masks."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.hidden = self.barred = self.known = 0
        self.sound = True
        self._led: int | None = None

    def see(self, event: DuetEvent) -> None:
        if isinstance(event, Dealt):
            self.hidden = int(ALL_CARDS) & ~DECK.mask(event.hand or ()) & ~(1 << CARD[event.decree])
        elif isinstance(event, Played):
            self._see_card(event.seat, CARD[event.card])
        elif isinstance(event, Exchanged) and event.seat != self.viewer:
            self._leaves(CARD[event.gave])
            self.known |= 1 << CARD[event.took]
        elif isinstance(event, Swapped) and event.gave and event.got:
            self._leaves(CARD[event.got])
            self.known |= 1 << CARD[event.gave]

    def _see_card(self, seat: int, card: int) -> None:
        led, self._led = self._led, card if self._led is None else None
        if seat == self.viewer:
            return
        self._leaves(card)
        if led is not None and DECK.rank[led] != HEIR and not DECK.suit[led] >> card & 1:
            self.barred |= DECK.suit[led]
            self.sound &= not self.known & DECK.suit[led]

    def _leaves(self, card: int) -> None:
        """A card left the partner's hand, and the viewer saw which."""
        if self.known >> card & 1:
            self.known ^= 1 << card
        else:
            self.sound &= bool((self.hidden & ~self.barred) >> card & 1)
            self.hidden &= ~(1 << card)


def given(memory: Memory) -> tuple[int, int]:
    """By seat, the cards that it gave and that its partner still holds, as the viewer knows of them."""
    view, viewer = cast(DuetView, memory.view), cast(int, memory.viewer)
    received = 0
    for event in this_round(memory):
        if isinstance(event, Swapped) and event.gave and event.got:
            received = received & ~(1 << CARD[event.gave]) | 1 << CARD[event.got]
        elif isinstance(event, Played | Exchanged) and event.seat == viewer:
            received &= ~(1 << CARD[event.card if isinstance(event, Played) else event.gave])
    mine = DECK.mask(card for card in view.hands[1 - viewer] if card != HIDDEN)
    return (mine, received) if viewer == 0 else (received, mine)


def recall(memory: Memory) -> Knowledge:
    """What a seat knows: what it is shown now, and the events of this round, in their order. The memory is not a
    spectator's."""
    if memory.viewer is None:
        raise ValueError("a spectator holds no cards: there is nothing to reason from")
    view = cast(DuetView, memory.view)
    partner = Partner(memory.viewer)
    events = this_round(memory)
    for event in events:
        partner.see(event)
    k = new_knowledge(memory.viewer)
    k["seen"] = shown(view, memory.viewer)
    k.hidden, k.barred, k.known = U64(partner.hidden), U64(partner.barred), U64(partner.known)
    k.dealt, k.sound = bool(events), partner.sound
    k.held = len(view.hands[1 - memory.viewer])
    return k


def shown(view: DuetView, viewer: int) -> State:
    """What a seat is shown, as a state."""

    def number(card: str | None) -> int:
        return NONE if card is None else CHOSEN if card == HIDDEN else CARD[card]

    options = options_of(view)
    seen = new_states(1, options.level, options.side)[0]
    trick = (*view.trick, None, None)
    seen.led, seen.follow, seen.decree = number(trick[0]), number(trick[1]), number(view.decree)
    seen.gems[: len(view.gems)] = view.gems
    seen.gems_left = sum(view.gems)
    middle = view.board.start
    seen.covered = sum(view.covered[:middle]), sum(view.covered[middle:])
    seen.token, seen.forest_tokens = view.token, view.forest_tokens
    seen.phase = PHASES.index(view.phase)
    seen.tricks = view.tricks_played
    seen.gift = number(view.gifts[0]), number(view.gifts[1])
    seen.hand[viewer] = U64(DECK.mask(view.hands[viewer]))
    seen.score = view.score or 0
    seen.result = REASONS.index(view.outcome.reason) if view.outcome else 0
    if view.dealer is not None and view.leader is not None:
        seen["round"], seen.dealer, seen.leader = view.round, view.dealer, view.leader
    if view.to_act:
        seen.player = view.to_act[0]
    return seen
