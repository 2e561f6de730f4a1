from __future__ import annotations

import functools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from company import toy
from server_harness import open_house

from renardiere import bots
from renardiere.server import warmup
from renardiere.server.app import App
from renardiere.server.messages import OFFERED

WARM = {name: functools.cache(getattr(warmup, name)) for name in ("warm_rules", "warm_bots")}


@pytest.fixture(autouse=True)
def _warm_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one house has compiled, the next in this process need not."""
    for name, work in WARM.items():
        monkeypatch.setattr(warmup, name, work)


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that choose at random: these tests are about the house."""
    quick = bots.Level("renardiere.bots.random:RandomBot", {"en": "Random.", "fr": "Au hasard."})
    for game in OFFERED:
        monkeypatch.setitem(bots.LEVELS, game, dict.fromkeys((1, 2, 3), quick))  # type: ignore[arg-type]


@pytest.fixture
def small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Houses have the small game for three; ask for it before ``app``."""
    toy(monkeypatch)


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_house(tmp_path) as app:
        yield app
