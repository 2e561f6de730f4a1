"""A network that loses things, between real clients and a real house, over TCP.

A proxy carries the live connections. What becomes of each message is drawn from the seed, the traveller, their how
manieth connection it is and its direction: the same messages fare the same each time.
"""

from __future__ import annotations

import asyncio
import random
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Literal, NamedTuple

from travellers import client
from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode

Direction = Literal["up", "down"]
TRAVELLER = "x-traveller"


class Odds(NamedTuple):
    """Of a message to be lost, to come twice, late (others overtake it), or cut short; of its connection to be cut
    before it, in the middle of it, or to say nothing more without an end; and of an HTTP request to be lost, of its
    answer to be, or to be sent twice."""

    lost: float = 0.07
    twice: float = 0.07
    late: float = 0.1
    short: float = 0.01
    cut: float = 0.01
    torn: float = 0.01
    silent: float = 0.005
    unsent: float = 0.05
    unanswered: float = 0.05
    resent: float = 0.05

    def message(self) -> dict[str, float]:
        return dict(list(self._asdict().items())[:7])

    def request(self) -> dict[str, float]:
        return dict(list(self._asdict().items())[7:])


LIVING = Odds(0.12, 0.12, 0.12, short=0, cut=0, torn=0, silent=0)
"""Messages are lost, and the connections live."""


def fates(odds: dict[str, float], *where: object) -> Iterator[tuple[str, random.Random]]:
    """What becomes of one after the other, and the chance by which its details are drawn."""
    chance = random.Random(repr(where))
    kinds, weights = ["well", *odds], [1 - sum(odds.values()), *odds.values()]
    while True:
        yield chance.choices(kinds, weights)[0], chance


class Broken(Exception):
    """The connection is no more."""


class Lane:
    """One direction of a connection."""

    def __init__(self, fates: Iterator[tuple[str, random.Random]], count: Callable[[str], None]) -> None:
        self._fates = fates
        self._count = count
        self._late: list[tuple[int, str]] = []
        """Messages that are under way still, and how many others overtake each."""

    def carry(self, text: str) -> tuple[list[str], str]:
        """What arrives now that this is sent, and what becomes of the connection (``well`` if nothing)."""
        fate, chance = next(self._fates)
        self._count(fate)
        arriving = {"well": [text], "twice": [text, text], "short": [text[: chance.randrange(len(text))]]}.get(fate, [])
        due = [held for left, held in self._late if left == 0]
        self._late = [(left - 1, held) for left, held in self._late if left > 0]
        if fate == "late":
            self._late.append((chance.randrange(6), text))
        return arriving + due, fate if fate in ("cut", "torn", "silent") else "well"

    def rest(self) -> list[str]:
        """What was under way as nobody listened any more."""
        late, self._late = self._late, []
        return [text for _, text in late]


class Crossing(NamedTuple):
    """A live connection, with what the house sent over it, whatever of that arrived."""

    traveller: str
    down: list[str]


