"""Tables: making them, what one asks of them, and what they tell."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from renardiere.server.messages.parts import (
    END,
    Choice,
    Count,
    Level,
    Name,
    Number,
    OptionTexts,
    Phrase,
    RequestId,
    Seat,
    Share,
    Speed,
    Strict,
)

__all__ = [
    "Absence",
    "AskHint",
    "AtSeat",
    "Back",
    "BotSeat",
    "Choose",
    "Clock",
    "ClockInfo",
    "DailyTry",
    "DayClock",
    "EndInfo",
    "GiveUp",
    "MoveClock",
    "Mute",
    "MySeat",
    "NewTable",
    "OpenSeat",
    "OpenTable",
    "Ready",
    "Rematch",
    "Report",
    "Said",
    "Say",
    "SearchInfo",
    "SeatBot",
    "SeatInfo",
    "Shuffle",
    "Sit",
    "Suggest",
    "TableCard",
    "TableInfo",
]


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
    of a round may be looked at again. ``dealer``: who deals first, in a game where that may be agreed on; null: it is
    drawn. In a game of
    searching: the ``speeds`` of the hands in percent, by seat; ``by_ear``: nobody sees what they feel."""

    request: RequestId
    game: Annotated[str, Meta(max_length=16)]
    options: OptionTexts
    seats: Annotated[list[MySeat | OpenSeat | BotSeat], Meta(min_length=2, max_length=5)]
    clock: Clock | None = None
    listed: bool = False
    watchable: bool = True
    memory: bool = False
    dealer: Seat | None = None
    speeds: Annotated[tuple[Speed, ...], Meta(max_length=4)] = ()
    by_ear: bool = False


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


class Ready(Strict, frozen=True):
    """``seat``, one's own, is ready for the deal, or the search, that waits, or (``on`` is false) no longer."""

    request: RequestId
    seat: Seat
    on: bool = True


class Suggest(Strict, frozen=True):
    """``seat``, one's own, suggests ``action`` to the one who is to answer ``decision``; null: nothing any more."""

    request: RequestId
    seat: Seat
    decision: Count
    action: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class GiveUp(Strict, frozen=True):
    """``seat``, one's own, gives up; in a team's game, would. ``withdraw``: no longer; or what another proposes is
    declined. Where several play for themselves, only the last of them may (``people_here``)."""

    request: RequestId
    seat: Seat
    withdraw: bool = False


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
    """``shares``: by one's own seat, as a text, one's part in the shuffle of the next game. ``options``: those that
    are to be others than this game's; null: whatever was proposed, else the same again."""

    request: RequestId
    shares: Annotated[dict[Annotated[str, Meta(pattern="^[0-4]" + END)], Share], Meta(max_length=5)] = {}  # noqa: RUF012  # a Struct copies it
    options: OptionTexts | None = None


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


class SearchInfo(Struct, frozen=True):
    """A search, where the game has one.

    ``phase``: ``masks``, while it waits until all are ready; ``count``, until it begins; ``dark``, while all search;
    ``lit`` at any other time. ``begins``: when it begins, or did (seconds since 1970), in ``count`` and ``dark``.
    ``again``: the last search of this round ended without a stop, and nothing of it counts: all wished so or nobody
    moved (``anew``), or it could not go on (``broken``). ``film``: one of the last search is there. ``speeds``: of the
    hands in percent, by seat. ``by_ear``: nobody sees what they feel.
    """

    phase: Literal["masks", "count", "dark", "lit"]
    begins: float | None
    again: Literal["anew", "broken"] | None
    film: bool
    speeds: list[int]
    by_ear: bool


class DailyTry(Struct, frozen=True):
    """A table of a day's deals. ``counts``: it is its player's first try."""

    day: str
    counts: bool


class TableInfo(Struct, frozen=True):
    """A table as the caller may see it.

    ``host``: the seat of whoever may free seats before the start. ``counted``: nothing was taken back. ``talk``: how
    one may talk. ``before`` and ``next``: the tables of the game before and of the rematch. ``memory``: the tricks of a
    round may be looked at again. ``hints``: whoever plays here may ask for one.
    ``dealer``: who deals first; null: it is drawn. ``quiet``: a round is under way in which those who play do not talk.
    ``ready``: by seat, while a deal, or a search, waits for people. ``giving_up``: seats that would give up together.
    ``suggested``: by seat, what it suggests to the one who is to act between two rounds. ``resignable``: giving up ends
    the game; where it does not, since others play on for themselves, one leaves, and a bot plays. ``search``: in a game
    that has one.
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
    talk: Literal["free", "phrases", "signals", "closed"]
    before: str | None
    next: str | None
    memory: bool
    hints: bool
    daily: DailyTry | None = None
    dealer: int | None = None
    quiet: bool = False
    ready: list[bool] | None = None
    giving_up: list[int] = []
    suggested: dict[str, str] = {}
    resignable: bool = True
    search: SearchInfo | None = None


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
