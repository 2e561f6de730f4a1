"""Where the fields of the kernel's record lie, for who reads it as plain memory."""

from __future__ import annotations

from functools import partial
from typing import Final

from renardiere.games.forest import rules as book
from renardiere.games.held import place_of

__all__ = [
    "DEALT_BY",
    "DECREE",
    "DRAWN",
    "FOLLOW",
    "HANDS",
    "LAST",
    "LEADER",
    "LED",
    "PHASE",
    "PILE_TOP",
    "PLAYER",
    "ROUND",
    "SCORES",
    "TREASURES",
    "TRICKS",
]


at: Final = partial(place_of, book.STATE)

HANDS, ROUND, SCORES, LAST = at("hand"), at("round"), at("scores"), at("last")
PHASE, PLAYER, LEADER, LED, FOLLOW = at("phase"), at("player"), at("leader"), at("led"), at("follow")
DECREE, DRAWN, PILE_TOP, TRICKS, TREASURES = at("decree"), at("drawn"), at("pile"), at("tricks"), at("treasures")
DEALT_BY = at("dealer")
