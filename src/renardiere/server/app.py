"""The application, put together: door, identity, routes, house."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import structlog
from litestar import Litestar

from renardiere.server.admin import PREFIX, Admin, Restored
from renardiere.server.asgi import ASGI, Receive, Scope, Send
from renardiere.server.audience import encode
from renardiere.server.config import Chance, Clock, Config, RealChance, RealClock
from renardiere.server.guard import Buckets, Guard, address_of, answer
from renardiere.server.house import House
from renardiere.server.identity import new_id
from renardiere.server.journal.backup import prepare, swap
from renardiere.server.journal.store import Store, Unavailable
from renardiere.server.live import CLOSE_RESTART, VERSION, Live
from renardiere.server.logs import configure_logs
from renardiere.server.messages import Bye, Problem
from renardiere.server.openapi import openapi_config
from renardiere.server.problems import problem_of
from renardiere.server.routes.common import answer_error
from renardiere.server.routes.daily import DailyRoutes
from renardiere.server.routes.house import HouseRoutes, health, metrics
from renardiere.server.routes.me import MyRoutes
from renardiere.server.routes.tables import RecordRoutes, TableRoutes, TalkRoutes
from renardiere.server.shell import Page

__all__ = ["App"]

log = structlog.get_logger("renardiere.app")

REST_SECONDS: Final = 60
TICK_SECONDS: Final = 0.25
OPERATIONS: Final = {"/healthz", "/metrics"}


class App:
    """An ASGI application for one data folder. Raises ``HouseInUse`` if another process has it. Whoever knows the
    ``secret`` may do as ``admin`` says; without one nobody may."""

    def __init__(
        self,
        config: Config,
        clock: Clock | None = None,
        chance: Chance | None = None,
        page: Page | None = None,
        secret: str | None = None,
    ) -> None:
        configure_logs()
        self._config = config
        self._clock = clock or RealClock()
        self._chance = chance or RealChance()
        self._furnish(Store(config.data))
        self._chores: list[asyncio.Task[None]] = []
        self._changing = asyncio.Lock()
        self._admin = Admin(self, secret) if secret is not None else None
        self._requests = Buckets(self._clock, config.limits.requests)
        self._newcomers = Buckets(self._clock, config.limits.newcomers)
        self._page = page or Page()
        self._api = api(config.limits.body_bytes)
        self._guarded = Guard(self._identified, config)

    def _furnish(self, store: Store) -> None:
        self.house = House(self._config, store, self._clock, self._chance)
        self.live = Live(self.house)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """The house is open meanwhile."""
        await self._start()
        try:
            yield
        finally:
            async with self._changing:
                await self._stop()

    async def _start(self) -> None:
        await self.house.start()
        self._chores = [asyncio.create_task(self._put_to_rest()), asyncio.create_task(self._tick())]

    async def _stop(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await self.live.close()
        await self.house.stop()

    async def restore(self, staged: Path) -> Restored:
        """Go on with another database: everybody is told to come back in a moment, this house closes, and one opens
        that has never seen anything but the new data. ``CannotOpen``: it is as it was."""
        held = await asyncio.to_thread(prepare, staged, new_id(self._chance, 12))
        await self.house.warmup.finished()
        async with self._changing:
            lock = self.house.store.keep_lock()
            await self._stop()
            folder = self._config.data
            try:
                previous = await asyncio.to_thread(swap, folder, staged, self._clock.now())
            finally:
                self._furnish(Store(folder, lock))
                await self._start()
        log.warning("another database was put in place", tables=held.tables)
        return Restored(held, str(previous) if previous is not None else None)

    async def _put_to_rest(self) -> None:
        while True:
            await asyncio.sleep(REST_SECONDS)
            with contextlib.suppress(Unavailable):
                await self.house.rest()
                await self.house.forgetting.expire()
                await self.house.forgetting.go_on()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.house.alarms.tick()
            except Exception:
                log.exception("an alarm failed")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._guarded(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """The lifespan protocol of ASGI: from the server's start to its end."""
        await receive()
        async with contextlib.AsyncExitStack() as opened:
            try:
                await opened.enter_async_context(self.open())
            except Unavailable as error:
                await send({"type": "lifespan.startup.failed", "message": f"the house can't be opened: {error}"})
                return
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _identified(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Who asks is found out once, for every request; a newcomer is given a token with the answer."""
        path = scope["path"]
        if scope["type"] == "http" and (path in self._page or path.startswith("/assets/")):
            await self._page(scope, receive, send)
            return
        if self._admin is not None and path.startswith(PREFIX):
            await self._admin(scope, receive, send)
            return
        if self._changing.locked():
            await _unavailable(scope, receive, send, Unavailable("closed"))
            return
        identities = self.house.identities
        try:
            caller = identities.caller(scope["headers"])
        except Unavailable as error:
            await _unavailable(scope, receive, send, error)
            return
        if caller.who is not None:
            with contextlib.suppress(Unavailable):
                await identities.visit(caller)
        state = scope.setdefault("state", {})
        state.update(caller=caller, house=self.house, newcomers=self._newcomers)
        if scope["type"] == "websocket":
            taken = path == "/api/live" and self._requests.take(caller.who or address_of(scope))
            await (self.live if taken else _no_socket)(scope, receive, send)
            return
        if caller.token is not None:
            state["cookie"] = identities.cookie(caller.token, caller.secure)
        send = _personal(send, state, path.startswith("/api/"))
        if not path.startswith("/api/"):
            await (self._api if path in OPERATIONS else self._page)(scope, receive, send)
        elif self._requests.take(caller.who or address_of(scope)):
            await self._api(scope, receive, send)
        else:
            await answer(send, Problem("too_fast", "That is too fast; wait a moment."))


@functools.cache
def api(body_bytes: int) -> ASGI:
    """The routes. They find the house that they are of in the request's state: to build them takes a while."""
    return Litestar(  # type: ignore[return-value]  # its own words for the same types
        [MyRoutes, TableRoutes, RecordRoutes, TalkRoutes, DailyRoutes, HouseRoutes, health, metrics],
        exception_handlers={Exception: answer_error},
        request_max_body_size=body_bytes,
        openapi_config=openapi_config(VERSION),
        logging_config=None,
    )


async def _unavailable(scope: Scope, receive: Receive, send: Send, error: Unavailable) -> None:
    """Who asks can't be known just now."""
    problem = problem_of(error)
    assert problem is not None
    if scope["type"] == "http":
        await answer(send, problem)
    else:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": encode(Bye("restart"))})
        await send({"type": "websocket.close", "code": CLOSE_RESTART})


async def _no_socket(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008})


def _personal(send: Send, state: dict[str, Any], api: bool) -> Send:
    """Whatever is answered is the caller's alone, and with it goes the cookie that a route may have said."""

    async def wrapped(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ())]
            if api:
                headers.append((b"cache-control", b"no-store"))
            if (cookie := state.get("cookie")) is not None:
                headers.append((b"set-cookie", cookie))
            message = {**message, "headers": headers}
        await send(message)

    return wrapped
