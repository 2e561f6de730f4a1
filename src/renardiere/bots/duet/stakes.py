"""What the end of a round is worth to the team: how likely they are to win then, and a little for how well."""

from __future__ import annotations

from math import exp
from typing import Final

from renardiere.games.duet.position import DEAL, WON, State
from renardiere.games.kernel import kernel, popcount

__all__ = ["chance", "worth"]

WELL: Final = 0.1
"""The part of a reward that does not count winning: how high a win is, and how near it was. So that a game as good as
decided is still played well."""
MOST: Final = 40
"""More points than this no win brings beside those of its level."""

BASE: Final = (6.34, 8.96)
GEM: Final = (-0.52, -1.21)
TOKEN: Final = (0.86, 0.04)
PLUS: Final = (-0.4, 0.0)
"""After rounds 1 and 2, what speaks for a win: log-odds, in all, for each gem, forest token, and + of the board."""


@kernel
def chance(s: State) -> float:
    """How likely the team is to win when a new round is to be dealt."""
    i = s["round"] - 1
    odds = BASE[i] + GEM[i] * s.gems_left + TOKEN[i] * s.forest_tokens + PLUS[i] * popcount(s.plus)
    return 1.0 / (1.0 + exp(-odds))


@kernel
def worth(s: State) -> float:
    """The reward of a round that is over, from 0 to 1."""
    if s.phase == DEAL:
        won = chance(s)
        well = won * (0.5 + 0.5 * 3 * s.forest_tokens / MOST)
    elif s.result == WON:
        won = 1.0
        well = 0.5 + 0.5 * min(s.score - 10 * s.level, MOST) / MOST
    else:
        won = 0.0
        well = 0.5 / (1 + s.gems_left)
    return float((1 - WELL) * won + WELL * well)
