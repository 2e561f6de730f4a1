"""Being forgotten: who somebody was is deleted; what they did at a table stays, as everybody's game, without a name.
It is done for whoever asks for it, and for whoever has no table and has not been seen for long.

First of all it is written down that it is to be done, and from then on they are nobody. The rest can be done any
number of times, and is, until all of it has been done: killed in between, the house goes on with it when it opens.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from renardiere.server.identity import DAY, Caller
from renardiere.server.journal.facts import NAMELESS
from renardiere.server.journal.store import Conflict, Statement, Unavailable, Write

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["Forgetting", "farewell"]

log = structlog.get_logger("renardiere.forget")

SMALL: Final = 32 << 20
"""Bytes that are packed anew in less than a second. Nothing can be written meanwhile."""
REST: Final = 100
"""Packing is paused for so many times as long as it took."""
LATEST: Final = 24 * 3600.0
"""Seconds that a larger database waits at most for a moment at which nobody plays."""

MARK: Final = "INSERT INTO gone (who, done) VALUES (?, 0)"
MARK_HOLDER: Final = "INSERT INTO gone (who, done) VALUES ((SELECT who FROM tokens WHERE hash = ?), 0)"
"""Whoever holds a token, unless it has just been ended."""
UNSEEN: Final = """
    seen < ?1 AND NOT EXISTS (SELECT 1 FROM tokens WHERE who = identities.id AND renewed_at >= ?2)
    AND NOT EXISTS (SELECT 1 FROM seats WHERE who = identities.id)
    AND NOT EXISTS (SELECT 1 FROM tables WHERE maker = identities.id)
