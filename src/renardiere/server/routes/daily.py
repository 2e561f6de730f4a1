"""The deal of the day over HTTP."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from renardiere.server.messages import Daily, DailyGame, PlayDaily, TableInfo
from renardiere.server.routes.common import Asked, caller_of, house_of, settled

__all__ = ["DailyRoutes"]

Game = Annotated[DailyGame, QueryParameter()]


class DailyRoutes(Controller):
    """``/api/daily``."""

    path = "/api/daily"

    @get()
    async def daily(self, request: Asked, game: Game = "forest") -> Daily:
        """Today and yesterday."""
        return await house_of(request).dailies.of(caller_of(request).who, game)

    @post(status_code=200)
    async def play(self, request: Asked, data: JSONBody[PlayDaily]) -> TableInfo:
        """The caller's table of today's deals: the try that counts while there is none that is over, then others."""
        caller, who = await settled(request)
        house = house_of(request)
        return await house.info(await house.dailies.play(who, data), caller)
