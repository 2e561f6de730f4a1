"""A house in a thread of its own, for tests that do not run in its loop (Hypothesis calls plain functions)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from server_harness import GENEROUS, ME, OPEN, Browser, bot, open_house

from renardiere.server.app import App

__all__ = ["World"]

T = TypeVar("T")


class World:
    """A house in a thread of its own, with tables of every kind and people who have to do with them, or not."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._house = open_house(folder, limits=replace(GENEROUS, strikes=10**9, talk=(1e6, 1e6)))
        self.app: App = self.run(self._house.__aenter__())
        self.people = [Browser(self.app, name) for name in ("Alix", "Bo", "Cy", "Di")]
        self.tables: list[str] = self.run(self._furnish())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    async def _furnish(self) -> list[str]:
        """Waiting, playing, against a bot, on one device, over, open to all; somebody else's; none at all."""
        alix, bo, cy, _ = self.people
        shared = {"who": "me", "name": "Zoé"}
        tables = [await alix.make(*seats) for seats in ((ME, OPEN), (ME, OPEN), (ME, bot()), (ME, shared), (ME, OPEN))]
        for table in (tables[1], tables[4]):
            await bo.sit(table.id)
        over = {"request": "resign-1", "seat": 1}
        await bo.call("POST", f"/api/tables/{tables[4].id}/resign", over, 200)
        listed = {"request": "listed-1", "game": "forest", "options": {}, "seats": [ME, OPEN], "listed": True}
        open_ = (await alix.call("POST", "/api/tables", listed, 201)).json()["id"]
        await cy.make(ME, OPEN)
        said = {"request": "say-0001", "text": "Bonsoir <b>"}
        await alix.call("POST", f"/api/tables/{tables[1].id}/say", said, 200)
        return [*(table.id for table in tables), open_, "aaaaaaaaaa"]

    def close(self) -> None:
        for browser in self.people:
            self.run(browser.close())
        self.run(self._house.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
