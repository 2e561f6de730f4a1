"""A house in this process whose database may refuse a write, or which may die before, in the middle of or after one:
all memory is gone then, and another house opens on the same folder."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, TypeVar

import pytest
from server_harness import GENEROUS, SeededChance, StillClock, furnish

from renardiere.server import app as app_module
from renardiere.server.app import App
from renardiere.server.config import Config
from renardiere.server.journal.store import Pending, Store, Unavailable
from renardiere.server.shell import Page

__all__ = ["FAULTS", "Died", "Fault", "MortalHouse"]

Fault = Literal["refused", "interrupted", "dies before", "dies in the middle", "dies after"]
FAULTS: tuple[Fault, ...] = ("refused", "interrupted", "dies before", "dies in the middle", "dies after")

T = TypeVar("T")


class Died(Exception):
    """The house is no more; whatever was asked of it has no answer."""


class MortalStore(Store):
    """Writes in the loop's own thread, one group at a time, and has its fate told: after ``spared`` groups."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._writer.execute("PRAGMA synchronous=OFF")  # it is the process that dies here, not the machine
        self.fate: Fault | None = None
        self.spared = 0
        self.died = asyncio.Event()

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        self.close()

    async def clean(self, pack: bool) -> None:
        if problem := self._clean(pack):
            raise Unavailable(problem)

    def _hand_over(self) -> None:
        if self.died.is_set():
            return
        group, self._waiting = self._waiting, []
        self._write_group(group)
        if not self.died.is_set():
            self._loop.call_soon(self._take_back, group)

    def _write_group(self, group: list[Pending]) -> None:
        fate = None
        if self.fate is not None:
            if self.spared == 0:
                fate, self.fate = self.fate, None
            self.spared -= 1
        match fate:
            case "refused":
                self._writer.execute("PRAGMA query_only=ON")
            case "interrupted":
                self._writer.set_progress_handler(lambda: 1, 40)
            case "dies in the middle":
                self._writer.execute("BEGIN IMMEDIATE")
                self._insert_all(group[:1])
        if fate not in ("dies before", "dies in the middle"):
            super()._write_group(group)
        self._writer.set_progress_handler(None, 0)
        self._writer.execute("PRAGMA query_only=OFF")
        if fate is not None and fate.startswith("dies"):
            self.died.set()


class MortalHouse:
    """One house after the other on a folder, and the loop that they live in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = StillClock()
        self.loop = asyncio.new_event_loop()
        self.openings = 0
        furnish(folder)
        self.open()

    @property
    def store(self) -> MortalStore:
        store = self.app.house.store
        assert isinstance(store, MortalStore)
        return store

    def open(self) -> None:
        self.openings += 1
        config = Config(
            self.folder,
            bot_pause=(0, 0),
            trick_pause=0,
            limits=replace(GENEROUS, talk=(1e6, 1e6), strikes=10**6, connections=10**3),
        )
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app_module, "Store", MortalStore)
            self.app = App(config, self.clock, SeededChance(self.openings), Page(self.folder / "none"))
        self.loop.run_until_complete(self.app._start())

    def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something at the house; ``Died`` if that is the end of it. Everything that follows from it is done too."""

        async def racing() -> T:
            died = asyncio.ensure_future(self.store.died.wait())

            async def doing() -> T:
                result = await work()
                while tasks := self.app.house.robots._tasks:
                    await asyncio.wait(tasks)
                return result

            task = asyncio.ensure_future(doing())
            try:
                await asyncio.wait([task, died], return_when=asyncio.FIRST_COMPLETED)
                if died.done():
                    task.cancel()
                    raise Died
                return task.result()
            finally:
                died.cancel()

        return self.loop.run_until_complete(racing())

    def bury(self) -> None:
        """Nothing of it is left but its files."""

        self.store.died.set()
        self._drop_all()
        self.loop.run_until_complete(self.app.house.robots.stop())
        self.store.close()

    def _drop_all(self) -> None:
        async def drop() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self.loop.run_until_complete(drop())

    def close(self) -> None:
        """In good order."""
        self.loop.run_until_complete(self.app._stop())
        self._drop_all()
