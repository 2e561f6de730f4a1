"""Bots that reason: a memory in, what it tells, a choice of the phase, an action out. The games say how (``Wits``)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from renardiere.bots import AnyGame
from renardiere.games.kernel import Rng, new_rng
from renardiere.games.play import Action, Memory, Options

__all__ = ["Reasoner", "SearchBot", "Searching", "ThumbBot", "Wits"]

AT_ONCE = 250
"""Iterations between two looks at the clock."""


class Searching(Protocol):
    """The search of one decision. It may be continued."""

    def run(self, iterations: int) -> None:
        """Think for so many iterations, without the GIL."""
        ...

    def visits(self) -> dict[int, int]:
        """How often each choice was preferred so far."""
        ...


@dataclass(frozen=True)
class Wits:
    """What the bots of a game reason with. ``Any`` is that game's knowledge of one seat: a record with the state
    that is ``seen``."""

    recall: Callable[[Memory, Any], Any]
    """What a memory tells, under these options; ``ValueError`` if it cannot have happened."""
    action_of: Callable[[Any, int], int]
    """The action that a choice is, in a state that is seen."""
    glance: Callable[[Any, Rng, float], int]
    """A choice by rules of thumb, with noise of that temperature."""
    search: Callable[[Any, Rng], Searching]


class Reasoner:
    """What such bots share: a forced action needs no thought, any other is a choice of the current phase."""

    def __init__(self, game: AnyGame, wits: Wits, seed: int) -> None:
        self.game = game
        self.wits = wits
        self.rng = new_rng(seed)

    def act(self, memory: Memory) -> Action:
        view = memory.view
        options: Options = self.game.options_of(view)
        legal = view.legal[str(memory.viewer)]
        if len(legal) == 1:
            forced: Action = self.game.parse_action(legal[0], options)
            return forced
        knowledge = self.wits.recall(memory, options)
        chosen: Action = self.game.action(int(self.wits.action_of(knowledge.seen, self.choose(knowledge))))
        return chosen

    def choose(self, knowledge: Any) -> int:
        """A legal choice of the seat whose knowledge this is."""
        raise NotImplementedError


class ThumbBot(Reasoner):
    """Plays by rules of thumb; ``temperature`` makes it dreamy."""

    def __init__(self, game: AnyGame, wits: Wits, *, seed: int, temperature: float) -> None:
        super().__init__(game, wits, seed)
        self.temperature = temperature

    def choose(self, knowledge: Any) -> int:
        return self.wits.glance(knowledge, self.rng, self.temperature)


class SearchBot(Reasoner):
    """Thinks for ``iterations``, or until ``deadline`` seconds have passed if that comes first.

    ``softness`` 0 takes the choice that the search preferred most often; above, each choice is taken with a
    probability proportional to its visits to the power 1 / ``softness``.
    """

    def __init__(
        self,
        game: AnyGame,
        wits: Wits,
        *,
        seed: int,
        iterations: int,
        deadline: float | None = None,
        softness: float = 0.0,
    ) -> None:
        super().__init__(game, wits, seed)
        self.random = Random(seed)
        self.iterations = iterations
        self.deadline = deadline
        self.softness = softness

    def choose(self, knowledge: Any) -> int:
        end = None if self.deadline is None else time.monotonic() + self.deadline
        search = self.wits.search(knowledge, self.rng)
        left = self.iterations
        while left > 0 and (end is None or left == self.iterations or time.monotonic() < end):
            now = left if end is None else min(left, AT_ONCE)
            search.run(now)
            left -= now
        visits = search.visits()
        if not self.softness:
            return max(visits, key=visits.__getitem__)
        weights = self.weights(visits)
        return self.random.choices(list(weights), list(weights.values()))[0]

    def weights(self, visits: dict[int, int]) -> dict[int, float]:
        """How likely each choice is to be taken, but for a factor."""
        most = max(visits.values())
        return {choice: (n / most) ** (1 / self.softness) for choice, n in visits.items()}
