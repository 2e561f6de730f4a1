"""The HTTP half of the protocol: see ``messages`` for the list, ``docs/protocol.md`` for what it means."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import structlog
from litestar import Controller, Request, Response, get, post, put
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.params import FromPath, JSONBody

from renardiere.server.guard import Buckets, address_of
from renardiere.server.house import House
from renardiere.server.identity import Caller
from renardiere.server.messages import Leave, Me, NewTable, Problem, SetMe, Sit, TableCard, TableInfo
from renardiere.server.metrics import exposition
from renardiere.server.problems import Refusal, problem_of, status_of

__all__ = ["Api", "answer_error", "health", "metrics"]

log = structlog.get_logger("renardiere.http")

Asked = Request[Any, Any, State]

CODES: Final = {400: "bad_message", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


class Api(Controller):
    """Everything under ``/api`` but the live connection."""

    path = "/api"

    @get("/me", sync_to_thread=False)
    def me(self, request: Asked) -> Me:
        """Who the cookie says one is."""
        return caller_of(request).me

    @put("/me")
    async def set_me(self, request: Asked, data: JSONBody[SetMe]) -> Me:
        """Change one's name, language or theme."""
        admit(request)
        return (await house_of(request).identities.set(caller_of(request), data)).me

    @get("/tables")
    async def tables(self, request: Asked) -> list[TableCard]:
        """The caller's tables, theirs to play first."""
        return await house_of(request).cards(caller_of(request))

    @post("/tables", status_code=201)
    async def make(self, request: Asked, data: JSONBody[NewTable]) -> TableInfo:
        """Make a table; the same request makes it once."""
        admit(request)
        caller, who = await house_of(request).identities.settle(caller_of(request))
        return await house_of(request).info(await house_of(request).make(who, data), caller)

    @get("/tables/{table:str}")
    async def table(self, request: Asked, table: FromPath[str]) -> TableInfo:
        """A table as the caller may see it. A look takes no seat."""
        return await house_of(request).info(table, caller_of(request))

    @post("/tables/{table:str}/sit", status_code=200)
    async def sit(self, request: Asked, table: FromPath[str], data: JSONBody[Sit]) -> TableInfo:
        """Take a free seat; the game starts with the last."""
        admit(request)
        await house_of(request).info(table, caller_of(request))  # no identity for nothing
        caller, who = await house_of(request).identities.settle(caller_of(request))
        await house_of(request).sit(table, who, data)
        return await house_of(request).info(table, caller)

    @post("/tables/{table:str}/leave", status_code=200)
    async def leave(self, request: Asked, table: FromPath[str], data: JSONBody[Leave]) -> TableInfo:
        """Give a seat back before the start."""
        caller = caller_of(request)
        if caller.who is None:
            raise Refusal("not_yours", "That is not your seat.")
        await house_of(request).leave(table, caller.who, data)
        return await house_of(request).info(table, caller)

    @get("/tables/{table:str}/record", media_type="text/plain; charset=utf-8")
    async def record(self, request: Asked, table: FromPath[str]) -> Response[str]:
        """The record, once the game is over."""
        text = await house_of(request).record(table)
        name = f'attachment; filename="{table}.fox"'
        return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


def caller_of(request: Asked) -> Caller:
    caller: Caller = request.scope["state"]["caller"]
    return caller


def house_of(request: Asked) -> House:
    house: House = request.app.state.house
    return house


def admit(request: Asked) -> None:
    """Somebody who does something for the first time becomes an identity: not too many from one address."""
    newcomers: Buckets = request.app.state.newcomers
    if caller_of(request).who is None and not newcomers.take(address_of(request.scope)):  # type: ignore[arg-type]
        raise Refusal("too_fast", "Too many people come from your address just now; wait a moment.")


@get("/healthz", sync_to_thread=False)
def health(request: Asked) -> Response[dict[str, str]]:
    """Whether the house can write things down, and whether its rules and bots are compiled."""
    house = house_of(request)
    well = house.store.healthy
    answer = {"status": "ok" if well else "cannot write", "warm": "yes" if house.warmup.done else "not yet"}
    return Response(answer, status_code=200 if well else 503)


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def metrics(request: Asked) -> Response[bytes]:
    """For Prometheus, on this machine only."""
    if address_of(request.scope) not in ("127.0.0.1", "", "::1"):  # type: ignore[arg-type]
        raise Refusal("not_found", "There is nothing here.")
    return Response(exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


def answer_error(request: Asked, error: Exception) -> Response[Problem]:
    """Every error is a ``Problem``; what is not the client's business is logged, not told."""
    problem = problem_of(error)
    if problem is not None:
        return _problem(problem, status_of(problem))
    if isinstance(error, HTTPException) and error.status_code < 500:
        code = CODES.get(error.status_code, "bad_message")
        return _problem(Problem(code, _said(error)), error.status_code, getattr(error, "headers", None))
    if isinstance(error, (msgspec.DecodeError, UnicodeError, RecursionError)):  # a body that is no JSON, or a trap
        return _problem(Problem("bad_message", "That is not a message of this protocol."), 400)
    log.error("a request failed", path=request.scope["path"].split("/")[1:2], exc_info=error)
    return _problem(Problem("internal", "Something went wrong here; it was noted."), 500)


def _said(error: HTTPException) -> str:
    """What Litestar and msgspec say about a malformed request: names of fields and bounds."""
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return "; ".join(f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra[:3])
    return error.detail.partition(" for ")[0] if error.status_code == 400 else error.detail


def _problem(problem: Problem, status: int, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(problem, status_code=status, headers=headers, media_type="application/json")
