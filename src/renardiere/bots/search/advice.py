"""How a hint is found, in any game: what the search prefers is weighed against the next best choices, until one makes a
difference. Each is played on in the same imagined states, so many times, and what comes of it is averaged.

A hint is made of one seat's ``Memory`` and nothing else: the same memory gives the same hint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

__all__ = ["CHANCE", "OFTEN", "TIMES", "Figures", "Preference", "preference"]

TIMES: Final = 2000
"""How often a choice is played on: an average of points is then good to about 0.1."""
OTHERS: Final = 4
"""So many other choices are weighed at most."""
OFTEN: Final = 0.12
"""What comes about this much more often makes a difference worth a word."""
CHANCE: Final = 0.03
"""So does the game, if this is what its chance gains."""

Figures: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""What is averaged; the games say what it is."""
R = TypeVar("R", bound=str)


class Preference(NamedTuple, Generic[R]):
    """A choice, that which it is preferred to, why, what the reason counts, and all that comes of either."""

    choice: int
    instead: int
    reason: R
    figure: tuple[float, float]
    ours: Figures
    theirs: Figures

    def both(self, figure: int) -> tuple[float, float]:
        return float(self.ours[figure]), float(self.theirs[figure])


def preference(
    visits: Mapping[int, int],
    weighed: Callable[[int], Figures],
    because: Callable[[Figures, Figures], tuple[R, int]],
) -> Preference[R]:
    """What is preferred, of two choices at least. ``because``: the reason that the figures of two choices give
    (``equal`` for none), and which figure it counts."""
    best, *others = sorted(visits, key=lambda choice: (-visits[choice], choice))[: 1 + OTHERS]
    ours = weighed(best)
    found: Preference[R] | None = None
    for choice in others:
        theirs = weighed(choice)
        reason, figure = because(ours, theirs)
        if found is None or reason != "equal":
            found = Preference(best, choice, reason, (float(ours[figure]), float(theirs[figure])), ours, theirs)
        if reason != "equal":
            break
    assert found is not None
    return found
