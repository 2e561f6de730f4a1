"""Cut off in the middle of a frame or a handshake: what was not said whole did not happen, and can be said again."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from server_harness import PATIENCE
from test_network import example, served
from wire import CLOSE, TEXT, Wire, frame, handshake

from renardiere.server.metrics import CONNECTIONS


@pytest.fixture
def alone() -> Callable[[], Awaitable[None]]:
    """Wait until the house has let go of all live connections of the test."""
    before = CONNECTIONS._value.get()

    async def alone() -> None:
        async with asyncio.timeout(PATIENCE):
            while CONNECTIONS._value.get() > before:  # noqa: ASYNC110  # nobody is told of it
                await asyncio.sleep(0)

    return alone


class Shared:
    """A table where all seats are one person's."""

    def __init__(self, port: int, cookie: str, table: str) -> None:
        self.port = port
        self.cookie = cookie
        self.table = table
        self.requests = 0

    @classmethod
    async def at(cls, address: str) -> Shared:
        client = example().House(address)
        await asyncio.to_thread(client.call, "GET", "/me")
        seats = [{"who": "me", "name": "A"}, {"who": "me", "name": "B"}]
        wish = {"request": "12345678", "game": "forest", "options": {"target": "999"}, "seats": seats}
        table = await asyncio.to_thread(client.call, "POST", "/tables", wish)
        return cls(int(address.rpartition(":")[2]), client.cookie, table["id"])

    @contextlib.asynccontextmanager
    async def watched(self) -> AsyncIterator[tuple[Wire, Any]]:
        """A connection that watches the seat to act, and where that stands."""
        async with Wire.live(self.port, f"Cookie: {self.cookie}") as wire:
            for seat in (0, 1):
                await wire.send(frame(TEXT, json.dumps({"is": "watch", "table": self.table, "seat": seat})))
                while (state := await wire.message())["is"] != "sync":
                    pass
                if seat in state["view"]["to_act"]:
                    break
            yield wire, state

    def act(self, state: Any) -> bytes:
        """A frame with a request of its own: the first legal action."""
        self.requests += 1
        seat = state["seat"]
        act = {"is": "act", "table": self.table, "seat": seat, "decision": state["decision"]}
        act |= {"action": state["view"]["legal"][str(seat)][0], "request": f"request-{self.requests}"}
        return frame(TEXT, json.dumps(act))


@pytest.mark.parametrize("how", ["reset", "ended"])
async def test_cut_in_the_middle_of_an_action(tmp_path: Path, alone: Callable[[], Awaitable[None]], how: str) -> None:
    """At many places of the frame, the last one behind it; then the same request is sent again, twice."""
    async with served(tmp_path) as address:
        shared = await Shared.at(address)
        for cut in (1, 2, 3, 5, 8, 9, 60, -1, None):
            async with shared.watched() as (wire, before):
                act = shared.act(before)
                await wire.send(act[:cut])
                if how == "ended":
                    wire.no_more()
                    await wire.rest()
            await alone()
            async with shared.watched() as (wire, now):
                done = now["decision"] - before["decision"]
                assert done in ((0, 1) if cut is None else (0,))
                await wire.send(act, act)
                for _ in range(2):
                    while (answer := await wire.message())["is"] == "update":
                        pass
                    assert answer == {"is": "done", "request": f"request-{shared.requests}"}
            async with shared.watched() as (wire, after):
                assert after["decision"] == before["decision"] + 1
            await alone()


@pytest.mark.parametrize("how", ["reset", "ended"])
async def test_cut_in_the_middle_of_a_handshake(tmp_path: Path, alone: Callable[[], Awaitable[None]], how: str) -> None:
    async with served(tmp_path) as address:
        shared = await Shared.at(address)
        whole = handshake(shared.port, f"Cookie: {shared.cookie}")
        for cut in (1, 3, 20, 60, len(whole) - 2, len(whole) - 1, len(whole)):
            async with Wire.open(shared.port, whole[:cut]) as wire:
                if how == "ended":
                    wire.no_more()
                    assert (b"HTTP/1.1 101" in await wire.rest()) <= (cut == len(whole))
            await alone()
        async with shared.watched() as (wire, state):
            await wire.send(frame(CLOSE, b"\x03\xe8"))
            assert await wire.closed() == 1000
        assert state["decision"] == 0
