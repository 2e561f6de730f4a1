"""Hints in duet: what comes of a choice, and why it is good. How one is found: ``bots/search/advice.py``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from renardiere.bots import AnyGame
from renardiere.bots.duet.players import known
from renardiere.bots.duet.search import VEIL, Search, over
from renardiere.bots.duet.stakes import chance
from renardiere.bots.duet.thumb import Scores, pick
from renardiere.bots.hints import NO_FIGURE, DuetHint, DuetReason
from renardiere.bots.search.advice import CHANCE, OFTEN, TIMES, Figures, preference
from renardiere.bots.search.tree import NOWHERE, ROOT, Nodes, child, favourite
from renardiere.games.duet.knowledge import Knowledge, new_knowledge, sample
from renardiere.games.duet.position import HAND, LEFT_OVER, LOST, OVER, TRICKS, WON
from renardiere.games.duet.rules import GIVE, NONE, PLACE, State, action_of, choices, random_deal, take
from renardiere.games.duet.words import DuetView
from renardiere.games.kernel import U64, Rng, kernel, new_rng, popcount, warms
from renardiere.games.play import Memory

__all__ = ["hint"]

ITERATIONS: Final = 3000

GEM, PATH, GEMS, FOREST, GAME = range(5)
FIGURES: Final = 5
"""What is averaged: whether this trick brings a gem, whether it leads off the path, the gems that are collected from
here to the end of the round, how often the path is left in it, and the game."""

MANY: Final = 0.2
"""Fewer gems than this make no difference worth a word; nor does leaving the path so much less often."""


def hint(game: AnyGame, memory: Memory) -> DuetHint:
    """What the seat to act had better do, and why."""
    view = memory.view
    assert isinstance(view, DuetView)
    options = game.options_of(view)
    legal = view.legal[str(memory.viewer)]
    if len(legal) == 1:
        return DuetHint(action=legal[0], instead=None, reason="only", figure=NO_FIGURE)
    knowledge = known(memory, options)
    search = Search(knowledge, new_rng(0))
    search.run(ITERATIONS)
    found = preference(search.visits(), lambda choice: weighed(search, choice), because)
    action, instead = (
        game.action(action_of(knowledge.seen, choice)).text() for choice in (found.choice, found.instead)
    )
    return DuetHint(action=action, instead=instead, reason=found.reason, figure=found.figure)


def weighed(search: Search, choice: int) -> Figures:
    """What comes of a choice, on average."""
    sums = np.zeros(FIGURES)
    knowledge, state, scores, rng = search.knowledge, search.state, search.scores, new_rng(1)
    play_on(search.nodes, knowledge, state, scores, rng, search.temperature, choice, TIMES, sums)
    return sums / TIMES


def because(best: Figures, second: Figures) -> tuple[DuetReason, int]:
    """The reason that tells the most, and its figure."""
    more: Any = best - second
    if more[GAME] <= -CHANCE:
        return "equal", GEMS
    if -more[PATH] >= OFTEN:
        return "path", PATH
    if more[GEM] >= OFTEN and more[GEMS] >= 0:
        return "gem", GEM
    if more[GEMS] >= MANY:
        return "gems", GEMS
    if -more[FOREST] >= MANY:
        return "forest", FOREST
    if more[GAME] >= CHANCE:
        return "game", GAME
    return "equal", GEMS


@kernel
def play_on(
    nodes: Nodes,
    k: Knowledge,
    s: State,
    scores: Scores,
    rng: Rng,
    temperature: float,
    choice: int,
    times: int,
    sums: Figures,
) -> None:
    """Play ``choice`` and then the round out, so many times: by the tree as far as it goes, then by rules of thumb.
    Between rounds, the next one is dealt and played."""
    me = int(k.viewer)
    between = k.seen.phase == PLACE
    for _ in range(times):
        sample(k, rng, s)
        tricks = int(s.tricks)
        first = not between  # what comes of the next trick is a matter of the deal
        node = child(nodes, ROOT, choice)
        gate = ROOT
        hidden = False
        by = choice
        while True:
            gems = int(s.gems_left)
            forest = int(s.forest_tokens)
            take(s, by)
            if hidden and node != NOWHERE:
                node = child(nodes, node, by)
            if between and s["round"] == k.seen["round"]:
                random_deal(s, rng)
                tricks = 0
            elif s.tricks > tricks:
                tricks = int(s.tricks)
                gems -= int(s.gems_left)
                if tricks == TRICKS and s.phase != OVER:
                    gems += popcount(s.plus)  # those that have grown
                left = s.result == LOST or (s.forest_tokens < forest and s.token == s.start)
                sums[GEMS] += gems
                sums[FOREST] += int(left)
                if first:
                    sums[GEM] += gems
                    sums[PATH] += int(left)
                first = False
            if over(s):
                break
            if s.phase == GIVE and s.gift[me] == NONE:
                s.player = me
                gate = node
            hidden = s.phase == GIVE and s.player != me
            at = node
            if hidden:
                at = NOWHERE if gate == NOWHERE else child(nodes, gate, VEIL)
            chosen = NOWHERE
            if at != NOWHERE:
                chosen = favourite(nodes, at, choices(s))
            if chosen == NOWHERE:
                by = pick(s, rng, scores, temperature)
                if not hidden:
                    node = NOWHERE
            else:
                by = int(nodes[chosen].choice)
                if not hidden:
                    node = chosen
        if s.phase != OVER:
            sums[GAME] += chance(s)
        elif s.result == WON:
            sums[GAME] += 1.0


@warms("duet: hints")
def _warm_hints() -> None:
    knowledge = new_knowledge(0)
    knowledge.dealt, knowledge.held = 1, HAND
    knowledge.hidden = U64((1 << HAND + LEFT_OVER) - 1)
    knowledge.seen.hand[0] = U64((1 << HAND) - 1 << HAND + LEFT_OVER)
    knowledge.seen.decree = 29
    knowledge.seen.phase, knowledge.seen.player, knowledge.seen.leader = 1, 0, 0
    knowledge.seen["round"] = 1
    search = Search(knowledge, new_rng(0))
    search.run(10)
    weighed(search, next(iter(search.visits())))
