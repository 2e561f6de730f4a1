"""The house: its tables, and the one way in which anything happens at one of them.

Check, commit, take over, tell: one decision per table is in flight at any time, and nobody hears of it before it is in
the journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from renardiere.games import GAMES
from renardiere.games import game as find_game
from renardiere.games.errors import UnknownGame
from renardiere.server.audience import Audience
from renardiere.server.config import Chance, Clock, Config
from renardiere.server.identity import Caller, Identities, clean_name, new_id
from renardiere.server.journal import facts
from renardiere.server.journal.store import Conflict, FactRow, Statement, Store, Unavailable, Write
from renardiere.server.messages import (
    Act,
    BotSeat,
    Leave,
    MySeat,
    NewTable,
    Sit,
    TableCard,
    TableInfo,
)
from renardiere.server.metrics import ACTIONS, TABLES
from renardiere.server.problems import Refusal
from renardiere.server.robots import Robots
from renardiere.server.table import Draft, Phase, Seat, Table
from renardiere.server.warmup import Warmup

__all__ = ["Awake", "House", "short"]

log = structlog.get_logger("renardiere.house")

LISTED: Final = 50


def short(table: str) -> str:
    """A table in logs: knowing all of its name is the invitation."""
    return table[:4] + "…"


class Awake:
    """A table in memory."""

    __slots__ = ("audience", "held", "lock", "robot", "stored", "table", "used")

    def __init__(self, table: Table, epoch: str, used: float) -> None:
        self.table = table
        self.audience = Audience(self, epoch)
        self.lock = asyncio.Lock()
        self.robot: asyncio.Task[None] | None = None
        self.used = used
        self.held = 0
        self.stored = 0
        """How many facts the summary in the database knows of."""


class Summary(Struct, frozen=True):
    """How a table stands, for lists; kept beside the journal so that a list need not fold it."""

    game: str
    seats: list[tuple[str | None, str | None, int | None]]
    """who, name, level"""
    state: Phase
    to_act: list[int]
    scores: list[int]
    updated: float

    @classmethod
    def of(cls, table: Table) -> Summary:
        return cls(
            table.game.name,
            [(seat.who, seat.name, seat.level) for seat in table.seats],
            table.phase,
            list(table.to_act),
            list(table.scores),
            table.at,
        )

    def card(self, table: str, who: str) -> TableCard:
        mine = [number for number, seat in enumerate(self.seats) if seat[0] == who]
        return TableCard(
            id=table,
            game=self.game,
            names=[name for _, name, _ in self.seats],
            levels=[level for _, _, level in self.seats],
            mine=mine,
            state=self.state,
            my_turn=any(seat in self.to_act for seat in mine),
            scores=self.scores,
            updated=self.updated,
        )


class House:
    """All tables of one data folder."""

    def __init__(self, config: Config, store: Store, clock: Clock, chance: Chance) -> None:
        self.config = config
        self.store = store
        self.clock = clock
        self.chance = chance
        self.identities = Identities(store, config, clock, chance)
        self.warmup = Warmup(clock)
        self.robots = Robots(self)
        self.epoch = ""
        self._awake: dict[str, Awake] = {}

    # ---- opening and closing ---------------------------------------------------------------------------------
    async def start(self) -> None:
        """Open: the journal's writer, the warm-up, and the bots' moves that are owed since the last time."""
        self.store.start()
        self.epoch = self.store.setting("epoch") or await self._new_epoch()
        self.warmup.start()
        self.robots.start(self.store.owing())

    async def _new_epoch(self) -> str:
        """Streams are folds of the journal, so their numbers outlive a restart: the epoch belongs to the data."""
        epoch = new_id(self.chance, 12)
        await self.store.write(Write(statements=[("INSERT INTO house (key, value) VALUES ('epoch', ?)", (epoch,))]))
        return epoch

    async def stop(self) -> None:
        """Close: no more bots' moves, summaries written, the writer drained."""
        await self.robots.stop()
        await self.warmup.stop()
        try:
            await self._write_summaries(list(self._awake.values()))
        except Unavailable:
            log.warning("summaries not written")
        await self.store.stop()

    # ---- tables in memory ------------------------------------------------------------------------------------
    @asynccontextmanager
    async def hold(self, table: str) -> AsyncIterator[Awake]:
        """A table, kept in memory meanwhile; ``no_table`` if there is none."""
        awake = self._awake.get(table)
        if awake is None:
            await self.warmup.rules()
            awake = self._awake.get(table) or self._wake(table)
        awake.held += 1
        awake.used = self.clock.monotonic()
        try:
            yield awake
        finally:
            awake.held -= 1

    def _load(self, table: str) -> Table:
        rows = self.store.facts(table)
        if not rows:
            raise Refusal("no_table", "There is no such table.")
        return Table.of(((row.at, facts.decode(row.body)) for row in rows), table)

    def _wake(self, table: str) -> Awake:
        awake = self._awake[table] = Awake(self._load(table), self.epoch, self.clock.monotonic())
        TABLES.set(len(self._awake))
        return awake

    async def rest(self) -> None:
        """Let go of tables that nobody has looked at for a while; the journal has them."""
        limit = self.clock.monotonic() - self.config.limits.idle_seconds
        idle = [awake for awake in self._awake.values() if awake.used < limit and self._restful(awake)]
        await self._write_summaries(idle)
        for awake in idle:
            if awake.used < limit and self._restful(awake):
                del self._awake[awake.table.id]
        TABLES.set(len(self._awake))

    @staticmethod
    def _restful(awake: Awake) -> bool:
        return not (awake.held or awake.audience or awake.robot or awake.lock.locked())

    async def _write_summaries(self, tables: Iterable[Awake]) -> None:
        statements = [self._summary(awake.table) for awake in tables if awake.stored != awake.table.number]
        if statements:
            await self.store.write(Write(statements=statements))

    @staticmethod
    def _summary(table: Table) -> Statement:
        summary = msgspec.json.encode(Summary.of(table)).decode()
        over, owes = table.phase == "over", table.owes is not None
        sql = "UPDATE tables SET over = ?, owes = ?, summary = ?, number = ? WHERE id = ?"
        return sql, (over, owes, summary, table.number, table.id)

    # ---- decisions -------------------------------------------------------------------------------------------
    async def commit(self, awake: Awake, draft: Draft, author: str | None, request: str | None) -> None:
        """Write a draft down, take it over, tell everybody. The table's lock is held.

        ``Conflict``: this request was carried out before. ``Unavailable``: nothing was changed.
        """
        before, after = awake.table, draft.table
        statements = _seat_changes(before, after)
        turned = (before.owes is None) != (after.owes is None)
        if statements or turned or before.phase != after.phase:
            statements.append(self._summary(after))
        try:
            await self.store.write(Write(self._rows(draft, author, request), statements))
        except Conflict:
            if author is not None and request is not None and self.store.has(after.id, author, request):
                raise
            # not by a repeated request: somebody else wrote to this table
            awake.table = self._load(after.id)
            awake.audience.resync()
            raise Unavailable("the table has moved on") from None
        except asyncio.CancelledError:  # it may be written or not: the journal knows
            self._awake.pop(after.id, None)
            raise
        awake.table = after
        if statements:
            awake.stored = after.number
        awake.used = self.clock.monotonic()
        awake.audience.tell(draft.events)
        if before.seats != after.seats or before.phase != after.phase:
            awake.audience.announce()
        self.robots.poke(awake)

    def _rows(self, draft: Draft, author: str | None, request: str | None) -> list[FactRow]:
        """The first fact is the author's, and carries the request; what follows from it is the table's."""
        table = draft.table
        first = table.number - len(draft.facts)
        rows = []
        for place, fact in enumerate(draft.facts):
            whose, asked = (author, request) if place == 0 else (None, None)
            rows.append(FactRow(table.id, first + place, draft.at, whose, asked, facts.encode(fact)))
        return rows

    async def make(self, who: str, wish: NewTable) -> str:
        """Make a table and return its name; the same request gives the same table."""
        if made := self.store.made(who, wish.request):
            return made
        await self.warmup.rules()
        draft = self._new_draft(who, wish)
        table = draft.table
        insert = """
            INSERT INTO tables (id, maker, request, made_at, over, owes, summary, number)
            VALUES (?, ?, ?, ?, 0, 0, '', 0)
        """
        statements = [
            (insert, (table.id, who, wish.request, draft.at)),
            *_seat_changes(Table(table.id), table),
            self._summary(table),
        ]
        try:
            await self.store.write(Write(self._rows(draft, who, wish.request), statements))
        except Conflict:  # a double click
            if made := self.store.made(who, wish.request):
                return made
            raise Unavailable("that name is taken") from None
        log.info("table made", table=short(table.id), game=table.game.name)
        async with self.hold(table.id) as awake:
            self.robots.poke(awake)
        return table.id

    def _new_draft(self, who: str, wish: NewTable) -> Draft:
        if wish.game not in GAMES:
            raise UnknownGame(f"there is no game of that name; there are: {', '.join(GAMES)}")
        game = find_game(wish.game)
        options = game.parse_options(wish.options)
        if len(wish.seats) != game.seats(options):
            raise Refusal("bad_seats", "The game has another number of seats.", "count", seats=game.seats(options))
        if not any(isinstance(seat, MySeat) for seat in wish.seats):
            raise Refusal("bad_seats", "A table's maker sits at it.", "nobody")
        if self.store.unfinished(who) >= self.config.limits.unfinished_tables:
            raise Refusal("too_many_tables", "Finish some of your games first.")
        draft = Draft(Table(new_id(self.chance, 10)), self.clock.now())
        secret = self.chance.token(32).hex()
        draft.add(facts.Made(game.name, game.rules, wish.options, len(wish.seats), secret))
        for number, seat in enumerate(wish.seats):
            match seat:
                case MySeat(name, share):
                    draft.add(facts.Sat(number, who, clean_name(name), share))
                case BotSeat(level):
                    self.robots.check(game, level)
                    draft.add(facts.BotSat(number, level, int.from_bytes(self.chance.token(6))))
        draft.start_if_full()
        return draft

    async def sit(self, table: str, who: str, wish: Sit) -> None:
        """Take a seat, unless one has one already; the game starts with the last."""
        async with self.hold(table) as awake, awake.lock:
            if awake.table.seats_of(who):
                return
            free = [number for number, seat in enumerate(awake.table.seats) if seat.kind == "open"]
            if not free:
                raise Refusal("table_full", "All seats are taken.")
            seat = free[0] if wish.seat is None else wish.seat
            if seat not in free:
                raise Refusal("seat_taken", "Somebody sits there.", seat=seat)
            draft = Draft(awake.table, self.clock.now())
            draft.add(facts.Sat(seat, who, clean_name(wish.name), wish.share))
            draft.start_if_full()
            await self._commit_once(awake, draft, who, wish.request)

    async def leave(self, table: str, who: str, wish: Leave) -> None:
        """Give a seat back before the start."""
        async with self.hold(table) as awake, awake.lock:
            if self.store.has(table, who, wish.request):
                return
            if wish.seat not in awake.table.seats_of(who):
                raise Refusal("not_yours", "That is not your seat.")
            if awake.table.phase != "waiting":
                raise Refusal("started", "The game has begun.")
            draft = Draft(awake.table, self.clock.now())
            draft.add(facts.Freed(wish.seat))
            await self._commit_once(awake, draft, who, wish.request)

    async def act(self, who: str | None, act: Act) -> None:
        """A person's action. Raises ``Refusal`` or the game's ``ActionError``; a repeated request is harmless."""
        async with self.hold(act.table) as awake, awake.lock:
            table = awake.table
            if who is None or act.seat not in table.seats_of(who):
                raise Refusal("not_yours", "That is not your seat.")
            awaited = act.seat in table.to_act
            if act.decision != table.decision or not awaited:
                if self.store.has(act.table, who, act.request):
                    return
                if act.decision != table.decision and table.state is not None:
                    raise Refusal("stale", "That decision is closed.", decision=table.decision)
            draft = Draft(table, self.clock.now())
            draft.act(act.seat, act.action)
            awake.audience.saw_all(act.seat)
            await self._commit_once(awake, draft, who, act.request)
        ACTIONS.labels("person").inc()

    async def _commit_once(self, awake: Awake, draft: Draft, who: str, request: str) -> None:
        try:
            await self.commit(awake, draft, who, request)
        except Conflict:  # this request was carried out before, and is being repeated
            log.debug("repeated request", table=short(awake.table.id))

    # ---- what is told ----------------------------------------------------------------------------------------
    async def info(self, table: str, caller: Caller) -> TableInfo:
        """A table as the caller may see it."""
        async with self.hold(table) as awake:
            return awake.audience.info(caller.who)

    async def cards(self, caller: Caller) -> list[TableCard]:
        """The caller's tables: theirs to play first, then those that go on, then the newest."""
        who = caller.who
        if who is None:
            return []
        cards = []
        for listed in self.store.tables_of(who, LISTED):
            awake = self._awake.get(listed.table)
            if awake is None and listed.number == listed.facts:
                summary = msgspec.json.decode(listed.summary, type=Summary)
            else:
                async with self.hold(listed.table) as awake:
                    summary = Summary.of(awake.table)
            cards.append(summary.card(listed.table, who))
        return sorted(cards, key=lambda card: (not card.my_turn, card.state == "over", -card.updated))

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        async with self.hold(table) as awake:
            if awake.table.phase != "over":
                raise Refusal("not_over", "The record comes with the end of the game.")
            return awake.table.record()


def _seat_changes(before: Table, after: Table) -> list[Statement]:
    changes: list[Statement] = []
    if before.seats == after.seats:
        return changes
    old = before.seats or [Seat()] * len(after.seats)
    for number, (was, now) in enumerate(zip(old, after.seats, strict=True)):
        if was.who != now.who and was.who is not None:
            changes.append(("DELETE FROM seats WHERE table_id = ? AND seat = ?", (after.id, number)))
        if was.who != now.who and now.who is not None:
            changes.append(("INSERT INTO seats (table_id, seat, who) VALUES (?, ?, ?)", (after.id, number, now.who)))
    return changes
