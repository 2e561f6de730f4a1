"""Every error that the rules layer raises, one tree.

::

    FoxError                 everything below; catch this to catch them all
    ├── ActionError          an action was refused; the state is untouched
    │   ├── MalformedAction  malformed      no position of this game could hold it
    │   ├── GameOver         game_over      nothing is awaited any more
    │   ├── NotYourTurn      not_your_turn  somebody else (or the table) is to act
    │   └── IllegalAction    illegal        the rules forbid it here; says which rule
    ├── BadDeal              bad_deal       missing, misplaced or wrong deal
    ├── BadOption            bad_option     an option that the game does not have or allow
    ├── UnknownGame          unknown_game   no such game
    └── RecordError          any code above, with the line and column in a record

``code`` is stable and meant for programs. ``reason`` with ``details`` is stable too and lets a page say the same
thing in its own language; the message is English, for people who read logs and terminals. No error ever says
anything that the seat it is raised for may not know.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "ActionError",
    "BadDeal",
    "BadOption",
    "FoxError",
    "GameOver",
    "IllegalAction",
    "MalformedAction",
    "NotYourTurn",
    "RecordError",
    "UnknownGame",
    "shown",
]


def shown(text: str) -> str:
    """Somebody else's text, made fit for a message: quoted, on one line, not too long."""
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


class FoxError(Exception):
    """Root of the tree."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, reason: str = "", **details: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason or self.code
        self.details = details


class ActionError(FoxError):
    """An action was refused; the state is as it was."""


class MalformedAction(ActionError):
    """No position of a table of this game with this many players could hold the action."""

    code = "malformed"


class GameOver(ActionError):
    """The game has ended."""

    code = "game_over"


class NotYourTurn(ActionError):
    """The seat is not one of those that are to act."""

    code = "not_your_turn"


class IllegalAction(ActionError):
    """The rules forbid the action in this position."""

    code = "illegal"


class BadDeal(FoxError):
    """A deal is missing where one is due, comes where none is due, or is wrong."""

    code = "bad_deal"


class BadOption(FoxError):
    """An option has an unknown name or a value that the game does not allow."""

    code = "bad_option"


class UnknownGame(FoxError):
    """There is no game of that name."""

    code = "unknown_game"


class RecordError(FoxError):
    """A record is wrong at ``line`` and ``column`` (both from 1); ``code`` is the code of what is wrong."""

    def __init__(self, code: str, line: int, column: int, message: str) -> None:
        super().__init__(message, reason=code, line=line, column=column)
        self.code = code  # type: ignore[misc]  # one record error carries whichever code applies
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.code}: {self.message}"
