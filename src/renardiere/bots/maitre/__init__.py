"""The levels of maitre: hands that search (``Toucher``), and thieves. ``docs/bots.md`` says what they reach."""

from __future__ import annotations

from renardiere.bots import AnyGame, Bot
from renardiere.bots.maitre.thief import Thief
from renardiere.bots.maitre.toucher import Toucher

__all__ = ["Toucher", "level_1", "level_2", "level_3"]


def level_1(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Steals what comes to hand, half of the time."""
    return Thief(game, seed=seed, careless=0.5)


def level_2(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Overlooks the best theft now and then."""
    return Thief(game, seed=seed, careless=0.15)


def level_3(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Steals what is worth most."""
    return Thief(game, seed=seed)
