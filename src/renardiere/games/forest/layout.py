"""Where the fields of the kernel's record lie, for who reads it as plain memory.

To read NumPy's records field by field is slow: a ``memoryview`` of the same bytes, cast to the field's type, is not.
"""

from __future__ import annotations

from renardiere.games.forest import rules as book

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


def at(field: str) -> int:
    """Where a field of the record lies, in items of its own type."""
    dtype, offset = book.STATE.fields[field][:2]  # type: ignore[index]  # a structured type has fields
    return int(offset) // int(dtype.base.itemsize)


HANDS, ROUND, SCORES, LAST = at("hand"), at("round"), at("scores"), at("last")
PHASE, PLAYER, LEADER, LED, FOLLOW = at("phase"), at("player"), at("leader"), at("led"), at("follow")
DECREE, DRAWN, PILE_TOP, TRICKS, TREASURES = at("decree"), at("drawn"), at("pile"), at("tricks"), at("treasures")
DEALT_BY = at("dealer")
