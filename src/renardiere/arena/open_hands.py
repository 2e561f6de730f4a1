"""A player of the arena that is handed everybody's cards: what it reaches is a ceiling for those who see their own.

It is no ``Bot``, and no table can seat it: a bot is handed a ``Memory``, this one the state besides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from renardiere.bots import AnyGame
from renardiere.games.errors import BadOption
from renardiere.games.play import Action, Memory, State

__all__ = ["OpenHands", "check_open"]

GAMES: Final = ("duet",)
"""Those that have one."""


def check_open(game: AnyGame) -> None:
    """Raise the ``BadOption`` that ``OpenHands`` would raise."""
    if game.name not in GAMES:
        raise BadOption(f"nobody plays {game.name} with open hands; {', '.join(GAMES)} has one")


class OpenHands:
    """Duet's level 3, but that it searches through the one position that there is; later deals it does not know."""

    def __init__(
        self, game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None
    ) -> None:
        check_open(game)
        from renardiere.bots.duet import level_3

        self._bot = level_3(game, seed=seed, iterations=iterations, deadline=deadline)
        self._recall = self._bot.wits.recall
        self._bot.wits = replace(self._bot.wits, recall=self._laid_open)
        self._state: State[Any, Any, Any, Any] | None = None

    def act_open(self, memory: Memory, state: State[Any, Any, Any, Any]) -> Action:
        """A legal action for the seat whose memory this is, with all that ``state`` tells."""
        self._state = state
        return self._bot.act(memory)

    def _laid_open(self, memory: Memory, options: Any) -> Any:
        """What the memory tells, and which cards the partner and the deck hold."""
        from renardiere.games.duet.words import DECK
        from renardiere.games.kernel import U64

        assert self._state is not None
        knowledge, shown = self._recall(memory, options), self._state.reveal()
        if shown.deck:
            knowledge.known = U64(DECK.mask(shown.hands[1 - knowledge.viewer]))
            knowledge.hidden = U64(DECK.mask(shown.deck))
            knowledge.barred = U64(0)
        return knowledge
