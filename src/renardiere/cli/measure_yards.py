"""Yards as a house holds them, measured: in a process of their own, with busy hands, in real time.

In each yard the first hand is the one whose delays are measured; the other three search as those of ``bench yard`` do,
or sweep through the box as fast as a hand goes and push all that they meet before them. Other work on the machine only
ever makes ticks late: of several turns the best counts."""

from __future__ import annotations

import asyncio
import math
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from renardiere.cli.measure_yard import Busy
from renardiere.games.maitre.words import in_the_box
from renardiere.server.yards.keeper import Keeper, Live, Process
from renardiere.server.yards.words import FromYards, Pace
from renardiere.yard.messages import Do, move

__all__ = ["Report", "Row", "measure_yards", "most"]

HANDS: Final = 4
DECIDES: Final = 30
"""How often a busy hand does something, in a second; it is told its movements in halves, sixty, as by the page."""
STILL: Final = 16
NOTHING: Final = bytes(2)
SETTLE_SECONDS: Final = 0.5
REST_SECONDS: Final = 0.4
LATE_MS: Final = 5.0
"""By which one tick in a hundred may be late, in a process that holds its yards ..."""
PACE: Final = 59.5
"""... and the ticks a second that it makes at least."""
TURNS: Final = 3
"""Turns for each number of yards, until one holds."""
TABLES: Final = (1, 5, 10, 20)
"""Yards for which delays are reported."""
PUSHING: Final = (1, 5)
"""The same, of yards in which all hands push all the time."""
MOST: Final = 80
"""Yards that are tried at most: this process moves their hands, and has to keep up."""
FRAME, MESSAGE = 2, 6
"""Bytes that a WebSocket adds to what the server sends, and to what a client does."""


class Row(Struct, frozen=True):
    """So many yards in one process: ticks a second of each, how late they came, and milliseconds from what a hand was
    told to the first frame that shows it. ``cpu``: of the process, in cores. ``felt`` and ``told``: bytes a second of
    one player, as they travel. ``pushing``: all hands do, all the time."""

    yards: int
    pushing: bool
    cpu: float
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
    """Notes how late its ticks are, and when it was told."""

    paces: list[tuple[float, list[float]]]

    def hear(self, message: FromYards) -> None:
        super().hear(message)
        if isinstance(message, Pace):
            self.paces.append((time.monotonic(), message.late))


class Prober:
    """The first hand of a yard: it rests until it is still, moves, and waits until it feels that it did. What the
    others feel is kept for them."""

    def __init__(self) -> None:
        self.live: Live | None = None
        self.still = False
        self.felt = asyncio.Event()
        self.frames = [NOTHING] * HANDS
        self.bytes = 0
        """That the other hands were sent."""

    def feel(self, hand: int, frame: bytes) -> None:
        self.frames[hand] = frame
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
                self.live.did(0, move(chance.uniform(-12, 12), chance.uniform(-12, 12)))
                await self.felt.wait()
                delays.append(time.perf_counter() - begun)


class Pushing:
    """A hand that sweeps through the box in curves, at 180 mm/s at most."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.way = self.random.uniform(0, math.tau)

    def next(self, _: bytes) -> bytes:
        self.way += self.random.gauss(0, 0.4)
        far = self.random.uniform(0, 6)
        return move(far * math.cos(self.way), far * math.sin(self.way))


async def search(prober: Prober, hand: int, busy: Busy | Pushing, until: float) -> int:
    """A hand goes on: how many bytes it was told."""
    assert prober.live is not None
    told, due = 0, time.monotonic()
    while due < until:
        message = busy.next(prober.frames[hand])
        parts = halves(message)
        for said in parts:
            prober.live.did(hand, said)
            told += len(said) + MESSAGE
            due += 1 / DECIDES / len(parts)
            await asyncio.sleep(due - time.monotonic())
    return told


def halves(message: bytes) -> tuple[bytes, ...]:
    """A movement in two."""
    if message[0] != Do.MOVE:
        return (message,)
    dx, dy = (int.from_bytes(message[at : at + 1], signed=True) for at in (1, 2))
    return move(dx // 2 / 10, dy // 2 / 10), move((dx - dx // 2) / 10, (dy - dy // 2) / 10)


def worked(process: int) -> float:
    """Seconds that a process has used a core; NaN where nobody says so."""
    if not sys.platform.startswith("linux"):
        return math.nan
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def row(yards: int, seconds: float, pushing: bool = False) -> Row:
    """So many yards in one process, with four hands each."""

    async def start() -> Process:
        process = await Watched.begin()
        assert isinstance(process, Watched)
        process.paces = []
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
        await asyncio.sleep(SETTLE_SECONDS)
        process.paces.clear()
        begun, used = time.monotonic(), worked(process.pid)
        until = begun + seconds
        kind = Pushing if pushing else Busy
        busy = [
            search(prober, hand, kind(HANDS * number + hand), until)
            for number, prober in enumerate(probers)
            for hand in range(1, HANDS)
        ]
        probing = asyncio.gather(*(prober.probe(chance, delays, until) for prober in probers))
        told = sum(await asyncio.gather(*busy))
        await probing
        took = time.monotonic() - begun
        used = worked(process.pid) - used
    finally:
        await keeper.stop()
    (first, _), *paces = process.paces
    late = [seconds for _, told_late in paces for seconds in told_late]
    searchers = yards * (HANDS - 1)
    return Row(
        yards,
        pushing,
        round(used / took, 2),
        round(len(late) / (paces[-1][0] - first) / yards, 1),
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
    """So many seconds for each number of yards that is tried, several times if it doesn't hold at once."""
    rows: dict[int, Row] = {}

    def best(yards: int, pushing: bool) -> Row:
        turns: list[Row] = []
        while len(turns) < TURNS and not any(turn.holds for turn in turns):
            saying(f"{yards} yards{', pushing' if pushing else ''}")
            turns.append(asyncio.run(row(yards, seconds, pushing)))
        return min(turns, key=lambda turn: (not turn.holds, turn.late_p99_ms))

    def tried(yards: int) -> Row:
        if yards not in rows:
            rows[yards] = best(yards, False)
        return rows[yards]

    for yards in TABLES:
        tried(yards)
    found = most(lambda yards: tried(yards).holds, TABLES[-1], MOST)
    worst = [best(yards, True) for yards in PUSHING]
    return Report([rows[yards] for yards in sorted(rows)] + worst, found)
