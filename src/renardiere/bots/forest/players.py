"""The bots of forest: a memory in, an action out."""

from __future__ import annotations

import time
from random import Random

import numpy as np

from renardiere.bots import AnyGame
from renardiere.bots.forest.search import Search
from renardiere.bots.forest.stakes import stakes
from renardiere.bots.forest.thumb import CHOICES, pick
from renardiere.games.forest.knowledge import Knowledge, count_states, sample
from renardiere.games.forest.recall import recall
from renardiere.games.forest.rules import FIRST, new_states
from renardiere.games.forest.words import ForestAction, ForestView
from renardiere.games.kernel import new_rng
from renardiere.games.play import Memory, option_pairs

__all__ = ["SearchBot", "ThumbBot"]

AT_ONCE = 250
"""Iterations between two looks at the clock."""


class ForestBot:
    """What the bots of forest share: a forced action needs no thought, any other is a choice of the current phase."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.rng = new_rng(seed)

    def act(self, memory: Memory) -> ForestAction:
        view = memory.view
        assert isinstance(view, ForestView)
        options = self.game.parse_options(option_pairs(view.options))
        legal = view.legal[str(memory.viewer)]
        if len(legal) == 1:
            forced: ForestAction = self.game.parse_action(legal[0], options)
            return forced
        knowledge = recall(memory, options.target)
        if not count_states(knowledge):
            raise ValueError("what this memory tells cannot have happened")
        chosen: ForestAction = self.game.action(FIRST[knowledge.seen.phase] + self.choose(knowledge))
        return chosen

    def choose(self, knowledge: Knowledge) -> int:
        """A legal choice of the seat whose knowledge this is."""
        raise NotImplementedError


class ThumbBot(ForestBot):
    """Plays by rules of thumb; ``temperature``, in points, makes it dreamy (see ``thumb.pick``)."""

    def __init__(self, game: AnyGame, *, seed: int, temperature: float) -> None:
        super().__init__(game, seed)
        self.temperature = temperature

    def choose(self, knowledge: Knowledge) -> int:
        state = new_states(1)[0]
        sample(knowledge, self.rng, state)  # the rules of thumb look at none of what this makes up
        return pick(state, self.rng, np.zeros(CHOICES), self.temperature)


class SearchBot(ForestBot):
    """Thinks for ``iterations``, or until ``deadline`` seconds have passed if that comes first.

    ``softness`` 0 takes the choice that the search preferred most often; above, each choice is taken with a
    probability proportional to its visits to the power 1 / ``softness``.
    """

    def __init__(
        self, game: AnyGame, *, seed: int, iterations: int, deadline: float | None = None, softness: float = 0.0
    ) -> None:
        super().__init__(game, seed)
        self.random = Random(seed)
        self.iterations = iterations
        self.deadline = deadline
        self.softness = softness

    def choose(self, knowledge: Knowledge) -> int:
        end = None if self.deadline is None else time.monotonic() + self.deadline
        seen, me = knowledge.seen, int(knowledge.viewer)
        own, other = (int(seen.target - seen.scores[seat] + seen.treasures[seat]) for seat in (me, 1 - me))
        search = Search(knowledge, stakes((own, other)), self.rng)
        left = self.iterations
        while left > 0 and (end is None or left == self.iterations or time.monotonic() < end):
            now = left if end is None else min(left, AT_ONCE)
            search.run(now)
            left -= now
        visits = search.visits()
        if not self.softness:
            return max(visits, key=visits.__getitem__)
        most = max(visits.values())
        weights = [(n / most) ** (1 / self.softness) for n in visits.values()]
        return self.random.choices(list(visits), weights)[0]
