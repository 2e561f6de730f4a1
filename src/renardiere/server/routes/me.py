"""Who one is."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, post, put
from litestar.background_tasks import BackgroundTask
from litestar.params import JSONBody

from renardiere.server.guard import address_of
from renardiere.server.identity import Caller
from renardiere.server.messages import Forget, Me, Resume, ResumeLink, SetMe, Words
from renardiere.server.problems import Refusal
from renardiere.server.routes.common import Asked, admit, caller_of, give_cookie, home_of, house_of, settled

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

    @delete()
    async def forget(self, request: Asked, data: JSONBody[Forget]) -> None:
        """Be forgotten."""
        caller = caller_of(request)
        if caller.who is not None:
            await house_of(request).forgetting.forget(caller)
        give_cookie(request, "")

    @post("/link", status_code=200)
    async def link(self, request: Asked) -> ResumeLink:
        """A link that makes another browser the caller's."""
        caller, _ = await settled(request)
        return await house_of(request).recovery.link(caller, _address(request), home_of(request))

    @post("/words", status_code=200)
    async def words(self, request: Asked) -> Words:
        """Six words that make any browser the caller's."""
        caller, _ = await settled(request)
        return await house_of(request).recovery.words(caller, _address(request), caller.language)

    @post("/resume", status_code=200)
    async def resume(self, request: Asked, data: JSONBody[Resume]) -> Response[Me]:
        """Make this browser that of somebody who has been here before."""
        old = caller_of(request)
        caller, token = await house_of(request).recovery.resume(old, _address(request), data)
        return _moved(request, old, caller, token)

    @post("/elsewhere", status_code=200)
    async def elsewhere(self, request: Asked) -> Response[Me]:
        """End all other browsers of the caller."""
        old = caller_of(request)
        if old.who is None:
            raise Refusal("not_yours", "You have not done anything yet.")
        caller, token = await house_of(request).recovery.elsewhere(old)
        return _moved(request, old, caller, token)


def _moved(request: Asked, old: Caller, caller: Caller, token: str) -> Response[Me]:
    """This browser has another token now; its pages come back with it."""
    give_cookie(request, token)

    async def come_back() -> None:
        house_of(request).identities.ended({old.hash}, "restart")

    return Response(_me(request, caller), background=BackgroundTask(come_back))


def _address(request: Asked) -> str:
    return address_of(request.scope)  # type: ignore[arg-type]


def _me(request: Asked, caller: Caller) -> Me:
    if caller.who is None:
        return Me(caller.name, caller.language, caller.theme, text=caller.text)
    house = house_of(request)
    sleep, words = house.identities.sleep_of(caller.who), house.recovery.has_words(caller.who)
    return Me(caller.name, caller.language, caller.theme, sleep, words, caller.text)
