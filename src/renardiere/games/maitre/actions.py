"""The actions of maitre that have ids, which of all actions a table may see, and where the fields of its record lie."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Final

from renardiere.games.errors import MalformedAction, shown
from renardiere.games.held import place_of
from renardiere.games.maitre import rules as book
from renardiere.games.maitre.words import KIND, LOOT, SACK, MaitreAction, Sack, Steal, Stop

__all__ = [
    "ACTIONS",
    "ACTION_ID",
    "AGE",
    "DRAWN",
    "EGGS",
    "FILLED",
    "FOUND",
    "KEPT",
    "MISSIONS",
    "PHASE",
    "PHASES",
    "PLAYER",
    "ROUND",
    "RUSES",
    "SACKS",
    "SCORES",
    "STOLEN",
    "STOPPER",
    "THIEVES",
    "WRONG",
    "expect_possible",
    "read",
]

PHASES: Final = ("deal", "sack", "stop", "steal", "over")

ACTIONS: Final[tuple[Stop | Steal, ...]] = (
    Stop(),
    *(Steal(victim, token) for victim in range(book.SEATS) for token in LOOT),
    Steal(None, None),
)
"""By id, as ``rules`` numbers them."""

ACTION_ID: Final[dict[MaitreAction, int]] = {action: number for number, action in enumerate(ACTIONS)}
BY_TEXT: Final = {action.text(): action for action in ACTIONS}

MOST: Final = {token: book.supply(kind, 4) for token, kind in KIND.items()}
"""How many there are of each token, once all are in play."""


def expect_possible(action: MaitreAction, players: int) -> None:
    """``MalformedAction`` if no position of a table of so many could hold it."""
    if isinstance(action, Sack):
        if strangers := [token for token in action.tokens if token not in KIND]:
            raise MalformedAction(f"there is no token {shown(str(strangers[0]))}")
        if len(action.tokens) > SACK:
            raise MalformedAction(f"a sack holds {SACK} tokens at most")
        for token, many in Counter(action.tokens).items():
            if many > MOST[token]:
                raise MalformedAction(f"there are not so many: {token}")
    elif action not in ACTION_ID:
        raise MalformedAction(f"{shown(str(action))} is no action of maitre")
    elif isinstance(action, Steal) and action.victim is not None and action.victim >= players:
        raise MalformedAction(f"there is no seat {action.victim}")


def read(text: str, players: int) -> MaitreAction:
    """The action that a token of the notation means at a table of so many; or ``MalformedAction``."""
    word, equals, held = text.partition("=")
    action: MaitreAction
    if word == "sack" and equals:
        action = Sack(tuple(held.split(",")) if held else ())
    elif text in BY_TEXT:
        action = BY_TEXT[text]
    else:
        raise MalformedAction(f"{shown(text)} is no action of maitre")
    expect_possible(action, players)
    return action


at: Final = partial(place_of, book.STATE)

SACKS, MISSIONS, KEPT, FILLED, STOPPER = at("sack"), at("mission"), at("kept"), at("filled"), at("stopper")
THIEVES, STOLEN, AGE = at("thieves"), at("stolen"), at("age")
FOUND, WRONG, RUSES, SCORES, EGGS = at("found"), at("wrong"), at("ruses"), at("score"), at("eggs")
PHASE, PLAYER, DRAWN, ROUND = at("phase"), at("player"), at("drawn"), at("round")
