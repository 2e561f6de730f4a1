"""What the bots of fennecs reason with."""

from __future__ import annotations

from typing import Final

from renardiere.bots.fennecs.search import Search
from renardiere.bots.fennecs.thumb import new_scratch, pick
from renardiere.bots.search.players import SearchBot, Wits
from renardiere.games.fennecs.knowledge import Knowledge, sample
from renardiere.games.fennecs.position import HAND, SEATS
from renardiere.games.fennecs.recall import recall
from renardiere.games.fennecs.rules import SLOT, action_of, new_states
from renardiere.games.fennecs.words import FennecsOptions
from renardiere.games.kernel import Rng
from renardiere.games.play import Memory

__all__ = ["FENNECS", "Bluffer"]

BLUFF: Final = 0.5


def known(memory: Memory, options: FennecsOptions) -> Knowledge:
    """What a memory tells."""
    return recall(memory, options)


def glance(knowledge: Knowledge, rng: Rng, temperature: float) -> int:
    state = new_states(1)[0]
    if not sample(knowledge, rng, state):  # the rules of thumb look at none of what this makes up
        raise ValueError("what this memory tells cannot have happened")
    return pick(state, rng, new_scratch(), temperature)


class Bluffer(SearchBot):
    """A search bot whose face-down cards nobody can read.

    Others see on which column a card is laid face down, not which. So the search says how likely that is, by all cards
    together; which card it is, is drawn by the root of its visits, so that none stands out.
    """

    def weights(self, visits: dict[int, int]) -> dict[int, float]:
        weights = super().weights(visits)
        for column in range(SEATS):
            alike = [SLOT * slot + SEATS + column for slot in range(HAND)]
            alike = [choice for choice in alike if choice in weights]
            together = sum(weights[choice] for choice in alike)
            roots = sum(visits[choice] ** BLUFF for choice in alike)
            for choice in alike:
                weights[choice] = together * visits[choice] ** BLUFF / roots
        return weights


FENNECS: Final = Wits(known, action_of, glance, Search)
