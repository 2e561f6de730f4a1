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
            try:
                yield noted
            except ConnectionClosed:
                with suppress(ConnectionClosed):
                    while True:
                        await noted.recv()
                self.ends.append((noted.last, connection.close_code))
                raise


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
    assert len(load.ends) >= 6  # three times four, but for those who were making a table
    for last, code in load.ends:
        assert (last, code) == ({"is": "bye", "why": "restart"}, 1012)
