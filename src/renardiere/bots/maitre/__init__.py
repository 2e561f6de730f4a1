"""The levels of maitre: hands that search the yard (``Toucher``), and thieves. What they reach is in ``docs/bots.md``."""

from __future__ import annotations

from renardiere.bots.maitre.toucher import Toucher

__all__ = ["Toucher"]
