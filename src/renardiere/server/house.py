"""The house: its tables, and the one way in which anything happens at one of them.

Check, commit, take over, tell: one decision per table is in flight at any time, and nobody hears of it before it is in
the journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

import structlog
from msgspec import structs

from renardiere.server.absence import Absences
from renardiere.server.again import Again
from renardiere.server.alarms import Alarms
from renardiere.server.audience import Audience
from renardiere.server.boards import lay_out
from renardiere.server.clocks import Hours
from renardiere.server.config import Chance, Clock, Config
from renardiere.server.daily import Dailies, result
from renardiere.server.forget import Forgetting
from renardiere.server.hints import Hints
from renardiere.server.identity import Caller, Identities, new_id
from renardiere.server.index import seat_changes, summarised
from renardiere.server.journal import facts
from renardiere.server.journal.facts import Fact
from renardiere.server.journal.store import Conflict, FactRow, Store, Unavailable, Write
from renardiere.server.lists import Lists
from renardiere.server.messages import Act, TableInfo
from renardiere.server.metrics import PEOPLES_ACTIONS, TABLES
from renardiere.server.minds import Minds
from renardiere.server.past import PastGames
from renardiere.server.policy import Policy
from renardiere.server.problems import Refusal
from renardiere.server.recovery import Recovery
from renardiere.server.replays import Replays
from renardiere.server.robots import Robots
from renardiere.server.seats import Seats
from renardiere.server.table import Draft, Table
from renardiere.server.talk import Talk
from renardiere.server.together import Together
from renardiere.server.warmup import Warmup
from renardiere.server.yards.practice import Practices
from renardiere.server.yards.searches import Search, Searches

__all__ = ["Awake", "House", "short"]

log = structlog.get_logger("renardiere.house")


def short(table: str) -> str:
    """A table in logs: knowing all of its name is the invitation."""
    return table[:4] + "…"


class Awake:
    """A table in memory."""

    __slots__ = ("alarm", "audience", "held", "lock", "robot", "search", "stored", "table", "used")

    def __init__(self, table: Table, house: House) -> None:
        self.table = table
        self.audience = Audience(self, house)
        self.lock = asyncio.Lock()
        self.robot: asyncio.Task[None] | None = None
        self.search: Search | None = Search() if table.game.searches else None
        self.alarm: float | None = None
        """When something about it changes by itself next."""
        self.used = house.clock.monotonic()
        self.held = 0
        self.stored = 0
        """How many facts the summary in the database knows of."""


class Hold:
    """``async with house.hold(table) as awake``. Not a generator: each move goes through here."""

    __slots__ = ("_awake", "_house", "_table")

    _awake: Awake

    def __init__(self, house: House, table: str) -> None:
        self._house = house
        self._table = table

    async def __aenter__(self) -> Awake:
        self._awake = await self._house.fetch(self._table)
        self._awake.held += 1
        return self._awake

    async def __aexit__(self, *_: object) -> None:
        self._awake.held -= 1


class House:
    """All tables of one data folder."""

    def __init__(self, config: Config, store: Store, clock: Clock, chance: Chance) -> None:
        self.config = config
        self.store = store
        self.clock = clock
        self.chance = chance
        self.identities = Identities(store, config, clock, chance)
        self.minds = Minds(config.bot_processes)
        self.warmup = Warmup(clock, self.minds)
        self.policy = Policy(store, config, clock)
        self.policy.changed = self.announce
        self.robots = Robots(self)
        self.searches = Searches(self)
        self.practices = Practices(lambda: self.searches.keeper, self.clock, self.config.limits)
        self.seats = Seats(self)
        self.absences = Absences(self)
        self.again = Again(self)
        self.dailies = Dailies(self)
        self.hints = Hints(self)
        self.lists = Lists(self)
        self.past = PastGames(self)
        self.replays = Replays(self)
        self.talk = Talk(self)
        self.together = Together(self)
        self.alarms = Alarms(self)
        self.recovery = Recovery(self)
        self.forgetting = Forgetting(self)
        self.hours = Hours([], 0.0)
        self.opened = 0.0
        self.epoch = ""
        self._awake: dict[str, Awake] = {}

    # ---- opening and closing ---------------------------------------------------------------------------------
    async def start(self) -> None:
        """Open: the journal's writer, the warm-up, and the bots' moves that are owed since the last time."""
        self.store.start()
        self.policy.load()
        lay_out(self.config.data / "boards")
        self.opened = self.clock.now()
        self.hours = Hours(self.store.openings(), self.opened)
        await self.alarms.note_open()
        self.epoch = self.store.setting("epoch") or await self._new_epoch()
        await self.identities.open()
        self.warmup.start()
        self.robots.start(self.store.owing())
        await self.forgetting.start()

    async def _new_epoch(self) -> str:
        """Streams are folds of the journal, so their numbers outlive a restart: the epoch belongs to the data."""
        epoch = new_id(self.chance, 12)
        await self.store.write(Write(statements=[("INSERT INTO house (key, value) VALUES ('epoch', ?)", (epoch,))]))
        return epoch

    async def stop(self) -> None:
        """Close: no more bots' moves, summaries written, the writer drained."""
        await self.forgetting.stop()
        await self.robots.stop()
        await self.practices.stop()
        await self.searches.stop()
        await self.warmup.stop()
        await self.minds.stop()
        try:
            await self.alarms.note_open()
            await self._write_summaries(list(self._awake.values()))
        except Unavailable:
            log.warning("summaries not written")
        await self.store.stop()

    # ---- tables in memory ------------------------------------------------------------------------------------
    def hold(self, table: str) -> Hold:
        """A table, kept in memory meanwhile; ``no_table`` if there is none."""
        return Hold(self, table)

    async def fetch(self, table: str) -> Awake:
        """A table, woken if it is at rest. Whoever needs it for longer holds it."""
        awake = self._awake.get(table)
        if awake is None:
            await self.warmup.rules()
            awake = self._awake.get(table)
        if awake is None:
            awake = self._wake(table)
            await self.searches.woke(awake)
        awake.used = self.clock.monotonic()
        return awake

    @property
    def tables_awake(self) -> int:
        """How many tables are in memory."""
        return len(self._awake)

    def announce(self) -> None:
        """What is allowed has changed: tell everybody who follows a table."""
        for awake in self._awake.values():
            awake.audience.announce()

    def all_awake(self) -> list[Awake]:
        """The tables that are in memory now."""
        return list(self._awake.values())

    def awake(self, table: str) -> Awake | None:
        """A table, if it is in memory."""
        return self._awake.get(table)

    def _load(self, table: str) -> Table:
        history = self.history(table)
        if not history:
            raise Refusal("no_table", "There is no such table.")
        return Table.of(history, table)

    def history(self, table: str) -> list[tuple[float, Fact]]:
        """What happened at a table, and when; without the names of those who are to be forgotten."""
        history = [(row.at, facts.decode(row.body)) for row in self.store.facts(table)]
        if gone := self.identities.gone:
            for place, (at, fact) in enumerate(history):
                if isinstance(fact, (facts.Sat, facts.Kept)) and fact.who in gone:
                    history[place] = at, structs.replace(fact, name=facts.NAMELESS)
        return history

    def reload(self, awake: Awake) -> None:
        """Read a table's facts again: some of them were changed. Its lock is held."""
        awake.table = self._load(awake.table.id)
        awake.audience.announce()

    def _wake(self, table: str) -> Awake:
        awake = self._awake[table] = Awake(self._load(table), self)
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
        busy = awake.robot or (awake.search is not None and awake.search.task)
        return not (awake.held or awake.audience or busy or awake.lock.locked())

    async def _write_summaries(self, tables: Iterable[Awake]) -> None:
        statements = [summarised(awake.table) for awake in tables if awake.stored != awake.table.number]
        if statements:
            await self.store.write(Write(statements=statements))

    # ---- decisions -------------------------------------------------------------------------------------------
    async def commit(self, awake: Awake, draft: Draft, author: str | None, request: str | None) -> None:
        """Write a draft down, take it over, tell everybody. The table's lock is held.

        ``Conflict``: this request was carried out before. ``Unavailable``: nothing was changed.
        """
        write = self._written(awake, draft, author, request)
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            awake.held -= 1
            try:
                self._conclude(awake, draft, write, error)
            except Exception as problem:
                error = problem
            written.set_exception(error) if error else written.set_result(None)

        self.store.submit(write, done)
        awake.held += 1
        try:
            await asyncio.shield(written)
        except asyncio.CancelledError:  # whoever asked is gone; the table is theirs until it is known what became of it
            await asyncio.wait([written])
            raise

    def _written(self, awake: Awake, draft: Draft, author: str | None, request: str | None) -> Write:
        """A draft as it is written, with what the database is to know of the table besides."""
        self._check_here(author)
        before, after = awake.table, draft.table
        statements = seat_changes(before, after) + result(before, after, draft.at)
        turned = (before.owes is None) != (after.owes is None)
        if turned or before.phase != after.phase or before.seats != after.seats:
            statements.append(summarised(after))
        return Write(self._rows(draft, author, request), statements)

    def _conclude(self, awake: Awake, draft: Draft, write: Write, error: Exception | None) -> None:
        """What could be written is so: tell everybody. Raises as ``commit`` does if it could not."""
        table = draft.table.id
        if isinstance(error, Conflict):
            last = write.facts[draft.own - 1]
            if last.author is None or last.request is None or not self.store.has(table, last.author, last.request):
                # not by a repeated request: somebody else wrote to this table
                awake.table = self._load(table)
                awake.audience.resync()
                error = Unavailable("the table has moved on")
        if error is not None:
            raise error
        self.take_over(awake, draft)
        if write.statements:
            awake.stored = draft.table.number

    def _check_here(self, author: str | None) -> None:
        """Whoever asked to be forgotten does nothing more, whatever was still under way."""
        if author in self.identities.gone:
            raise Refusal("not_yours", "You have been forgotten here.")

    async def leave_everything(self, who: str) -> None:
        """Give up all seats of somebody who will not be back: free before the start, left in a game that goes on."""
        for (table,) in self.store.read(
            "SELECT DISTINCT table_id FROM seats JOIN tables ON id = table_id WHERE who = ? AND NOT over", who
        ):
            async with self.decide(table) as awake:
                draft = self.draft(awake)
                for number, seat in enumerate(awake.table.seats):
                    if seat.who == who and awake.table.phase == "waiting":
                        draft.add(facts.Freed(number))
                    elif seat.who == who and awake.table.phase == "playing" and not seat.left:
                        self.absences.go(draft, number)
                if draft.facts:
                    await self.commit(awake, draft, None, None)

    def take_over(self, awake: Awake, draft: Draft) -> None:
        """What is written is so: tell everybody."""
        before, after = awake.table, draft.table
        awake.table = after
        awake.used = self.clock.monotonic()
        self.searches.poke(awake)
        awake.audience.tell(draft.events)
        unasked = not draft.events and (before.since != after.since or before.to_act != after.to_act)
        if draft.rewound or unasked:  # its clock begins anew, or it is over, and no event says so
            awake.audience.resync()
        if draft.rewound or awake.audience.offering or _looks_different(before, after) or after.awaits_absent:
            awake.audience.announce()
        if before.quiet and not after.quiet:
            self.talk.release(awake, before.dealt)
        self.robots.poke(awake)
        self.alarms.rouse(awake)

    def written(self, draft: Draft) -> Write:
        """A draft as it is written; what follows at a table by another's decision has no author of its own."""
        return Write(self._rows(draft, None, None))

    def _rows(self, draft: Draft, author: str | None, request: str | None) -> list[FactRow]:
        """The first facts are the author's, the last of these carries the request; what follows is the table's."""
        table = draft.table
        first = table.number - len(draft.facts)
        rows = []
        for place, fact in enumerate(draft.facts):
            whose = author if place < draft.own else None
            asked = request if place == draft.own - 1 else None
            rows.append(FactRow(table.id, first + place, draft.at, whose, asked, facts.encode(fact)))
        return rows

    async def make(self, draft: Draft, who: str, request: str, *also: Write) -> str:
        """Write a new table down, with what belongs to it at other tables (``also``), and return its name: that of the
        table which the same request made before, if it did."""
        self._check_here(who)
        table = draft.table
        insert = """
            INSERT INTO tables (id, maker, request, made_at, over, owes, open, summary, number)
            VALUES (?, ?, ?, ?, 0, 0, 0, '', 0)
        """
        statements = [
            (insert, (table.id, who, request, draft.at)),
            *seat_changes(Table(table.id), table),
            summarised(table),
            *(statement for write in also for statement in write.statements),
        ]
        rows = [*self._rows(draft, who, request), *(row for write in also for row in write.facts)]
        try:
            await self.store.write(Write(rows, statements))
        except Conflict:  # a double click
            if made := self.store.made(who, request):
                return made
            raise Unavailable("that name is taken") from None
        log.info("table made", table=short(table.id), game=table.game.name)
        async with self.hold(table.id) as awake:
            self.robots.poke(awake)
        return table.id

    @asynccontextmanager
    async def decide(self, table: str) -> AsyncIterator[Awake]:
        """A table, and nobody else decides about it meanwhile."""
        async with self.hold(table) as awake, awake.lock:
            yield awake

    def draft(self, awake: Awake) -> Draft:
        """A decision that is being made now."""
        return Draft(awake.table, self.clock.now())

    async def act(self, who: str | None, act: Act) -> None:
        """A person's action. Raises ``Refusal`` or the game's ``ActionError``; a repeated request is harmless."""
        async with self.decide(act.table) as awake:
            draft = self._acting(awake, who, act)
            if draft is not None and who is not None:
                await self.commit_once(awake, draft, who, act.request)

    def act_at_once(self, who: str | None, act: Act, answered: Callable[[Exception | None], None]) -> bool:
        """As ``act``, where nothing is waited for but the journal; ``answered`` is called later, with what went wrong
        there. False, and nothing is done, if the table is at rest or something else is being decided there. Nearly all
        moves go this way: a task for each would cost as much as the move."""
        awake = self._awake.get(act.table)
        if awake is None or not _taken(awake.lock):
            return False
        awake.used = self.clock.monotonic()
        try:
            draft = self._acting(awake, who, act)
            if draft is not None:
                self._submit(awake, draft, self._written(awake, draft, who, act.request), answered)
        except BaseException:
            awake.lock.release()
            raise
        if draft is None:
            awake.lock.release()
            asyncio.get_running_loop().call_soon(answered, None)
        return True

    def _submit(self, awake: Awake, draft: Draft, write: Write, answered: Callable[[Exception | None], None]) -> None:
        """Write a draft down without waiting; the table's lock goes back once it is taken over."""

        def written(error: Exception | None) -> None:
            try:
                self._conclude(awake, draft, write, error)
            except Conflict:
                error = None  # it was carried out before, and is being repeated
            except Exception as problem:
                error = problem
            finally:
                awake.held -= 1
                awake.lock.release()
            answered(error)

        self.store.submit(write, written)
        awake.held += 1

    def _acting(self, awake: Awake, who: str | None, act: Act) -> Draft | None:
        """The decision that a person's action is; None if it was carried out before. The table's lock is held."""
        table = awake.table
        if who is None or act.seat not in table.seats_of(who):
            raise Refusal("not_yours", "That is not your seat.")
        closed = act.decision != table.decision or act.seat in table.answered
        if closed or act.seat not in table.to_act:
            if self.store.has(act.table, who, act.request):
                return None
            if closed and table.state is not None:
                raise Refusal("stale", "That decision is closed.", decision=table.decision)
        draft = self.draft(awake)
        if table.seats[act.seat].standin is not None or table.seats[act.seat].left:
            draft.add(facts.Returned(act.seat))
            draft.own = 2
        draft.act(act.seat, act.action)
        awake.audience.saw_all(act.seat)
        PEOPLES_ACTIONS.inc()
        return draft

    async def commit_once(self, awake: Awake, draft: Draft, who: str, request: str) -> None:
        """As ``commit``; a request that was carried out before is not carried out again."""
        try:
            await self.commit(awake, draft, who, request)
        except Conflict:  # this request was carried out before, and is being repeated
            log.debug("repeated request", table=short(awake.table.id))

    # ---- what is told ----------------------------------------------------------------------------------------
    async def info(self, table: str, caller: Caller) -> TableInfo:
        """A table as the caller may see it."""
        async with self.hold(table) as awake:
            return awake.audience.info(caller.who)

    @staticmethod
    def check_may_watch(table: Table, who: str | None) -> None:
        """``not_yours`` if a table is for its players only, and this is none of them."""
        if not table.terms.watchable and (who is None or not any(seat.who == who for seat in table.seats)):
            raise Refusal("not_yours", "That table is for its players.")

    async def has_begun(self, table: str) -> bool:
        """Whether a table's game began."""
        async with self.hold(table) as awake:
            return awake.table.phase != "waiting"

    async def record(self, table: str, who: str | None) -> str:
        """The record of a finished game."""
        async with self.hold(table) as awake:
            self.check_may_watch(awake.table, who)
            if awake.table.phase != "over":
                raise Refusal("not_over", "The record comes with the end of the game.")
            self.dailies.check_told(awake.table)
            return awake.table.record()


def _taken(lock: asyncio.Lock) -> bool:
    """Take a lock if it is free, and nobody waits for it."""
    taking = lock.acquire()
    try:
        taking.send(None)
    except StopIteration:
        return True
    taking.close()
    return False


def _looks_different(before: Table, after: Table) -> bool:
    """Whether there is more to tell than the events of the game."""
    return (
        before.seats != after.seats
        or before.phase != after.phase
        or before.late != after.late
        or before.chosen != after.chosen
        or before.next != after.next
        or before.together != after.together
    )