"""
"""Of ``identities``: no visit since that day, nor since that moment; no table, be it of a game or a day long over."""
MARK_UNSEEN: Final = f"INSERT INTO gone (who, done) VALUES ((SELECT id FROM identities WHERE id = ?3 AND {UNSEEN}), 0)"  # noqa: S608
"""Unless they have just come back."""
LOOK: Final = f"SELECT id, {UNSEEN} FROM identities WHERE id > ?3 ORDER BY id LIMIT ?4"  # noqa: S608
AT_ONCE: Final = 1000
"""People who are looked at together: that takes some milliseconds."""
END: Final = "INSERT INTO ended (hash, at) SELECT hash, ? FROM tokens WHERE who = ?"
NOBODY: Final = (
    "DELETE FROM tokens WHERE who = ?",
    "DELETE FROM links WHERE who = ?",
    "DELETE FROM words WHERE who = ?",
)
RENAME: Final = (
    """
    UPDATE facts SET body = json_set(body, '$.name', ?2)
    WHERE table_id IN (SELECT table_id FROM been WHERE who = ?1) AND instr(body, ?1)
    AND json_extract(body, '$.who') = ?1 AND json_extract(body, '$.name') <> ?2
    """,
    """
    UPDATE tables SET summary = json_set(summary, '$.seats', (
        SELECT json_group_array(json(iif(
            json_extract(value, '$[0]') = ?1, json_set(value, '$[1]', ?2), value
        ))) FROM json_each(summary, '$.seats')
    ))
    WHERE id IN (SELECT table_id FROM been WHERE who = ?1)
    """,
)
DELETE: Final = (
    "DELETE FROM talk WHERE who = ?1",
    "DELETE FROM reports WHERE ?1 IN (reporter, who)",
    "DELETE FROM mutes WHERE ?1 IN (who, muted)",
    "DELETE FROM muted WHERE who = ?1",
    "DELETE FROM tries WHERE who = ?1",
    "DELETE FROM identities WHERE id = ?1",
    "DELETE FROM been WHERE who = ?1",
    "UPDATE gone SET done = 1 WHERE who = ?1",
)
"""``been`` comes last: it says where a name is."""


def farewell(who: str, now: float, mark: Statement | None = None) -> Write:
    """What makes it certain that somebody will be forgotten, and nobody from then on; ``Conflict``: they are."""
    return Write(statements=[mark or (MARK, (who,)), (END, (now, who)), *((sql, (who,)) for sql in NOBODY)])


class Forgetting:
    """Forgets people."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._working = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._next = float("-inf")
        self._owed: float | None = None
        self._closed = False
        self._looked_at = ""
        self._looked_on = 0

    async def start(self) -> None:
        """Go on with what was left undone when the house was closed; it may take a while."""
        owed = self._house.store.read("SELECT who, done FROM gone WHERE done < 2")
        self._house.identities.gone.update(who for who, done in owed if not done)
        if owed:
            self._task = asyncio.create_task(self.go_on())

    async def stop(self) -> None:
        """Leave what is undone for the next time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._closed = True
        async with self._working:
            pass

    async def forget(self, caller: Caller) -> None:
        """Forget the caller. It is certain to happen once this returns, and has happened unless the disk is full."""
        assert caller.who is not None
        await self._forget(caller.who, (MARK_HOLDER, (caller.hash,)))

    async def forget_anybody(self, who: str) -> None:
        """Forget somebody who asked the people who run this house for it."""
        await self._forget(who, (MARK, (who,)))

    async def expire(self) -> None:
        """Mark those whom nobody needs any more as to be forgotten: some at a time, and everybody once a day."""
        house = self._house
        days, today = house.config.forget_after, house.identities.today
        if not days or self._looked_on == today:
            return
        before = (today - days, (today - days) * DAY)
        found = house.store.read(LOOK, *before, self._looked_at, AT_ONCE)
        unseen = [who for who, expired in found if expired]
        for who in unseen:
            await self._mark(who, (MARK_UNSEEN, (*before, who)))
        if unseen:
            log.info("forgotten, not seen for long", people=len(unseen))
        if len(found) == AT_ONCE:
            self._looked_at = found[-1][0]
        else:
            self._looked_at, self._looked_on = "", today

    async def _forget(self, who: str, mark: Statement) -> None:
        await self._mark(who, mark)
        await self.go_on()

    async def _mark(self, who: str, mark: Statement) -> None:
        house = self._house
        now = house.clock.now()
        hashes = {digest for (digest,) in house.store.read("SELECT hash FROM tokens WHERE who = ?", who)}
        try:
            await house.store.write(farewell(who, now, mark))
        except Conflict:  # asked twice at once
            return
        house.identities.gone.add(who)
        house.identities.ended(hashes | house.identities.drop_all(who), "elsewhere")

    async def go_on(self) -> None:
        """Do all that is left to be done."""
        async with self._working:
            if self._closed:
                return
            store = self._house.store
            try:
                for (who,) in store.read("SELECT who FROM gone WHERE done = 0"):
                    await self._finish(who)
                if store.read("SELECT 1 FROM gone WHERE done = 1") and await self._clean():
                    await store.write(Write(statements=[("UPDATE gone SET done = 2 WHERE done = 1", ())]))
            except Unavailable:
                log.warning("somebody is still to be forgotten")

    async def _finish(self, who: str) -> None:
        """Free their seats, and overwrite their name wherever it is.

        Tables that come into memory from now on don't know the name; those that are there are read again, each when no
        decision about it is under way. Only then is it overwritten in the database, and nobody can write it again.
        """
        house = self._house
        for awake in house.all_awake():
            if awake.lock.locked() or awake.table.knows(who):
                async with awake.lock:
                    if awake.table.knows(who):
                        house.reload(awake)
        await house.leave_everything(who)
        rest: list[Statement] = [(sql, (who, NAMELESS)) for sql in RENAME]
        rest += [(sql, (who,)) for sql in DELETE]
        await house.store.write(Write(statements=rest))

    async def _clean(self) -> bool:
        """Leave no trace in the files of what was overwritten in them; True if there is none left."""
        house = self._house
        began = house.clock.monotonic()
        pack = self._may_pack(began)
        await house.store.clean(pack)
        if pack:
            ended = house.clock.monotonic()
            self._next = ended + REST * (ended - began)
            self._owed = None
        return pack

    def _may_pack(self, now: float) -> bool:
        if self._owed is None:
            self._owed = now
        if self._house.store.size() < SMALL:
            return now >= self._next
        return not self._house.tables_awake or now >= self._owed + LATEST
