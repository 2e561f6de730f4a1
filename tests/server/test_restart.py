"""Restarted in good order, in the middle of things: everybody is told, nothing is lost, and the games go on."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from crash_life import Person
from server_harness import PATIENCE
from test_crash import Inquest, Load
from travellers import CrashHouse, Notes
from websockets.exceptions import ConnectionClosed

pytestmark = pytest.mark.slow


class Noted:
    """A live connection of which the last message is known."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.last: Any = None

    async def recv(self) -> str:
        text: str = await self.connection.recv()
        self.last = json.loads(text)
        return text

    async def send(self, text: str) -> None:
        await self.connection.send(text)


class Partings(Load):
    """A load whose connections are listened to until the end."""

    def __init__(self, house: CrashHouse, notes: Notes, seed: int) -> None:
        super().__init__(house, notes, seed)
        self.here = 0
        self.coming = asyncio.Condition()
        self.ends: list[tuple[Any, int | None]] = []
        """Of each connection that the house closed, the last message, and the code."""

    def newcomer(self) -> Person:
        person = super().newcomer()
        person.visitor.live = partial(self.listen, person.visitor.live)  # type: ignore[method-assign]
        return person

    @asynccontextmanager
    async def listen(self, live: Callable[[], Any]) -> AsyncIterator[Noted]:
        async with live() as connection:
            noted = Noted(connection)
            await self.count(1)
            try:
                yield noted
            except ConnectionClosed:
                with suppress(ConnectionClosed):
                    while True:
                        await noted.recv()
                self.ends.append((noted.last, connection.close_code))
                raise
            finally:
                await self.count(-1)

    async def count(self, more: int) -> None:
        async with self.coming:
            self.here += more
            self.coming.notify_all()

    async def until_all_are_here(self, people: int) -> None:
        async with self.coming:
            await self.coming.wait_for(lambda: self.here == people)


async def test_restarts_under_load(tmp_path: Path) -> None:
    chance = random.Random(8)
    notes = Notes()
    inquest = Inquest(tmp_path, notes)
    (tmp_path / "data").mkdir()
    async with CrashHouse.on(tmp_path / "data") as house:
        assert await house.start() is None
        load = Partings(house, notes, seed=3)
        playing = load.start(lives=1, alone=1, shared=4)
        for _ in range(3):
            async with asyncio.timeout(PATIENCE):
                await notes.more(chance.randrange(20, 60))
                await load.until_all_are_here(4)
            house.kill(signal.SIGTERM)
            assert await house.ended() == 0
            for player in playing:
                assert not player.done(), player.exception()
            inquest.hold()
            assert await house.start() is None
        load.enough = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        house.kill(signal.SIGTERM)
        assert await house.ended() == 0
    inquest.close()
    assert len(load.ends) >= 9  # three times four, but for a game that ended at that very moment
    for last, code in load.ends:
        assert (last, code) == ({"is": "bye", "why": "restart"}, 1012)
