"""Talk at a table: free among those who have its link, by set phrases at the open tables.

In a game without talk, those who play are left with a few signals during a round, one for each trick: neither which nor
when nor how many can say much. What others say meanwhile they hear once the round is over.

What was said is kept beside the journal, so that it can be taken away with its author's data. Nobody is told the text
of somebody whom they muted.
"""

from __future__ import annotations

import contextlib
import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from renardiere.server.audience import encode
from renardiere.server.guard import Buckets
from renardiere.server.identity import Caller
from renardiere.server.journal.store import Conflict, Write
from renardiere.server.messages import SIGNALS, Mute, Phrase, Report, Said, Say
from renardiere.server.messages import Talk as TalkMessage
from renardiere.server.problems import Refusal
from renardiere.server.table import Table
from renardiere.server.text import clean_text

if TYPE_CHECKING:
    from renardiere.server.house import Awake, House

__all__ = ["Talk"]

Manner = Literal["free", "phrases", "signals", "closed"]

KEPT: Final = 200
"""How many messages of a table are shown to somebody who comes."""
KNOWN: Final = 10_000
ABOVE: Final = 1000
"""More signals than there can be in a round."""


class Row(NamedTuple):
    """A message as it is stored."""

    number: int
    at: float
    who: str
    seat: int | None
    name: str
    text: str | None
    phrase: Phrase | None


def plays(table: Table, who: str | None) -> bool:
    """Whether somebody has a seat."""
    return who is not None and table.knows(who)


def withheld(table: Table, row: Row) -> bool:
    """Whether those who play do not hear of it yet."""
    return table.quiet and row.seat is None and row.at >= table.dealt


