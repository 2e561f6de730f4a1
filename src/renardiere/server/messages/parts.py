"""What messages are made of: bounded texts and numbers, and the words that several of them have."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from renardiere.games.duet.words import DuetEvent, DuetView
from renardiere.games.fennecs.words import FennecsEvent, FennecsView
from renardiere.games.forest.words import ForestEvent, ForestView
from renardiere.games.maitre.words import MaitreEvent, MaitreView
from renardiere.games.play import View

__all__ = [
    "END",
    "OFFERED",
    "PLAYED",
    "SIGNALS",
    "WORDS",
    "Choice",
    "Count",
    "Language",
    "Level",
    "Name",
    "Number",
    "OptionTexts",
    "Phrase",
    "RequestId",
    "Seat",
    "Share",
    "Speed",
    "Strict",
    "TableId",
    "TextSize",
    "Theme",
]

END: Final = r"$(?!\n)"
"""``$`` alone lets a last line break pass, in Python."""
Name = Annotated[str, Meta(min_length=1, max_length=24, description="A display name, cleaned by the server.")]
TableId = Annotated[str, Meta(pattern="^[a-z2-9]{10}" + END, description="A table; knowing it is the invitation.")]
RequestId = Annotated[
    str, Meta(pattern="^[A-Za-z0-9_-]{8,36}" + END, description="Chosen by the client; repeating it is harmless.")
]
Share = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}" + END, description="32 random bytes: a seat's part in the shuffle.")
]
OptionTexts = Annotated[
    dict[Annotated[str, Meta(max_length=16)], Annotated[str, Meta(max_length=512)]], Meta(max_length=8)
]
"""Options as texts, as in a record's ``[Options]``."""
Seat = Annotated[int, Meta(ge=0, le=4)]
Level = Annotated[int, Meta(ge=1, le=5)]
Speed = Annotated[int, Meta(ge=60, le=150)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Number = Annotated[int, Meta(ge=1, le=2**53 - 1)]
Language = Literal["fr", "en"]
Theme = Literal["system", "day", "night"]
TextSize = Literal[100, 115, 130, 150]
Choice: TypeAlias = Literal["bot", "end", "wait"]

WORDS: Final[dict[str, tuple[type[View], Any]]] = {
    "forest": (ForestView, ForestEvent),
    "duet": (DuetView, DuetEvent),
    "fennecs": (FennecsView, FennecsEvent),
    "maitre": (MaitreView, MaitreEvent),
}
"""By game, its view and its events: what a ``View`` and an ``Event`` of a message may be. A view names its ``game``."""

PLAYED: Final = tuple(WORDS)
"""The games of which there are tables."""
OFFERED: Final = ("forest", "duet", "fennecs", "maitre")
"""Those of them that have a place in the page: only these are listed among the open tables, and records of them looked
back at."""
Phrase: TypeAlias = Literal[
    "hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "again", "goodbye"
]
"""What can be said at the open tables, each in the hearer's own language."""


SIGNALS: Final = ("hello", "one_moment", "well_played", "thanks")
"""What those who play may say in a round without talk: nothing of it is about cards, or about what to do. Excuses
(``sorry``) and urging (``your_turn``) would be about what was or is to be played."""


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """What clients send: no unknown fields."""
