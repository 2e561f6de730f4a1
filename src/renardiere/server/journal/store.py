"""The one writer, and the reads.

All writes of the process go through one thread, which commits them in groups: what arrives while a commit is under
way shares the next one. A write is acknowledged when its group is on the disk (WAL, ``synchronous=FULL``), and either
all of a write is done or none of it. The loop hands over a whole group and gets a whole group back: two threads that
pass the interpreter to and fro for each write would spend their time on that.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
import structlog

from renardiere.server.journal.backup import DATABASE, sweep
from renardiere.server.journal.lock import FileLock, lock_folder
from renardiere.server.journal.upgrade import upgrade, usable
from renardiere.server.metrics import COMMIT_SECONDS, GROUP_SIZE, WRITE_FAILURES

__all__ = ["Conflict", "FactRow", "Listed", "Statement", "Store", "Unavailable", "Write"]

log = structlog.get_logger("renardiere.store")

MAX_GROUP: Final = 1024
CHECKPOINT_PAGES: Final = 8000
"""How long the WAL grows (33 MB) before what it has is carried over to the database. Whoever waits for the commit that
does so waits long: a group of 20 moves is about 50 pages, so that it is one commit in 150, and not in 40."""
DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})

Statement: TypeAlias = tuple[str, tuple[Any, ...]]


class Unavailable(Exception):
    """The database can't be read or written now (a full disk, say); nothing was changed."""


class Conflict(Exception):
    """Something with the same key is there already: a repeated request, or another writer was first."""


class FactRow(NamedTuple):
    """A fact as it is stored. ``number`` counts a table's facts from 0; ``author`` is an identity or None."""

    table: str
    number: int
    at: float
    author: str | None
    request: str | None
    body: str


class Listed(NamedTuple):
    """A table in somebody's list: how it stood (``summary``) after ``number`` of its ``facts``."""

    table: str
    summary: str
    number: int
    facts: int


@dataclass(frozen=True, slots=True)
class Write:
    """What is written together: statements, then facts."""

    facts: Sequence[FactRow] = ()
    statements: Sequence[Statement] = ()


@dataclass(slots=True)
class Pending:
    write: Write
    done: Callable[[Exception | None], None]
    error: Exception | None = None


INSERT_FACTS: Final = """
    INSERT INTO facts (table_id, number, at, author, request, body)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
           json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
    FROM json_each(?)
"""
"""All facts of a group in one statement: the thread gives up and takes back the interpreter once, not once a row."""


LISTED: Final = """
    SELECT id, summary, tables.number, (SELECT max(number) + 1 FROM facts WHERE table_id = id) FROM tables
"""
SAT: Final = "SELECT table_id FROM seats WHERE who = ?"


