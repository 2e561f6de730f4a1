"""Bots think in processes of their own, which may die and leave nothing behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from server_harness import ME, PATIENCE, Browser, Update, bot, open_house

from renardiere.server.journal.store import Unavailable
from renardiere.server.minds import Minds

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="signals")]


@pytest_asyncio.fixture
async def minds() -> AsyncIterator[Minds]:
    minds = Minds(1)
    yield minds
    await minds.stop()


def who() -> tuple[int, int]:
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    raise LookupError("lost")


async def test_a_process_of_their_own(minds: Minds) -> None:
    """At a lower priority, and always the same one."""
    process, nice = await minds.think(who)
    assert process != os.getpid()
    assert nice == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
    assert await minds.think(who) == (process, nice)
    with pytest.raises(LookupError):
        await minds.think(fail)
    assert await minds.think(who) == (process, nice)


async def test_one_that_is_killed(minds: Minds) -> None:
    """Another one takes its place, and what was asked is done there; what kills each of them is given up."""
    process, _ = await minds.think(who)
    os.kill(process, signal.SIGKILL)
    another, _ = await minds.think(who)
    assert another != process
    with pytest.raises(Unavailable):
        await minds.think(die)
    await minds.think(who)


async def test_they_end_with_the_house(minds: Minds) -> None:
    """At once, also in the middle of a thought."""
    process, _ = await minds.think(who)
    long = asyncio.create_task(minds.think(signal.pause))
    await asyncio.sleep(0)
    await minds.stop()
    with pytest.raises((Unavailable, asyncio.CancelledError)):  # it had begun, or not
        await long
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(Unavailable):
        await minds.think(who)


HOUSE = """
import asyncio, os
from renardiere.server.minds import Minds
async def main():
    print(await Minds(1).think(os.getpid), flush=True)
    await asyncio.sleep(60)
if __name__ == "__main__":
    asyncio.run(main())
"""


def test_they_end_with_a_house_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(HOUSE)
    with subprocess.Popen([sys.executable, str(tmp_path / "house.py")], stdout=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        assert int(house.stdout.readline()) != house.pid
        house.kill()
        assert house.stdout.read() == ""  # comes once nobody is left who could write: neither the house nor its child


async def test_a_game_goes_on_when_the_bots_process_dies(tmp_path: Path) -> None:
    """Whoever plays against it does not notice."""
    async with open_house(tmp_path, bot_processes=1) as app, asyncio.timeout(4 * PATIENCE):
        alix = Browser(app)
        table = (await alix.make(ME, bot())).id
        socket = await alix.live()
        state = await socket.watch(table, 0)
        killed = 0
        for _ in range(2):
            while 0 not in state.view.to_act:
                state = await socket.wait(Update)
            process, _ = await app.house.minds.think(who)
            os.kill(process, signal.SIGKILL)
            killed += 1
            socket.send(alix.act(table, 0, state.decision, state.view.legal["0"][0]))
            state = await socket.wait(Update)
        assert killed == 2
        await alix.close()
