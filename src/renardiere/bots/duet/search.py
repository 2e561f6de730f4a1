"""The search of levels 2 and 3: single-observer ISMCTS to the end of the round, both seats for the team.

An iteration draws a state that fits what the seat knows, walks down the tree, adds a node, plays the round out by rules
of thumb, and credits what its result is worth to whoever chose. What the searcher would not see never branches the
tree: what the partner gives with a **Gift** is chosen behind a veil, the same whatever the searcher gives; the tree
then goes on with the card that came.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renardiere.bots.duet.stakes import worth
from renardiere.bots.duet.thumb import Scores, new_scores, pick
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
from renardiere.games.duet.knowledge import Knowledge, new_knowledge, sample
from renardiere.games.duet.position import HAND, LEFT_OVER
from renardiere.games.duet.rules import (
    DEAL,
    GIVE,
    KEEP,
    NONE,
    OVER,
    PLACE,
    State,
    choices,
    new_states,
    random_deal,
    take,
)
from renardiere.games.kernel import U64, Rng, kernel, new_rng, random_bit, warms

__all__ = ["Search"]

EXPLORATION: Final = 0.4
BETWEEN: Final = 1.5
"""That of the choice between rounds: there are two, and what comes of either is a matter of luck."""
TEMPERATURE: Final = 0.15
"""Of the rules of thumb in imagined play."""

VEIL: Final = KEEP
"""The child behind the veil: where a Gift is chosen, no choice has this number."""
GIFTS: Final = 3
NEW: Final = 1 + 3 * GIFTS
"""The most nodes that an iteration adds: a choice, and for each Gift a veil, what is behind it, and what it brings."""


class Search:
    """The search of one decision, of the seat whose ``knowledge`` this is. It may be continued."""

    def __init__(
        self, knowledge: Knowledge, rng: Rng, exploration: float = EXPLORATION, temperature: float = TEMPERATURE
    ) -> None:
        self.knowledge = knowledge
        self.rng = rng
        self.exploration = BETWEEN if knowledge.seen.phase == PLACE else exploration
        self.temperature = temperature
        self.nodes = new_tree(1)
        self.used = 1
        self.state = new_states(1)[0]
        self.veiled = new_veiled(GIFTS)
        self.scores = new_scores()
        self.rewards = np.empty(2)

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
    rewards: Rewards,
    exploration: float,
    temperature: float,
    iterations: int,
) -> int:
    """Iterate; the number of nodes used then. An iteration adds NEW at most."""
    me = int(k.viewer)
    between = k.seen.phase == PLACE
    for _ in range(iterations):
        sample(k, rng, s)
        node, used = descend(nodes, used, s, veiled, rng, me, exploration)
        if between:
            random_deal(s, rng)
        while not over(s):
            take(s, pick(s, rng, scores, temperature))
        rewards[:] = worth(s)
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
    gate = ROOT
    while not over(s):
        if s.phase == GIVE and s.gift[me] == NONE:
            s.player = me
            gate = node
        hidden = s.phase == GIVE and s.player != me
        at = node
        if hidden:
            at, used = reach(nodes, gate, VEIL, used)
        legal = choices(s)
        untried = legal & ~nodes[at].tried
        if untried != U64(0):
            choice = random_bit(rng, untried)
            add_child(nodes, at, choice, s.player, used)
            chosen = used
            used += 1
        else:
            chosen = best(nodes, at, legal, exploration)
        choice = int(nodes[chosen].choice)
        take(s, choice)
        if hidden:
            veil(veiled, chosen)
            node, used = reach(nodes, node, choice, used)
            continue
        node = chosen
        if untried != U64(0):
            break
    return node, used


@warms("duet: the bots")
def _warm_search() -> None:
    knowledge = new_knowledge(0)
    knowledge.dealt, knowledge.held = 1, HAND
    knowledge.hidden = U64((1 << HAND + LEFT_OVER) - 1)
    knowledge.seen.hand[0] = U64((1 << HAND) - 1 << HAND + LEFT_OVER)
    knowledge.seen.decree = 29
    knowledge.seen.phase, knowledge.seen.player, knowledge.seen.leader = 1, 0, 0
    knowledge.seen["round"] = 1
    rng = new_rng(0)
    search = Search(knowledge, rng)
    search.run(10)
    sample(knowledge, rng, search.state)
    pick(search.state, rng, search.scores, 1.0)
