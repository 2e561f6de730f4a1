"""What a snake steals: a decision like those of other games, from what lies open after the stop. Whoever decides it has
had a hand in the dark before (``toucher.py``)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import cast

from renardiere.bots import AnyGame, Hand
from renardiere.games.maitre.rules import STEAL, count
from renardiere.games.maitre.state import MaitreState
from renardiere.games.maitre.words import Steal
from renardiere.games.play import Action, Memory

__all__ = ["Thief", "level_1", "level_2", "level_3"]


class Thief:
    """Takes what is best for its eggs of this round less those of the others; ``careless``: how often just anything."""

    def __init__(self, game: AnyGame, *, level: int, seed: int, careless: float = 0.0) -> None:
        self.game = game
        self.level = level
        self.random = Random(seed)
        self.careless = careless

    def hand(self, missions: Iterable[str], speed: float = 1.0) -> Hand:
        """A hand of its level, with chance of its own."""
        from renardiere.bots.maitre.toucher import Toucher  # whoever only steals needs no physics

        return Toucher(self.level, self.random.getrandbits(63), missions, speed)

    def act(self, memory: Memory) -> Action:
        seat = cast(int, memory.viewer)
        state = cast(MaitreState, self.game.sample(memory, 0))
        thefts = cast(tuple[Steal, ...], state.legal(seat))
        if self.random.random() < self.careless:
            return self.random.choice(thefts)
        worth = {theft: self._worth(state, seat, theft) for theft in thefts}
        return self.random.choice([theft for theft in thefts if worth[theft] == max(worth.values())])

    def _worth(self, state: MaitreState, seat: int, theft: Steal) -> float:
        """The eggs of the round, its own less the mean of the others', if no further snake stole anything."""
        after = state.copy()
        after.apply(seat, theft)
        s = after._kernel_state
        if s.phase == STEAL:
            count(s)
        scores = [int(score) for score in s.score[: int(s.players)]]
        return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def level_1(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Thief:
    """A slow hand that errs; steals what comes to hand, half of the time."""
    return Thief(game, level=1, seed=seed, careless=0.5)


def level_2(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Thief:
    """A hand as quick as a person's; overlooks the best theft now and then."""
    return Thief(game, level=2, seed=seed, careless=0.15)


def level_3(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Thief:
    """A quick hand; steals what is worth most."""
    return Thief(game, level=3, seed=seed)
