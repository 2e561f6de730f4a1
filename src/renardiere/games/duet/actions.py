"""The actions of duet by the ids that ``rules`` gives them, their texts, and where the fields of its record lie."""

from __future__ import annotations

from functools import partial
from typing import Final

from renardiere.games.duet import rules as book
from renardiere.games.duet.words import (
    CARDS,
    Choose,
    DuetAction,
    Exchange,
    Give,
    Place,
    Play,
    Resign,
    Step,
)
from renardiere.games.held import place_of

__all__ = [
    "ACTIONS",
    "ACTION_ID",
    "BY_TEXT",
    "COVERED",
    "DEALER",
    "DECK_TOP",
    "DECREE",
    "FOLLOW",
    "FOREST_TOKENS",
    "GEMS",
    "GIFTS",
    "HANDS",
    "LEADER",
    "LED",
    "PHASE",
    "PHASES",
    "PLAYER",
    "REASONS",
    "RESIGN",
    "RESULT",
    "ROUND",
    "SCORE",
    "TEXTS",
    "TOKEN",
    "TRICKS",
]

PHASES: Final = ("deal", "play", "choose", "exchange", "give", "move", "place", "over")
REASONS: Final = ("", "won", "lost", "time", "resigned")
"""By the kernel's result."""

ACTIONS: Final[tuple[DuetAction, ...]] = (
    *(Play(card) for card in CARDS),
    Choose(0),
    Choose(1),
    *(Exchange(card) for card in CARDS),
    Exchange(None),
    *(Give(card) for card in CARDS),
    *(Step(distance) for distance in range(-book.REACH, book.REACH + 1)),
    Place(0),
    Place(1),
)
"""By id, as ``rules`` numbers them."""

RESIGN: Final = Resign()
"""It has no id: a position never lists it."""

ACTION_ID: Final = {action: number for number, action in enumerate(ACTIONS)}
TEXTS: Final = tuple(action.text() for action in ACTIONS)
BY_TEXT: Final = {action.text(): action for action in (*ACTIONS, RESIGN)}

at: Final = partial(place_of, book.STATE)

HANDS, SCORE = at("hand"), at("score")
GEMS, DECK_TOP, COVERED, TOKEN = at("gems"), at("deck"), at("covered"), at("token")
FOREST_TOKENS, DECREE, PHASE, PLAYER = at("forest_tokens"), at("decree"), at("phase"), at("player")
LEADER, LED, FOLLOW, GIFTS, TRICKS = at("leader"), at("led"), at("follow"), at("gift"), at("tricks")
DEALER, ROUND, RESULT = at("dealer"), at("round"), at("result")
