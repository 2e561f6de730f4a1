"""The conformance kit: what every game of this house must hold to, whatever its rules.

``check_game(game)`` runs all of it, for a game of one's own as for ours (register it in ``GAMES``, its records need
that); ``cases()`` lists one case for each registered
game, each of its ``usual_options`` and each check, for a test's parameters::

    @pytest.mark.parametrize("case", cases(), ids=str)
    def test_conformance(case: Case) -> None:
        case.run()

A game that fails raises ``Nonconformity``. The games played are random but always the same ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from renardiere.games import GAMES
from renardiere.games import game as find_game
from renardiere.games.play import option_pairs
from renardiere.games.testing.conduct import (
    check_copies,
    check_determinism,
    check_purity,
    check_refusals,
    check_termination,
)
from renardiere.games.testing.legality import check_legality
from renardiere.games.testing.machine import check_batches, check_compilation, check_kernel
from renardiere.games.testing.notation import check_records, check_round_trips
from renardiere.games.testing.secrecy import check_secrecy, check_secrecy_of_deals
from renardiere.games.testing.together import check_simultaneity
from renardiere.games.testing.trial import AnyGame, Nonconformity, Trial

__all__ = ["CHECKS", "Case", "Nonconformity", "Trial", "cases", "check_game"]

CHECKS: Final[dict[str, Callable[[Trial], None]]] = {
    "determinism": check_determinism,
    "purity": check_purity,
    "round_trips": check_round_trips,
    "legality": check_legality,
    "refusals": check_refusals,
    "termination": check_termination,
    "copies": check_copies,
    "records": check_records,
    "kernel": check_kernel,
    "batches": check_batches,
    "simultaneity": check_simultaneity,
    "secrecy": check_secrecy,
    "secrecy_of_deals": check_secrecy_of_deals,
    "compilation": check_compilation,
}
"""name -> check; each takes a ``Trial`` of its own."""


def check_game(game: AnyGame, *, seed: int = 0) -> None:
    """Run the whole kit on a game, with each of its ``usual_options``; ``Nonconformity`` where it fails."""
    for text in game.usual_options:
        for check in CHECKS.values():
            check(Trial(game, game.parse_options(option_pairs(text)), seed))


class Case(NamedTuple):
    """One check of one registered game with some of its options."""

    game: str
    rules: str
    options: str
    check: str

    def __str__(self) -> str:
        return "-".join(filter(None, (self.game, self.rules, self.options, self.check)))

    def run(self, seed: int = 0) -> None:
        """Raises ``Nonconformity`` if the game fails."""
        game = find_game(self.game, self.rules)
        CHECKS[self.check](Trial(game, game.parse_options(option_pairs(self.options)), seed))


def cases() -> list[Case]:
    """All checks of all registered games, in all versions of their rules."""
    return [
        Case(name, rules, options, check)
        for name, versions in GAMES.items()
        for rules in versions
        for options in find_game(name, rules).usual_options
        for check in CHECKS
    ]
