"""Searching alone, to learn: a box of one's own, nobody against one, no clock, and light for the asking. It belongs to
no table, nothing of it is written down, and it ends with its connection.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final, Literal

import structlog

from renardiere.games.maitre.words import LOOT, in_the_box
from renardiere.server.audience import encode
from renardiere.server.guard import Buckets
from renardiere.server.messages import Lit, Practice
from renardiere.server.problems import Refusal
from renardiere.server.yards.words import Anew, Stopped

if TYPE_CHECKING:
    from renardiere.server.config import Clock, Limits
    from renardiere.server.yards.keeper import Keeper, Live, Things
    from renardiere.server.yards.searches import Searcher

__all__ = ["Practices", "Practising", "box_of"]

log = structlog.get_logger("renardiere.practice")

IDLE_SECONDS: Final = 300.0
"""A box that nobody has moved in for so long is cleared away, ..."""
LONGEST_SECONDS: Final = 3600.0
"""... and so is any after this."""
MISSIONS: Final = 3
SHAKE: Final = 9
"""Whoever is alone asks for another box instead."""
MOST: Final = 16
"""Boxes at a time in this house: they must not crowd out the tables' own."""
OF_ONE: Final = 4
"""Boxes at a time of one identity, or of nobody from one address."""


def box_of(tokens: int, chance: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Three missions, and what lies in a box of so many tokens: all the loot, or, of fewer, two of each mission and
    others."""
    missions = tuple(sorted(chance.sample(LOOT, MISSIONS), key=LOOT.index))
    everything = in_the_box(())
    if tokens >= len(everything):
        return missions, everything
    others = [kind for kind in everything if kind not in missions]
    return missions, (*missions, *missions, *chance.sample(others, tokens - 2 * MISSIONS))


class Practising:
    """One box, and whose connection has the hand in it. It ends once, by ``close`` or by itself."""

    def __init__(self, searcher: Searcher, missions: tuple[str, ...], clock: Clock, ended: Callable[[], None]) -> None:
        self.live: Live | None = None
        self.task: asyncio.Task[None] | None = None
        self._searcher = searcher
        self._missions = missions
        self._clock = clock
        self._ended = ended
        self._begun = self._moved_at = 0.0
        self._over = False

    def did(self, message: bytes) -> None:
        """What the hand does."""
        if self.live is not None and message[0] != SHAKE:
            self._moved_at = self._clock.monotonic()
            self.live.did(0, message)

    def look(self) -> None:
        """Light, for a moment: the answer is ``lit``."""
        if self.live is not None and self.live.begun:
            self.live.look()

    def felt(self, _: int, frame: bytes) -> None:
        self._searcher.feel(frame)

    def lit(self, things: Things) -> None:
        if not self._over:
            self._searcher.put(encode(Lit(things)))

    async def run(self, live: Live) -> None:
        """From the shaken box to what came of it."""
        self.live = live
        outcome = None
        try:
            await asyncio.shield(live.made)
            live.begin()
            self._begun = self._moved_at = self._clock.monotonic()
            if not live.outcome.done():
                self.tell("dark")
            outcome = await asyncio.shield(live.outcome)
        finally:
            self.close()
        if isinstance(outcome, Stopped):
            self.tell("over", outcome.sacks[0])
        else:
            self.tell("gone")

    def review(self) -> None:
        """Time has passed: is anybody there?"""
        now = self._clock.monotonic()
        due = min(self._moved_at + IDLE_SECONDS, self._begun + LONGEST_SECONDS)
        if self.live is not None and self.live.begun and now >= due:
            self.live.ended(Anew(0))

    def tell(self, phase: Literal["dark", "over", "gone"], sack: tuple[str, ...] = ()) -> None:
        self._searcher.put(encode(Practice(phase, self._missions, sack)))

    def close(self) -> None:
        """There is no such box any more."""
        if self._over:
            return
        self._over = True
        if self.live is not None:
            self.live.close()
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()
        self._ended()


class Practices:
    """The boxes of those who practise. ``keeper`` says who keeps yards, now."""

    def __init__(self, keeper: Callable[[], Keeper], clock: Clock, limits: Limits) -> None:
        self._keeper = keeper
        self._clock = clock
        self._of_one = Buckets(clock, limits.practices)
        self._of_all = Buckets(clock, limits.practices_in_all)
        self._counts: Counter[str] = Counter()
        self._open: set[Practising] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, whose: str, searcher: Searcher, tokens: int) -> Practising:
        """A box of one's own; ``too_many`` if there are enough. What is in it nobody can know before."""
        full = self._counts[whose] >= OF_ONE or len(self._open) >= MOST
        if full or not self._of_one.take(whose) or not self._of_all.take(None):
            raise Refusal("too_many", "There are boxes enough in this house; try again in a moment.", "search")
        missions, box = box_of(tokens, secrets.SystemRandom())

        def ended() -> None:
            self._open.discard(practising)
            self._counts[whose] -= 1
            if not self._counts[whose]:
                del self._counts[whose]

        practising = Practising(searcher, missions, self._clock, ended)
        self._counts[whose] += 1
        self._open.add(practising)
        practising.task = asyncio.get_running_loop().create_task(self._run(practising, box))
        self._tasks.add(practising.task)
        practising.task.add_done_callback(self._tasks.discard)
        return practising

    async def _run(self, practising: Practising, box: tuple[str, ...]) -> None:
        try:
            live = await self._keeper().open(practising.felt, secrets.token_bytes(32), box, (1.0,), lit=practising.lit)
        except OSError:
            log.exception("there is no process for a practice")
            practising.close()
            practising.tell("gone")
        else:
            await practising.run(live)

    def review(self) -> None:
        """Clear away what nobody uses."""
        for practising in list(self._open):
            practising.review()

    async def stop(self) -> None:
        """The house closes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
