"""The levels of fennecs. How they were made and what they are worth is in ``docs/bots.md``."""

from __future__ import annotations

from renardiere.bots import AnyGame, Bot
from renardiere.bots.fennecs.players import FENNECS, Bluffer
from renardiere.bots.search.players import SearchBot, ThumbBot

__all__ = ["level_1", "level_2", "level_3"]


def level_1(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Rules of thumb with some noise."""
    return ThumbBot(game, FENNECS, seed=seed, temperature=0.8)


def level_2(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """A short search, and a choice that is not always its best."""
    return SearchBot(game, FENNECS, seed=seed, iterations=iterations or 200, deadline=deadline, softness=0.5)


def level_3(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """The full search, and a mixed strategy: nobody can read what it lays face down."""
    return Bluffer(game, FENNECS, seed=seed, iterations=iterations or 4000, deadline=deadline, softness=0.25)
