"""Every message between a client and the server, over HTTP and over the live connection. JSON; the page's TypeScript
types are generated from here (``web/src/lib/api/types.ts``), and ``docs/protocol.md`` explains them.

HTTP (all under ``/api``; the identity is the ``fox`` cookie, given by the first answer)::

    GET  /me                        -> Me
    PUT  /me            SetMe       -> Me
    GET  /tables                    -> list[TableCard]    the caller's tables, theirs to play first
    POST /tables        NewTable    -> TableInfo
    GET  /tables/{id}               -> TableInfo          a look takes no seat
    POST /tables/{id}/sit    Sit    -> TableInfo          takes a free seat; starts the game if it was the last
    POST /tables/{id}/leave  Leave  -> TableInfo          gives a seat back before the start
    GET  /tables/{id}/record        -> the .fox record, once the game is over

Errors are ``Problem`` with a fitting status. Live: ``/api/live``, one JSON text message a frame, tagged by ``is``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from renardiere.games.forest.words import ForestEvent, ForestView

# ---- bounded texts ----------------------------------------------------------------------------------------------
Name = Annotated[str, Meta(min_length=1, max_length=24, description="A display name, cleaned by the server.")]
TableId = Annotated[str, Meta(pattern="^[a-z2-9]{10}$", description="A table; knowing it is the invitation.")]
RequestId = Annotated[
    str, Meta(pattern="^[A-Za-z0-9_-]{8,36}$", description="Chosen by the client; repeating it is harmless.")
]
Share = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 random bytes: a seat's part in the shuffle.")]
Seat = Annotated[int, Meta(ge=0, le=4)]
Level = Annotated[int, Meta(ge=1, le=5)]
Language = Literal["fr", "en"]
Theme = Literal["system", "day", "night"]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """What clients send: no unknown fields."""


# ---- HTTP -------------------------------------------------------------------------------------------------------
class Me(Struct, frozen=True):
    """Who the cookie says one is. ``name`` is None until it is set."""

    name: str | None
    language: Language
    theme: Theme


class SetMe(Strict, frozen=True):
    """Fields that are left out stay as they are."""

    name: Name | None = None
    language: Language | None = None
    theme: Theme | None = None


class MySeat(Strict, frozen=True, tag_field="who", tag="me"):
    """A seat that the table's maker takes: two or more of them are pass-and-play."""

    name: Name
    share: Share | None = None


class OpenSeat(Strict, frozen=True, tag_field="who", tag="open"):
    """A seat for whoever has the link."""


class BotSeat(Strict, frozen=True, tag_field="who", tag="bot"):
    """A seat for a bot of this level."""

    level: Level


class NewTable(Strict, frozen=True):
    """``options`` are texts as in a record's ``[Options]``; ``seats`` has one entry a seat, at least one ``me``."""

    request: RequestId
    game: Annotated[str, Meta(max_length=16)]
    options: Annotated[dict[str, str], Meta(max_length=8)]
    seats: Annotated[list[MySeat | OpenSeat | BotSeat], Meta(min_length=2, max_length=5)]


class Sit(Strict, frozen=True):
    """Take ``seat``, or the first free one."""

    request: RequestId
    name: Name
    share: Share | None = None
    seat: Seat | None = None


class Leave(Strict, frozen=True):
    request: RequestId
    seat: Seat


class SeatInfo(Struct, frozen=True):
    """A seat as everybody sees it; ``mine``: the caller's. ``name`` is None for a bot and an empty seat."""

    kind: Literal["open", "person", "bot"]
    name: str | None
    level: int | None
    mine: bool
    present: bool


class Shuffle(Struct, frozen=True):
    """The verifiable shuffle: the commitment from the start, who contributed what once it is frozen at the first deal
    (by seat, "" for none), the secret once the game is over. See ``docs/dealing.md``."""

    commit: str
    shares: list[str] | None
    secret: str | None


class TableInfo(Struct, frozen=True):
    """A table as the caller may see it. ``decision`` numbers what is being decided, from 0."""

    id: str
    game: str
    rules: str
    options: dict[str, str]
    seats: list[SeatInfo]
    state: Literal["waiting", "playing", "over"]
    to_act: list[int]
    scores: list[int]
    spectators: int
    shuffle: Shuffle


