"""What all routes share: who asks, what they ask of, and how errors are answered."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, InternalServerException

from renardiere.server.guard import Buckets, address_of
from renardiere.server.house import House
from renardiere.server.identity import Caller
from renardiere.server.messages import Problem
from renardiere.server.problems import Refusal, problem_of, status_of

__all__ = ["Asked", "admit", "answer_error", "caller_of", "give_cookie", "home_of", "house_of", "settled"]

log = structlog.get_logger("renardiere.http")

Asked = Request[Any, Any, State]

CODES: Final = {400: "bad_message", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


def caller_of(request: Asked) -> Caller:
    caller: Caller = request.scope["state"]["caller"]
    return caller


def house_of(request: Asked) -> House:
    house: House = request.scope["state"]["house"]
    return house


def home_of(request: Asked) -> str:
    """The house's address as the caller knows it, or as it is known to the world."""
    public = house_of(request).config.public_origin
    return public or f"{request.scope['scheme']}://{request.headers['host'].lower()}"


def give_cookie(request: Asked, token: str) -> None:
    """Give the caller this token with the answer, whatever they came with; an empty one takes theirs away."""
    cookie = house_of(request).identities.cookie(token, caller_of(request).secure)
    request.scope["state"]["cookie"] = cookie


def admit(request: Asked) -> None:
    """Somebody who does something for the first time becomes an identity: not too many from one address."""
    newcomers: Buckets = request.scope["state"]["newcomers"]
    if caller_of(request).who is None and not newcomers.take(address_of(request.scope)):  # type: ignore[arg-type]
        raise Refusal("too_fast", "Too many people come from your address just now; wait a moment.")


async def settled(request: Asked) -> tuple[Caller, str]:
    """The caller and their identity, which begins with this request if it is the first thing they do."""
    admit(request)
    return await house_of(request).identities.settle(caller_of(request))


def answer_error(request: Asked, error: Exception) -> Response[Problem]:
    """Every error is a ``Problem``; what is not the client's business is logged, not told."""
    problem = problem_of(error)
    if problem is not None:
        return _problem(problem, status_of(problem))
    if isinstance(error, HTTPException) and error.status_code < 500:
        code = CODES.get(error.status_code, "bad_message")
        headers = dict(error.headers or {})
        if "Allow" in headers:  # Litestar keeps them in a set
            headers["Allow"] = ", ".join(sorted(headers["Allow"].split(", ")))
        return _problem(Problem(code, _said(error)), error.status_code, headers)
    if isinstance(error, InternalServerException) and "disconnected" in error.detail:  # the client, in its request
        return _problem(Problem("bad_message", "The request did not come whole."), 400)
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
