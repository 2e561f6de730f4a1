"""Views written straight to JSON: byte for byte what ``msgspec.json.encode`` makes of ``State.view``.

A server sends each move's views to everybody at the table, and to make the typed views first would cost as much as all
the rest of a move. What lies open is written once for all viewers of a position; what is one's own is put together from
pieces of which there are few. Each game has its own ``written.py`` for that; the conformance kit compares both ways at
every step of its games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from renardiere.games.held import HeldState
from renardiere.games.play import A, D, O, V, Viewer

__all__ = ["HIDDEN", "HIDDEN_CARD", "NOTHING", "NOT_TOLD", "WrittenState", "head", "joined", "text"]

NOTHING: Final = "null"
HIDDEN_CARD: Final = '"?"'
HIDDEN: Final = tuple("[" + ",".join([HIDDEN_CARD] * count) + "]" for count in range(41))
"""By how many cards there are."""
NOT_TOLD: Final = HIDDEN[1]
"""What others may do."""

_encoder: Final = msgspec.json.Encoder()


class Writer(Protocol):
    """A game's ``written.py``."""

    def lies_open(self, state: Any, /) -> Any:
        """What all viewers see of this position, between the places of what they do not."""

    def view_json(self, state: Any, viewer: Viewer, lies: Any, /) -> str:
        """What ``viewer`` sees, as JSON, where ``lies`` is what all see."""
        ...


class WrittenState(HeldState[A, D, V, O], Generic[A, D, V, O]):
    """A state whose game writes its views."""

    _writer: Writer
    _lies_open: Any = None
    _lies_open_after = -1
    """How many entries the history had when that was written."""

    def view_json(self, viewer: Viewer) -> str:
        if self._lies_open_after != len(self.history):
            self._lies_open, self._lies_open_after = self._writer.lies_open(self), len(self.history)
        return self._writer.view_json(self, viewer, self._lies_open)


def text(value: Any) -> str:
    """Anything that is not worth a way of its own."""
    return _encoder.encode(value).decode() if value is not None else NOTHING


@cache
def head(game: str, rules: str, options: str) -> str:
    """How all views of a table begin."""
    return f'{{"game":{text(game)},"rules":{text(rules)},"options":{text(options)},"round":'


T = TypeVar("T")


def joined(write: Callable[[T], str], values: Iterable[T]) -> str:
    """A list."""
    return f"[{','.join(map(write, values))}]"