class TableCard(Struct, frozen=True):
    """A line of "my games"."""

    id: str
    game: str
    names: list[str | None]
    levels: list[int | None]
    mine: list[int]
    state: Literal["waiting", "playing", "over"]
    my_turn: bool
    scores: list[int]
    updated: float


class Problem(Struct, frozen=True):
    """What went wrong. ``code`` is stable and for programs; the page words it from ``reason`` and ``details``."""

    code: str
    message: str
    reason: str = ""
    details: dict[str, Any] = {}


# ---- live: from the client --------------------------------------------------------------------------------------
class Watch(Strict, frozen=True, tag_field="is", tag="watch"):
    """Follow a table: as ``seat`` (which must be the caller's), or as a spectator. On a table where the caller owns
    several seats, watching one ends watching the other on this connection: a screen never holds two hands.

    ``epoch`` and ``after`` (the last number seen) ask for what was missed; it comes if it is still at hand.
    """

    table: TableId
    seat: Seat | None = None
    epoch: Annotated[str, Meta(max_length=32)] | None = None
    after: Annotated[int, Meta(ge=0)] | None = None


class Unwatch(Strict, frozen=True, tag_field="is", tag="unwatch"):
    table: TableId
    seat: Seat | None = None


class Act(Strict, frozen=True, tag_field="is", tag="act"):
    """Do ``action`` (a token of the notation) at ``seat``, answering ``decision``."""

    table: TableId
    seat: Seat
    decision: Annotated[int, Meta(ge=0)]
    action: Annotated[str, Meta(min_length=1, max_length=64)]
    request: RequestId


class Ping(Strict, frozen=True, tag_field="is", tag="ping"):
    """Are you there? Sent when the page comes back into sight; the answer is a ``pong``."""

    n: Annotated[int, Meta(ge=0)]


FromClient: TypeAlias = Watch | Unwatch | Act | Ping


# ---- live: from the server --------------------------------------------------------------------------------------
AnyView: TypeAlias = ForestView
AnyEvent: TypeAlias = ForestEvent


class Welcome(Struct, frozen=True, tag_field="is", tag="welcome"):
    """The first message. ``epoch`` changes when numbers of streams can no longer be compared."""

    epoch: str
    version: str


class Table(Struct, frozen=True, tag_field="is", tag="table"):
    """The table's public state: sent after ``watch`` and whenever it changes."""

    info: TableInfo


class Sync(Struct, frozen=True, tag_field="is", tag="sync"):
    """Where a viewer stands: replaces everything. ``number`` counts this viewer's events so far."""

    table: str
    seat: int | None
    number: int
    decision: int
    view: AnyView


class Update(Struct, frozen=True, tag_field="is", tag="update"):
    """What happened, for one viewer: ``events`` are numbers ``number − len(events) + 1 … number`` of its stream, gap
    free; ``view`` is where that leads."""

    table: str
    seat: int | None
    number: int
    decision: int
    events: list[AnyEvent]
    view: AnyView


class Done(Struct, frozen=True, tag_field="is", tag="done"):
    """The action of this request is in the journal."""

    request: str


class Refused(Struct, frozen=True, tag_field="is", tag="refused"):
    """The request changed nothing. ``code``: those of the rules (``illegal``, ``not_your_turn``, …), or ``stale`` (the
    decision is closed), ``not_yours``, ``no_table``, ``bad_message``, ``too_fast``. A ``sync`` follows where it helps.
    """

    request: str | None
    problem: Problem


class Pong(Struct, frozen=True, tag_field="is", tag="pong"):
    n: int


class Bye(Struct, frozen=True, tag_field="is", tag="bye"):
    """The server closes the connection: ``restart`` (back in a moment), ``slow`` (watch again), ``elsewhere``."""

    why: Literal["restart", "slow", "elsewhere"]


FromServer: TypeAlias = Welcome | Table | Sync | Update | Done | Refused | Pong | Bye
