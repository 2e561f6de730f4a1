"""Rules of thumb: how good each choice looks at a glance, to a player who adds columns up but does not think ahead.

Only what its player may know goes into it: a card that another placed face down may be anything. Level 1 plays by it,
and the search finishes its imagined rounds with it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np

from renardiere.bots.search.noise import likely_best
from renardiere.games.fennecs.position import (
    CHOOSE,
    COLUMN,
    FIVES,
    HAND,
    NOBODY,
    NONE,
    PLUS,
    SEATS,
    SUPERNOVA,
    State,
    kind_of,
    owner_of,
    value_of,
)
from renardiere.games.fennecs.rules import SLOT, TAKING, choices
from renardiere.games.kernel import U64, Rng, kernel, lowest, popcount

__all__ = ["Scratch", "new_scratch", "pick", "scores_of", "weigh"]

POSITIVE, NEGATIVE, FIVE, PLUSES, NOVA, UNKNOWN_CARDS, STARS_ON, CARDS = range(8)
SUMS: Final = 8
"""What is added up of a column."""
CHOICES: Final = TAKING + SEATS

Scratch: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""``float64``: a score for each choice, those that are not legal meaning nothing; then the sums of each column."""

SIX: Final = 2.0
"""What a 6 is worth beside its stars: it is the last column of the round."""
KEPT: Final = 0.8
"""What a column is worth that one may still take, as a part of what it is worth now: another may come first."""
WAITING: Final = 0.3
"""To stay in the round is worth something where no column is."""
GUESSES: Final = (-1, 1, 2, 4)
"""What a card that is not known may count, each as likely."""


def new_scratch() -> Scratch:
    return np.zeros(CHOICES + SEATS * SUMS)


@kernel
def look(s: State, seat: int, column: int, scratch: Scratch) -> None:
    """Add a column up as a seat sees it."""
    at = CHOICES + SUMS * column
    for i in range(SUMS):
        scratch[at + i] = 0.0
    scratch[at + CARDS] = s.cards[column]
    scratch[at + STARS_ON] = popcount(U64(s.down[column]))
    for i in range(s.cards[column]):
        card = int(s.column[column, i])
        hidden = (int(s.down[column]) >> i) & 1 == 1 and owner_of(card) != seat and owner_of(card) != NOBODY
        if hidden:
            scratch[at + UNKNOWN_CARDS] += 1
        else:
            add(kind_of(card), at, scratch, 1.0)


@kernel
def add(kind: int, at: int, scratch: Scratch, times: float) -> None:
    """A card more (or less) in the sums at a place."""
    value = value_of(kind)
    if value < 0:
        scratch[at + NEGATIVE] -= times * value
    else:
        scratch[at + POSITIVE] += times * value
    if kind == FIVES:
        scratch[at + FIVE] += times
    elif kind == PLUS:
        scratch[at + PLUSES] += times
    elif kind == SUPERNOVA:
        scratch[at + NOVA] += times


@kernel
def brings(total: float, held: float) -> float:
    """What a total is worth to who holds so many stars."""
    if total == 6:
        return 6 + SIX
    if 0 <= total < 6:
        return total
    return -min(total - 6 if total > 6 else -total, held)


@kernel
def worth(at: int, scratch: Scratch, held: float) -> float:
    """What a column with these sums is worth to who takes it and holds so many stars."""
    stars = scratch[at + STARS_ON]
    if scratch[at + NOVA] > 0:
        return 0.0
    if scratch[at + CARDS] >= COLUMN:
        return float(stars)
    negative = scratch[at + NEGATIVE]
    total = scratch[at + POSITIVE] + (negative if scratch[at + PLUSES] > 0 else -negative)
    unknown = scratch[at + UNKNOWN_CARDS]
    guesses = len(GUESSES) if unknown > 0 else 1
    together = 0.0
    for guess in range(guesses):
        first = total + unknown * GUESSES[guess] if unknown > 0 else total
        best = -np.inf
        for fives in range(int(scratch[at + FIVE]) + 1):
            best = max(best, brings(first + 4 * fives, held + stars))
        together += best
    return float(stars + together / guesses)


@kernel
def weigh(s: State, scratch: Scratch) -> None:
    """Write how good the choices of who is to act look, in stars."""
    seat = int(s.player)
    held = float(s.stars[seat])
    if s.phase == CHOOSE:
        for fives in range(s.fives + 1):
            scratch[fives] = brings(float(s.total + 4 * fives), held)
        return
    first = second = WAITING
    best_column = NONE
    for column in range(s.players):
        if ((int(s.placeable) | int(s.takeable)) >> column) & 1 == 0:
            continue
        look(s, seat, column, scratch)
        if (int(s.takeable) >> column) & 1 == 1:
            now = worth(CHOICES + SUMS * column, scratch, held)
            scratch[TAKING + column] = now
            if now > first:
                first, second, best_column = now, first, column
            elif now > second:
                second = now
    for slot in range(HAND):
        kind = int(s.hand[seat, slot])
        if kind == NONE:
            break
        for column in range(s.players):
            if (int(s.placeable) >> column) & 1 == 0:
                continue
            at = CHOICES + SUMS * column
            others = second if column == best_column else first
            add(kind, at, scratch, 1.0)
            scratch[at + CARDS] += 1
            gained = 1.0 if s.reserve > 0 else 0.0
            scratch[SLOT * slot + column] = gained + KEPT * max(others, worth(at, scratch, held + gained))
            scratch[at + STARS_ON] += 1
            scratch[SLOT * slot + SEATS + column] = KEPT * max(others, worth(at, scratch, held - 1)) - 1
            scratch[at + STARS_ON] -= 1
            scratch[at + CARDS] -= 1
            add(kind, at, scratch, -1.0)


@kernel
def pick(s: State, rng: Rng, scratch: Scratch, temperature: float) -> int:
    """A legal choice by ``weigh``: each e times as likely as one whose score is ``temperature`` stars lower."""
    legal = choices(s)
    if legal & (legal - U64(1)) == U64(0):
        return lowest(legal)
    weigh(s, scratch)
    return likely_best(legal, scratch, rng, temperature)


def scores_of(s: State) -> dict[int, float]:
    """How good each legal choice looks, in stars."""
    scratch = new_scratch()
    weigh(s, scratch)
    legal = int(choices(s))
    return {choice: float(scratch[choice]) for choice in range(CHOICES) if legal >> choice & 1}
