"""The processes that hold yards, as the house sees them: started when needed, watched, and replaced when they die."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import structlog

from renardiere.server.metrics import TICK_LATENESS, YARDS
from renardiere.server.yards.process import YARD
from renardiere.server.yards.words import (
    HEAD,
    Anew,
    Begin,
    Broken,
    Close,
    Did,
    Felt,
    FromYards,
    Held,
    Lit,
    Look,
    Made,
    Open,
    Pace,
    Player,
    Stopped,
    ToYards,
    packed,
    to_house,
)

__all__ = ["Barn", "Keeper", "Live", "Outcome"]

log = structlog.get_logger("renardiere.yards")

FULL: Final = 8
"""Yards in a process from which on another is begun, if there may be one."""
SILENT_SECONDS: Final = 5.0
"""A process with yards that are searched says something sixty times a second: after so long it hangs."""
STOP_SECONDS: Final = 2.0

Things: TypeAlias = list[tuple[str, float, float, float, int]]
Outcome: TypeAlias = Stopped | Anew | Broken


class Live:
    """A yard, in its process. ``felt``: what is done with a frame of a hand; ``lit``: with what lies in a box that is
    for practice."""

    def __init__(
        self,
        barn: Barn,
        number: int,
        felt: Callable[[int, bytes], None],
        lit: Callable[[Things], None] | None = None,
    ) -> None:
        self._barn = barn
        self._number = number
        self.felt = felt
        self.lit = lit
        self.begun = False
        self.made: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once it can be searched, or never will."""
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        """It is searched from now on."""
        self.begun = True
        self._barn.tell(Begin(self._number))

    def held(self, hand: int, delay: float) -> None:
        """A person has that hand; their messages need so many seconds to get here."""
        self._barn.tell(Held(self._number, hand, delay))

    def did(self, hand: int, message: bytes) -> None:
        """What a person's hand does; before the search begins, nothing."""
        if self.begun:
            self._barn.tell(Did(self._number, hand, message))

    def look(self) -> None:
        """Light, for a moment: ``lit`` is told."""
        self._barn.tell(Look(self._number))

    def close(self) -> None:
        """Nobody needs it any more."""
        self._barn.forget(self._number)

    def is_made(self) -> None:
        if not self.made.done():
            self.made.set_result(None)

    def ended(self, outcome: Outcome) -> None:
        self.is_made()
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class Barn:
    """The yards of one process."""

    def __init__(self) -> None:
        self.yards: dict[int, Live] = {}
        self.gone = False

    def tell(self, message: ToYards) -> None:
        """Say something to the process."""
        raise NotImplementedError

    async def stop(self) -> None:
        """End the process."""

    def open(
        self, order: Open, felt: Callable[[int, bytes], None], lit: Callable[[Things], None] | None = None
    ) -> Live:
        live = self.yards[order.yard] = Live(self, order.yard, felt, lit)
        YARDS.inc()
        self.tell(order)
        return live

    def forget(self, number: int) -> None:
        if self._take(number) is not None:
            self.tell(Close(number))

    def _take(self, number: int) -> Live | None:
        live = self.yards.pop(number, None)
        if live is not None:
            YARDS.dec()
        return live

    def hear(self, message: FromYards) -> None:
        """The process said something."""
        match message:
            case Felt(frames):
                for number, hand, frame in frames:
                    if (live := self.yards.get(number)) is not None:
                        live.felt(hand, frame)
            case Made(number):
                if (live := self.yards.get(number)) is not None:
                    live.is_made()
            case Lit(number, things):
                if (live := self.yards.get(number)) is not None and live.lit is not None:
                    live.lit(things)
            case Pace(late):
                for seconds in late:
                    TICK_LATENESS.observe(seconds)
            case Stopped() | Anew() | Broken():
                if (live := self._take(message.yard)) is not None:
                    live.ended(message)

    def lost(self) -> None:
        """It is gone, and with it whatever was searched there."""
        self.gone = True
        for number in list(self.yards):
            if (live := self._take(number)) is not None:
                live.ended(Broken(number))


