"""Any legal action, each as likely as the others. The zero of every comparison; plays every game."""

from __future__ import annotations

from random import Random

from renardiere.bots import AnyGame
from renardiere.games.play import Action, Memory

__all__ = ["RandomBot"]


class RandomBot:
    """Chooses uniformly among the legal actions that its view lists."""

    def __init__(
        self, game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None
    ) -> None:
        self.game = game
        self.random = Random(seed)

    def act(self, memory: Memory) -> Action:
        view = memory.view
        choice = self.random.choice(view.legal[str(memory.viewer)])
        action: Action = self.game.parse_action(choice, self.game.options_of(view))
        return action
