"""Why a request is refused: one exception for HTTP and for live messages alike."""

from __future__ import annotations

from typing import Any, Final

from renardiere.games.errors import FoxError
from renardiere.server.journal.store import Unavailable
from renardiere.server.messages import Problem

__all__ = ["Refusal", "problem_of", "status_of"]

STATUS: Final = {
    "bad_message": 400,
    "bad_cookie": 400,
    "bad_host": 421,
    "bad_origin": 403,
    "not_yours": 403,
    "not_host": 403,
    "no_hints": 403,
    "no_match": 403,
    "chat_closed": 403,
    "lobby_closed": 403,
    "not_found": 404,
    "no_table": 404,
    "method_not_allowed": 405,
    "has_tables": 409,
    "seat_taken": 409,
    "table_full": 409,
    "started": 409,
    "not_over": 409,
    "not_started": 409,
    "not_now": 409,
    "signals_only": 409,
    "over": 409,
    "stale": 409,
    "no_offer": 409,
    "people_here": 409,
    "nothing_to_take_back": 409,
    "phrases_only": 409,
    "daily": 409,
    "too_large": 413,
    "bad_type": 415,
    "bad_name": 422,
    "bad_text": 422,
    "bad_zone": 422,
    "six_words": 422,
    "unknown_word": 422,
    "bad_seats": 422,
    "bad_option": 422,
    "unknown_game": 422,
    "too_fast": 429,
    "too_many_tables": 429,
    "unavailable": 503,
}
"""HTTP status by code; the codes are part of the protocol."""


class Refusal(Exception):
    """The request changed nothing. ``code`` is stable; ``details`` let a page word it in its own language."""

    def __init__(self, code: str, message: str, reason: str = "", **details: Any) -> None:
        super().__init__(message)
        self.problem = Problem(code, message, reason, details)


def problem_of(error: Exception) -> Problem | None:
    """What a client is told of an error; None for one that is not the client's business."""
    match error:
        case Refusal():
            return error.problem
        case FoxError():
            return Problem(error.code, error.message, error.reason, dict(error.details))
        case Unavailable():
            return Problem("unavailable", "The house cannot write anything down just now; nothing was changed.")
        case _:
            return None


def status_of(problem: Problem) -> int:
    """The HTTP status of a problem."""
    return STATUS.get(problem.code, 422)
