"""What the house does so that it answers while it compiles, and takes up what it owes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from server_harness import ME, PATIENCE, Browser, bot, open_house

from renardiere.server import robots, warmup
from renardiere.server.config import RealClock


async def test_what_is_owed_is_taken_up_a_few_tables_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart each bot plays on, and never more of them are at work than is good for the people."""
    monkeypatch.setattr(robots, "AT_ONCE", 2)
    monkeypatch.setattr(warmup, "warm_bots", lambda: None)
    async with open_house(tmp_path) as app:
        monkeypatch.setattr(app.house.robots, "poke", lambda awake: None)
        alix = Browser(app)
        tables = [(await alix.make(ME, bot())).id for _ in range(30)]
        owed = set(app.house.store.owing())
        await alix.close()
    assert len(owed) > 4
    assert owed < set(tables)
    async with open_house(tmp_path, seed=2) as app:
        most = 0
        async with asyncio.timeout(PATIENCE):
            while app.house.store.owing():
                at_work = [table for table in tables if (awake := app.house.awake(table)) and awake.robot]
                most = max(most, len(at_work))
                await asyncio.sleep(0)
    assert 1 <= most <= 2


@pytest.mark.parametrize("apart", [True, False])
async def test_bots_in_processes_of_their_own_are_not_loaded_here(apart: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector of cycles is told what stays as soon as all is there that this process loads."""
    go_on = threading.Event()

    async def think(work: Callable[[], Any]) -> None:
        await asyncio.to_thread(work)

    minds: Any = SimpleNamespace(apart=apart, think=think)
    monkeypatch.setattr(warmup, "warm_rules", lambda: None)
    monkeypatch.setattr(warmup, "warm_bots", lambda: go_on.wait(PATIENCE))
    kitchen = warmup.Warmup(RealClock(), minds)
    kitchen.start()
    await kitchen.rules()
    loaded = asyncio.ensure_future(kitchen.loaded())
    async with asyncio.timeout(PATIENCE):
        if apart:
            await loaded
            assert not kitchen.done
        await asyncio.sleep(0)  # whoever waits for the rules is told
        assert loaded.done() == apart
        go_on.set()
        await kitchen.finished()
        await loaded
