"""Rules of thumb: how good each choice looks at a glance, to a player who counts tricks but does not think ahead.

Only what its player may know goes into it: their hand, the table, the tricks won. Level 1 plays by it, and the search
finishes its imagined rounds with it.
"""

from __future__ import annotations

from math import comb, exp
from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.forest.rules import (
    EXCHANGE,
    KEEP,
    NONE,
    PLAY,
    SWAN,
    TREASURE,
    TRICKS,
    WITCH,
    State,
    choices,
    follower_wins,
    points,
    rank,
    suit,
)
from renardiere.games.kernel import U64, Rng, bit, kernel, lowest, next_u64

__all__ = ["CHOICES", "Scores", "pick", "weigh"]

CHOICES: Final = KEEP + 1
Scores: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""``float64[CHOICES]``: a score for each choice of a phase; those that are not legal mean nothing."""

CHANCES: Final = 10
"""Chances to win a trick are counted in tenths."""


def worth_of_tricks() -> np.ndarray[Any, Any]:
    """``[chance, won, left]``: how many points, own minus the other's, winning the trick at hand is better than losing
    it, for a player who won ``won`` tricks and will win each of the ``left`` after this one with that chance."""
    lead = [points(won) - points(TRICKS - won) for won in range(TRICKS + 1)]
    worth = np.zeros((CHANCES + 1, TRICKS, TRICKS))
    for tenths in range(CHANCES + 1):
        chance = tenths / CHANCES
        for won in range(TRICKS):
            for left in range(TRICKS - won):
                for more in range(left + 1):
                    probability = comb(left, more) * chance**more * (1 - chance) ** (left - more)
                    worth[tenths, won, left] += probability * (lead[won + 1 + more] - lead[won + more])
    return worth


WORTH: Final = worth_of_tricks()


@kernel
def strength(card: int, trump: int) -> float:
    """Roughly how often a card wins its trick, from 0 to 1."""
    if rank(card) == WITCH:
        return 0.8
    if suit(card) == trump:
        return 0.5 + rank(card) / 22
    return rank(card) / 18


@kernel
def total_strength(hand: np.uint64, trump: int) -> float:
    total = 0.0
    while hand != U64(0):
        total += strength(lowest(hand), trump)
        hand &= hand - U64(1)
    return total


@kernel
def weigh(s: State, scores: Scores) -> np.uint64:
    """Write how good the choices of who is to act look, in points; the set of those that are legal."""
    seat = s.player
    hand = s.hand[seat]
    trump = suit(s.decree)
    left = TRICKS - s.tricks[0] - s.tricks[1] - 1
    total = total_strength(hand, trump)
    chance = total / (left + 1)
    wish = WORTH[min(CHANCES, int(CHANCES * chance + 0.5)), s.tricks[seat], left]
    legal = choices(s)
    rest = legal
    while rest != U64(0):
        choice = lowest(rest)
        rest &= rest - U64(1)
        if s.phase == PLAY and s.led == NONE:
            wins = strength(choice, trump)
            scores[choice] = wish * wins
            if rank(choice) == TREASURE:
                scores[choice] -= 1 - 2 * wins
        elif s.phase == PLAY:
            scores[choice] = -0.5 * wish * strength(choice, trump)
            if follower_wins(s.led, choice, trump):
                treasures = int(rank(choice) == TREASURE) + int(rank(s.led) == TREASURE)
                scores[choice] += wish + 2 * treasures
            elif rank(choice) == SWAN:
                scores[choice] += 0.3
        elif choice == KEEP:
            scores[choice] = 0.0
        elif s.phase == EXCHANGE:
            after = total_strength((hand ^ bit(choice)) | bit(s.decree), suit(choice))
            scores[choice] = 0.5 * wish * (after - total)
        else:
            scores[choice] = -0.5 * wish * strength(choice, trump)
    return legal


@kernel
def pick(s: State, rng: Rng, scores: Scores, temperature: float) -> int:
    """A legal choice by ``weigh``: each e times as likely as one whose score is ``temperature`` points lower."""
    legal = choices(s)
    if legal & (legal - U64(1)) == U64(0):
        return lowest(legal)
    weigh(s, scores)
    highest_score = -np.inf
    rest = legal
    while rest != U64(0):
        highest_score = max(highest_score, scores[lowest(rest)])
        rest &= rest - U64(1)
    total = 0.0
    rest = legal
    while rest != U64(0):
        choice = lowest(rest)
        rest &= rest - U64(1)
        scores[choice] = exp((scores[choice] - highest_score) / temperature)
        total += scores[choice]
    at = (next_u64(rng) >> U64(11)) * 2.0**-53 * total
    rest = legal
    while True:
        choice = lowest(rest)
        rest &= rest - U64(1)
        at -= scores[choice]
        if at < 0 or rest == U64(0):
            return choice
