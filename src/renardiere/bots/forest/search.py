"""The search of levels 2 and 3: single-observer ISMCTS to the end of the round, all of it compiled.

An iteration draws a state that fits what the seat knows, walks down the tree, adds a node, plays the round out by
rules of thumb, and credits the reward of its result. What the searcher would not see never branches the tree: the
opponent's draw from the pile and what they bury lead on to one and the same node. What to bury, the opponent learns
all the same, from nodes that lie behind a **veil**: credited, but never walked through.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renardiere.bots.forest.stakes import Stakes, stakes
from renardiere.bots.forest.thumb import CHOICES, Scores, pick
from renardiere.bots.search.tree import (
    ROOT,
    Nodes,
    Rewards,
    Veiled,
    add_child,
    best,
    credit,
    credit_veiled,
    grown,
    new_tree,
    new_veiled,
    reach,
    veil,
    visits,
)
from renardiere.games.forest.knowledge import Knowledge, new_knowledge, observe_deal, sample
from renardiere.games.forest.rules import BURY, DEAL, HAND, KEEP, OVER, State, choices, new_states, take
from renardiere.games.kernel import U64, Rng, kernel, new_rng, random_bit, warms

__all__ = ["Search"]

EXPLORATION: Final = 0.4
TEMPERATURE: Final = 0.5
"""Of the rules of thumb in imagined play."""

VEIL: Final = KEEP
"""The child behind the veil; at a node where the opponent buries, no choice has this number."""
WOODCUTTERS: Final = 3
NEW: Final = 1 + 2 * WOODCUTTERS
"""The most nodes that an iteration adds: a choice, and for each Woodcutter a draw, or a veil with what is behind it."""


class Search:
    """The search of one decision, of the seat whose ``knowledge`` this is. It may be continued."""

    def __init__(
        self,
        knowledge: Knowledge,
        worth: Stakes,
        rng: Rng,
        exploration: float = EXPLORATION,
        temperature: float = TEMPERATURE,
    ) -> None:
        self.knowledge = knowledge
        self.worth = worth
        self.rewards = np.empty(2)
        self.rng = rng
        self.exploration = exploration
        self.temperature = temperature
        self.nodes = new_tree(1)
        self.used = 1
        self.state = new_states(1)[0]
        self.veiled = new_veiled(WOODCUTTERS)
        self.scores = np.zeros(CHOICES)

    def run(self, iterations: int) -> None:
        """Think for so many iterations, without the GIL."""
        self.nodes = grown(self.nodes, self.used, NEW * iterations)
        self.used = think(
            self.nodes,
            self.used,
            self.knowledge,
            self.state,
            self.veiled,
            self.scores,
            self.rng,
            self.worth,
            self.rewards,
            self.exploration,
            self.temperature,
            iterations,
        )

    def visits(self) -> dict[int, int]:
        """How often each choice was preferred so far."""
        return visits(self.nodes)


@kernel
def think(
    nodes: Nodes,
    used: int,
    k: Knowledge,
    s: State,
    veiled: Veiled,
    scores: Scores,
    rng: Rng,
    worth: Stakes,
    rewards: Rewards,
    exploration: float,
    temperature: float,
    iterations: int,
) -> int:
    """Iterate; the number of nodes used then. An iteration adds NEW at most."""
    me = k.viewer
    for _ in range(iterations):
        sample(k, rng, s)
        node, used = descend(nodes, used, s, veiled, rng, me, exploration)
        while not over(s):
            take(s, pick(s, rng, scores, temperature))
        rewards[me] = worth[s.last[me], s.last[1 - me]]
        rewards[1 - me] = 1.0 - rewards[me]
        credit(nodes, node, rewards)
        credit_veiled(nodes, veiled, rewards)
    return used


@kernel
def over(s: State) -> bool:
    """Whether the round is."""
    return bool(s.phase == DEAL or s.phase == OVER)


@kernel
def descend(
    nodes: Nodes, used: int, s: State, veiled: Veiled, rng: Rng, me: int, exploration: float
) -> tuple[int, int]:
    """Play ``s`` from the root on, by the tree, up to a node that is new or where the round is over; that node, and
    the number of nodes used then. ``veiled`` gets the nodes that were chosen behind a veil."""
    node = ROOT
    while not over(s):
        hidden = s.phase == BURY and s.player != me
        at = node
        if hidden:
            at, used = reach(nodes, node, VEIL, used)
        legal = choices(s)
        untried = legal & ~nodes[at].tried
        if untried != U64(0):
            choice = random_bit(rng, untried)
            add_child(nodes, at, choice, s.player, used)
            chosen = used
            used += 1
        else:
            chosen = best(nodes, at, legal, exploration)
        take(s, nodes[chosen].choice)
        if hidden:
            veil(veiled, chosen)
            continue
        node = chosen
        if untried != U64(0):
            break
        if s.phase == BURY and s.player == me:
            node, used = reach(nodes, node, s.drawn, used)
    return node, used


@warms("forest: the bots")
def _warm_search() -> None:
    knowledge = new_knowledge(0)
    observe_deal(knowledge, U64((1 << HAND) - 1), HAND, 1)
    rng = new_rng(0)
    search = Search(knowledge, stakes((21, 21)), rng)
    search.run(10)
    sample(knowledge, rng, search.state)
    pick(search.state, rng, search.scores, 1.0)