class Process(Barn):
    """A process of its own, on pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        super().__init__()
        self._process = process
        self._unsaid: list[bytes] = []
        self._heard = asyncio.get_running_loop().time()
        self._listening = asyncio.create_task(self._listen())
        self._watching = asyncio.create_task(self._watch())

    @classmethod
    async def begin(cls, yard: str = YARD) -> Process:
        """A new one; ``yard`` names what makes a yard."""
        pipe = asyncio.subprocess.PIPE
        module = "renardiere.server.yards.process"
        return cls(await asyncio.create_subprocess_exec(sys.executable, "-m", module, yard, stdin=pipe, stdout=pipe))

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, message: ToYards) -> None:
        if not self.gone:
            if not self._unsaid:
                asyncio.get_running_loop().call_soon(self._say)
            self._unsaid.append(packed(message))

    def _say(self) -> None:
        """What came up in one turn of the loop, the hands of many people, goes out together."""
        assert self._process.stdin is not None
        if not self.gone:
            self._process.stdin.write(b"".join(self._unsaid))
        self._unsaid.clear()

    async def _listen(self) -> None:
        source = self._process.stdout
        assert source is not None
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    size = int.from_bytes(await source.readexactly(HEAD))
                    self.hear(to_house.decode(await source.readexactly(size)))
                    self._heard = asyncio.get_running_loop().time()
        except Exception:
            log.exception("a process of yards cannot be understood")
        finally:
            if self.yards:
                log.warning("a process of yards has died", yards=len(self.yards))
            self.lost()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(SILENT_SECONDS)
            searched = any(live.begun for live in self.yards.values())
            if searched and asyncio.get_running_loop().time() - self._heard > SILENT_SECONDS:
                log.warning("a process of yards hangs")
                self._process.kill()
                return

    async def stop(self) -> None:
        assert self._process.stdin is not None
        self.lost()
        self._watching.cancel()
        self._process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            try:
                await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
            except TimeoutError:
                self._process.kill()
        await asyncio.wait([self._listening, self._watching])
        await self._process.wait()


class Keeper:
    """Puts yards into processes. ``start`` begins one more; there are ``most`` at most."""

    def __init__(self, most: int, start: Callable[[], Awaitable[Barn]] = Process.begin) -> None:
        self._most = max(1, most)
        self._start = start
        self._numbers = itertools.count(1)
        self._starting = asyncio.Lock()
        self.barns: list[Barn] = []

    async def open(
        self,
        felt: Callable[[int, bytes], None],
        seed: bytes,
        tokens: tuple[str, ...],
        speeds: tuple[float, ...],
        missions: tuple[str, ...] = (),
        players: tuple[Player, ...] = (),
        lit: Callable[[Things], None] | None = None,
    ) -> Live:
        """Shake a box; ``OSError`` if there can be no process for it. ``lit``: it is for practice."""
        async with self._starting:
            barn = await self._room()
            order = Open(next(self._numbers), seed, tokens, speeds, missions, players, lit is not None)
            return barn.open(order, felt, lit)

    async def prepare(self) -> None:
        """Have a process at hand: on a small machine beginning one takes longer than the count of three."""
        async with self._starting:
            with contextlib.suppress(OSError):  # whoever needs it hears of that
                await self._room()

    async def _room(self) -> Barn:
        """The process that has the fewest; a new one, if that is full."""
        for dead in [barn for barn in self.barns if barn.gone]:
            self.barns.remove(dead)
            await dead.stop()
        barn = min(self.barns, key=lambda barn: len(barn.yards), default=None)
        if barn is None or (len(barn.yards) >= FULL and len(self.barns) < self._most):
            barn = await self._start()
            self.barns.append(barn)
        return barn

    async def stop(self) -> None:
        """End all processes."""
        barns, self.barns = self.barns, []
        await asyncio.gather(*(barn.stop() for barn in barns))
