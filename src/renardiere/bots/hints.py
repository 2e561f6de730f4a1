"""What a hint says: what to do, rather than what, and why, in figures of the search. Each game has its own reasons."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

__all__ = [
    "NO_FIGURE",
    "Advice",
    "DuetHint",
    "DuetReason",
    "FennecsHint",
    "FennecsReason",
    "ForestHint",
    "ForestReason",
    "Hint",
]

Pair: TypeAlias = tuple[float, float]
NO_FIGURE: Final[Pair] = (0.0, 0.0)


class Advice(Struct, frozen=True, kw_only=True, tag_field="game"):
    """What to do (``action``), rather than what (``instead``, the next best); None where nothing else may be done.
    ``figure`` is what the reason counts, on average or as a share from 0 to 1: with ``action``, then with
    ``instead``."""

    action: str
    instead: str | None
    figure: Pair


ForestReason: TypeAlias = Literal[
    "only", "equal", "points", "other", "game", "humble", "victorious", "greedy", "takes", "ducks", "treasures"
]
"""Why to do something: there is nothing else; nothing else is better; more points, or fewer for the other; a better
chance to win the game; to end the round in this band, or (``greedy``) not in it; to win this trick, or to leave it;
the Treasures."""


class ForestHint(Advice, frozen=True, kw_only=True, tag="forest"):
    """A hint in the first game. ``points``: what the round brings, with either."""

    reason: ForestReason
    points: Pair


DuetReason: TypeAlias = Literal["only", "equal", "gem", "path", "gems", "forest", "game"]
"""This trick brings a gem, or leads off the path less often; more gems in the round, or the path is left less often in
it; a better chance to win the game. ``equal`` counts gems."""


class DuetHint(Advice, frozen=True, kw_only=True, tag="duet"):
    """A hint in duet."""

    reason: DuetReason


FennecsReason: TypeAlias = Literal["only", "equal", "six", "costs", "stars", "others", "game"]
"""To end the round with a 6; not to take a column that costs stars; more stars in the round, or fewer for the others; a
better chance to win the game. ``equal`` counts stars."""


class FennecsHint(Advice, frozen=True, kw_only=True, tag="fennecs"):
    """A hint in fennecs. ``stars``: what the round brings from here on, with either."""

    reason: FennecsReason
    stars: Pair


Hint: TypeAlias = ForestHint | DuetHint | FennecsHint
