"""The levels of duet. How they were made and what they are worth is in ``docs/bots.md``."""

from __future__ import annotations

from renardiere.bots import AnyGame, Bot
from renardiere.bots.duet.players import DUET
from renardiere.bots.search.players import SearchBot, ThumbBot

__all__ = ["level_1", "level_2", "level_3"]


def level_1(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Rules of thumb with some noise, for one imagined hand of the partner."""
    return ThumbBot(game, DUET, seed=seed, temperature=0.3)


def level_2(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """A short search, and a choice that is not always its best."""
    return SearchBot(game, DUET, seed=seed, iterations=iterations or 100, deadline=deadline, softness=0.25)


def level_3(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> SearchBot:
    """The full search."""
    return SearchBot(game, DUET, seed=seed, iterations=iterations or 1500, deadline=deadline)
