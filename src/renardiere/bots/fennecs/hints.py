"""Hints in fennecs: what comes of a choice, and why it is good. How one is found: ``bots/search/advice.py``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from renardiere.bots import AnyGame
from renardiere.bots.fennecs.players import known
from renardiere.bots.fennecs.search import TEMPERATURE, Search, chance
from renardiere.bots.fennecs.thumb import Scratch, pick
from renardiere.bots.hints import NO_FIGURE, FennecsHint, FennecsReason
from renardiere.bots.search.advice import CHANCE, OFTEN, TIMES, Figures, preference
from renardiere.games.fennecs.knowledge import Knowledge, new_knowledge, sample
from renardiere.games.fennecs.position import NO_TOTAL, PLUS, SEATS
from renardiere.games.fennecs.rules import DEAL, OVER, State, action_of, take
from renardiere.games.fennecs.words import FennecsView
from renardiere.games.kernel import Rng, kernel, new_rng, warms
from renardiere.games.play import Memory

__all__ = ["hint"]

ITERATIONS: Final = 4000

OWN, OTHERS, SIX, COSTS, GAME = range(5)
FIGURES: Final = 5
"""What is averaged: stars won from here to the end of the round, own and those of each other; how often one's column
adds up to 6, how often it costs stars, and the game."""

STARS: Final = 0.3
"""Fewer stars than this make no difference worth a word."""


def hint(game: AnyGame, memory: Memory) -> FennecsHint:
    """What the seat to act had better do, and why."""
    view = memory.view
    assert isinstance(view, FennecsView)
    options = game.options_of(view)
    legal = view.legal[str(memory.viewer)]
    if len(legal) == 1:
        return FennecsHint(action=legal[0], instead=None, reason="only", figure=NO_FIGURE, stars=NO_FIGURE)
    knowledge = known(memory, options)
    search = Search(knowledge, new_rng(0))
    search.run(ITERATIONS)
    found = preference(search.visits(), lambda choice: weighed(search, choice), because)
    action, instead = (
        game.action(action_of(knowledge.seen, choice)).text() for choice in (found.choice, found.instead)
    )
    return FennecsHint(action=action, instead=instead, reason=found.reason, figure=found.figure, stars=found.both(OWN))


def weighed(search: Search, choice: int) -> Figures:
    """What comes of a choice, on average."""
    sums = np.zeros(FIGURES)
    play_on(search.knowledge, search.state, search.scratch, new_rng(1), choice, TIMES, sums)
    return sums / TIMES


def because(best: Figures, second: Figures) -> tuple[FennecsReason, int]:
    """The reason that tells the most, and its figure."""
    more: Any = best - second
    gains = more[OWN] >= STARS
    if gains and more[SIX] >= max(OFTEN, -more[COSTS]):
        return "six", SIX
    if gains and -more[COSTS] >= OFTEN:
        return "costs", COSTS
    if gains:
        return "stars", OWN
    if more[OTHERS] <= -STARS and more[OWN] > -STARS:
        return "others", OTHERS
    if more[GAME] >= CHANCE:
        return "game", GAME
    return "equal", OWN


@kernel
def play_on(k: Knowledge, s: State, scratch: Scratch, rng: Rng, choice: int, times: int, sums: Figures) -> None:
    """Make ``choice`` and play the round out by rules of thumb, so many times."""
    me = int(k.viewer)
    for _ in range(times):
        sample(k, rng, s)
        before = s.stars.copy()
        take(s, choice)
        while s.phase != DEAL and s.phase != OVER:
            take(s, pick(s, rng, scratch, TEMPERATURE))
        for seat in range(s.players):
            won = float(s.stars[seat] - before[seat])
            if seat == me:
                sums[OWN] += won
            else:
                sums[OTHERS] += won / (s.players - 1)
        total = int(s.worth[me])
        if total == 6:
            sums[SIX] += 1.0
        elif total < 0 or (total > 6 and total != NO_TOTAL):
            sums[COSTS] += 1.0
        sums[GAME] += chance(s, me)


@warms("fennecs: hints")
def _warm_hints() -> None:
    knowledge = new_knowledge(0)
    seen = knowledge.seen
    seen.phase, seen.player, seen.players = 1, 0, 2
    seen.hand[0, 0] = PLUS
    seen.cards[:SEATS] = 1
    seen.column[:, 0] = PLUS
    seen.placeable = 3
    weighed(Search(knowledge, new_rng(0)), 0)