class Lossy:
    """The way to a house; it takes the place of the house for ``crash_life``."""

    def __init__(self, house: str, seed: int, odds: Odds, pace: dict[str, float]) -> None:
        self.house = house
        self.seed = seed
        self.odds = odds
        self.pace = pace
        self.address = ""
        self.counts: Counter[str] = Counter()
        """What happened: ``up lost``, ``down torn``, ``unanswered``, …"""
        self.crossings: list[Crossing] = []
        self._visitors = 0
        self._ghosts: dict[str, asyncio.Event] = {}
        """By traveller, the connection that says nothing more: what is to end it."""

    @classmethod
    @asynccontextmanager
    async def to(
        cls, house: str, seed: int, odds: Odds, beat: float = 0.1, patience: float = 1
    ) -> AsyncIterator[Lossy]:
        lossy = cls(house, seed, odds, {"beat": beat, "patience": patience})
        async with serve(lossy._carry, "127.0.0.1", 0, compression=None, ping_interval=None, close_timeout=1) as server:
            lossy.address = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            try:
                yield lossy
            finally:
                for ghost in lossy._ghosts.values():
                    ghost.set()

    def visitor(self) -> Any:
        self._visitors += 1
        return Visitor(self, f"{self.seed}-{self._visitors}")

    async def wait(self, _: int) -> None:
        await asyncio.sleep(0)

    def fates(self, odds: dict[str, float], *where: object) -> Iterator[tuple[str, random.Random]]:
        return fates(odds, self.seed, *where)

    # ---- live connections --------------------------------------------------------------------------------------
    async def _carry(self, near: ServerConnection) -> None:
        """From the first message to the last."""
        assert near.request is not None
        traveller, cookie = near.request.headers[TRAVELLER], near.request.headers["cookie"]
        place = sum(crossing.traveller == traveller for crossing in self.crossings)
        crossing = Crossing(traveller, [])
        self.crossings.append(crossing)
        live = self.house.replace("http", "ws", 1) + "/api/live"
        far = await connect(live, additional_headers={"cookie": cookie}, compression=None, close_timeout=1)
        if before := self._ghosts.pop(traveller, None):
            before.set()
        lanes = {way: self._lane(traveller, place, way) for way in ("up", "down")}
        ways = [
            asyncio.create_task(self._one_way(near, far, lanes["up"], [])),
            asyncio.create_task(self._one_way(far, near, lanes["down"], crossing.down)),
        ]
        try:
            ended, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            await stop(ways)
            if any(way.result() == "silent" for way in ended):
                near.transport.pause_reading()  # type: ignore[attr-defined]
                await self._haunt(traveller, far, lanes["up"], crossing.down)
        finally:
            await stop(ways)
            for connection in (near, far):
                connection.transport.abort()

    def _lane(self, traveller: str, place: int, way: Direction) -> Lane:
        def count(fate: str) -> None:
            self.counts[f"{way} {fate}"] += 1

        return Lane(self.fates(self.odds.message(), traveller, place, way), count)

    async def _one_way(self, source: Connection, target: Connection, lane: Lane, seen: list[str]) -> str:
        """Carry messages until the connection ends: how it does."""
        with suppress(WebSocketException):
            async for text in source:
                assert isinstance(text, str)
                seen.append(text)
                arriving, end = lane.carry(text)
                for message in arriving:
                    await target.send(message)
                if end == "torn":
                    whole = Frame(Opcode.TEXT, text.encode()).serialize(mask=isinstance(source, ServerConnection))
                    target.transport.write(whole[: len(whole) // 2])
                if end != "well":
                    return end
        return "ended"

    async def _haunt(self, traveller: str, far: Connection, up: Lane, seen: list[str]) -> None:
        """The house hears nothing more, not even an end, until its traveller has come back: then, what was late."""
        over = self._ghosts[traveller] = asyncio.Event()
        listening = asyncio.create_task(self._listen(far, seen))
        await over.wait()
        await stop([listening])
        with suppress(WebSocketException):
            for text in up.rest():
                await far.send(text)
            await far.close()

    async def _listen(self, far: Connection, seen: list[str]) -> None:
        with suppress(WebSocketException):
            async for text in far:
                seen.append(str(text))


async def stop(tasks: list[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Visitor(client.House):  # type: ignore[misc,name-defined]
    """Somebody whose requests are lost, too, or their answers, or come twice."""

    def __init__(self, lossy: Lossy, name: str) -> None:
        super().__init__(lossy.house, lambda times: None)
        self.name = name
        self._lossy = lossy
        self._fates = lossy.fates(lossy.odds.request(), name, "requests")

    def _once(self, method: str, path: str, body: object) -> Any:
        fate, _ = next(self._fates)
        self._lossy.counts[fate] += 1
        if fate == "unsent":
            raise ConnectionResetError
        answer = super()._once(method, path, body)
        if fate == "unanswered":
            raise ConnectionResetError
        return super()._once(method, path, body) if fate == "resent" else answer

    def text(self, path: str) -> str:
        """What is there, as it is."""
        request = urllib.request.Request(self.address + path, headers={"cookie": self.cookie})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return str(answer.read().decode())

    def live(self) -> connect:
        headers = {"cookie": self.cookie, TRAVELLER: self.name}
        return connect(self._lossy.address, additional_headers=headers, max_size=1 << 20, close_timeout=0.2)
