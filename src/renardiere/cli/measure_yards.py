"""Yards as a house holds them, measured: in a process of their own, with busy hands, in real time."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from renardiere.games.maitre.words import LOOT
from renardiere.server.yards.keeper import Keeper, Live, Process
from renardiere.server.yards.words import FromYards, Pace

__all__ = ["measure_yards"]

HANDS: Final = 4
MOVES: Final = 60
"""What a busy hand is told in a second."""
STILL: Final = 16
REST_SECONDS: Final = 0.4
TOKENS: Final = (*(kind for kind in LOOT for _ in range(3)), "fox", "fox", "snake", "snake", "hammer")


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

    def feel(self, hand: int, frame: bytes) -> None:
        if hand == 0:
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


async def search(live: Live, hand: int, chance: random.Random, until: float) -> None:
    """A hand that follows whatever it finds, in curves, as fast as a hand does."""
    angle, step = chance.uniform(0, math.tau), 1 / MOVES
    while time.monotonic() < until:
        angle += chance.gauss(0, 0.3)
        far = chance.uniform(0, 30)  # tenths of a millimetre: up to 180 mm/s
        live.did(hand, bytes((1, round(far * math.cos(angle)) & 255, round(far * math.sin(angle)) & 255)))
        await asyncio.sleep(step)


async def row(yards: int, seconds: float) -> dict[str, Any]:
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
            prober.live = await keeper.open(prober.feel, chance.randbytes(32), TOKENS, (1.0,) * HANDS)
        lives = [prober.live for prober in probers if prober.live is not None]
        await asyncio.gather(*(live.made for live in lives))
        for live in lives:
            live.begin()
        process = keeper.barns[0]
        assert isinstance(process, Watched)
        until = time.monotonic() + seconds
        busy = [search(live, hand, random.Random(hand), until) for live in lives for hand in range(1, HANDS)]
        await asyncio.gather(*busy, *(prober.probe(chance, delays, until) for prober in probers))
        late = process.late
    finally:
        await keeper.stop()
    return {
        "yards": yards,
        "ticks_per_s": round(len(late) / seconds, 1),
        "late_p50_ms": part(late, 0.5),
        "late_p99_ms": part(late, 0.99),
        "felt_p50_ms": part(delays, 0.5),
        "felt_p99_ms": part(delays, 0.99),
    }


def part(times: Sequence[float], share: float) -> float:
    """That quantile, in milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else math.nan


def measure_yards(counts: Sequence[int], seconds: float, saying: Callable[[str], None]) -> list[dict[str, Any]]:
    """One row for each number of yards."""
    rows = []
    for yards in counts:
        saying(f"{yards} yards")
        rows.append(asyncio.run(row(yards, seconds)))
    return rows
