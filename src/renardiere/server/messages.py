"""Every message between a client and the server, over HTTP and over the live connection. JSON; the page's TypeScript
types are generated from here (``web/src/lib/api/types.ts``), and ``docs/protocol.md`` explains them.

HTTP (all under ``/api``; the identity is the ``fox`` cookie, given by the first answer)::

    GET  /me                        -> Me
    PUT  /me            SetMe       -> Me
    DELETE /me          Forget      -> 204                forgets the caller, for good
    POST /me/link                   -> ResumeLink         brings the caller to another browser, once
    POST /me/words                  -> Words              six words that do the same, whenever they are needed
    POST /me/resume     Resume      -> Me                 this browser is somebody who has been here before
    POST /me/elsewhere              -> Me                 ends the caller's other browsers
    GET  /tables                    -> list[TableCard]    the caller's tables, theirs to play first
    POST /tables        NewTable    -> TableInfo
    GET  /tables/{id}               -> TableInfo          a look takes no seat
    POST /tables/{id}/sit    Sit    -> TableInfo          takes a free seat; starts the game if it was the last
    POST /tables/{id}/leave  AtSeat -> TableInfo          gives a seat back, or says that one leaves the game
    POST /tables/{id}/return AtSeat -> TableInfo          takes one's seat again
    POST /tables/{id}/free   AtSeat -> TableInfo          the host frees a seat before the start
    POST /tables/{id}/bot    SeatBot -> TableInfo         the host gives a free seat to a bot
    POST /tables/{id}/choose Choose -> TableInfo          what is to be done about an absent player
    POST /tables/{id}/resign AtSeat -> TableInfo          gives up
    POST /tables/{id}/back   Back   -> TableInfo          takes one's last decision back, against bots only
    POST /tables/{id}/hint   AskHint -> Hint              what one had better do, against bots only
    POST /tables/{id}/rematch Rematch -> TableInfo        the table of the next game, made once for all
    GET  /tables/{id}/talk          -> list[Said]
    POST /tables/{id}/say    Say    -> Said
    POST /tables/{id}/mute   Mute   -> list[Said]         hear somebody no more, or again
    POST /tables/{id}/report Report -> 204
    GET  /tables/{id}/qr            -> Qr                 the table's address
    GET  /tables/{id}/record        -> the .fox record, once the game is over
    GET  /tables/{id}/replay?round= -> Replay             the game, step by step, once it is over
    GET  /tables/{id}/past          -> Past               what the same players played before
    POST /replay?round= GivenRecord -> Replay             a record that one has
    GET  /lobby                     -> list[OpenTable]
    GET  /house                     -> HouseInfo
    GET  /house/legal               -> Legal

Errors are ``Problem`` with a fitting status. Live: ``/api/live``, one JSON text message a frame, tagged by ``is``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from renardiere.bots import Hint as Hint  # as a bot gives it
from renardiere.games.forest.words import ForestEvent, ForestView

# ---- bounded texts ----------------------------------------------------------------------------------------------
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
Seat = Annotated[int, Meta(ge=0, le=4)]
Level = Annotated[int, Meta(ge=1, le=5)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Number = Annotated[int, Meta(ge=1, le=2**53 - 1)]
Language = Literal["fr", "en"]
Theme = Literal["system", "day", "night"]
TextSize = Literal[100, 115, 130, 150]
Choice: TypeAlias = Literal["bot", "end", "wait"]
AnyView: TypeAlias = ForestView
AnyEvent: TypeAlias = ForestEvent
Phrase: TypeAlias = Literal[
    "hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "again", "goodbye"
]
"""What can be said at the open tables, each in the hearer's own language."""


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """What clients send: no unknown fields."""


# ---- HTTP -------------------------------------------------------------------------------------------------------
class Sleep(Strict, frozen=True):
    """The hours in which somebody sleeps, in minutes after midnight in their time zone (``Europe/Paris``): twelve
    hours at most. From ``start`` to ``end``, usually over midnight; not at all if they are the same."""

    start: Annotated[int, Meta(ge=0, lt=1440)]
    end: Annotated[int, Meta(ge=0, lt=1440)]
    zone: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_+/-]+" + END)]


