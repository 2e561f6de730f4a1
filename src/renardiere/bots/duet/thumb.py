"""Rules of thumb for duet: what a trick would bring the team, to players who look no further than where it leads.

Both hands are looked at: a bot that has only its own imagines the partner's first (``knowledge.sample``). Level 1 plays
by it, and the search finishes its imagined rounds with it.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.bots.search.noise import likely_best
from renardiere.games.duet.path import last_space, movements
from renardiere.games.duet.position import NO_CARDS, PAWS, paws, suit
from renardiere.games.duet.rules import (
    EXCHANGE,
    KEEP,
    MOVE,
    NONE,
    PLACE,
    PLAY,
    REACH,
    State,
    choices,
    follower_wins,
    may_follow,
)
from renardiere.games.kernel import U64, Rng, kernel, lowest

__all__ = ["CHOICES", "Scores", "new_scores", "pick", "weigh"]

CHOICES: Final = KEEP + 1
Scores: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""``float64[CHOICES + WAYS]``: a score for each choice of a phase, those that are not legal mean nothing; then what
each way of the token is worth."""

FAR: Final = 2 * max(PAWS)
WAYS: Final = 2 * FAR + 1
"""Ways of the token, −6 … +6."""

LEAVES: Final = 1.3
"""What it costs to leave the path, in gems."""
WINS: Final = 5.0
LOSES: Final = 5.0
UNKNOWN: Final = 1000.0
"""No way of the token is worth that."""
AHEAD: Final = 0.5
"""What the next trick may bring from where the token stands, as a part of what this one does."""


def chances() -> np.ndarray[Any, Any]:
    """How often two cards have so many paws."""
    counts = np.zeros(FAR + 1)
    for one in PAWS:
        for two in PAWS:
            counts[one + two] += 1 / len(PAWS) ** 2
    return counts


CHANCES: Final = chances()


def new_scores() -> Scores:
    return np.zeros(CHOICES + WAYS)


@kernel
def outlook(s: State, at: int, first: int, last: int) -> float:
    """What a trick is likely to bring from here, either seat winning it."""
    total = 0.0
    for distance in range(FAR + 1):
        for to in (at - distance, at + distance):
            if to < first or to > last:
                total -= CHANCES[distance] * LEAVES
            elif s.gems[to] > 0:
                total += CHANCES[distance]
    return 0.5 * total


@kernel
def way_worth(s: State, way: int, scores: Scores) -> float:
    """What this way of the token would be worth now, in gems; worked out once a decision."""
    known = scores[CHOICES + FAR + way]
    if known != UNKNOWN:
        return float(known)
    first = int(s.covered[0])
    last = last_space(s)
    to = s.token + way
    if to >= first and to <= last:
        worth = AHEAD * outlook(s, to, first, last)
        if s.gems[to] > 0:
            worth += 1.0 if s.gems_left > 1 else WINS
    elif s.forest_tokens == 0:
        worth = -LOSES
    else:
        worth = AHEAD * outlook(s, s.start, first, last) - LEAVES
    scores[CHOICES + FAR + way] = worth
    return worth


@kernel
def trick_worth(s: State, led: int, follow: int, leader: int, trump: int, scores: Scores) -> float:
    """What a trick of these cards is worth, moved as its winner likes best."""
    winner = 1 - leader if follower_wins(led, follow, trump) else leader
    options = movements(led, follow, winner)
    if options == NO_CARDS:
        far = paws(led) + paws(follow)
        return way_worth(s, far if winner == 1 else -far, scores)
    most = -np.inf
    while options != NO_CARDS:
        worth = way_worth(s, lowest(options) - REACH, scores)
        options &= options - U64(1)
        most = max(most, worth)
    return most


@kernel
def weigh(s: State, scores: Scores) -> np.uint64:
    """Write how good the choices of who is to act look, in gems; the set of those that are legal."""
    seat = s.player
    trump = suit(s.decree)
    legal = choices(s)
    for i in range(CHOICES, CHOICES + WAYS):
        scores[i] = UNKNOWN
    rest = legal
    while rest != NO_CARDS:
        choice = lowest(rest)
        rest &= rest - U64(1)
        worth = 0.0
        if s.phase == PLAY and s.led == NONE:
            replies = may_follow(s.hand[1 - seat], choice)
            worth = -np.inf
            while replies != NO_CARDS:
                worth = max(worth, trick_worth(s, choice, lowest(replies), seat, trump, scores))
                replies &= replies - U64(1)
        elif s.phase == PLAY:
            worth = trick_worth(s, s.led, choice, s.leader, trump, scores)
        elif s.phase == MOVE:
            worth = way_worth(s, choice - REACH, scores)
        elif s.phase == EXCHANGE and s.follow != NONE:
            worth = trick_worth(s, s.led, s.follow, s.leader, trump if choice == KEEP else suit(choice), scores)
        elif s.phase == PLACE:  # the end that is farther off
            worth = 0.2 * abs(s.token - (s.covered[0] if choice == 0 else last_space(s)))
        scores[choice] = worth
    return legal


@kernel
def pick(s: State, rng: Rng, scores: Scores, temperature: float) -> int:
    """A legal choice by ``weigh``: each e times as likely as one whose score is ``temperature`` gems lower."""
    legal = choices(s)
    if legal & (legal - U64(1)) == U64(0):
        return lowest(legal)
    weigh(s, scores)
    return likely_best(legal, scores, rng, temperature)
