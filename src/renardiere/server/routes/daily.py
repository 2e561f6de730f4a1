"""The deal of the day over HTTP."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import JSONBody

from renardiere.server.messages import Daily, PlayDaily, TableInfo
from renardiere.server.routes.common import Asked, caller_of, house_of, settled

__all__ = ["DailyRoutes"]


class DailyRoutes(Controller):
    """``/api/daily``."""

    path = "/api/daily"

    @get()
    async def daily(self, request: Asked) -> Daily:
        """Today and yesterday."""
        return await house_of(request).dailies.of(caller_of(request).who)

    @post(status_code=200)
    async def play(self, request: Asked, data: JSONBody[PlayDaily]) -> TableInfo:
        """The caller's table of today: the try that counts while there is none that is over, then others."""
        caller, who = await settled(request)
        house = house_of(request)
        return await house.info(await house.dailies.play(who, data), caller)
