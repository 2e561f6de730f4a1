"""What the result of a round is worth: how likely it makes it to win the game."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np

__all__ = ["MOST", "Stakes", "stakes"]

MOST: Final = 9
"""The most points that one side can make in a round: 6 for its tricks and 3 treasures."""

Stakes: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
"""``[own, other]`` points of the round, 0 … MOST -> the reward of that result, from 0 to 1."""

FAR: Final = 60
"""With more points than this to go, points are counted for what they are."""

POINTS_MATTER: Final = 0.1
"""The part of a reward that counts points alone, so that a game as good as decided is still played well."""

ROUNDS: Final = np.array(
    [
        [0, 0, 0, 0, 0, 0, 1, 13, 10, 1],
        [0, 0, 0, 0, 0, 0, 30, 100, 62, 21],
        [0, 0, 0, 0, 0, 0, 127, 197, 112, 30],
        [0, 0, 0, 0, 0, 0, 126, 135, 152, 55],
        [0, 0, 0, 0, 0, 0, 46, 241, 203, 0],
        [0, 0, 0, 0, 0, 0, 94, 164, 0, 0],
        [1, 30, 127, 126, 46, 94, 58, 0, 0, 0],
        [13, 100, 197, 135, 241, 164, 0, 0, 0, 0],
        [10, 62, 112, 152, 203, 0, 0, 0, 0, 0],
        [1, 21, 30, 55, 0, 0, 0, 0, 0, 0],
    ]
)
"""How often a round ends with these points, ``[own, other]``: 1,949 rounds between equals, each told from both sides
(``renardiere arena forest 3@1000 3@1000 --games 500 --seed 11``)."""


@cache
def chance(own: int, other: int) -> float:
    """How likely it is to win against an equal, this many points missing on either side before a round."""
    total = sum(ROUNDS[mine, theirs] * after(own, other, mine, theirs) for mine, theirs in np.argwhere(ROUNDS).tolist())
    return float(total / ROUNDS.sum())


def after(own: int, other: int, mine: int, theirs: int) -> float:
    """How likely it is to win when a round that began with these points missing has brought ``mine`` and ``theirs``."""
    own, other = own - mine, other - theirs
    if own > 0 and other > 0:
        return chance(own, other)
    ahead = other - own or mine - theirs  # most points, else most in the last round
    return (ahead > 0) + 0.5 * (ahead == 0)


def stakes(missing: tuple[int, int]) -> Stakes:
    """The rewards of a round that began with these points missing to the target, own and other."""
    counted = np.array([[0.5 + (mine - theirs) / (2 * MOST) for theirs in range(MOST + 1)] for mine in range(MOST + 1)])
    if max(missing) > FAR:
        return counted
    won = np.array([[after(*missing, mine, theirs) for theirs in range(MOST + 1)] for mine in range(MOST + 1)])
    possible = won[ROUNDS > 0]
    low, high = possible.min(), possible.max()
    if high > low:
        won = np.clip((won - low) / (high - low), 0, 1)
    return (1 - POINTS_MATTER) * won + POINTS_MATTER * counted
