"""The levels of maitre: hands that search (``Toucher``), and thieves. ``docs/bots.md`` says what they reach."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from renardiere.bots import AnyGame, Bot, Maker
from renardiere.bots.maitre.thief import Thief
from renardiere.bots.maitre.toucher import Toucher

__all__ = ["THIEVES", "Toucher", "level_1", "level_2", "level_3"]


def level_1(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Steals what comes to hand, half of the time."""
    return Thief(game, seed=seed, careless=0.5)


def level_2(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Overlooks the best theft now and then."""
    return Thief(game, seed=seed, careless=0.15)


def level_3(game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """Steals what is worth most."""
    return Thief(game, seed=seed)


THIEVES: Final[Mapping[int, Maker]] = {1: level_1, 2: level_2, 3: level_3}
"""By level. Tables do not offer them yet: they are not in ``LEVELS``."""
