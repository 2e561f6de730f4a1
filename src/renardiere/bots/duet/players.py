"""What the bots of duet reason with."""

from __future__ import annotations

from typing import Final

from renardiere.bots.duet.search import Search
from renardiere.bots.duet.thumb import new_scores, pick
from renardiere.bots.search.players import Wits
from renardiere.games.duet.knowledge import Knowledge, count_states, sample
from renardiere.games.duet.recall import recall
from renardiere.games.duet.rules import GIVE, NONE, action_of, new_states
from renardiere.games.duet.words import DuetOptions
from renardiere.games.kernel import Rng
from renardiere.games.play import Memory

__all__ = ["DUET"]


def known(memory: Memory, options: DuetOptions) -> Knowledge:
    """What a memory tells. A Gift is both seats' to choose: the seat asks itself, and whether the partner has chosen
    makes no difference."""
    knowledge = recall(memory)
    if not count_states(knowledge):
        raise ValueError("what this memory tells cannot have happened")
    if knowledge.seen.phase == GIVE:
        knowledge.seen.player = knowledge.viewer
        knowledge.seen.gift = NONE, NONE
    return knowledge


def glance(knowledge: Knowledge, rng: Rng, temperature: float) -> int:
    state = new_states(1)[0]
    sample(knowledge, rng, state)  # the hand that the rules of thumb imagine the partner to hold
    return pick(state, rng, new_scores(), temperature)


DUET: Final = Wits(known, action_of, glance, Search)
