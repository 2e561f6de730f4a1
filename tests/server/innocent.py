"""Somebody who just plays, while others do what they do."""

from __future__ import annotations

import asyncio
import random
from types import TracebackType
from typing import Any, Self

import httpx
from wire import TEXT, Wire, frame, handshake

__all__ = ["Innocent"]


class Innocent:
    """A person with two seats on one device, over a real network."""

    def __init__(self, address: str, name: str = "Alix") -> None:
        self.port = int(address.rpartition(":")[2])
        self.name = name
        self.http = httpx.AsyncClient(base_url=address, timeout=20)
        self.moves = 0
        self._chance = random.Random(5)
        self._seat = 0

    async def __aenter__(self) -> Self:
        (await self.patiently("GET", "/api/me")).raise_for_status()
        seats = [{"who": "me", "name": self.name}, {"who": "me", "name": "Zoé"}]
        wish = {"request": "the-table", "game": "forest", "options": {"target": "999"}, "seats": seats}
        made = await self.patiently("POST", "/api/tables", json=wish)
        assert made.status_code == 201, made.text
        self.table = made.json()["id"]
        self._wire = Wire.open(self.port, handshake(self.port, f"Cookie: {self.cookie}"))
        self.wire = await self._wire.__aenter__()
        assert (await self.wire.head()).startswith(b"HTTP/1.1 101")
        await self._look(0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._wire.__aexit__(kind, error, trace)
        await self.http.aclose()

    async def patiently(self, method: str, path: str, **more: Any) -> httpx.Response:
        """As long as one is nobody, one counts as the address, and may come just after somebody else's flood."""
        async with asyncio.timeout(20):
            while (answer := await self.http.request(method, path, **more)).status_code == 429:
                pass
        return answer

    @property
    def cookie(self) -> str:
        return f"fox={self.http.cookies['fox']}"

    async def say(self, message: dict[str, Any]) -> None:
        await self.wire.send(frame(TEXT, httpx.Request("POST", self.http.base_url, json=message).content))

    async def _look(self, seat: int) -> None:
        self._seat = seat
        await self.say({"is": "watch", "table": self.table, "seat": seat})
        while (message := await self.wire.message())["is"] != "sync":
            assert message["is"] in ("welcome", "table"), message
        self._state = message

    async def move(self) -> None:
        """One action of whoever is to act: acknowledged, and seen."""
        (seat,) = self._state["view"]["to_act"]
        if seat != self._seat:
            await self._look(seat)
        self.moves += 1
        action = self._chance.choice(self._state["view"]["legal"][str(seat)])
        act = {"is": "act", "table": self.table, "seat": seat, "decision": self._state["decision"]}
        await self.say({**act, "action": action, "request": f"move-{self.moves:06}"})
        heard = set()
        while heard != {"done", "update"}:
            message = await self.wire.message()
            assert message["is"] in ("done", "update", "table"), message
            heard |= {message["is"]} - {"table"}  # who watches is none of its business
            if message["is"] == "update":
                self._state = message
