"""Choosing by scores that are none too sure: the higher, the likelier."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.kernel import U64, Rng, kernel, lowest, next_u64

__all__ = ["likely_best"]

Scores: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"

NOISE: Final = -np.log(-np.log((np.arange(1 << 12) + 0.5) / (1 << 12)))
"""Quantiles of Gumbel's distribution, equally likely: 12 random bits choose one."""
NONE: Final = -1


@kernel
def likely_best(legal: np.uint64, scores: Scores, rng: Rng, temperature: float) -> int:
    """One of these choices: each e times as likely as one whose score is ``temperature`` lower.

    That is the choice of the highest score when each gets noise of Gumbel's distribution.
    """
    chosen = NONE
    highest_score = -np.inf
    chance = U64(0)
    draws = 0
    while legal != U64(0):
        choice = lowest(legal)
        legal &= legal - U64(1)
        if draws == 0:
            chance = next_u64(rng)
            draws = 5
        score = scores[choice] + temperature * NOISE[chance & U64(len(NOISE) - 1)]
        chance >>= U64(12)
        draws -= 1
        if score > highest_score:
            highest_score = score
            chosen = choice
    return chosen
