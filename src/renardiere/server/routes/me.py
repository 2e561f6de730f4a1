"""Who one is."""

from __future__ import annotations

from litestar import Controller, get, put
from litestar.params import JSONBody

from renardiere.server.identity import Caller
from renardiere.server.messages import Me, SetMe
from renardiere.server.routes.common import Asked, admit, caller_of, house_of

__all__ = ["MyRoutes"]


class MyRoutes(Controller):
    """``/api/me``."""

    path = "/api/me"

    @get(sync_to_thread=False)
    def me(self, request: Asked) -> Me:
        """Who the cookie says one is."""
        return _me(request, caller_of(request))

    @put()
    async def set_me(self, request: Asked, data: JSONBody[SetMe]) -> Me:
        """Change one's name, language, theme, or the hours in which one sleeps."""
        admit(request)
        return _me(request, await house_of(request).identities.set(caller_of(request), data))


def _me(request: Asked, caller: Caller) -> Me:
    sleep = house_of(request).identities.sleep_of(caller.who) if caller.who is not None else None
    return Me(caller.name, caller.language, caller.theme, sleep)
