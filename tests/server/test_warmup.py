"""What the house does so that it answers while it compiles, and takes up what it owes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from server_harness import ME, PATIENCE, Browser, bot, open_house

from renardiere.server import robots, warmup


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
