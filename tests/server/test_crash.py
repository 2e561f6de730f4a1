"""Killed at any instant, the house has all that it acknowledged, nothing half done, and its games go on."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path
from typing import Any

import pytest
from journal_checks import Checker, post_mortem
from server_harness import PATIENCE
from travellers import CrashHouse, Notes, Shared, Traveller, client

pytestmark = pytest.mark.slow

SHORT = {"target": "1"}


class Load:
    """People who play game after game until they are told that it is enough, and finish the last."""

    def __init__(self, house: CrashHouse, notes: Notes, seed: int) -> None:
        self.house = house
        self.notes = notes
        self.chance = random.Random(seed)
        self.enough = False
        self.games = 0

    def start(self, pairs: int, alone: int, shared: int) -> list[asyncio.Task[None]]:
        tables = [self.pair, self.alone, self.shared]
        return [
            asyncio.create_task(self.again(table))
            for table, count in zip(tables, (pairs, alone, shared), strict=True)
            for _ in range(count)
        ]

    async def again(self, table: Any) -> None:
        people = [await self.newcomer(), await self.newcomer()]
        while not self.enough:
            await table(*people)
            self.games += 1

    async def newcomer(self) -> Any:
        visitor = self.house.visitor()
        await self.ask(visitor, "GET", "/me")
        return visitor

    async def ask(self, visitor: Any, method: str, path: str, body: object = None) -> Any:
        return await asyncio.to_thread(visitor.call, method, path, body, 10_000)

    async def make(self, visitor: Any, *seats: object) -> str:
        wish = {"request": client.new_id(), "game": "forest", "options": SHORT, "seats": seats}
        table = (await self.ask(visitor, "POST", "/tables", wish))["id"]
        again = (await self.ask(visitor, "POST", "/tables", wish))["id"]  # as after a lost answer
        assert again == table
        return str(table)

    async def play(self, visitor: Any, player: Any) -> None:
        await client.play(visitor, player, wait=self.house.wait)

    def traveller(self, table: str, seat: int | None) -> Traveller:
        return Traveller(self.notes, table, seat, self.chance)

    async def pair(self, alix: Any, bo: Any) -> None:
        """Two people, the second by a link, and somebody who watches."""
        table = await self.make(alix, {"who": "me", "name": "Alix"}, {"who": "open"})
        sit = {"request": client.new_id(), "name": "Bo"}
        await self.ask(bo, "POST", f"/tables/{table}/sit", sit)
        await asyncio.gather(
            self.play(alix, self.traveller(table, 0)),
            self.play(bo, self.traveller(table, 1)),
            self.play(alix, self.traveller(table, None)),
        )

    async def alone(self, alix: Any, _: Any) -> None:
        table = await self.make(alix, {"who": "me", "name": "Alix"}, {"who": "bot", "level": 1})
        await self.play(alix, self.traveller(table, 0))

    async def shared(self, alix: Any, _: Any) -> None:
        """Two people at one device."""
        table = await self.make(alix, {"who": "me", "name": "Alix"}, {"who": "me", "name": "Bo"})
        await self.play(alix, Shared([self.traveller(table, 0), self.traveller(table, 1)]))


class Inquest:
    """Looks at what is left after each death."""

    def __init__(self, folder: Path, notes: Notes) -> None:
        self.folder = folder
        self.notes = notes
        self.checker = Checker()

    def hold(self) -> None:
        with post_mortem(self.folder / "data", self.folder / "copy") as journal:
            self.checker.check(journal)
        stored = {request: fact for truth in self.checker.truths.values() for request, fact in truth.requests.items()}
        for request, act in self.notes.acknowledged.items():
            fact = stored[request]
            assert (fact.seat, fact.action) == (act["seat"], act["action"])  # type: ignore[union-attr]

    def close(self) -> None:
        """All games are over, and everybody was told what happened, each event once."""
        self.hold()
        assert all(truth.table.phase == "over" for truth in self.checker.truths.values())
        for traveller in self.notes.travellers:
            self.checker.told(traveller.table, traveller.seat, traveller.heard)
            assert traveller.pending is None or traveller.over


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
    """57 deaths of one house, 7 tables at full speed."""
    chance = random.Random(2607)
    notes = Notes()
    inquest = Inquest(tmp_path, notes)
    (tmp_path / "data").mkdir()
    by_fault = 0
    async with CrashHouse.on(tmp_path / "data") as house:
        assert await house.start() is None
        load = Load(house, notes, seed=5)
        playing = load.start(pairs=3, alone=2, shared=2)
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
        load.enough = True
        async with asyncio.timeout(3 * PATIENCE):
            await asyncio.gather(*playing)
        house.kill()
        await house.ended()
    inquest.close()
    assert by_fault >= 20
    assert load.games >= 7
