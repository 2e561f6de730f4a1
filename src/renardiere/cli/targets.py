"""What ``renardiere bench server`` measures, each in a process of its own: ``python -m renardiere.cli.targets NAME``.

``house DATA``   a house as ``renardiere serve`` opens it, without limits on rates
``echo``         the same WebSocket traffic through uvicorn, without a house: a floor
``journal DATA`` the journal's writer alone, from many tables at once: a floor
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

__all__: list[str] = []

JOURNAL_TABLES: Final = 200
JOURNAL_SECONDS: Final = 3.0
UPDATE_BYTES: Final = 800
"""About what an update of forest has, between the actor's and the other's."""


def ear() -> socket.socket:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    return listening


def house(data: str) -> None:
    from renardiere.server.app import App
    from renardiere.server.config import Config, Limits
    from renardiere.server.listen import HouseServer

    free = (1e9, 1e9)
    limits = Limits(messages=free, requests=free, newcomers=free, unfinished_tables=10**9, connections=10**9)
    config = Config(Path(data), limits=limits, bot_processes=1)
    listening = ear()
    port = listening.getsockname()[1]
    HouseServer(App(config), config, lambda: print(port, flush=True)).run([listening])


def echo() -> None:
    import uvicorn

    listening = ear()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print(listening.getsockname()[1], flush=True)

    config = uvicorn.Config(
        Echo(), ws="websockets-sansio", ws_per_message_deflate=False, log_level="error", lifespan="off"
    )
    Server(config).run([listening])


class Echo:
    """An ASGI application: to each action a ``done``, and an update of the usual size to either player."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[int, Any]] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            said = json.loads(message["text"])
            players, seat = self.tables.setdefault(said["table"], {}), said["seat"]
            if said["is"] == "watch":
                players[seat] = send
                await self.tell(send, "sync", seat, 0, 0)
            else:
                decision, to_act = said["decision"] + 1, 1 - seat
                await send({"type": "websocket.send", "text": f'{{"is":"done","request":"{said["request"]}"}}'})
                for number, player in players.items():
                    await self.tell(player, "update", number, decision, to_act)

    @staticmethod
    async def tell(send: Any, kind: str, seat: int, decision: int, to_act: int) -> None:
        legal = {str(seat): ["B7"]} if seat == to_act else {}
        text = json.dumps({"is": kind, "decision": decision, "view": {"legal": legal}, "rest": "x" * UPDATE_BYTES})
        await send({"type": "websocket.send", "text": text})


def journal(data: str) -> None:
    from renardiere.server.journal import facts
    from renardiere.server.journal.store import FactRow, Store, Write

    async def measure() -> None:
        store = Store(Path(data))
        store.start()
        body = facts.encode(facts.Acted(0, "B7"))
        end = time.perf_counter() + JOURNAL_SECONDS
        cpu = time.process_time()

        async def table(name: str) -> int:
            number = 0
            while time.perf_counter() < end:
                row = FactRow(name, number, time.time(), "a" * 16, f"{name}-{number}", body)
                await store.write(Write([row]))
                number += 1
            return number

        written = sum(await asyncio.gather(*(table(f"t{number:09}") for number in range(JOURNAL_TABLES))))
        cpu = time.process_time() - cpu
        await store.stop()
        report = {"writes_per_s": round(written / JOURNAL_SECONDS), "cpu_us": round(1e6 * cpu / written, 1)}
        print(json.dumps(report), flush=True)

    asyncio.run(measure())


if __name__ == "__main__":
    targets: dict[str, Callable[..., None]] = {"house": house, "echo": echo, "journal": journal}
    targets[sys.argv[1]](*sys.argv[2:])
