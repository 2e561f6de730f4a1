"""The search of levels 2 and 3: each choice is tried in imagined states, and each round played out by rules of thumb.

An iteration draws a state that fits what the seat knows, makes a choice by its upper confidence bound, plays the round
out, and credits what its end is worth. There is no tree: the others are imagined to know what they see and no more,
which is what the rules of thumb hold to, so that a card face down stays one. What is nearly as good is preferred nearly
as often, and a bot that draws by this is a **mixed** strategy.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any, Final

import numpy as np

from renardiere.bots.fennecs.thumb import CHOICES, Scratch, new_scratch, pick
from renardiere.games.fennecs.knowledge import Knowledge, new_knowledge, sample
from renardiere.games.fennecs.position import PLUS, SEATS
from renardiere.games.fennecs.rules import DEAL, OVER, State, choices, new_states, take
from renardiere.games.kernel import U64, Rng, kernel, lowest, new_rng, warms

__all__ = ["TEMPERATURE", "Search", "chance"]

EXPLORATION: Final = 0.5
TEMPERATURE: Final = 0.5
"""Of the rules of thumb in imagined play."""
APART: Final = 5.0
"""Between two rounds, who has so many stars more is e times as likely to win."""
FAR: Final = 16.0
"""So many stars ahead of the others are all that counts."""
STARS_MATTER: Final = 0.2
"""The part of the reward that is stars, so that a game as good as decided is still played well."""


@kernel
def chance(s: State, seat: int) -> float:
    """How likely a seat is to win the game when a round is over; what it gets if the game is."""
    own = float(s.stars[seat])
    best = 0.0
    equals = 1
    chances = 1.0
    for other in range(s.players):
        if other != seat:
            stars = float(s.stars[other])
            best = max(best, stars)
            equals += int(stars == own)
            chances += exp((stars - own) / APART)
    if s.phase == OVER:
        return 1.0 / equals if own >= best else 0.0
    return 1.0 / chances


@kernel
def reward(s: State, seat: int) -> float:
    """What the end of a round is worth to a seat, from 0 to 1: the chance to win the game, and stars ahead of the best
    of the others and of their average."""
    own = float(s.stars[seat])
    best = together = 0.0
    for other in range(s.players):
        if other != seat:
            stars = float(s.stars[other])
            best = max(best, stars)
            together += stars
    ahead = own - 0.5 * best - 0.5 * together / (s.players - 1)
    counted = float(min(1.0, max(0.0, 0.5 + 0.5 * ahead / FAR)))
    return (1.0 - STARS_MATTER) * chance(s, seat) + STARS_MATTER * counted


@kernel
def run(
    k: Knowledge,
    s: State,
    rng: Rng,
    scratch: Scratch,
    visits: np.ndarray[Any, Any],
    totals: np.ndarray[Any, Any],
    iterations: int,
) -> bool:
    """Try choices so often; False if no state fits."""
    seat = int(k.viewer)
    for _ in range(iterations):
        if not sample(k, rng, s):
            return False
        legal = choices(s)
        all_visits = visits.sum()
        chosen = -1
        highest = -np.inf
        while legal != U64(0):
            choice = lowest(legal)
            legal &= legal - U64(1)
            bound = np.inf
            if visits[choice] > 0:
                n = float(visits[choice])
                bound = totals[choice] / n + EXPLORATION * sqrt(log(all_visits) / n)
            if bound > highest:
                highest = bound
                chosen = choice
        take(s, chosen)
        while s.phase != DEAL and s.phase != OVER:
            take(s, pick(s, rng, scratch, TEMPERATURE))
        visits[chosen] += 1
        totals[chosen] += reward(s, seat)
    return True


class Search:
    """The search of one decision. It may be continued."""

    def __init__(self, knowledge: Knowledge, rng: Rng) -> None:
        self.knowledge = knowledge
        self.rng = rng
        self.state = new_states(1)[0]
        self.scratch = new_scratch()
        self.counts = np.zeros(CHOICES, np.int64)
        self.totals = np.zeros(CHOICES)

    def run(self, iterations: int) -> None:
        """Think for so many iterations, without the GIL."""
        tried = run(self.knowledge, self.state, self.rng, self.scratch, self.counts, self.totals, iterations)
        if not tried:
            raise ValueError("what this memory tells cannot have happened")

    def visits(self) -> dict[int, int]:
        """How often each choice was preferred so far."""
        return {choice: int(n) for choice, n in enumerate(self.counts) if n}


@warms("fennecs: the bots")
def _warm_search() -> None:
    knowledge = new_knowledge(0)
    seen = knowledge.seen
    seen.phase, seen.player, seen.players = 1, 0, 2
    seen.hand[0, 0] = PLUS
    seen.cards[:SEATS] = 1
    seen.column[:, 0] = PLUS
    seen.placeable = 3
    search = Search(knowledge, new_rng(0))
    search.run(2)
    pick(seen, new_rng(0), new_scratch(), 1.0)