class Talk:
    """Who says what to whom."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._rate = Buckets(house.clock, house.config.limits.talk)
        self._mutes: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._signalled: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()
        """By table and whom, the round and trick of their last signal."""

    def manner(self, table: Table, who: str | None) -> Manner:
        """How somebody may talk at a table."""
        if not self._house.policy.chat_open:
            return "closed"
        if table.quiet and plays(table, who):
            return "signals"
        return "phrases" if table.terms.listed else "free"

    # ---- saying ----------------------------------------------------------------------------------------------
    async def say(self, name: str, caller: Caller, who: str, wish: Say) -> Said:
        """Say something to everybody at a table; a repeated request says it once."""
        house = self._house
        async with house.decide(name) as awake:
            if said := self._rows("table_id = ? AND who = ? AND request = ?", name, who, wish.request):
                return self._said(said[0], who)
            text, phrase = self._checked(awake.table, who, wish)
            mine = awake.table.seats_of(who)
            if not mine and not awake.table.terms.watchable:
                raise Refusal("not_yours", "That table is for its players.")
            signals = self.manner(awake.table, who) == "signals"
            if signals and self._signalled.get((name, who)) == awake.table.moment:
                raise Refusal("too_fast", "One signal for each trick.", "trick")
            if not self._rate.take(who):
                raise Refusal("too_fast", "That is too fast; wait a moment.")
            seat = mine[0] if mine else None
            called = awake.table.seats[seat].name if seat is not None else caller.name
            number = self._next_number(awake.table, who)
            row = Row(number, house.clock.now(), who, seat, called or "", text, phrase)
            sql = """
                INSERT INTO talk (table_id, number, at, who, request, seat, name, text, phrase)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
            values = (name, row.number, row.at, who, wish.request, seat, row.name, text, phrase)
            await house.store.write(Write(statements=[(sql, values)]))
            if signals:
                self._note_signal(name, who, awake.table.moment)
            self._tell(awake, row)
            return self._said(row, who)

    def _next_number(self, table: Table, who: str) -> int:
        """Those who play cannot tell from their messages' numbers how many others said something that they don't hear:
        these have numbers far above."""
        sql = "SELECT max(number) FROM talk WHERE table_id = ? AND (seat IS NOT NULL OR at < ?)"
        heard = self._house.store.read(sql, table.id, table.dealt if table.quiet else math.inf)[0][0] or 0
        if not table.quiet or plays(table, who):
            return int(heard) + 1
        last = self._house.store.read("SELECT max(number) FROM talk WHERE table_id = ?", table.id)[0][0] or 0
        return int(max(last, heard + ABOVE)) + 1

    @staticmethod
    def _deaf_from(table: Table, who: str | None) -> float:
        """From when on somebody does not hear what is said by those who don't play."""
        return table.dealt if table.quiet and plays(table, who) else math.inf

    def _checked(self, table: Table, who: str, wish: Say) -> tuple[str | None, Phrase | None]:
        manner = self.manner(table, who)
        if manner == "closed" or self._house.policy.muted(who) or who in self._house.identities.gone:
            raise Refusal("chat_closed", "There is no talk here just now.")
        if (wish.text is None) == (wish.phrase is None):
            raise Refusal("bad_message", "Say either a text or a phrase.")
        if manner == "signals" and wish.phrase not in SIGNALS:
            raise Refusal("signals_only", "Those who play give signals only, until the round is over.")
        if wish.text is None:
            return None, wish.phrase
        if manner == "phrases":
            raise Refusal("phrases_only", "At the open tables one talks by set phrases.")
        return clean_text(wish.text), None

    def _note_signal(self, table: str, who: str, moment: tuple[int, int]) -> None:
        self._signalled[table, who] = moment
        self._signalled.move_to_end((table, who))
        while len(self._signalled) > KNOWN:
            self._signalled.popitem(last=False)

    def release(self, awake: Awake, since: float) -> None:
        """A round without talk is over: those who play hear what others said meanwhile."""
        rows = self._rows(
            "table_id = ? AND at >= ? AND seat IS NULL ORDER BY number DESC LIMIT ?", awake.table.id, since, KEPT
        )
        for row in reversed(rows):
            self._tell(awake, row, held=True)

    def _tell(self, awake: Awake, row: Row, held: bool = False) -> None:
        """``held``: all but those who play have heard it."""
        table, audience = awake.table, awake.audience
        texts: dict[str | None, str] = {}
        audience.said = max(audience.said, row.number)
        if not withheld(table, row):
            audience.said_to_players = max(audience.said_to_players, row.number)
        for listener in audience.listeners():
            who = listener.who
            if who is not None and row.who in self._muted_by(who):
                continue
            if (not plays(table, who)) if held else (withheld(table, row) and plays(table, who)):
                continue
            mine = who == row.who
            key = "mine" if mine else None
            if key not in texts:
                texts[key] = encode(TalkMessage(awake.table.id, self._said(row, who)))
            listener.put(texts[key])

    # ---- hearing ---------------------------------------------------------------------------------------------
    async def heard(self, name: str, who: str | None) -> list[Said]:
        """The latest that was said at a table, oldest first."""
        async with self._house.hold(name) as awake:
            self._house.check_may_watch(awake.table, who)
            latest = self._rows(
                "table_id = ? AND (seat IS NOT NULL OR at < ?) ORDER BY number DESC LIMIT ?",
                name,
                self._deaf_from(awake.table, who),
                KEPT,
            )
        return [self._said(row, who) for row in reversed(latest)]

    async def mute(self, name: str, who: str, wish: Mute) -> list[Said]:
        """Hear whoever said a message no more, at no table, or again."""
        row = await self._row(name, who, wish.number)
        if row.who == who:
            raise Refusal("not_yours", "That is what you said yourself.")
        if wish.on:
            sql = "INSERT INTO mutes (who, muted) VALUES (?, ?) ON CONFLICT DO NOTHING"
        else:
            sql = "DELETE FROM mutes WHERE who = ? AND muted = ?"
        await self._house.store.write(Write(statements=[(sql, (who, row.who))]))
        self._mutes.pop(who, None)
        return await self.heard(name, who)

    async def report(self, name: str, who: str, wish: Report) -> None:
        """Tell the people who run this house about a message; once is enough."""
        row = await self._row(name, who, wish.number)
        sql = """
            INSERT INTO reports (at, table_id, number, reporter, who, text, handled) VALUES (?, ?, ?, ?, ?, ?, 0)
        """
        values = (self._house.clock.now(), name, row.number, who, row.who, row.text or row.phrase or "")
        with contextlib.suppress(Conflict):  # reported already
            await self._house.store.write(Write(statements=[(sql, values)]))

    async def check_may_hear(self, name: str, who: str | None) -> None:
        """``no_table``, or ``not_yours``, where somebody has nothing to listen to."""
        async with self._house.hold(name) as awake:
            self._house.check_may_watch(awake.table, who)

    async def _row(self, name: str, who: str, number: int) -> Row:
        async with self._house.hold(name) as awake:
            self._house.check_may_watch(awake.table, who)
            rows = self._rows("table_id = ? AND number = ?", name, number)
            deaf = plays(awake.table, who) and any(withheld(awake.table, row) for row in rows)
        if not rows or deaf:
            raise Refusal("not_found", "There is no such message.")
        return rows[0]

    def _rows(self, where: str, *parameters: object) -> list[Row]:
        sql = f"SELECT number, at, who, seat, name, text, phrase FROM talk WHERE {where}"  # noqa: S608  # ours alone
        return [Row(*row) for row in self._house.store.read(sql, *parameters)]

    def _muted_by(self, who: str) -> frozenset[str]:
        known = self._mutes.get(who)
        if known is None:
            rows = self._house.store.read("SELECT muted FROM mutes WHERE who = ?", who)
            known = self._mutes[who] = frozenset(muted for (muted,) in rows)
            while len(self._mutes) > KNOWN:
                self._mutes.popitem(last=False)
        return known

    def _said(self, row: Row, who: str | None) -> Said:
        muted = who is not None and row.who in self._muted_by(who)
        return Said(
            number=row.number,
            at=row.at,
            seat=row.seat,
            name=row.name,
            text=None if muted else row.text,
            phrase=None if muted else row.phrase,
            mine=row.who == who,
            muted=muted,
        )
