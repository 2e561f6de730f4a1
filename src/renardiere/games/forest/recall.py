"""From a seat's memory, as it was told, to what the kernel knows of it."""

from __future__ import annotations

from renardiere.games.forest.observing import (
    Knowledge,
    new_knowledge,
    observe_burial,
    observe_deal,
    observe_draw,
    observe_exchange,
    observe_play,
)
from renardiere.games.forest.rules import KEEP, NONE, PILE
from renardiere.games.forest.words import (
    CARD,
    Buried,
    Dealt,
    Drew,
    Exchanged,
    ForestEvent,
    ForestView,
    Kept,
    Played,
    cards_mask,
)
from renardiere.games.kernel import U64
from renardiere.games.play import Memory

__all__ = ["buriers", "recall", "this_round"]


def this_round(memory: Memory) -> tuple[ForestEvent, ...]:
    """What was told since the last deal, this included; nothing before the first one."""
    events: tuple[ForestEvent, ...] = memory.events  # type: ignore[assignment]  # a memory of forest
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], Dealt):
            return events[place:]
    return ()


def buriers(events: tuple[ForestEvent, ...]) -> tuple[int | None, ...]:
    """Who put each card of the pile there, top first; None for the table. ``events`` are those of a round."""
    pile: tuple[int | None, ...] = (None,) * PILE if events else ()
    for event in events:
        if isinstance(event, Drew):
            pile = pile[1:]
        elif isinstance(event, Buried):
            pile = (*pile, event.seat)
    return pile


def recall(memory: Memory, target: int) -> Knowledge:
    """What a seat knows: the events of this round, folded in their order. The memory is not a spectator's."""
    if memory.viewer is None:
        raise ValueError("a spectator holds no cards: there is nothing to reason from")
    knowledge = new_knowledge(memory.viewer, target)
    for event in this_round(memory):
        if isinstance(event, Dealt):
            view: ForestView = memory.view  # type: ignore[assignment]  # a memory of forest
            begin(knowledge, view, event.round)
            observe_deal(knowledge, U64(cards_mask(event.hand or ())), CARD[event.decree], event.dealer)
        elif isinstance(event, Played):
            observe_play(knowledge, CARD[event.card])
        elif isinstance(event, Drew):
            if event.seat == memory.viewer and event.card:
                observe_draw(knowledge, CARD[event.card])
        elif isinstance(event, Buried):
            observe_burial(knowledge, CARD[event.card] if event.card else NONE)
        elif isinstance(event, Exchanged):
            observe_exchange(knowledge, CARD[event.gave])
        elif isinstance(event, Kept):
            observe_exchange(knowledge, KEEP)
    return knowledge


def begin(knowledge: Knowledge, view: ForestView, number: int) -> None:
    """How the game stood when round ``number`` was dealt: what is shown now, less what this round has brought."""
    table, last = knowledge.seen, view.last_round
    ended = last is not None and last.round == number
    table["round"] = number - 1
    for seat, score in enumerate(view.scores):
        table.scores[seat] = score - view.treasures[seat] - (last.points[seat] if last and ended else 0)
        if last and not ended:
            table.last[seat] = last.points[seat] + last.treasures[seat]
