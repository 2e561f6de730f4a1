"""The rules. Pure: no I/O, no clock, no global randomness; imports nothing else of this package."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from renardiere.games.errors import BadOption, UnknownGame

if TYPE_CHECKING:  # the command line's help answers without msgspec
    from renardiere.games.play import Game

__all__ = ["GAMES", "game"]

GAMES: dict[str, dict[str, str]] = {
    "forest": {"1": "renardiere.games.forest.game:Forest"},
    "duet": {"1": "renardiere.games.duet.game:Duet"},
    "fennecs": {"1": "renardiere.games.fennecs.game:Fennecs"},
    "maitre": {"1": "renardiere.games.maitre.game:Maitre"},
}
"""name -> rules version -> where its ``Game`` class is; modules are named, not imported."""


@cache
def game(name: str, rules: str | None = None) -> Game[Any, Any, Any, Any]:
    """The game of that name, in the given version of its rules (default: the newest).

    Raises ``UnknownGame`` for an unknown name and ``BadOption`` for an unknown version.
    """
    versions = GAMES.get(name)
    if versions is None:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    version = rules if rules is not None else list(versions)[-1]
    if version not in versions:
        raise BadOption(f"{name} has no rules version {version!r}; it has: {', '.join(versions)}")
    module, _, attribute = versions[version].partition(":")
    found: Game[Any, Any, Any, Any] = getattr(import_module(module), attribute)()
    return found
