"""Lists of tables: somebody's own, and those that are open to all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from renardiere.server.journal.store import Listed
from renardiere.server.messages import ClockInfo, EndInfo, OpenTable, TableCard
from renardiere.server.table import Phase, Table

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["Lists", "Summary"]

LISTED: Final = 50
KEPT_SECONDS: Final = 86_400.0
"""For how long a rematch that one has not answered is among one's tables."""


class Summary(Struct, frozen=True, omit_defaults=True):
    """How a table stands, for lists; kept beside the journal so that a list need not fold it."""

    game: str
    seats: list[tuple[str | None, str | None, int | None]]
    """who, name, level"""
    state: Phase
    to_act: list[int]
    """The seats whose person is awaited."""
    scores: list[int]
    updated: float
    kept: list[int] = []
    """The seats that are free, but only for their ``who``."""
    options: dict[str, str] = {}
    clock: ClockInfo | None = None
    since: float = 0.0
    next: str | None = None
    day: str | None = None
    before: str | None = None
    ended: EndInfo | None = None
    counted: bool = True

    @classmethod
    def of(cls, table: Table) -> Summary:
        terms, ended = table.terms, table.outcome
        return cls(
            table.game.name,
            [(seat.who, seat.name, seat.level) for seat in table.seats],
            table.phase,
            [seat for seat in table.awaited if table.seats[seat].plays is None],
            list(table.scores),
            table.at,
            [number for number, seat in enumerate(table.seats) if seat.kind == "open" and seat.who is not None],
            table.pairs,
            ClockInfo(terms.limit, terms.sleeps) if terms.limit is not None else None,
            table.since,
            table.next,
            terms.day,
            terms.before,
            EndInfo(ended.winners, ended.reason, ended.seat) if ended else None,
            table.counted,
        )


class Lists:
    """Told without waking the tables, unless what is kept of them is behind."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def mine(self, who: str | None) -> list[TableCard]:
        """Somebody's tables: theirs to play first, then those that go on, then the newest."""
        if who is None:
            return []
        cards = []
        for listed in self._house.store.tables_of(who, LISTED):
            summary = await self.summary(listed)
            card = self._card(summary, listed.table, who)
            if card.mine or self._house.clock.now() < card.updated + KEPT_SECONDS:
                cards.append(card)
        return sorted(cards, key=lambda card: (not card.my_turn, card.state == "over", -card.updated))

    async def summary(self, listed: Listed) -> Summary:
        """How a table stands; it is woken if what is kept of it is behind, or of a version that kept less."""
        if self._house.awake(listed.table) is None and listed.number == listed.facts:
            summary = msgspec.json.decode(listed.summary, type=Summary)
            if summary.state != "over" or summary.ended is not None:
                return summary
        async with self._house.hold(listed.table) as awake:
            return Summary.of(awake.table)

    def _card(self, summary: Summary, table: str, who: str) -> TableCard:
        mine = [number for number, seat in enumerate(summary.seats) if seat[0] == who and number not in summary.kept]
        return TableCard(
            id=table,
            game=summary.game,
            names=[name for _, name, _ in summary.seats],
            levels=[level for _, _, level in summary.seats],
            mine=mine,
            state=summary.state,
            my_turn=any(seat in summary.to_act for seat in mine),
            scores=summary.scores,
            updated=summary.updated,
            deadline=self._deadline(summary),
            next=summary.next,
            day=summary.day,
            ended=summary.ended,
            counted=summary.counted,
        )

    def _deadline(self, summary: Summary) -> float | None:
        clock = summary.clock
        if clock is None or summary.state != "playing" or not summary.to_act:
            return None
        awaited = (summary.seats[seat][0] for seat in summary.to_act)
        return min(self._house.absences.runs_out(summary.since, clock, who) for who in awaited)

    def open(self) -> list[OpenTable]:
        """The tables that are open to all, newest first: those where somebody waits now, and those whose clock gives
        days."""
        if not self._house.policy.lobby_open:
            return []
        tables = []
        for name, text, made in self._house.store.open_tables():
            summary = msgspec.json.decode(text, type=Summary)
            free = sum(who is None and level is None for who, _, level in summary.seats)
            days = summary.clock is not None and summary.clock.sleeps
            if free and (days or self._somebody_waits(name)):
                names = [name for _, name, _ in summary.seats]
                levels = [level for _, _, level in summary.seats]
                tables.append(OpenTable(name, summary.game, summary.options, names, levels, free, summary.clock, made))
                if len(tables) == LISTED:
                    break
        return tables

    def _somebody_waits(self, table: str) -> bool:
        awake = self._house.awake(table)
        return awake is not None and any(awake.audience.present(who) for who in awake.table.people)
