"""Finished games, looked back at: what every step led to, with all cards open.

Positions come from the rules, in the version that the game was played by. Rounds come in pages, so that no answer
grows with the game; what follows from a game that is over never changes, so a few of its pages are kept, compressed.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from renardiere.games.errors import RecordError, UnknownGame
from renardiere.games.play import SPECTATOR, Dealing
from renardiere.games.record import Record, carry_out, read
from renardiere.server.guard import Buckets
from renardiere.server.messages import OFFERED, Replay, ReplayRound, ReplayStep
from renardiere.server.problems import Refusal

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["PAGE", "Replays", "page_of"]

PAGE: Final = 8
"""Rounds of one answer: usually the whole game."""
KEPT: Final = 64
"""Pages that are remembered, of a few kilobytes each."""


class Replays:
    """Looks back at games that are over, one at a time: it may take a second of a thread."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._pages: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._working = asyncio.Lock()
        self._rate = Buckets(house.clock, house.config.limits.replays)

    def admit(self, key: object) -> None:
        """``too_fast`` for somebody who asks for more than anybody looks at."""
        if not self._rate.take(key):
            raise Refusal("too_fast", "That is too fast; wait a moment.")

    async def of_table(self, name: str, who: str | None, number: int) -> bytes:
        """The page that has round ``number`` of a table's game, gzipped. Never before the game is over."""
        async with self._house.hold(name) as awake:
            table = awake.table
            self._house.check_may_watch(table, who)
            if table.phase != "over" or table.state is None:
                raise Refusal("not_over", "One looks back after the game.")
            self._house.dailies.check_told(table)
            record = Record.of(table.state)
        key = (name, first_of_page(number))
        async with self._working:
            page = self._pages.get(key)
            if page is None:
                page = self._pages[key] = await asyncio.to_thread(written, record, number)
                if len(self._pages) > KEPT:
                    self._pages.popitem(last=False)
            self._pages.move_to_end(key)
        return page

    async def of_record(self, text: str, number: int) -> bytes:
        """The same of a record that somebody brought along; nothing of it is kept. Raises ``RecordError``."""
        async with self._working:
            return await asyncio.to_thread(lambda: written(offered(read(text)), number))


def offered(record: Record) -> Record:
    """The same record; ``RecordError`` if the page has no words for its game."""
    if record.game not in OFFERED:
        raise RecordError(UnknownGame.code, 1, 1, f"games of {record.game} cannot be looked at here yet")
    return record


def written(record: Record, number: int) -> bytes:
    return gzip.compress(msgspec.json.encode(page_of(record, number)), 6)


def first_of_page(number: int) -> int:
    return (number - 1) // PAGE * PAGE + 1


def page_of(record: Record, number: int) -> Replay:
    """The rounds of the page that has round ``number``, step by step."""
    first = first_of_page(number)
    state = record.load().new(record.options)
    rounds: list[ReplayRound] = []
    pages: list[list[ReplayStep]] = []
    turn = 0
    for entry in record.entries:
        if isinstance(entry, Dealing):
            rounds.append(ReplayRound(0, []))
            if first <= len(rounds) < first + PAGE:
                pages.append([])
            turn = 0
        elif state.turn != turn:
            turn = state.turn
            rounds[-1].turns.append(rounds[-1].steps)
        rounds[-1].steps += 1
        # what a deal gives is in the view; of an action, whoever acted was told the most
        events = carry_out(state, entry)[SPECTATOR if isinstance(entry, Dealing) else entry.seat]
        if first <= len(rounds) < first + PAGE:
            pages[-1].append(ReplayStep(turn, list(events), state.reveal()))
    options = dict(pair.split("=") for pair in record.options.text().split())
    return Replay(record.game, record.rules, options, rounds, first, pages)
