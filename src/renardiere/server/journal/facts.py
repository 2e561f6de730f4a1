"""The facts of a table. Its state is the fold of them, in their order (``server.table``).

A fact's tag carries its version: a change of meaning is a new tag (``acted.2``), and the old one stays readable for as
long as there are journals that hold it. Nothing here is ever sent to a client.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

__all__ = [
    "NAMELESS",
    "Acted",
    "Agreed",
    "BotSat",
    "Dealt",
    "Ended",
    "Fact",
    "Followed",
    "Freed",
    "Frozen",
    "GivingUp",
    "Granted",
    "Kept",
    "Left",
    "Lifted",
    "Made",
    "Ready",
    "Resigned",
    "Returned",
    "Sat",
    "Shaken",
    "Stood",
    "Suggested",
    "TakenBack",
    "TimedOut",
    "decode",
    "encode",
]

NAMELESS: Final = "–"
"""The name that somebody had who asked to be forgotten."""


class Made(Struct, frozen=True, tag_field="fact", tag="made.1", omit_defaults=True):
    """A table was made: its game, the secret (64 hex digits) that its verifiable shuffle is bound to, and its terms:
    seconds for a decision (None: no clock; ``sleeps``: not counted while its player sleeps), whether it is listed
    among the open tables and may be watched, and the table that it is the rematch of. ``day``: it is of that day's
    deals, which no share has a part in; ``first``: the try that counts. ``memory``: the tricks
    of a round may be looked at again. ``dealer``: the seat that deals first; None: it is drawn. Where there is a
    search: ``speeds`` of the seats' hands in percent (empty: all 100), ``by_ear``: nobody sees what they feel."""

    game: str
    rules: str
    options: dict[str, str]
    seats: int
    secret: str
    limit: int | None = None
    sleeps: bool = False
    listed: bool = False
    watchable: bool = True
    before: str | None = None
    day: str | None = None
    first: bool = False
    memory: bool = False
    dealer: int | None = None
    speeds: tuple[int, ...] = ()
    by_ear: bool = False


class Sat(Struct, frozen=True, tag_field="fact", tag="sat.1"):
    """``who`` (an identity) took ``seat``; ``share`` is their part in the shuffle, None if they gave none."""

    seat: int
    who: str
    name: str
    share: str | None


class BotSat(Struct, frozen=True, tag_field="fact", tag="bot.1"):
    """A bot took ``seat``; what it chooses follows from ``seed`` and what it knows."""

    seat: int
    level: int
    seed: int


class Freed(Struct, frozen=True, tag_field="fact", tag="freed.1"):
    """``seat`` was given back before the start, by whoever sat there or by the host."""

    seat: int


class Kept(Struct, frozen=True, tag_field="fact", tag="kept.1"):
    """``seat`` is free, but only for ``who``: a player of the game before."""

    seat: int
    who: str
    name: str


class Frozen(Struct, frozen=True, tag_field="fact", tag="frozen.1"):
    """The game began; from here on the shares (by seat, "" for none) are what they are."""

    shares: list[str]


class Dealt(Struct, frozen=True, tag_field="fact", tag="dealt.1"):
    """The table dealt: a ``deal`` line of the notation."""

    deal: str


class Acted(Struct, frozen=True, tag_field="fact", tag="acted.1"):
    """``seat`` did ``action``, a token of the notation."""

    seat: int
    action: str


class Left(Struct, frozen=True, tag_field="fact", tag="left.1"):
    """The person of ``seat`` said that they leave a game that goes on."""

    seat: int


class TimedOut(Struct, frozen=True, tag_field="fact", tag="timed_out.1"):
    """``seat``'s time for its decision ran out. It may still act until the others have chosen what follows."""

    seat: int


class Agreed(Struct, frozen=True, tag_field="fact", tag="agreed.1"):
    """``seat`` chose what is to be done about the absent seat ``about``: ``bot``, ``end`` or ``wait``."""

    seat: int
    about: int
    choice: str


class Granted(Struct, frozen=True, tag_field="fact", tag="granted.1"):
    """The others wait: ``seat`` has its time once more."""

    seat: int


class Stood(Struct, frozen=True, tag_field="fact", tag="stood.1"):
    """A bot stands in at ``seat``; the seat is still its person's."""

    seat: int
    level: int
    seed: int


class Returned(Struct, frozen=True, tag_field="fact", tag="returned.1"):
    """The person of ``seat`` is back; whoever stood in is gone."""

    seat: int


class Resigned(Struct, frozen=True, tag_field="fact", tag="resigned.1"):
    """``seat`` gave up."""

    seat: int


class Ready(Struct, frozen=True, tag_field="fact", tag="ready.1"):
    """Whoever sits at ``seat`` is ready for the deal that waits, or no longer."""

    seat: int
    on: bool


class Shaken(Struct, frozen=True, tag_field="fact", tag="shaken.1"):
    """All were ready: the box was shaken for the ``number``-th time at this table, and is searched. How it lies
    follows from the table's secret, the round and the number. What was found there, if anybody stopped, are actions."""

    number: int


class Lifted(Struct, frozen=True, tag_field="fact", tag="lifted.1"):
    """The search ended without a stop, and nothing of it counts: the masks came up. ``anew``: all wished so, or nobody
    moved; ``broken``: it could not go on (its process died, the house was closed)."""

    why: str


class GivingUp(Struct, frozen=True, tag_field="fact", tag="giving_up.1"):
    """Whoever sits at ``seat`` would give up a game that is given up together, or no longer: they took it back, or
    somebody declined. Once all agree, their action follows."""

    seat: int
    on: bool


class Suggested(Struct, frozen=True, tag_field="fact", tag="suggested.1"):
    """``seat`` suggested an action to the one that is to act between two rounds; None: it takes that back."""

    seat: int
    action: str | None


class TakenBack(Struct, frozen=True, tag_field="fact", tag="taken_back.1"):
    """The game is again what it was after the table's first ``facts`` facts; it no longer counts. Decisions go on at
    ``decision`` and streams at ``numbers`` (by seat, then the spectators'): nobody's numbers ever go back."""

    facts: int
    decision: int
    numbers: list[int]


class Followed(Struct, frozen=True, tag_field="fact", tag="followed.1"):
    """The rematch is at ``table``."""

    table: str


class Ended(Struct, frozen=True, tag_field="fact", tag="ended.1", omit_defaults=True):
    """The game is over: by its rules, or because of what ``seat`` did (``resigned``, ``time``, ``left``, ``away``)."""

    winners: list[int]
    reason: str
    seat: int | None = None


Fact: TypeAlias = (
    Made
    | Sat
    | BotSat
    | Freed
    | Kept
    | Frozen
    | Dealt
    | Acted
    | Left
    | TimedOut
    | Agreed
    | Granted
    | Stood
    | Returned
    | Resigned
    | Ready
    | Shaken
    | Lifted
    | GivingUp
    | Suggested
    | TakenBack
    | Followed
    | Ended
)

_decoder: Final = msgspec.json.Decoder(Fact)
_encoder: Final = msgspec.json.Encoder()


def encode(fact: Fact) -> str:
    """A fact as the text that is stored."""
    return _encoder.encode(fact).decode()


def decode(body: str) -> Fact:
    """The fact that a stored text means; ``msgspec.ValidationError`` if this version does not know it."""
    fact: Fact = _decoder.decode(body)
    return fact
