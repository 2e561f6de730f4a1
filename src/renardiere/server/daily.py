"""The deal of the day: the same deals for everybody of this house, with a bot, and the first try of each game counts.

A day's secret is the house's key, the game and the date, put through HMAC: nothing of it is stored, nobody can know it
before, and it is the same after a restart. Nobody contributes to these shuffles, or the deals would differ; all tables
of a day and a game carry the same commitment instead, and the secret that it holds is told once the day is closed. A
bot plays the same deals from the person's seat, at a table of the house's own.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
from bisect import bisect_right
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from renardiere.games import game as find_game
from renardiere.games.dealing import commitment
from renardiere.server.journal import facts
from renardiere.server.journal.store import Statement, Unavailable, Write
from renardiere.server.lists import Summary
from renardiere.server.messages import Daily, DailyGame, Day, DayOthers, PlayDaily
from renardiere.server.problems import Refusal
from renardiere.server.table import Draft, Table
from renardiere.server.text import clean_name

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["Dailies", "check_uncounted", "day_of", "result"]


class Terms(NamedTuple):
    """How a game of the day is played: its options, and the results from which on each bar but the first begins."""

    options: dict[str, str]
    bars: tuple[int, int, int, int]


GAMES: Final[dict[DailyGame, Terms]] = {
    "forest": Terms({"target": "16"}, (-5, 0, 1, 6)),
    "duet": Terms({"level": "2"}, (1, 25, 30, 40)),
}
LEVEL: Final = 3
POINTS: Final = 16
"""Of forest: what whoever gives up is taken to have lost against."""
HOUSE: Final = "house"
"""Who makes the house's own tables; no person's identity is so short."""
GRACE: Final = timedelta(hours=3)
"""How long after its last moment a day's games may still be finished; then it is closed."""

MINE: Final = """
    SELECT table_id, own, other, over FROM tries JOIN tables ON id = table_id WHERE day = ? AND game = ? AND who = ?
"""
RESULTS: Final = """
    SELECT own - other, count(*) FROM tries WHERE day = ? AND game = ? AND own IS NOT NULL GROUP BY own - other
"""
END: Final = "UPDATE tries SET own = ?, other = ? WHERE table_id = ?"


def day_of(at: float) -> date:
    """The day of a moment: UTC's, the same for everybody and in every season."""
    return datetime.fromtimestamp(at, UTC).date()


