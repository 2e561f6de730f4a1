"""Yards as a house holds them, measured: in a process of their own, with busy hands, in real time.

In each yard the first hand is the one whose delays are measured; the other three search."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from renardiere.games.maitre.words import in_the_box
from renardiere.server.yards.keeper import Keeper, Live, Process
from renardiere.server.yards.words import FromYards, Pace

__all__ = ["Report", "Row", "measure_yards", "most"]

HANDS: Final = 4
MOVES: Final = 60
"""What a busy hand is told in a second."""
STILL: Final = 16
REST_SECONDS: Final = 0.4
LATE_MS: Final = 5.0
"""By which one tick in a hundred may be late, in a process that holds its yards ..."""
PACE: Final = 59.5
"""... and the ticks a second that it makes at least."""
TABLES: Final = (1, 20)
"""Yards for which delays are reported."""
MOST: Final = 80
"""Yards that are tried at most: this process moves their hands, and has to keep up."""
FRAME, MESSAGE = 2, 6
"""Bytes that a WebSocket adds to what the server sends, and to what a client does."""


class Row(Struct, frozen=True):
    """So many yards in one process: ticks a second, how late they came, and milliseconds from what a hand was told to
    the first frame that shows it. ``felt`` and ``told``: bytes a second of one player, as they travel."""

    yards: int
    ticks_per_s: float
    late_p50_ms: float
    late_p99_ms: float
    felt_p50_ms: float
    felt_p99_ms: float
    felt: float
    told: float

    @property
    def holds(self) -> bool:
        return self.ticks_per_s >= PACE and self.late_p99_ms < LATE_MS


class Report(Struct, frozen=True):
    """``rows``: all that were measured; ``most``: the yards that one process holds."""

    rows: list[Row]
    most: int


class Watched(Process):
    """Notes how late its ticks are."""

    late: list[float]

    def hear(self, message: FromYards) -> None:
        super().hear(message)
        if isinstance(message, Pace):
            self.late += message.late


class Prober:
    """The first hand of a yard: it rests until it is still, moves, and waits until it feels that it did."""

    def __init__(self) -> None:
        self.live: Live | None = None
        self.still = False
        self.felt = asyncio.Event()
        self.bytes = 0
        """That the other hands were sent."""

    def feel(self, hand: int, frame: bytes) -> None:
        if hand:
            self.bytes += len(frame) + FRAME
        else:
            self.still = bool(frame[0] & STILL)
            if not self.still:
                self.felt.set()

    async def probe(self, chance: random.Random, delays: list[float], until: float) -> None:
        assert self.live is not None
        while time.monotonic() < until:
            await asyncio.sleep(REST_SECONDS + chance.random() / 20)
            if self.still:
                self.felt.clear()
                begun = time.perf_counter()
                self.live.did(0, bytes((1, chance.randrange(256), chance.randrange(256))))
                await self.felt.wait()
                delays.append(time.perf_counter() - begun)


async def search(live: Live, hand: int, chance: random.Random, until: float) -> int:
    """A hand that follows whatever it finds, in curves, as fast as a hand does: how many bytes it was told."""
    angle, step, told = chance.uniform(0, math.tau), 1 / MOVES, 0
    while time.monotonic() < until:
        angle += chance.gauss(0, 0.3)
        far = chance.uniform(0, 30)  # tenths of a millimetre: up to 180 mm/s
        message = bytes((1, round(far * math.cos(angle)) & 255, round(far * math.sin(angle)) & 255))
        live.did(hand, message)
        told += len(message) + MESSAGE
        await asyncio.sleep(step)
    return told


async def row(yards: int, seconds: float) -> Row:
    """So many yards in one process, with four hands each."""

    async def start() -> Process:
        process = await Watched.begin()
        assert isinstance(process, Watched)
        process.late = []
        return process

    keeper = Keeper(1, start)
    chance = random.Random(yards)  # the same work each time
    probers = [Prober() for _ in range(yards)]
    delays: list[float] = []
    try:
        for prober in probers:
            prober.live = await keeper.open(prober.feel, chance.randbytes(32), in_the_box(), (1.0,) * HANDS)
        lives = [prober.live for prober in probers if prober.live is not None]
        await asyncio.gather(*(live.made for live in lives))
        for live in lives:
            live.begin()
        process = keeper.barns[0]
        assert isinstance(process, Watched)
        begun = time.monotonic()
        until = begun + seconds
        busy = [search(live, hand, random.Random(hand), until) for live in lives for hand in range(1, HANDS)]
        probing = asyncio.gather(*(prober.probe(chance, delays, until) for prober in probers))
        told = sum(await asyncio.gather(*busy))
        await probing
        late, took = process.late, time.monotonic() - begun
    finally:
        await keeper.stop()
    searchers = yards * (HANDS - 1)
    return Row(
        yards,
        round(len(late) / took, 1),
        part(late, 0.5),
        part(late, 0.99),
        part(delays, 0.5),
        part(delays, 0.99),
        round(sum(prober.bytes for prober in probers) / searchers / took),
        round(told / searchers / seconds),
    )


def part(times: Sequence[float], share: float) -> float:
    """That quantile, in milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else math.nan


def most(holds: Callable[[int], bool], first: int, limit: int) -> int:
    """The largest number up to ``limit`` that holds, if all smaller ones do; 0 if none does."""
    low, high, number = 0, limit + 1, first
    while high - low > 1:
        if holds(number):
            low = number
        else:
            high = number
        number = min(2 * low, limit) if low and high > limit else (low + high) // 2
    return low


def measure_yards(seconds: float, saying: Callable[[str], None]) -> Report:
    """So many seconds for each number of yards that is tried."""
    rows: dict[int, Row] = {}

    def tried(yards: int) -> Row:
        if yards not in rows:
            saying(f"{yards} yards")
            rows[yards] = asyncio.run(row(yards, seconds))
        return rows[yards]

    for yards in TABLES:
        tried(yards)
    found = most(lambda yards: tried(yards).holds, TABLES[-1], MOST)
    return Report([rows[yards] for yards in sorted(rows)], found)
