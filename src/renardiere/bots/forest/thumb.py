"""Rules of thumb: how good each choice looks at a glance, to a player who counts tricks but does not think ahead.

Only what its player may know goes into it: their hand, the table, the tricks won. Level 1 plays by it, and the search
finishes its imagined rounds with it.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.bots.search.noise import likely_best
from renardiere.games.forest.rules import (
    DECK,
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
from renardiere.games.kernel import U64, Rng, bit, kernel, lowest

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

LEAD: Final = 0.4
"""How far a strong lead goes towards winning the trick: the other may still answer."""
SAVE: Final = 0.5
"""What a strong card kept is worth, as a part of a trick."""


def strengths() -> np.ndarray[Any, Any]:
    """``[trump, card]``: roughly how often a card wins its trick, from 0 to 1."""
    table = np.empty((3, DECK))
    for trump in range(3):
        for card in range(DECK):
            table[trump, card] = 0.5 + rank(card) / 22 if suit(card) == trump else rank(card) / 18
            if rank(card) == WITCH:
                table[trump, card] = 0.8
    return table


STRENGTH: Final = strengths()


@kernel
def total_strength(hand: np.uint64, trump: int) -> float:
    total = 0.0
    while hand != U64(0):
        total += STRENGTH[trump, lowest(hand)]
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
    chance = min(1.0, total / (left + 1))
    wish = WORTH[int(CHANCES * chance + 0.5), s.tricks[seat], left]
    legal = choices(s)
    rest = legal
    while rest != U64(0):
        choice = lowest(rest)
        rest &= rest - U64(1)
        if s.phase == PLAY and s.led == NONE:
            wins = STRENGTH[trump, choice]
            scores[choice] = LEAD * wish * wins
            if rank(choice) == TREASURE:
                scores[choice] -= 1 - 2 * wins
        elif s.phase == PLAY:
            scores[choice] = -SAVE * wish * STRENGTH[trump, choice]
            if follower_wins(s.led, choice, trump):
                treasures = int(rank(choice) == TREASURE) + int(rank(s.led) == TREASURE)
                scores[choice] += wish + 2 * treasures
            elif rank(choice) == SWAN:
                scores[choice] += 0.3
        elif choice == KEEP:
            scores[choice] = 0.0
        elif s.phase == EXCHANGE:
            after = total_strength((hand ^ bit(choice)) | bit(s.decree), suit(choice))
            scores[choice] = SAVE * wish * (after - total)
        else:
            scores[choice] = -SAVE * wish * STRENGTH[trump, choice]
    return legal


@kernel
def pick(s: State, rng: Rng, scores: Scores, temperature: float) -> int:
    """A legal choice by ``weigh``: each e times as likely as one whose score is ``temperature`` points lower."""
    legal = choices(s)
    if legal & (legal - U64(1)) == U64(0):
        return lowest(legal)
    weigh(s, scores)
    return likely_best(legal, scores, rng, temperature)
