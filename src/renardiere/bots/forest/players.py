"""What the bots of forest reason with."""

from __future__ import annotations

from typing import Final

import numpy as np

from renardiere.bots.forest.search import Search
from renardiere.bots.forest.stakes import stakes
from renardiere.bots.forest.thumb import CHOICES, pick
from renardiere.bots.search.players import Wits
from renardiere.games.forest.knowledge import Knowledge, count_states, sample
from renardiere.games.forest.recall import recall
from renardiere.games.forest.rules import action_of, new_states
from renardiere.games.forest.words import ForestOptions
from renardiere.games.kernel import Rng
from renardiere.games.play import Memory

__all__ = ["FOREST", "known", "missing"]


def known(memory: Memory, options: ForestOptions) -> Knowledge:
    """What a memory tells."""
    knowledge = recall(memory, options.target)
    if not count_states(knowledge):
        raise ValueError("what this memory tells cannot have happened")
    return knowledge


def glance(knowledge: Knowledge, rng: Rng, temperature: float) -> int:
    state = new_states(1)[0]
    sample(knowledge, rng, state)  # the rules of thumb look at none of what this makes up
    return pick(state, rng, np.zeros(CHOICES), temperature)


def missing(knowledge: Knowledge) -> tuple[int, int]:
    """The points that were missing to the target before this round, own and other."""
    seen, me = knowledge.seen, int(knowledge.viewer)
    own, other = (int(seen.target - seen.scores[seat] + seen.treasures[seat]) for seat in (me, 1 - me))
    return own, other


def search(knowledge: Knowledge, rng: Rng) -> Search:
    return Search(knowledge, stakes(missing(knowledge)), rng)


FOREST: Final = Wits(known, action_of, glance, search)
