"""The actions of forest by the ids that ``rules`` gives them, and their texts."""

from __future__ import annotations

from functools import cache
from typing import Final

from renardiere.games.forest import rules as book
from renardiere.games.forest.words import CARDS, RANKS, Bury, Exchange, ForestAction, Play, members

__all__ = ["ACTIONS", "ACTION_ID", "BY_TEXT", "PHASES", "TEXTS", "choice_texts", "choices_text"]

PHASES: Final = ("deal", "play", "exchange", "bury", "over")

ACTIONS: Final[tuple[ForestAction, ...]] = (
    *(Play(card) for card in CARDS),
    *(Exchange(card) for card in CARDS),
    Exchange(None),
    *(Bury(card) for card in CARDS),
)
"""By id, as ``rules`` numbers them."""

ACTION_ID: Final = {action: number for number, action in enumerate(ACTIONS)}
TEXTS: Final = tuple(action.text() for action in ACTIONS)
BY_TEXT: Final = dict(zip(TEXTS, ACTIONS, strict=True))


def choices_text(phase: int, choices: int) -> tuple[str, ...]:
    """Legal choices of a phase in notation, by code point: ``-`` comes first, then the suits as they are numbered."""
    keep = ("x-",) if choices >> book.KEEP else ()
    suits = [choice_texts(phase, suit, choices >> RANKS * suit & 0x7FF) for suit in range(3)]
    return keep + suits[0] + suits[1] + suits[2]


@cache
def choice_texts(phase: int, suit: int, ranks: int) -> tuple[str, ...]:
    """Those of one suit."""
    first = book.FIRST[phase] + RANKS * suit
    return tuple(sorted(TEXTS[first + rank] for rank in members(ranks)))
