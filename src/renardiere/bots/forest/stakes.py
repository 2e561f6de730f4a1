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
        [0, 0, 0, 0, 0, 0, 4, 9, 8, 3],
        [0, 0, 0, 0, 0, 0, 46, 108, 64, 23],
        [0, 0, 0, 0, 0, 0, 117, 206, 101, 31],
        [0, 0, 0, 0, 0, 0, 99, 155, 191, 48],
        [0, 0, 0, 0, 0, 0, 53, 244, 206, 0],
        [0, 0, 0, 0, 0, 0, 71, 179, 0, 0],
        [4, 46, 117, 99, 53, 71, 68, 0, 0, 0],
        [9, 108, 206, 155, 244, 179, 0, 0, 0, 0],
        [8, 64, 101, 191, 206, 0, 0, 0, 0, 0],
        [3, 23, 31, 48, 0, 0, 0, 0, 0, 0],
    ]
)
"""How often a round ends with these points, of 4,000 between bots of level 3 (``[own, other]``, symmetric)."""


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
