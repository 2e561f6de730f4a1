"""What happens by itself as time passes: somebody counts as absent, a clock runs out."""

from __future__ import annotations

import asyncio
import heapq
from typing import TYPE_CHECKING, Final

import structlog

from renardiere.server.journal.store import Unavailable, Write

if TYPE_CHECKING:
    from renardiere.server.house import Awake, House

__all__ = ["Alarms"]

log = structlog.get_logger("renardiere.alarms")

SEEN_EVERY: Final = 15.0
"""Seconds between two notes that the house is open: as much time a crash may give to a clock."""
RETRY_SECONDS: Final = 5.0


class Alarms:
    """Looks after the tables that somebody watches; the others are looked after when they wake."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._due: list[tuple[float, str]] = []
        self._seen = 0.0

    def rouse(self, awake: Awake, sooner: bool = False) -> None:
        """A table changed: look after it when the time comes. ``sooner``: that may be before the next alarm."""
        if not awake.audience or (awake.alarm is not None and not sooner and awake.table.terms.limit is None):
            return  # whatever comes first is found when the alarm rings
        due = self._house.absences.due(awake)
        if due is not None:
            self.set(awake, due)

    def set(self, awake: Awake, due: float) -> None:
        """Look after a table at ``due``, or before."""
        if awake.alarm is None or due < awake.alarm:
            awake.alarm = due
            heapq.heappush(self._due, (due, awake.table.id))

    async def tick(self) -> None:
        """Do what is due now."""
        now = self._house.clock.now()
        ringing = []
        while self._due and self._due[0][0] <= now:
            due, table = heapq.heappop(self._due)
            awake = self._house.awake(table)
            if awake is not None and awake.alarm == due:
                awake.alarm = None
                ringing.append(self._ring(awake, now))
        self._house.practices.review()
        if now >= self._seen + SEEN_EVERY or now < self._seen:
            self._seen = now
            ringing.append(self._note())
        await asyncio.gather(*ringing)

    async def _ring(self, awake: Awake, now: float) -> None:
        try:
            await self._house.absences.review(awake)
        except Unavailable:
            self.set(awake, now + RETRY_SECONDS)
        else:
            self.rouse(awake)

    async def _note(self) -> None:
        try:
            await self.note_open()
        except Unavailable:
            log.warning("it could not be noted that the house is open")

    async def note_open(self) -> None:
        """Note that the house is open now: clocks stand still while it isn't."""
        house = self._house
        note = "INSERT INTO hours (opened, seen) VALUES (?1, ?2) ON CONFLICT (opened) DO UPDATE SET seen = ?2"
        await house.store.write(Write(statements=[(note, (house.opened, house.clock.now()))]))
