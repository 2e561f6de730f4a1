"""Why a choice is good: one reason, with figures that the search of level 3 gives.

The search prefers a choice. It is weighed against the next best ones, until one makes a difference: both are played
on, through the tree that was grown and to the end of the round, in the same imagined hands. A hint is made of one
seat's ``Memory`` and nothing else: the same memory gives the same hint.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.bots import AnyGame, Hint, Reason
from renardiere.bots.forest.players import known, missing
from renardiere.bots.forest.search import VEIL, Search, over
from renardiere.bots.forest.stakes import FAR, MOST, Stakes, after, stakes
from renardiere.bots.forest.thumb import Scores, pick
from renardiere.bots.search.tree import NOWHERE, ROOT, Nodes, child
from renardiere.games.forest.knowledge import Knowledge, new_knowledge, observe_deal, sample
from renardiere.games.forest.rules import BURY, FIRST, HAND, State, choices, take
from renardiere.games.forest.words import ForestView
from renardiere.games.kernel import U64, Rng, kernel, new_rng, warms
from renardiere.games.play import Memory

__all__ = ["hint"]

ITERATIONS: Final = 6000
OTHERS: Final = 4
"""So many other choices are weighed at most."""
TIMES: Final = 2000
"""How often each of two choices is played on: an average of points is then good to about 0.1."""
FEW: Final = 20
"""A node that was visited less says too little to go by."""

OWN, OTHER, TREASURES, HUMBLE, VICTORIOUS, GREEDY, TRICK, GAME = range(8)
FIGURES: Final = 8
"""What is averaged: points of the round, own treasures among them, how often it ends in which band, how often this
trick is won, and the game."""
Figures: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"

POINTS: Final = 0.3
"""Fewer points than this make no difference worth a word."""
OFTEN: Final = 0.12
"""Neither does a band that is reached this much more often."""
CHANCE: Final = 0.03


def hint(game: AnyGame, memory: Memory) -> Hint:
    """What the seat to act had better do, and why."""
    view = memory.view
    assert isinstance(view, ForestView)
    options = game.options_of(view)
    legal = view.legal[str(memory.viewer)]
    if len(legal) == 1:
        return Hint(legal[0], None, "only", (0.0, 0.0), (0.0, 0.0))
    knowledge = known(memory, options)
    own, other = missing(knowledge)
    search = Search(knowledge, stakes((own, other)), new_rng(0))
    search.run(ITERATIONS)
    visits = search.visits()
    best, *others = sorted(visits, key=lambda choice: (-visits[choice], choice))[: 1 + OTHERS]
    games = chances((own, other))

    ours = weighed(search, games, best)
    found: Hint | None = None
    for choice in others:
        theirs = weighed(search, games, choice)
        reason, figure = because(ours, theirs)
        if found is None or reason != "equal":
            action, instead = (game.action(FIRST[knowledge.seen.phase] + one).text() for one in (best, choice))
            found = Hint(action, instead, reason, figure, (float(ours[OWN]), float(theirs[OWN])))
        if reason != "equal":
            break
    assert found is not None
    return found


def weighed(search: Search, games: Stakes, choice: int) -> Figures:
    """What comes of a choice, on average."""
    sums = np.zeros(FIGURES)
    knowledge, state, scores, chance = search.knowledge, search.state, search.scores, new_rng(1)
    play_on(search.nodes, knowledge, state, scores, chance, games, search.temperature, choice, TIMES, sums)
    return sums / TIMES


def chances(missing: tuple[int, int]) -> Stakes:
    """How likely each result of a round makes it to win the game; a half each where the end is far off."""
    if max(missing) > FAR:
        return np.full((MOST + 1, MOST + 1), 0.5)
    return np.array([[after(*missing, mine, theirs) for theirs in range(MOST + 1)] for mine in range(MOST + 1)])


def because(best: Figures, second: Figures) -> tuple[Reason, tuple[float, float]]:
    """The reason that tells the most, and its figure for either choice."""
    more: Any = best - second

    def both(reason: Reason, figure: int) -> tuple[Reason, tuple[float, float]]:
        return reason, (float(best[figure]), float(second[figure]))

    gains = more[OWN] >= POINTS
    bands: list[tuple[float, Reason, int]] = [
        (float(-more[GREEDY]), "greedy", GREEDY),
        (float(more[HUMBLE]), "humble", HUMBLE),
        (float(more[VICTORIOUS]), "victorious", VICTORIOUS),
    ]
    shift, band, figure = max(bands)
    if gains and more[TREASURES] >= 0.7 * more[OWN]:
        return both("treasures", TREASURES)
    if gains and shift >= OFTEN:
        return both(band, figure)
    if gains and best[TRICK] >= 0.7 and second[TRICK] <= 0.4:
        return both("takes", TRICK)
    if gains and best[TRICK] <= 0.3 and second[TRICK] >= 0.6:
        return both("ducks", TRICK)
    if gains:
        return both("points", OWN)
    if more[OTHER] <= -POINTS and more[OWN] > -POINTS:
        return both("other", OTHER)
    if more[GAME] >= CHANCE:
        return both("game", GAME)
    return both("equal", OWN)


@kernel
def favourite(nodes: Nodes, node: int, legal: np.uint64) -> int:
    """The child of a legal choice that was visited most; NOWHERE if that is too little to go by."""
    chosen, most = NOWHERE, FEW - 1
    at = int(nodes[node].first)
    while at != NOWHERE:
        if (legal >> U64(nodes[at].choice)) & U64(1) != U64(0) and nodes[at].visits > most:
            chosen, most = at, int(nodes[at].visits)
        at = int(nodes[at].next)
    return chosen


@kernel
def play_on(
    nodes: Nodes,
    k: Knowledge,
    s: State,
    scores: Scores,
    rng: Rng,
    games: Stakes,
    temperature: float,
    choice: int,
    times: int,
    sums: Figures,
) -> None:
    """Play ``choice`` and then the round out, so many times: by the tree as far as it goes, then by rules of thumb."""
    me = k.viewer
    for _ in range(times):
        sample(k, rng, s)
        number = s.tricks[0] + s.tricks[1]
        mine = s.tricks[me]
        treasures = s.treasures[me]
        trick = False
        node = child(nodes, ROOT, choice)
        by = choice
        while True:
            take(s, by)
            if not trick and s.tricks[0] + s.tricks[1] > number:
                trick = True
                if s.tricks[me] > mine:
                    sums[TRICK] += 1.0
            if over(s):
                break
            hidden = s.phase == BURY and s.player != me
            if node != NOWHERE and s.phase == BURY and s.player == me:
                node = child(nodes, node, s.drawn)
            at = node
            if node != NOWHERE and hidden:
                at = child(nodes, node, VEIL)
            chosen = NOWHERE
            if at != NOWHERE:
                chosen = favourite(nodes, at, choices(s))
            if chosen == NOWHERE:
                by = pick(s, rng, scores, temperature)
                node = NOWHERE
            else:
                by = int(nodes[chosen].choice)
                if not hidden:
                    node = chosen
        won = s.tricks[me]
        sums[OWN] += s.last[me]
        sums[OTHER] += s.last[1 - me]
        sums[TREASURES] += s.treasures[me] - treasures
        sums[GAME] += games[s.last[me], s.last[1 - me]]
        if won <= 3:
            sums[HUMBLE] += 1.0
        elif won >= 10:
            sums[GREEDY] += 1.0
        elif won >= 7:
            sums[VICTORIOUS] += 1.0


@warms("forest: hints")
def _warm_hints() -> None:
    knowledge = new_knowledge(0)
    observe_deal(knowledge, U64((1 << HAND) - 1), HAND, 1)
    search = Search(knowledge, stakes((21, 21)), new_rng(0))
    search.run(10)
    weighed(search, chances((21, 21)), next(iter(search.visits())))