class Me(Struct, frozen=True):
    """Who the cookie says one is. ``name`` is None until it is set, ``sleep`` too. ``words``: there are recovery
    words. ``text`` is the size of the page's letters, in per cent."""

    name: str | None
    language: Language
    theme: Theme
    sleep: Sleep | None = None
    words: bool = False
    text: TextSize = 100


class SetMe(Strict, frozen=True):
    """Fields that are left out stay as they are."""

    name: Name | None = None
    language: Language | None = None
    theme: Theme | None = None
    sleep: Sleep | None = None
    text: TextSize | None = None


class Qr(Struct, frozen=True):
    """A QR code: a square of dark (1) and light (0) modules, row by row, without the margin of four light ones."""

    rows: list[list[Literal[0, 1]]]


class ResumeLink(Struct, frozen=True):
    """``link`` brings its owner to another browser: once, until ``until`` (seconds since 1970), or until the next one
    is asked for. What follows its ``#`` is the secret."""

    link: str
    qr: Qr
    until: float


class Words(Struct, frozen=True):
    """Six recovery words, shown this once. The words that there were before no longer hold."""

    words: list[str]


class Resume(Strict, frozen=True):
    """Either the secret of a ``link`` or six ``words``, as somebody types them. ``leave_mine``: even if that leaves
    unfinished games of whoever this browser is now."""

    link: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    words: Annotated[str, Meta(min_length=1, max_length=400)] | None = None
    leave_mine: bool = False


class Forget(Strict, frozen=True):
    """``sure`` has to be true: there is no way back."""

    sure: Literal[True]


class MySeat(Strict, frozen=True, tag_field="who", tag="me"):
    """A seat that the table's maker takes: two or more of them are pass-and-play."""

    name: Name
    share: Share | None = None


class OpenSeat(Strict, frozen=True, tag_field="who", tag="open"):
    """A seat for whoever has the link."""


class BotSeat(Strict, frozen=True, tag_field="who", tag="bot"):
    """A seat for a bot of this level."""

    level: Level


class MoveClock(Strict, frozen=True, tag_field="kind", tag="move"):
    """So many seconds for each decision."""

    seconds: Annotated[int, Meta(ge=10, le=3600)]


class DayClock(Strict, frozen=True, tag_field="kind", tag="days"):
    """So many days for each decision. It stands still in the hours in which the player sleeps (see ``SetMe``)."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock: TypeAlias = MoveClock | DayClock


class NewTable(Strict, frozen=True):
    """``options`` are texts as in a record's ``[Options]``; ``seats`` has one entry a seat, at least one ``me``.
    ``listed``: among the open tables as long as a seat is free. ``watchable``: others may watch. ``memory``: the tricks
    of a round may be looked at again."""

    request: RequestId
    game: Annotated[str, Meta(max_length=16)]
    options: Annotated[dict[str, str], Meta(max_length=8)]
    seats: Annotated[list[MySeat | OpenSeat | BotSeat], Meta(min_length=2, max_length=5)]
    clock: Clock | None = None
    listed: bool = False
    watchable: bool = True
    memory: bool = False


class Sit(Strict, frozen=True):
    """Take ``seat``, or the first free one."""

    request: RequestId
    name: Name
    share: Share | None = None
    seat: Seat | None = None


class AtSeat(Strict, frozen=True):
    """Something done at, or about, a seat."""

    request: RequestId
    seat: Seat


class SeatBot(Strict, frozen=True):
    request: RequestId
    seat: Seat
    level: Level


class Choose(Strict, frozen=True):
    """``seat``, one's own, chooses what is to be done about the absent seat ``about``."""

    request: RequestId
    seat: Seat
    about: Seat
    choice: Choice


class Back(Strict, frozen=True):
    """``decision`` is the one that is open now, so that a double click takes back once."""

    request: RequestId
    decision: Count


