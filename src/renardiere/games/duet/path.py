"""The path through the forest: how far the team token may go, and what becomes of it there.

A **movement** is a signed distance: + towards the end of seat 1, where the last space is, − towards that of seat 0. A
set of movements is a bit mask, with bit ``REACH + d`` for d. Longer ones than ``REACH`` there are, but none to choose:
that takes a Gazelle or a Musician.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renardiere.games.duet.position import (
    DEAL,
    GAZELLE,
    LOST,
    MUSICIAN,
    NO_CARDS,
    NONE,
    OVER,
    PLACE,
    PLAY,
    ROUNDS,
    TIME,
    TRICKS,
    WON,
    State,
    paws,
    rank,
)
from renardiere.games.kernel import U64, bit, kernel, popcount

__all__ = ["REACH", "advance", "count", "cover", "finish", "last_space", "movements", "place"]

REACH: Final = 4


@kernel(hot=True)
def has(rank_sought: int, led: int, follow: int) -> int:
    """How many of the trick's cards have this rank."""
    return int(rank(led) == rank_sought) + int(rank(follow) == rank_sought)


@kernel(hot=True)
def movements(led: int, follow: int, winner: int) -> np.uint64:
    """What the winner of a trick may choose from; empty where there is no choice of any kind."""
    gazelles, musicians = has(GAZELLE, led, follow), has(MUSICIAN, led, follow)
    if gazelles + musicians == 0:
        return NO_CARDS
    one, two = paws(led), paws(follow)
    far = bit(one + two)
    if gazelles > 0:  # either card's paws may be ignored
        far |= bit(one) | bit(two)
    if gazelles > 1:  # or both
        far |= bit(0)
    found = NO_CARDS
    for distance in range(REACH + 1):
        if far & bit(distance) != NO_CARDS:
            if winner == 1 or musicians > 0:
                found |= bit(REACH + distance)
            if winner == 0 or musicians > 0:
                found |= bit(REACH - distance)
    return found


@kernel(hot=True)
def last_space(s: State) -> int:
    """The last uncovered space at the end of seat 1; the first one at the other end is ``s.covered[0]``."""
    return int(s.spaces) - 1 - int(s.covered[1])


@kernel
def cover(s: State, end: int) -> None:
    """A forest token covers the last space of an end; its gems slide one location towards the middle."""
    space = s.covered[0] if end == 0 else last_space(s)
    towards = space + 1 if end == 0 else space - 1
    s.gems[towards] += s.gems[space]
    s.gems[space] = 0
    s.covered[end] += 1
    s.forest_tokens -= 1


@kernel
def count(s: State) -> int:
    """What a win is worth now."""
    cards = popcount(s.hand[0] | s.hand[1])
    return 10 * int(s.level) + cards + (10 if s["round"] == 2 else 0) + 3 * int(s.forest_tokens)


@kernel
def finish(s: State, result: int) -> None:
    s.phase = OVER
    s.result = result
    if result == WON:
        s.score = count(s)


@kernel
def grow(s: State) -> None:
    """A gem on each +, or, where the forest covers it, on the nearest space that is left."""
    last = last_space(s)
    for i in range(s.spaces):
        if s.plus & bit(i) != U64(0):
            s.gems[min(max(i, s.covered[0]), last)] += 1
            s.gems_left += 1


@kernel
def end_round(s: State) -> None:
    if s["round"] == ROUNDS:
        finish(s, TIME)
        return
    grow(s)
    s.phase = DEAL
    if s.forest_tokens == 0:
        return
    if s.token == s.covered[0]:
        cover(s, 1)
    elif s.token == last_space(s):
        cover(s, 0)
    else:
        s.phase = PLACE
        s.player = 1 - s.dealer


@kernel
def place(s: State, end: int) -> None:
    """The next dealer has said where the forest grows."""
    cover(s, end)
    s.phase = DEAL


@kernel
def advance(s: State, movement: int) -> None:
    """The winner of the trick (``s.player``) has said how far the token goes, or it is plain. The trick is over."""
    s.leader = s.player
    s.led = NONE
    s.follow = NONE
    s.tricks += 1
    s.phase = PLAY
    to = s.token + movement
    if to < s.covered[0] or to > last_space(s):
        if s.forest_tokens == 0:
            finish(s, LOST)
            return
        cover(s, 0 if movement < 0 else 1)
        s.token = s.start
    else:
        s.token = to
        if s.gems[to] > 0:
            s.gems[to] -= 1
            s.gems_left -= 1
            if s.gems_left == 0:
                finish(s, WON)
                return
    if s.tricks == TRICKS:
        end_round(s)
