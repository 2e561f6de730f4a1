"""The levels of forest. How they were made and what they are worth is in ``docs/bots.md``."""

from __future__ import annotations

from renardiere.bots import AnyGame, Bot
from renardiere.bots.forest.players import FOREST
from renardiere.bots.search.players import SearchBot, ThumbBot

__all__ = ["level_1", "level_2", "level_3"]


def level_1(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Rules of thumb with some noise."""
    return ThumbBot(game, FOREST, seed=seed, temperature=1.0)


def level_2(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """A short search, and a choice that is not always its best."""
    return SearchBot(game, FOREST, seed=seed, iterations=iterations or 100, deadline=deadline, softness=0.5)


def level_3(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """The full search."""
    return SearchBot(game, FOREST, seed=seed, iterations=iterations or 6000, deadline=deadline)
