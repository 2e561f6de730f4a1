"""What a snake steals: a decision like those of other games, from what lies open after the stop."""

from __future__ import annotations

from random import Random
from typing import cast

from renardiere.bots import AnyGame
from renardiere.games.maitre.rules import STEAL, count
from renardiere.games.maitre.state import MaitreState
from renardiere.games.maitre.words import Steal
from renardiere.games.play import Action, Memory

__all__ = ["Thief"]


class Thief:
    """Takes what is best for its eggs of this round less those of the others; ``careless``: how often just anything.

    Thefts are all that seats decide. Asked for what the table reports, it reports anything.
    """

    def __init__(self, game: AnyGame, *, seed: int, careless: float = 0.0) -> None:
        self.game = game
        self.random = Random(seed)
        self.careless = careless

    def act(self, memory: Memory) -> Action:
        seat = cast(int, memory.viewer)
        state = cast(MaitreState, self.game.sample(memory, 0))
        choices = state.legal(seat) or state.unlisted(seat, self.random)
        thefts = [choice for choice in choices if isinstance(choice, Steal)]
        if not thefts or self.random.random() < self.careless:
            return self.random.choice(choices)
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