class Store:
    """A data folder: ``renardiere.sqlite3`` and the lock that makes this process its only owner.

    Raises ``HouseInUse`` if another process has it, ``CannotOpen`` if it can't be used. ``start`` belongs to the
    running event loop, which gets the answers; reads are short and happen in it. A store that takes the place of
    another is handed its ``lock``.
    """

    def __init__(self, folder: Path, lock: FileLock | None = None) -> None:
        self.path = folder / DATABASE
        self._lock: FileLock | None = lock or lock_folder(folder)
        try:
            sweep(folder)
            with usable(self.path):
                if not self.path.exists():
                    os.close(os.open(self.path, os.O_CREAT, 0o600))  # as its WAL will be
                upgrade(self.path)
                self._reader = self._connect()
                self._writer = self._connect()
                self._writer.execute("UPDATE alembic_version SET version_num = version_num")  # is there room?
        except BaseException:
            if lock is None and self._lock is not None:
                self._lock.release()
            raise
        self._inbox: SimpleQueue[list[Pending] | Callable[[], None] | None] = SimpleQueue()
        self._waiting: list[Pending] = []
        self._busy = False
        self._thread: threading.Thread | None = None
        self._closed = False
        self.healthy = True
        """Whether the last write could be done."""
        self.damaged = False
        """Whether SQLite found the file damaged: then nothing more is written to it."""

    @property
    def state(self) -> Literal["ok", "cannot write", "damaged", "closed"]:
        """How it is, as ``/healthz`` says it."""
        if self._closed:
            return "closed"
        return "damaged" if self.damaged else "ok" if self.healthy else "cannot write"

    def size(self) -> int:
        """Bytes on the disk."""
        files = (self.path.with_name(self.path.name + suffix) for suffix in ("", "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=5)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
        connection.execute("PRAGMA secure_delete=ON")
        return connection

    def start(self) -> None:
        """Start the writer; call it from the event loop."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, args=(loop,), name="journal")
        self._thread.start()

    async def stop(self) -> None:
        """Write what is waiting, then close."""
        if self._thread is not None:
            with contextlib.suppress(Unavailable):
                await self.write(Write())  # comes after all that waits
            self._inbox.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        self.close()

    def close(self) -> None:
        """Close the files and let another process have them."""
        self._closed = True
        self._reader.close()
        self._writer.close()
        if self._lock is not None:
            self._lock.release()

    def keep_lock(self) -> FileLock:
        """The lock, which closing lets no longer go of: for the store that comes next."""
        lock, self._lock = self._lock, None
        assert lock is not None
        return lock

    async def write(self, write: Write) -> None:
        """Returns when ``write`` is on the disk. Raises ``Conflict`` or ``Unavailable``: then none of it was done.

        A caller that is cancelled does not undo it.
        """
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if not written.cancelled():
                written.set_exception(error) if error else written.set_result(None)

        self.submit(write, done)
        await written

    def submit(self, write: Write, done: Callable[[Exception | None], None]) -> None:
        """As ``write``, for who does not wait: ``done`` is called from the loop with what ``write`` would raise."""
        if self._closed or self.damaged:
            raise Unavailable("closed" if self._closed else "damaged")
        self._waiting.append(Pending(write, done))
        if not self._busy:
            self._busy = True
            asyncio.get_running_loop().call_soon(self._hand_over)

    def _hand_over(self) -> None:
        group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
        self._inbox.put(group)

    def _take_back(self, group: list[Pending]) -> None:
        if self._waiting:
            self._hand_over()
        else:
            self._busy = False
        for pending in group:
            try:
                pending.done(pending.error)
            except Exception:  # what is wrong with one is nothing to the others
                log.exception("a write was done, and what follows from it failed")

    # ---- the writer's thread ---------------------------------------------------------------------------------
    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while (group := self._inbox.get()) is not None:
            if callable(group):
                group()
                continue
            self._write_group(group)
            loop.call_soon_threadsafe(self._take_back, group)

    def _write_group(self, group: list[Pending]) -> None:
        error = self._commit(group, self._insert_all)
        if isinstance(error, sqlite3.IntegrityError):  # one of them is in conflict: once more, one by one
            error = self._commit(group, self._insert_each)
        if error is None:
            if not self.healthy:
                log.info("the database can be written again")
            self.healthy = True
            GROUP_SIZE.observe(len(group))
        else:
            if self.healthy:
                log.error("the database cannot be written", reason=str(error))
            self.healthy = False
            self._note_damage(error)
            WRITE_FAILURES.inc()
            for pending in group:
                pending.error = Unavailable(str(error))

    def _commit(self, group: list[Pending], insert: Callable[[list[Pending]], None]) -> sqlite3.Error | None:
        """One transaction, all or nothing."""
        connection = self._writer
        try:
            with COMMIT_SECONDS.time():
                connection.execute("BEGIN IMMEDIATE")
                insert(group)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):  # the disk is beyond even that; the next BEGIN will say so
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            return error
        return None

    async def clean(self, pack: bool) -> None:
        """Leave nothing in the WAL of what was deleted or overwritten; if ``pack``, nothing anywhere: pages that were
        divided may still have it in a corner. Packing writes everything anew. Raises ``Unavailable``."""
        if self._closed or self._thread is None:
            raise Unavailable("closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def clean() -> None:
            problem = self._clean(pack)
            loop.call_soon_threadsafe(told, problem)

        def told(problem: str) -> None:
            if not done.cancelled():
                done.set_exception(Unavailable(problem)) if problem else done.set_result(None)

        self._inbox.put(clean)
        await done

    def _clean(self, pack: bool) -> str:
        try:
            if pack:
                self._writer.execute("VACUUM")
            ((busy, *_),) = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            return str(error)
        return "somebody else is reading" if busy else ""

    def _insert_all(self, group: list[Pending]) -> None:
        connection = self._writer
        for pending in group:
            for sql, parameters in pending.write.statements:
                connection.execute(sql, parameters)
        facts = [row for pending in group for row in pending.write.facts]
        if facts:
            connection.execute(INSERT_FACTS, (msgspec.json.encode(facts).decode(),))

    def _insert_each(self, group: list[Pending]) -> None:
        for pending in group:
            self._writer.execute("SAVEPOINT one")
            try:
                self._insert_all([pending])
            except sqlite3.IntegrityError as error:
                self._writer.execute("ROLLBACK TO one")
                pending.error = Conflict(str(error))
            self._writer.execute("RELEASE one")

    # ---- reads -----------------------------------------------------------------------------------------------
    def read(self, sql: str, *parameters: object) -> list[Any]:
        """The rows of a query over what is committed; raises ``Unavailable``."""
        try:
            return self._reader.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            self._note_damage(error)
            raise Unavailable(str(error)) from error

    def _note_damage(self, error: sqlite3.Error) -> None:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED and not self.damaged:
            self.damaged, self.healthy = True, False
            log.critical("the database is damaged: restore a backup", reason=str(error))

    def facts(self, table: str) -> list[FactRow]:
        """A table's facts in their order; empty if there is no such table."""
        sql = "SELECT table_id, number, at, author, request, body FROM facts WHERE table_id = ? ORDER BY number"
        return [FactRow(*row) for row in self.read(sql, table)]

    def has(self, table: str, author: str, request: str) -> bool:
        """Whether this request of this author was carried out at this table."""
        sql = "SELECT 1 FROM facts WHERE table_id = ? AND author = ? AND request = ? AND request IS NOT NULL"
        return bool(self.read(sql, table, author, request))

    def made(self, maker: str, request: str) -> str | None:
        """The table that this request made."""
        rows = self.read("SELECT id FROM tables WHERE maker = ? AND request = ?", maker, request)
        return rows[0][0] if rows else None

    def owing(self) -> list[str]:
        """The tables that the server owes a bot's action."""
        return [table for (table,) in self.read("SELECT id FROM tables WHERE owes")]

    def unfinished(self, who: str) -> int:
        """How many tables somebody sits at that are not over; a seat that is only kept for them does not count."""
        sql = """
            SELECT count(DISTINCT id) FROM seats JOIN tables ON id = table_id
            WHERE who = ? AND NOT over AND seat NOT IN (SELECT value FROM json_each(summary, '$.kept'))
        """
        return int(self.read(sql, who)[0][0])

    def listed(self, who: str) -> int:
        """How many of the open tables somebody made."""
        return int(self.read("SELECT count(*) FROM tables WHERE open AND maker = ?", who)[0][0])

    def tables_of(self, who: str, limit: int) -> list[Listed]:
        """The tables where somebody sits, those not over first, then the newest."""
        sql = f"{LISTED} WHERE id IN ({SAT}) ORDER BY over, made_at DESC LIMIT ?"
        return [Listed(*row) for row in self.read(sql, who, limit)]

    def finished_by(self, people: Sequence[str], limit: int) -> list[Listed]:
        """The tables that are over where all of these people sat, the newest first."""
        together = " INTERSECT ".join([SAT] * len(people))
        sql = f"{LISTED} WHERE over AND id IN ({together}) ORDER BY made_at DESC LIMIT ?"
        return [Listed(*row) for row in self.read(sql, *people, limit)]

    def table(self, name: str) -> Listed | None:
        """One table."""
        rows = self.read(f"{LISTED} WHERE id = ?", name)
        return Listed(*rows[0]) if rows else None

    def open_tables(self) -> list[tuple[str, str, float]]:
        """The tables that are open to all: name, summary, when it was made; the newest first."""
        sql = "SELECT id, summary, made_at FROM tables WHERE open ORDER BY made_at DESC LIMIT 500"
        return [tuple(row) for row in self.read(sql)]

    def openings(self) -> list[tuple[float, float]]:
        """When the house was opened, and until when it was seen to be open, each time of late."""
        return [tuple(row) for row in self.read("SELECT opened, seen FROM hours ORDER BY opened DESC LIMIT 10000")]

    def setting(self, key: str) -> str | None:
        """A value that belongs to the house."""
        rows = self.read("SELECT value FROM house WHERE key = ?", key)
        return rows[0][0] if rows else None
