"""The house itself: what it allows, how it is, what is open to all."""

from __future__ import annotations

import shutil

from litestar import Controller, Response, get

from renardiere import __version__
from renardiere.server.guard import is_local
from renardiere.server.messages import HouseInfo, Legal, OpenTable
from renardiere.server.metrics import DATABASE_BYTES, DISK_FREE_BYTES, HEALTHY, exposition
from renardiere.server.problems import Refusal
from renardiere.server.routes.common import Asked, house_of

__all__ = ["HouseRoutes", "health", "metrics"]


class HouseRoutes(Controller):
    """``/api/house`` and ``/api/lobby``."""

    path = "/api"

    @get("/house", sync_to_thread=False)
    def house(self, request: Asked) -> HouseInfo:
        """What holds for the whole house."""
        config, policy = house_of(request).config, house_of(request).policy
        return HouseInfo(__version__, policy.lobby_open, policy.chat_open, bool(config.legal), config.contact)

    @get("/house/legal", sync_to_thread=False)
    def legal(self, request: Asked) -> Legal:
        """The legal notice of whoever runs the house."""
        return Legal(dict(house_of(request).config.legal))

    @get("/lobby", sync_to_thread=False)
    def lobby(self, request: Asked) -> list[OpenTable]:
        """The tables that are open to all, newest first."""
        return house_of(request).lists.open()


@get("/healthz", sync_to_thread=False)
def health(request: Asked) -> Response[dict[str, str]]:
    """Whether the house can write things down, and whether its rules and bots are compiled."""
    house = house_of(request)
    state = house.store.state
    answer = {"status": state, "warm": "yes" if house.warmup.done else "not yet"}
    return Response(answer, status_code=200 if state == "ok" else 503)


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def metrics(request: Asked) -> Response[bytes]:
    """For Prometheus, on this machine only."""
    if not is_local(request.scope):  # type: ignore[arg-type]
        raise Refusal("not_found", "There is nothing here.")
    store = house_of(request).store
    HEALTHY.set(store.state == "ok")
    DATABASE_BYTES.set(store.size())
    DISK_FREE_BYTES.set(shutil.disk_usage(store.path.parent).free)
    return Response(exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")
