"""Searches in the dark (``Game.searches``) between bots: the yard, its time run as fast as it goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from renardiere.bots import Hand, Searcher
from renardiere.games.errors import BadOption
from renardiere.games.maitre.words import Sack, Stop, in_the_box
from renardiere.games.play import Action, Source

if TYPE_CHECKING:
    from renardiere.arena.match import AnyState
    from renardiere.yard import Yard

__all__ = ["LONGEST", "reports", "search", "searched"]

LONGEST: Final = 300 * 60
"""Ticks after which a search is given up: five minutes."""
SEED: Final = 32
"""Bytes that say how a box lies."""


def search(yard: Yard, hands: Sequence[Hand], told: Callable[[int, bytes], None] = lambda hand, message: None) -> bool:
    """Let hands search until one of them calls the stop: whether one did. ``told`` hears what each is told, before it
    is."""
    while yard.ended is None and yard.tick < LONGEST:
        for number, hand in enumerate(hands):
            for message in hand.feel(yard.felt(number)):
                told(number, message)
                yard.send(number, message)
        yard.step()
        yard.step()
    return yard.ended is not None


def reports(sacks: Sequence[Sequence[str]], caller: int) -> list[tuple[int, Action]]:
    """What a search came to, as the table says it: who, and what."""
    return [*((seat, Sack(tuple(sack))) for seat, sack in enumerate(sacks)), (caller, Stop())]


def searched(state: AnyState, players: Sequence[Any], chance: Source) -> list[tuple[int, Action]]:
    """What a search of these players' hands comes to; how the box lies is drawn from ``chance``. A box in which nobody
    has called the stop for five minutes is shaken anew. ``BadOption`` if one of them has no hand."""
    from renardiere.yard import Yard

    view = state.view(None)
    for player in players:
        if not isinstance(player, Searcher):
            raise BadOption(f"{type(player).__name__} has no hand: see bots.Searcher", reason="hand")
    while True:
        seed = bytes(chance.randrange(256) for _ in range(SEED))
        yard = Yard(seed, in_the_box(view.ruses_in_play), [1.0] * len(players))
        if search(yard, [player.hand(view.missions) for player in players]):
            assert yard.ended is not None
            return reports(yard.ended.sacks, yard.ended.caller)
