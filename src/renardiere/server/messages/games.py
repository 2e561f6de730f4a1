"""Beside the tables: the deal of the day, games looked back at, the house."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from renardiere.games.play import Event, View
from renardiere.server.messages.parts import Language, Name, RequestId, Strict
from renardiere.server.messages.tables import EndInfo

__all__ = [
    "Daily",
    "DailyGame",
    "Day",
    "DayOthers",
    "GivenRecord",
    "HouseInfo",
    "Legal",
    "Past",
    "PastGame",
    "PlayDaily",
    "Replay",
    "ReplayRound",
    "ReplayStep",
    "TeamScore",
]


DailyGame: TypeAlias = Literal["forest", "duet"]
"""The games that have deals of the day."""


class PlayDaily(Strict, frozen=True):
    """Play today's deals of a game."""

    request: RequestId
    name: Name
    game: DailyGame = "forest"


class DayOthers(Struct, frozen=True):
    """How many first tries were lost by far (6 points or more), lost, drawn, won, won by far, one's own among them;
    of duet: were lost, won with less than 25 points, less than 30, less than 40, more. How many others did ``better``,
    the ``same``, ``worse`` than the caller."""

    spread: list[int]
    better: int = 0
    same: int = 0
    worse: int = 0


class Day(Struct, frozen=True):
    """A day's deals, as the caller may know them. ``table`` is their first try; ``own`` its scores, theirs first, if it
    ended in time; of a team the one that all have, 0 if they lost. ``house``, the scores of a bot in their seat, and
    ``others`` are told once one has played, or the day is closed; ``secret`` once it is closed. ``played``: how many
    first tries ended in time."""

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
    """The deal of the day of a game, and when (in seconds since 1970) there is another."""

    today: Day
    yesterday: Day
    until: float
    game: DailyGame = "forest"


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
    events: list[Event]
    view: View


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
    then. ``options``: those that are not as usual."""

    id: str
    game: str
    updated: float
    scores: list[int]
    ended: EndInfo
    counted: bool
    options: dict[str, str] = {}


class TeamScore(Struct, frozen=True):
    """What a team has reached with these ``options`` (those that are not as usual; the level is one of them): the games
    that it finished and that count, those of them that it won, and the most points of one."""

    options: dict[str, str]
    played: int
    won: int
    best: int


class Past(Struct, frozen=True):
    """What was played before. ``wins`` (by seat) and ``draws`` count this table's game and those that it is the
    rematch of; ``games`` are all of the same players, the newest first, for somebody who played. Where they play as a
    team there is nothing to tell apart by seat: ``team`` has what they reached, the most played first, for somebody who
    played; null where they are opponents."""

    wins: list[int]
    draws: int
    games: list[PastGame]
    team: list[TeamScore] | None = None
