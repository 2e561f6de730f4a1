"""Hints in the first game: what comes of a choice, and why it is good. How one is found: ``bots/search/advice.py``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from renardiere.bots import AnyGame
from renardiere.bots.forest.players import known, missing
from renardiere.bots.forest.search import VEIL, Search, over
from renardiere.bots.forest.stakes import FAR, MOST, Stakes, after, stakes
from renardiere.bots.forest.thumb import Scores, pick
from renardiere.bots.hints import NO_FIGURE, ForestHint, ForestReason
from renardiere.bots.search.advice import CHANCE, OFTEN, TIMES, Figures, preference
from renardiere.bots.search.tree import NOWHERE, ROOT, Nodes, child, favourite
from renardiere.games.forest.knowledge import Knowledge, new_knowledge, observe_deal, sample
from renardiere.games.forest.rules import BURY, HAND, State, action_of, choices, take
from renardiere.games.forest.words import ForestView
from renardiere.games.kernel import U64, Rng, kernel, new_rng, warms
from renardiere.games.play import Memory

__all__ = ["hint"]

ITERATIONS: Final = 6000

OWN, OTHER, TREASURES, HUMBLE, VICTORIOUS, GREEDY, TRICK, GAME = range(8)
FIGURES: Final = 8
"""What is averaged: points of the round, own treasures among them, how often it ends in which band, how often this
trick is won, and the game."""

POINTS: Final = 0.3
"""Fewer points than this make no difference worth a word."""


def hint(game: AnyGame, memory: Memory) -> ForestHint:
    """What the seat to act had better do, and why."""
    view = memory.view
    assert isinstance(view, ForestView)
    options = game.options_of(view)
    legal = view.legal[str(memory.viewer)]
    if len(legal) == 1:
        return ForestHint(action=legal[0], instead=None, reason="only", figure=NO_FIGURE, points=NO_FIGURE)
    knowledge = known(memory, options)
    missed = missing(knowledge)
    search, games = Search(knowledge, stakes(missed), new_rng(0)), chances(missed)
    search.run(ITERATIONS)
    found = preference(search.visits(), lambda choice: weighed(search, games, choice), because)
    action, instead = (
        game.action(action_of(knowledge.seen, choice)).text() for choice in (found.choice, found.instead)
    )
    return ForestHint(action=action, instead=instead, reason=found.reason, figure=found.figure, points=found.both(OWN))


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


def because(best: Figures, second: Figures) -> tuple[ForestReason, int]:
    """The reason that tells the most, and its figure."""
    more: Any = best - second
    gains = more[OWN] >= POINTS
    bands: list[tuple[float, ForestReason, int]] = [
        (float(-more[GREEDY]), "greedy", GREEDY),
        (float(more[HUMBLE]), "humble", HUMBLE),
        (float(more[VICTORIOUS]), "victorious", VICTORIOUS),
    ]
    shift, band, figure = max(bands)
    if gains and more[TREASURES] >= 0.7 * more[OWN]:
        return "treasures", TREASURES
    if gains and shift >= OFTEN:
        return band, figure
    if gains and best[TRICK] >= 0.7 and second[TRICK] <= 0.4:
        return "takes", TRICK
    if gains and best[TRICK] <= 0.3 and second[TRICK] >= 0.6:
        return "ducks", TRICK
    if gains:
        return "points", OWN
    if more[OTHER] <= -POINTS and more[OWN] > -POINTS:
        return "other", OTHER
    if more[GAME] >= CHANCE:
        return "game", GAME
    return "equal", OWN


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