def begins(day: date) -> float:
    """The first moment of a day."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def closes(day: date) -> float:
    """From when on nothing about a day is to be kept from anybody."""
    return begins(day + timedelta(1)) + GRACE.total_seconds()


def check_uncounted(table: Table) -> None:
    """``daily`` if this is the try that counts: nobody is helped there."""
    if table.terms.first:
        raise Refusal("daily", "The first try of the day counts: nothing is taken back, and nobody helps.", "counts")


def result(before: Table, after: Table, at: float) -> list[Statement]:
    """What is noted when a first try ends, if it ends in time: its scores. Whoever gives up has lost."""
    day = after.terms.day
    if before.outcome is not None or after.outcome is None or day is None or not after.terms.first:
        return []
    if at >= closes(date.fromisoformat(day)):
        return []
    if after.game.team:
        own, other = after.scores[0], 0
    else:
        own, other = after.scores
        if after.outcome.seat == 0:
            other = max(other, POINTS)
    return [(END, (own, other, after.id))]


class Dailies:
    """The deals of all days."""

    def __init__(self, house: House) -> None:
        self._house = house

    def secret(self, day: date, game: DailyGame = "forest") -> bytes:
        """What a day's deals of a game follow from."""
        return self._house.identities.keyed(f"daily {day}" if game == "forest" else f"daily {game} {day}")

    def closed(self, day: str) -> bool:
        """Whether a day is over for everybody: its secret and its records may be told."""
        return self._house.clock.now() >= closes(date.fromisoformat(day))

    def check_told(self, table: Table) -> None:
        """``daily`` as long as a table's cards would tell somebody else what is coming."""
        if table.terms.day is not None and not self.closed(table.terms.day):
            raise Refusal("daily", "The record comes when the day's deals are closed.", "record")

    # ---- playing ---------------------------------------------------------------------------------------------
    async def play(self, who: str, wish: PlayDaily) -> str:
        """The caller's table of today's deals: their first try as long as it goes on; after it, one that does not
        count."""
        house = self._house
        if made := house.store.made(who, wish.request):
            return made
        await house.warmup.rules()
        day, game = day_of(house.clock.now()), wish.game
        tried = self._tried(day, game, who)
        if tried is not None and not tried[1]:
            return tried[0]
        house.seats.check_room(who)
        draft = self._draft(day, game, who, clean_name(wish.name), first=tried is None)
        also: list[Statement] = []
        if tried is None:
            sql = "INSERT INTO tries (day, game, who, table_id) VALUES (?, ?, ?, ?)"
            also = [(sql, (day.isoformat(), game, who, draft.table.id))]
        try:
            table = await house.make(draft, who, wish.request, Write(statements=also))
        except Unavailable:  # another tab was faster, or nothing can be written
            if tried is None and (tried := self._tried(day, game, who)):
                return tried[0]
            raise
        await self._ask_the_house(day, game)
        return table

    def _tried(self, day: date, game: DailyGame, who: str) -> tuple[str, bool] | None:
        """The table of somebody's first try, and whether it is over."""
        for table, _, _, over in self._house.store.read(MINE, day.isoformat(), game, who):
            return table, bool(over)
        return None

    def _draft(self, day: date, game: DailyGame, who: str | None, name: str, *, first: bool) -> Draft:
        secret = self.secret(day, game)
        rules, options = find_game(game).rules, GAMES[game].options
        draft = self._house.seats.draft(
            facts.Made(game, rules, options, 2, secret.hex(), watchable=False, day=day.isoformat(), first=first)
        )
        draft.add(facts.Sat(0, who, name, None) if who is not None else facts.BotSat(0, LEVEL, _seed(secret, 0)))
        draft.add(facts.BotSat(1, LEVEL, _seed(secret, 1)))
        draft.start_if_full()
        return draft

    async def _ask_the_house(self, day: date, game: DailyGame) -> str | None:
        """The table where the house plays this day's deals."""
        house, request = self._house, _request(day, game)
        if made := house.store.made(HOUSE, request):
            return made
        with contextlib.suppress(Unavailable):  # the next one to ask tries again
            return await house.make(self._draft(day, game, None, "", first=False), HOUSE, request)
        return None

    # ---- telling ---------------------------------------------------------------------------------------------
    async def of(self, who: str | None, game: DailyGame) -> Daily:
        """Today and yesterday, as somebody may know them."""
        today = day_of(self._house.clock.now())
        days = [await self._day(day, game, who) for day in (today, today - timedelta(1))]
        return Daily(days[0], days[1], begins(today + timedelta(1)), game)

    async def _day(self, day: date, game: DailyGame, who: str | None) -> Day:
        store, text = self._house.store, day.isoformat()
        [(table, mine, other, over)] = store.read(MINE, text, game, who or "") or [(None, None, None, 0)]
        own = None if mine is None else [mine] if find_game(game).team else [mine, other]
        closed = self.closed(text)
        results = [(int(margin), int(count)) for margin, count in store.read(RESULTS, text, game)]
        known = own is not None or closed
        house_table = store.made(HOUSE, _request(day, game))
        if known and house_table is None and results:
            house_table = await self._ask_the_house(day, game)
        return Day(
            day=text,
            commit=commitment(self.secret(day, game)),
            secret=self.secret(day, game).hex() if closed else None,
            table=table,
            state="new" if table is None else "over" if over else "playing",
            own=own,
            house=self._scores(house_table, game) if known and house_table else None,
            played=sum(count for _, count in results),
            others=_others(GAMES[game].bars, results, own) if known and results else None,
        )

    def _scores(self, table: str, game: DailyGame) -> list[int] | None:
        """How the house did; None as long as it plays."""
        scores = None
        awake = self._house.awake(table)
        if awake is not None:
            scores = list(awake.table.scores) if awake.table.phase == "over" else None
        else:
            for (text,) in self._house.store.read("SELECT summary FROM tables WHERE id = ? AND over", table):
                scores = msgspec.json.decode(text, type=Summary).scores
        return scores[:1] if scores and find_game(game).team else scores


def _others(bars: tuple[int, ...], results: list[tuple[int, int]], own: list[int] | None) -> DayOthers:
    spread = [0] * (len(bars) + 1)
    for margin, count in results:
        spread[bisect_right(bars, margin)] += count
    if own is None:
        return DayOthers(spread)
    mine = own[0] - sum(own[1:])
    return DayOthers(
        spread,
        better=sum(count for margin, count in results if margin > mine),
        same=sum(count for margin, count in results if margin == mine) - 1,
        worse=sum(count for margin, count in results if margin < mine),
    )


def _request(day: date, game: DailyGame) -> str:
    """What the house makes its own table by, once."""
    return f"daily:{day}" if game == "forest" else f"daily:{game}:{day}"


def _seed(secret: bytes, seat: int) -> int:
    """The bots choose the same for everybody who plays the same; nobody knows what before the day is closed."""
    return int.from_bytes(hmac.digest(secret, f"bot {seat}".encode(), hashlib.sha256)[:6])
