"""A yard that needs no time and no skill, for tests of what surrounds yards: whoever has moved by n tenths of a
millimetre grips the n-th token of the list. And processes of yards that are none, whose ticks the test makes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import chain
from math import pi
from typing import Any, ClassVar

from company import Company
from msgspec import Struct

from renardiere.games.maitre.words import LOOT, TOKENS
from renardiere.server.app import App
from renardiere.server.messages import Reach
from renardiere.server.yards.keeper import Barn, Keeper
from renardiere.server.yards.process import Holder
from renardiere.server.yards.searches import Search
from renardiere.server.yards.words import ToYards
from renardiere.yard.yard import Lying

__all__ = ["GRIP", "SACK", "STOP", "Dark", "FakeYard", "Near", "move"]

GRIP, SACK, STOP, AGAIN = b"\x02", b"\x04", b"\x08", b"\x09\x01"
IDLE = 3600
NUMB = 32


def move(dx: int, dy: int = 0) -> bytes:
    return bytes((1, dx & 255, dy & 255))


class Stop(Struct):
    caller: int
    sacks: tuple[tuple[str, ...], ...]


class FakeYard:
    """See above. A frame: flags, how many are in the own sack, where the hand is."""

    made: ClassVar[list[FakeYard]] = []

    def __init__(self, seed: bytes, tokens: Sequence[str], speeds: Sequence[float]) -> None:
        self.seed, self.tokens, self.speeds = seed, list(tokens), speeds
        hands = range(len(speeds))
        self.at = [0 for _ in hands]
        self.held: list[int | None] = [None for _ in hands]
        self.sacks: list[list[int]] = [[] for _ in hands]
        self.numb = [False for _ in hands]
        self.asks = [False for _ in hands]
        self.delays = [0.0 for _ in hands]
        self.told: list[tuple[int, bytes]] = []
        self.tick = self.moved = 0
        self.ended: Stop | None = None
        FakeYard.made.append(self)

    def send(self, hand: int, message: bytes) -> None:
        self.told.append((hand, message))

    def delay(self, hand: int, seconds: float) -> None:
        self.delays[hand] = seconds

    def step(self) -> None:
        self.tick += 1
        for hand, message in self.told:
            self.moved = self.tick
            self._do(hand, message)
        self.told = []

    def _do(self, hand: int, message: bytes) -> None:
        match message[0]:
            case 1:
                self.at[hand] += (message[1] + 128) % 256 - 128
            case 2 if self.at[hand] not in [*self.held, *chain(*self.sacks)]:
                self.held[hand] = self.at[hand]
            case 4 if (held := self.held[hand]) is not None and len(self.sacks[hand]) < 4:
                self.sacks[hand].append(held)
                self.held[hand] = None
            case 8 if self.ended is None:
                loot = sum(self.tokens[token] in LOOT for token in self.sacks[hand])
                self.numb[hand] = loot < 3
                if loot >= 3:
                    sacks = tuple(tuple(self.tokens[token] for token in sack) for sack in self.sacks)
                    self.ended = Stop(hand, sacks)
            case 9:
                self.asks[hand] = bool(message[1])

    def felt(self, hand: int) -> bytes:
        flags = (self.held[hand] is not None) + NUMB * self.numb[hand]
        return bytes((flags, len(self.sacks[hand]), self.at[hand] & 255))

    @property
    def shake_wanted(self) -> bool:
        return all(self.asks) or self.tick - self.moved >= IDLE

    @property
    def film(self) -> bytes:
        return b"film of " + self.seed

    @property
    def lit(self) -> list[Lying]:
        places = {token: 1 + hand for hand, token in enumerate(self.held)}
        places |= {token: 5 + hand for hand, sack in enumerate(self.sacks) for token in sack}
        return [Lying(kind, token, 0.0, pi, places.get(token, 0)) for token, kind in enumerate(self.tokens)]

    def place(self, hand: int) -> tuple[float, float]:
        return self.at[hand], 0.0


class Near(Barn):
    """A process of yards that is in this one."""

    def __init__(self, make: Callable[..., Any] = FakeYard) -> None:
        super().__init__()
        self.holder = Holder(make, self.hear)

    def tell(self, message: ToYards) -> None:
        self.holder.take(message)


class Dark:
    """People at a table of maitre, each with a page that has their hand."""

    def __init__(self, company: Company, barn: Near) -> None:
        self.company = company
        self.barn = barn

    @classmethod
    async def seated(
        cls, app: App, players: int = 2, reach: bool = True, make: Callable[..., Any] = FakeYard, **terms: Any
    ) -> Dark:
        barn = near(app, make)
        company = await Company.seated(
            app, players, **{"game": "maitre", "options": {"players": str(players)}, **terms}
        )
        dark = cls(company, barn)
        if reach:
            for seat in range(players):
                dark.reach(seat)
            await dark.look()
        return dark

    def reach(self, seat: int, on: bool = True) -> None:
        self.company.pages[seat].socket.send(Reach(self.company.table, seat, on))

    @property
    def search(self) -> dict[str, Any]:
        """What the first page knows of it."""
        told: dict[str, Any] = self.company.pages[0].info["search"]
        return told

    @property
    def yard(self) -> FakeYard:
        return FakeYard.made[-1]

    async def look(self) -> None:
        await self.company.look()

    async def ready(self) -> None:
        """Masks down, everybody; the search begins."""
        await self.company.ready()
        await self.settle()

    async def settle(self) -> None:
        """Until the house has done what it can without anybody."""
        house = self.company.app.house
        await until(lambda: all(_settled(awake.search) for awake in house.all_awake() if awake.search))
        await self.look()

    async def do(self, seat: int, *messages: bytes) -> None:
        """Let a hand do that, one tick for each."""
        socket = self.company.pages[seat].socket
        for message in messages:
            socket.send_bytes(message)
            await self.company.pages[seat].look()
            self.tick()

    def tick(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.barn.holder.tick()

    async def take(self, seat: int, *kinds: str) -> None:
        """Find a token of each of these kinds, and put it in the sack."""
        for kind in kinds:
            taken = {*chain(*self.yard.sacks), *self.yard.held}
            place = next(n for n, token in enumerate(self.yard.tokens) if token == kind and n not in taken)
            await self.do(seat, move(place - self.yard.at[seat]), GRIP, SACK)

    async def round(self, caller: int, *sacks: Sequence[str]) -> None:
        """A search that comes to these sacks."""
        await self.ready()
        for seat, sack in enumerate(sacks):
            await self.take(seat, *sack)
        await self.do(caller, STOP)
        await self.settle()

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.company.pages[0].state["view"]
        return view

    def others(self, *more: str) -> list[str]:
        """Kinds of loot that are no mission now."""
        return [kind for kind in TOKENS if kind in LOOT and kind not in (*self.view["missions"], *more)]

    async def close(self) -> None:
        await self.company.close()


def near(app: App, make: Callable[..., Any] = FakeYard) -> Near:
    """Yards without a process, for this house."""
    barn = Near(make)

    async def start() -> Barn:
        return barn

    app.house.searches.keeper = Keeper(1, start)
    FakeYard.made.clear()
    return barn


def _settled(search: Search) -> bool:
    """Nothing is done there, or it is searched."""
    live = search.live
    return search.task is None or (live is not None and live.begun and not live.outcome.done())


async def until(what: Callable[[], bool]) -> None:
    """Until that is so; what it waits for comes by itself."""
    async with asyncio.timeout(20):
        while not what():  # noqa: ASYNC110  # nothing tells of it
            await asyncio.sleep(0)