class AskHint(Strict, frozen=True):
    """What had ``seat``, one's own, better do to answer ``decision``?"""

    seat: Seat
    decision: Count


class Rematch(Strict, frozen=True):
    """``shares``: by one's own seat, as a text, one's part in the shuffle of the next game."""

    request: RequestId
    shares: Annotated[dict[Annotated[str, Meta(pattern="^[0-4]" + END)], Share], Meta(max_length=5)] = {}


class Say(Strict, frozen=True):
    """Either a ``text`` or, where talk is by set phrases, a ``phrase``."""

    request: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    phrase: Phrase | None = None


class Mute(Strict, frozen=True):
    """Hear no more (``on``), or again, whoever said message ``number``."""

    number: Number
    on: bool


class Report(Strict, frozen=True):
    """Tell the people who run this house about message ``number``."""

    number: Number


class Said(Struct, frozen=True):
    """A message of the talk at a table, numbered from 1. ``seat`` is None for somebody who watches; ``muted``: the
    caller hears this person no more, and gets no text."""

    number: int
    at: float
    seat: int | None
    name: str
    text: str | None
    phrase: Phrase | None
    mine: bool
    muted: bool


class SeatInfo(Struct, frozen=True):
    """A seat as everybody sees it; ``mine``: the caller's. ``name`` is None for a bot and an empty seat.

    ``kept``: free, but only for the person of that name. ``present``: their page is open, or was 20 s ago.
    ``left``: they said so. ``standin``: the level of the bot that plays for them meanwhile.
    """

    kind: Literal["open", "person", "bot"]
    name: str | None
    level: int | None
    mine: bool
    present: bool
    kept: bool
    left: bool
    standin: int | None


class Absence(Struct, frozen=True):
    """The game waits for ``seat``, and the others may do something about it: all of them that are here have to choose
    the same. ``chosen`` is what they chose so far, by seat."""

    seat: int
    why: Literal["away", "left", "time"]
    choices: list[Choice]
    chosen: dict[str, Choice]


class ClockInfo(Struct, frozen=True):
    """Seconds for each decision; ``sleeps``: they are not counted while the player sleeps."""

    limit: int
    sleeps: bool


class EndInfo(Struct, frozen=True):
    """How it ended: by the game's rules (``reason`` is the game's), or because of what ``seat`` did: ``resigned``,
    ``time``, ``left``, ``away``."""

    winners: list[int]
    reason: str
    seat: int | None


class Shuffle(Struct, frozen=True):
    """The verifiable shuffle: the commitment from the start, who contributed what once it is frozen at the first deal
    (by seat, "" for none), the secret once the game is over. See ``docs/dealing.md``."""

    commit: str
    shares: list[str] | None
    secret: str | None


class DailyTry(Struct, frozen=True):
    """A table of a day's deals. ``counts``: it is its player's first try."""

    day: str
    counts: bool


class TableInfo(Struct, frozen=True):
    """A table as the caller may see it.

    ``host``: the seat of whoever may free seats before the start. ``counted``: nothing was taken back. ``talk``: how
    one may talk. ``before`` and ``next``: the tables of the game before and of the rematch. ``memory``: the tricks of a
    round may be looked at again. ``hints``: whoever plays here may ask for one.
    """

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
    host: int | None
    listed: bool
    watchable: bool
    clock: ClockInfo | None
    absences: list[Absence]
    ended: EndInfo | None
    counted: bool
    talk: Literal["free", "phrases", "closed"]
    before: str | None
    next: str | None
    memory: bool
    hints: bool
    daily: DailyTry | None = None


class OpenTable(Struct, frozen=True):
    """A line of the open tables."""

    id: str
    game: str
    options: dict[str, str]
    names: list[str | None]
    levels: list[int | None]
    free: int
    clock: ClockInfo | None
    made: float


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
    deadline: float | None
    """When the time of the decision under way runs out, in seconds since 1970."""
    next: str | None
    day: str | None = None
    """It is of this day's deals (``2026-11-28``)."""
    ended: EndInfo | None = None
    counted: bool = True


