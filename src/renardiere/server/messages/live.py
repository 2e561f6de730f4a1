"""The live connection."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from renardiere.games.play import Event, View
from renardiere.server.messages.parts import Count, RequestId, Seat, Strict, TableId
from renardiere.server.messages.tables import Said, TableInfo

__all__ = [
    "Act",
    "Bye",
    "Done",
    "FromClient",
    "FromServer",
    "Hand",
    "Lit",
    "Look",
    "Ping",
    "Place",
    "Pong",
    "Practice",
    "Practise",
    "Problem",
    "Reach",
    "Refused",
    "Sync",
    "Table",
    "Talk",
    "Unwatch",
    "Update",
    "Watch",
    "Welcome",
]


class Problem(Struct, frozen=True):
    """What went wrong. ``code`` is stable and for programs; the page words it from ``reason`` and ``details``."""

    code: str
    message: str
    reason: str = ""
    details: dict[str, Any] = {}


class Watch(Strict, frozen=True, tag_field="is", tag="watch"):
    """Follow a table: as ``seat`` (which must be the caller's), or as a spectator. On a table where the caller owns
    several seats, watching one ends watching the other on this connection: a screen never holds two hands.

    ``epoch`` and ``after`` (the last number seen) ask for what was missed; it comes if it is still at hand.
    """

    table: TableId
    seat: Seat | None = None
    epoch: Annotated[str, Meta(max_length=32)] | None = None
    after: Count | None = None


class Unwatch(Strict, frozen=True, tag_field="is", tag="unwatch"):
    table: TableId
    seat: Seat | None = None


class Act(Strict, frozen=True, tag_field="is", tag="act"):
    """Do ``action`` (a token of the notation) at ``seat``, answering ``decision``."""

    table: TableId
    seat: Seat
    decision: Count
    action: Annotated[str, Meta(min_length=1, max_length=64)]
    request: RequestId


class Reach(Strict, frozen=True, tag_field="is", tag="reach"):
    """Search with the hand of ``seat``, which this connection watches: from now on the connection's binary messages are
    what that hand does, and what it feels. A connection has one hand, and a hand one connection, the newest; ``on`` is
    false: it is let go."""

    table: TableId
    seat: Seat
    on: bool = True


class Practise(Strict, frozen=True, tag_field="is", tag="practise"):
    """Search alone, at no table: from now on the connection's binary messages are those of a hand in a box of its own,
    with so many ``tokens``, in place of any hand that it had. Without ``tokens`` that ends."""

    tokens: Literal[12, 24] | None = None


class Look(Strict, frozen=True, tag_field="is", tag="look"):
    """Light the box in which this connection practises, for a moment: the answer is ``lit``."""


class Ping(Strict, frozen=True, tag_field="is", tag="ping"):
    """Are you there? The answer is a ``pong``; with ``where`` it says where everything stands that this connection
    follows, so that a client notices what it has missed."""

    n: Count
    where: bool = False


FromClient: TypeAlias = Watch | Unwatch | Act | Reach | Practise | Look | Ping


class Welcome(Struct, frozen=True, tag_field="is", tag="welcome"):
    """The first message. ``epoch`` changes when numbers of streams can no longer be compared."""

    epoch: str
    version: str


class Table(Struct, frozen=True, tag_field="is", tag="table"):
    """The table's public state: sent after ``watch`` and whenever it changes. ``news`` counts these changes, from when
    the house last began to look after the table."""

    info: TableInfo
    news: int


class Sync(Struct, frozen=True, tag_field="is", tag="sync", omit_defaults=True):
    """Where a viewer stands: replaces everything. ``number`` counts this viewer's events so far; ``left`` is how many
    seconds are left for the decision, None without a clock. ``past``: with the memory aid, what this viewer was told
    since the round was dealt."""

    table: str
    seat: int | None
    number: int
    decision: int
    view: View
    left: float | None
    past: list[Event] = []


class Update(Struct, frozen=True, tag_field="is", tag="update"):
    """What happened, for one viewer: ``events`` are numbers ``number − len(events) + 1 … number`` of its stream, gap
    free; ``view`` is where that leads."""

    table: str
    seat: int | None
    number: int
    decision: int
    events: list[Event]
    view: View
    left: float | None


class Done(Struct, frozen=True, tag_field="is", tag="done"):
    """The action of this request is in the journal."""

    request: str


class Refused(Struct, frozen=True, tag_field="is", tag="refused"):
    """The request changed nothing. ``code``: those of the rules (``illegal``, ``not_your_turn``, …), or ``stale`` (the
    decision is closed), ``not_yours``, ``no_table``, ``bad_message``, ``too_fast``. A ``sync`` follows where it helps.
    """

    request: str | None
    problem: Problem


class Hand(Struct, frozen=True, tag_field="is", tag="hand"):
    """This connection has the hand of ``seat`` (``on``), or no longer. ``elapsed``: for how many seconds there has been
    searched, None before that."""

    table: str
    seat: int
    on: bool
    elapsed: float | None = None


class Practice(Struct, frozen=True, tag_field="is", tag="practice", omit_defaults=True):
    """The box in which this connection practises: it can be searched (``dark``); the stop was called (``over``), with
    this ``sack``; or there is none any more (``gone``), since nobody moved in it for minutes, or it broke."""

    phase: Literal["dark", "over", "gone"]
    missions: tuple[str, ...]
    sack: tuple[str, ...] = ()


class Lit(Struct, frozen=True, tag_field="is", tag="lit"):
    """What there is in the box in which this connection practises, also told before ``over``: the kind of each thing,
    first of all the ``hand``, its x and y in mm, its angle in degrees, and where it is: 0 in the box, 1 in the hand, 5
    in the sack."""

    things: list[tuple[str, float, float, float, int]]


class Talk(Struct, frozen=True, tag_field="is", tag="talk"):
    """Somebody said something at a table that is followed."""

    table: str
    said: Said


class Place(Struct, frozen=True):
    """Where a viewer stands that this connection follows: the last numbers that it should have. ``said`` is that of the
    last message of the talk, 0 if there was none of late."""

    table: str
    seat: int | None
    number: int
    decision: int
    news: int
    said: int
    left: float | None


class Pong(Struct, frozen=True, tag_field="is", tag="pong", omit_defaults=True):
    """Everything before it has been sent."""

    n: int
    at: list[Place] = []


class Bye(Struct, frozen=True, tag_field="is", tag="bye"):
    """The server closes the connection: ``restart`` (back in a moment), ``slow`` (watch again), ``elsewhere``."""

    why: Literal["restart", "slow", "elsewhere"]


FromServer: TypeAlias = Welcome | Table | Sync | Update | Done | Refused | Hand | Practice | Lit | Talk | Pong | Bye
