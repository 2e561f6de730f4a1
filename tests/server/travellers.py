"""Clients on bad trains: the example client, noting all that it hears; and the houses that they travel to."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import random
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from server_harness import PATIENCE

Message = dict[str, Any]


def example() -> ModuleType:
    """``examples/client.py``."""
    spec = importlib.util.spec_from_file_location("client", Path(__file__).parents[2] / "examples" / "client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


client = example()


class Notes:
    """What all travellers were told."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, Message] = {}
        """By request, the action."""
        self.deeds: list[Any] = []
        """What else was acknowledged."""
        self.refused: set[str] = set()
        """The requests that were refused for good."""
        self.said: list[tuple[str, int, str]] = []
        """What was heard of the talk at which table, with its number."""
        self.returns = 0
        """How many times somebody came back to the house."""
        self.travellers: list[Traveller] = []
        self._wanted = 0
        self._enough = asyncio.Event()

    def done(self, act: Message) -> None:
        self.acknowledged[act["request"]] = act
        self._count()

    def did(self, deed: Any) -> None:
        self.deeds.append(deed)
        self._count()

    def _count(self) -> None:
        if len(self.acknowledged) + len(self.deeds) >= self._wanted:
            self._enough.set()

    async def more(self, acknowledged: int) -> None:
        """Wait until so much more is acknowledged."""
        self._wanted = len(self.acknowledged) + len(self.deeds) + acknowledged
        self._enough.clear()
        await self._enough.wait()


class Traveller(client.Player):  # type: ignore[misc,name-defined]
    """The example's player; what it hears is noted."""

    def __init__(self, notes: Notes, table: str, seat: int | None, chance: random.Random) -> None:
        super().__init__(table, seat, chance.choice)
        self.notes = notes
        self.heard: list[tuple[int, Message]] = []
        """The events, with their numbers."""
        self.checked = 0
        """How many of them are known to be in the journal."""
        self.sent: dict[str, Message] = {}
        notes.travellers.append(self)

    def hear(self, message: Message) -> list[Message]:
        match message:
            case {"is": "done", "request": request} if act := self.sent.get(request):
                self.notes.done(act)
            case {"is": "refused", "request": request, "problem": {"code": code}}:
                if code not in ("too_fast", "unavailable"):
                    self.notes.refused.add(request)
            case {"is": "talk", "table": self.table, "said": said}:
                self.notes.said.append((self.table, said["number"], said["text"]))
            case {"is": "welcome"}:
                self.notes.returns += self.epoch is not None
        answers: list[Message] = super().hear(message)
        self.sent.update((answer["request"], answer) for answer in answers if answer["is"] == "act")
        return answers

    def happened(self, after: int, events: list[Message]) -> None:
        self.heard.extend(enumerate(events, after + 1))


class Shared:
    """Pass and play: one connection, two seats, and one hand in sight, that of whoever is to act."""

    def __init__(self, seats: list[Traveller]) -> None:
        self.seats = seats
        self.shown = seats[0]

    @property
    def over(self) -> bool:
        return bool(self.shown.over)

    @property
    def view(self) -> Message:
        view: Message = self.shown.view
        return view

    def ask(self) -> list[Message]:
        return self.shown.ask()  # type: ignore[no-any-return]

    def beat(self) -> list[Message]:
        return self.shown.beat()  # type: ignore[no-any-return]

    def hear(self, message: Message) -> list[Message]:
        answers = self.shown.hear(message)
        if message["is"] not in ("sync", "update") or message["seat"] != self.shown.seat:
            return answers  # what was seen of a hand before is past
        to_act = self.shown.view.get("to_act")
        if to_act and self.shown.seat not in to_act and not self.shown.pending:
            epoch, self.shown = self.shown.epoch, self.seats[to_act[0]]
            self.shown.epoch = epoch
            return self.shown.ask()  # type: ignore[no-any-return]
        return answers


class CrashHouse:
    """The houses of ``crash_house.py``; ``open`` is set while there is one, for whoever waits to come back."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = 0
        self.address = ""
        self.opened = asyncio.Event()
        self._opened = threading.Event()
        self._gone = False
        self.interrupted = 0
        """How many requests had to be sent again."""

    @classmethod
    @asynccontextmanager
    async def on(cls, folder: Path, pace: int = 100) -> AsyncIterator[CrashHouse]:
        """``pace``: how many times as fast as elsewhere time goes there."""
        with (folder / "errors").open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(Path(__file__).parent / "crash_house.py"),
                str(folder),
                str(pace),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        house = cls(process)
        try:
            assert await house._line() == ["ready"]
            yield house
        finally:
            house.kill()
            house._gone = True
            house._opened.set()
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()

    async def _line(self) -> list[str]:
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().split()

    async def start(self, **fault: Any) -> int | None:
        """Open a house; how it ended, if it did before it was open."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(fault).encode() + b"\n")
        match await self._line():
            case ["open", pid, address]:
                self.pid, self.address = int(pid), address
                self.opened.set()
                self._opened.set()
                return None
            case ["ended", status]:
                return int(status)
            case other:
                raise AssertionError(other)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.pid:
            with suppress(ProcessLookupError):  # it died by itself
                os.kill(self.pid, how)

    async def ended(self) -> int:
        """How it ended, once it has."""
        async with asyncio.timeout(PATIENCE):
            word, status = await self._line()
        assert word == "ended"
        self.opened.clear()
        self._opened.clear()
        self.pid = 0
        return int(status)

    pace: ClassVar = {"beat": 1.0, "patience": 3.0}
    """How long its guests wait for what is missing."""

    def visitor(self) -> Any:
        """A client of the house, whether it is open or not."""
        return client.House(self.address, self._wait_in_thread)

    def _wait_in_thread(self, times: int) -> None:
        self.interrupted += times == 0
        if self._gone or not self._opened.wait(PATIENCE):
            raise RuntimeError("the house does not open again")

    async def wait(self, _: int) -> None:
        """Wait until it is worth trying again."""
        await asyncio.sleep(0.002)  # the house is being buried
        await self.opened.wait()
