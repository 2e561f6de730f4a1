"""Killed at any instant, the house has all that it acknowledged, nothing half done, and its games go on."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from crash_life import Alone, Life, Person
from inquest import Inquest
from server_harness import PATIENCE
from travellers import CrashHouse, Notes, Shared, Traveller, client

pytestmark = pytest.mark.slow


class Load:
    """People who play game after game until they are told that it is enough, and finish the last."""

    def __init__(self, house: CrashHouse, notes: Notes, seed: int) -> None:
        self.house = house
        self.notes = notes
        self.chance = random.Random(seed)
        self.enough = False
        self.games = 0

    def start(self, lives: int, alone: int, shared: int) -> list[asyncio.Task[None]]:
        names = iter("abcdefghij")
        play = [Life(self.house, self.notes, self.chance, next(names)).game for _ in range(lives)]
        play += [Alone(self.house, self.notes, self.chance, next(names)).game for _ in range(alone)]
        play += [partial(self.shared, self.newcomer()) for _ in range(shared)]
        return [asyncio.create_task(self.again(game)) for game in play]

    async def again(self, game: Callable[[], Awaitable[None]]) -> None:
        while not self.enough:
            await game()
            self.games += 1

    @property
    def everything(self) -> bool:
        """Whether each thing that people do was acknowledged."""
        done = {deed.body.get("choice", deed.what) for deed in self.notes.deeds}
        return done >= {"say", "leave", "return", "resign", "sit", "free", "bot", "wait", "end", "back", "rematch"}

    def newcomer(self) -> Person:
        return Person(self.house, self.notes, "Alix")

    async def shared(self, alix: Person) -> None:
        """Two people at one device."""
        await alix.ask("GET", "/me")
        table = await alix.make({"who": "me", "name": "Alix"}, {"who": "me", "name": "Bo"})
        seats = [Traveller(self.notes, table, seat, self.chance) for seat in (0, 1)]
        await client.play(alix.visitor, Shared(seats), wait=self.house.wait)


def deaths(chance: random.Random) -> list[dict[str, Any]]:
    """Twenty-eight kills from outside, at instants of chance, and seven of each kind at chosen points within."""
    plan: list[dict[str, Any]] = [{} for _ in range(28)]
    for _ in range(7):
        plan.append({"die": "before commit", "at": chance.randrange(1, 20)})
        plan.append({"die": "after commit", "at": chance.randrange(1, 20)})
        plan.append({"die": "in commit", "at": chance.randrange(1, 300)})
    # the log grows; or what it holds is soon carried into the database
    plan += [{"die": "in write", "at": chance.randrange(60_000)} for _ in range(4)]
    plan += [{"die": "in write", "at": chance.randrange(8_000), "checkpoint": 4} for _ in range(3)]
    chance.shuffle(plan)
    return plan


async def test_killed_under_load(tmp_path: Path) -> None:
    """57 deaths of one house, 7 tables at full speed: people play, watch, talk, leave and come back, give up, run out
    of time, let bots play, take back, and all at once want a rematch."""
    chance = random.Random(2607)
    notes = Notes()
    inquest = Inquest(tmp_path, notes)
    (tmp_path / "data").mkdir()
    by_fault = 0
    async with CrashHouse.on(tmp_path / "data") as house:
        assert await house.start() is None
        load = Load(house, notes, seed=5)
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(32))  # all may be waiting for the house
        playing = load.start(lives=3, alone=2, shared=2)
        await notes.more(20)
        house.kill()
        await house.ended()
        for fault in deaths(chance):
            inquest.hold()
            status = await house.start(**fault)
            if status is None:
                enough = asyncio.create_task(notes.more(chance.randrange(1, 25) if not fault else 100))
                ended = asyncio.create_task(house.ended())
                async with asyncio.timeout(PATIENCE):
                    await asyncio.wait([enough, ended, *playing], return_when=asyncio.FIRST_COMPLETED)
                for player in playing:
                    assert not player.done(), player.exception()
                by_fault += ended.done()
                house.kill()
                status = await ended
                enough.cancel()
            assert status in (-signal.SIGKILL, -signal.SIGXFSZ)
        inquest.hold()
        assert await house.start() is None
        async with asyncio.timeout(3 * PATIENCE):
            while not load.everything:
                await notes.more(5)
            load.enough = True
            await asyncio.gather(*playing)
        house.kill()
        await house.ended()
    inquest.close()
    assert by_fault >= 20
    assert load.games >= 7
    assert house.interrupted >= 20
    assert notes.returns >= 57