class PlayDaily(Strict, frozen=True):
    """Play today's deals."""

    request: RequestId
    name: Name


class DayOthers(Struct, frozen=True):
    """How many first tries were lost by far (6 points or more), lost, drawn, won, won by far, one's own among them;
    how many others did ``better``, the ``same``, ``worse`` than the caller."""

    spread: list[int]
    better: int = 0
    same: int = 0
    worse: int = 0


class Day(Struct, frozen=True):
    """A day's deals, as the caller may know them. ``table`` is their first try; ``own`` its scores, theirs first, if it
    ended in time. ``house``, the scores of a bot in their seat, and ``others`` are told once one has played, or the day
    is closed; ``secret`` once it is closed. ``played``: how many first tries ended in time."""

    day: str
    commit: str
    secret: str | None
    table: str | None
    state: Literal["new", "playing", "over"]
    own: list[int] | None
    house: list[int] | None
    played: int
    others: DayOthers | None


class Daily(Struct, frozen=True):
    """The deal of the day, and when (in seconds since 1970) there is another."""

    today: Day
    yesterday: Day
    until: float


class HouseInfo(Struct, frozen=True):
    """The house. ``lobby``: tables may be listed; ``chat``: people may talk. ``legal``: there is a legal notice.
    ``contact``: an e-mail address, or the address of a page, of whoever runs the house."""

    version: str
    lobby: bool
    chat: bool
    legal: bool
    contact: str | None


class Legal(Struct, frozen=True):
    """The legal notice, by language; empty if there is none. Plain text to be shown as text: paragraphs are separated
    by empty lines, and only addresses (``https://…``, e-mail) are links."""

    texts: dict[Language, str]


class GivenRecord(Strict, frozen=True):
    """A game's record, to be looked at; nothing of it is kept."""

    record: str


class ReplayStep(Struct, frozen=True):
    """A deal or an action: the number of the trick or turn that it belongs to (0: a deal), its events as whoever acted
    was told of them, and where it led, with everything open."""

    turn: int
    events: list[AnyEvent]
    view: AnyView


class ReplayRound(Struct):
    """How many steps a round has, the deal included, and at which of them (from 0) each of its turns begins."""

    steps: int
    turns: list[int]


class Replay(Struct, frozen=True):
    """A game to look back at. ``rounds`` has all of them; ``steps`` those of the rounds from ``first`` on, by round."""

    game: str
    rules: str
    options: dict[str, str]
    rounds: list[ReplayRound]
    first: int
    steps: list[list[ReplayStep]]


class PastGame(Struct, frozen=True):
    """A finished game of the same players. Seats are those of the table that was asked about, whoever sat where
    then."""

    id: str
    game: str
    updated: float
    scores: list[int]
    ended: EndInfo
    counted: bool


class Past(Struct, frozen=True):
    """What was played before. ``wins`` (by seat) and ``draws`` count this table's game and those that it is the
    rematch of; ``games`` are all of the same players, the newest first, for somebody who played."""

    wins: list[int]
    draws: int
    games: list[PastGame]


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


class Ping(Strict, frozen=True, tag_field="is", tag="ping"):
    """Are you there? The answer is a ``pong``; with ``where`` it says where everything stands that this connection
    follows, so that a client notices what it has missed."""

    n: Count
    where: bool = False


FromClient: TypeAlias = Watch | Unwatch | Act | Ping


# ---- live: from the server --------------------------------------------------------------------------------------
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
    view: AnyView
    left: float | None
    past: list[AnyEvent] = []


class Update(Struct, frozen=True, tag_field="is", tag="update"):
    """What happened, for one viewer: ``events`` are numbers ``number − len(events) + 1 … number`` of its stream, gap
    free; ``view`` is where that leads."""

    table: str
    seat: int | None
    number: int
    decision: int
    events: list[AnyEvent]
    view: AnyView
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


FromServer: TypeAlias = Welcome | Table | Sync | Update | Done | Refused | Talk | Pong | Bye
