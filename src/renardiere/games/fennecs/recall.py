"""From what a seat is shown to what the kernel knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from renardiere.games.fennecs.actions import ENDINGS, PHASES
from renardiere.games.fennecs.columns import count
from renardiere.games.fennecs.knowledge import Knowledge, new_knowledge
from renardiere.games.fennecs.position import CHOOSE, COLUMN, NOBODY, UNKNOWN, State, card_of
from renardiere.games.fennecs.rules import new_states
from renardiere.games.fennecs.words import KIND, FennecsOptions, FennecsView
from renardiere.games.play import HIDDEN, Memory

__all__ = ["recall"]


def recall(memory: Memory, options: FennecsOptions) -> Knowledge:
    """What a seat knows, which is what it is shown now. The memory is not a spectator's."""
    if memory.viewer is None:
        raise ValueError("a spectator holds no cards: there is nothing to reason from")
    view = cast(FennecsView, memory.view)
    k = new_knowledge(memory.viewer)
    k["seen"] = shown(view, options)
    if view.first is not None:
        for card in options.deck:
            k.hidden[KIND[card]] += 1
        columns = [column for column in view.columns if column is not None]
        for part in (*view.hands, *columns, *view.taken):
            for card in part:
                if card != HIDDEN:
                    k.hidden[KIND[card.rstrip("?")]] -= 1
    return k


def kind(card: str) -> int:
    return UNKNOWN if card == HIDDEN else KIND[card.rstrip("?")]


def shown(view: FennecsView, options: FennecsOptions) -> State:
    """What a seat is shown, as a state."""
    seen = new_states(1, options.players, options.variant_number)[0]
    seen.stars[: options.players] = view.stars
    seen.reserve, seen.reached = view.reserve, view.last_round
    seen.phase, seen.ended, seen.lap = PHASES.index(view.phase), ENDINGS.index(view.ended), view.lap
    if view.first is None or view.next_first is None:
        return seen
    seen["round"], seen.first = view.round, view.first
    seen.out = members_mask(view.out)
    seen.last_taker = view.next_first if view.out else NOBODY
    for seat, hand in enumerate(view.hands):
        seen.hand[seat, : len(hand)] = [kind(card) for card in hand]
    for column, cards in enumerate(view.columns):
        if cards is not None:
            owners = cast(tuple[int | None, ...], view.placed_by[column])
            lay(seen, column, cards, [NOBODY if owner is None else owner for owner in owners])
            seen.down[column] = members_mask(place for place, card in enumerate(cards) if card[-1] == HIDDEN)
            seen.placeable |= (len(cards) < COLUMN) << column
            seen.takeable |= (len(cards) > 1) << column
    for seat, (took, total) in enumerate(zip(view.took, view.totals, strict=True)):
        if total is not None:
            seen.worth[seat] = total
        if took is not None:
            lay(seen, took, view.taken[seat], [NOBODY] * COLUMN)  # nobody asks any more who placed what
            seen.taker[took] = seat
    seen.aside[: len(view.set_aside)] = [kind(card) for card in view.set_aside]
    if view.stuck is not None or view.to_act:
        seen.player = view.to_act[0] if view.to_act else view.stuck
    if seen.phase == CHOOSE:
        count(seen, view.took[seen.player])
    return seen


def lay(seen: State, column: int, cards: Sequence[str], owners: Sequence[int]) -> None:
    seen.cards[column] = len(cards)
    for place, card in enumerate(cards):
        seen.column[column, place] = card_of(kind(card), owners[place])


def members_mask(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)
