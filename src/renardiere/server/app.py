"""The application, put together: door, identity, routes, house."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from renardiere.server.asgi import ASGI, Receive, Scope, Send
from renardiere.server.config import Chance, Clock, Config, RealChance, RealClock
from renardiere.server.guard import Buckets, Guard, address_of, answer
from renardiere.server.house import House
from renardiere.server.journal.store import Store, Unavailable
from renardiere.server.live import VERSION, Live
from renardiere.server.logs import configure_logs
from renardiere.server.messages import Problem
from renardiere.server.routes.common import answer_error
from renardiere.server.routes.house import HouseRoutes, health, metrics
from renardiere.server.routes.me import MyRoutes
from renardiere.server.routes.tables import TableRoutes, TalkRoutes
from renardiere.server.shell import Page

__all__ = ["App"]

REST_SECONDS: Final = 60
TICK_SECONDS: Final = 0.25
OPERATIONS: Final = {"/healthz", "/metrics"}


class App:
    """An ASGI application for one data folder. Raises ``HouseInUse`` if another process has it."""

    def __init__(
        self, config: Config, clock: Clock | None = None, chance: Chance | None = None, page: Page | None = None
    ) -> None:
        configure_logs()
        clock = clock or RealClock()
        self.house = House(config, Store(config.data), clock, chance or RealChance())
        self.live = Live(self.house)
        self._requests = Buckets(clock, config.limits.requests)
        newcomers = Buckets(clock, config.limits.newcomers)

        @asynccontextmanager
        async def lifespan(_: Litestar) -> AsyncIterator[None]:
            await self.house.start()
            chores = [asyncio.create_task(self._put_to_rest()), asyncio.create_task(self._tick())]
            yield
            for chore in chores:
                chore.cancel()
            await self.live.close()
            await self.house.stop()

        self._page = page or Page()
        self._litestar: ASGI = Litestar(  # type: ignore[assignment]  # its own words for the same types
            [MyRoutes, TableRoutes, TalkRoutes, HouseRoutes, health, metrics],
            state=State({"house": self.house, "newcomers": newcomers}),
            exception_handlers={Exception: answer_error},
            lifespan=[lifespan],
            request_max_body_size=config.limits.body_bytes,
            openapi_config=OpenAPIConfig(
                title="La Renardière", version=VERSION, path="/api/schema", render_plugins=[JsonRenderPlugin()]
            ),
            logging_config=None,
        )
        self._guarded = Guard(self._identified, config)

    async def _put_to_rest(self) -> None:
        while True:
            await asyncio.sleep(REST_SECONDS)
            with contextlib.suppress(Unavailable):
                await self.house.rest()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            await self.house.alarms.tick()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._litestar(scope, receive, send)
        else:
            await self._guarded(scope, receive, send)

    async def _identified(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Who asks is found out once, for every request; a newcomer is given a token with the answer."""
        path = scope["path"]
        if path.startswith("/assets/"):
            await self._page(scope, receive, send)
            return
        identities = self.house.identities
        caller = identities.caller(scope["headers"])
        scope.setdefault("state", {})["caller"] = caller
        if scope["type"] == "websocket":
            await (self.live if path == "/api/live" else _no_socket)(scope, receive, send)
            return
        if caller.token is not None:
            send = _with_cookie(send, identities.cookie(caller.token))
        if not path.startswith("/api/"):
            await (self._litestar if path in OPERATIONS else self._page)(scope, receive, send)
        elif self._requests.take(caller.who or address_of(scope)):
            await self._litestar(scope, receive, send)
        else:
            await answer(send, Problem("too_fast", "That is too fast; wait a moment."))


async def _no_socket(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008})


def _with_cookie(send: Send, cookie: bytes) -> Send:
    async def wrapped(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), (b"set-cookie", cookie)]}
        await send(message)

    return wrapped
