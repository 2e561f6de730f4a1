"""Views of maitre, written straight to JSON (see ``games/written.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from renardiere.games.maitre import actions as at
from renardiere.games.maitre import rules as book
from renardiere.games.maitre.actions import PHASES
from renardiere.games.maitre.words import KIND, RUSES, TOKENS
from renardiere.games.play import Viewer
from renardiere.games.written import NOT_TOLD, NOTHING, head, joined, text

if TYPE_CHECKING:
    from renardiere.games.maitre.state import MaitreState

__all__ = ["Open", "lies_open", "view_json"]

QUOTED: Final = tuple(f'"{token}"' for token in TOKENS)
IN_PLAY: Final = tuple(
    joined(str, [QUOTED[KIND[ruse]] for ruse in RUSES for _ in range(book.supply(KIND[ruse], number))])
    for number in range(5)
)
"""The ruses, by round; from round 4 on they stay the same."""


class Open(NamedTuple):
    """All that there is to see, around the one thing that is not everybody's: ``legal``."""

    to_legal: str
    end: str


def view_json(state: MaitreState, viewer: Viewer, lies: Open) -> str:
    """What ``viewer`` sees, as JSON, where ``lies`` is what all see."""
    legal = [f'"{seat}":{text(state._legal_texts(seat)) if seat == viewer else NOT_TOLD}' for seat in state.to_act]
    return f"{lies.to_legal}{{{','.join(legal)}}}{lies.end}"


def lies_open(state: MaitreState) -> Open:
    """What all viewers see of this position."""
    memory, number = state._bytes, state._shorts[at.ROUND]
    phase, eggs = memory[at.PHASE], joined(str, state.scores)
    counted = memory[at.SCORES] != book.NONE
    return Open(
        f"{head(state.game.name, state.game.rules, state._terms)}{number or 1}"
        f',"to_act":{joined(str, state.to_act)},"legal":',
        f',"scores":{eggs},"finished":{"true" if phase == book.OVER else "false"},"outcome":{text(state.outcome)}'
        f',"missions":{text(state._missions())},"kept":{text(state._kept())},"drawn":{text(state._drawn())}'
        f',"ruses_in_play":{IN_PLAY[min(number, 4)]},"eggs":{eggs}'
        f',"sacks":{joined(lambda seat: _sack(state, seat), state._seats)},"stopped_by":{_or_null(memory[at.STOPPER])}'
        f',"thieves":{joined(str, state._thieves())},"stolen":{text([state._stolen(seat) for seat in state._seats])}'
        f',"round_scores":{joined(str, state._by_seat(at.SCORES)) if counted else NOTHING}'
        f',"counts":{text(state._counts() if counted else None)},"phase":"{PHASES[phase]}"}}',
    )


def _or_null(number: int) -> str:
    return NOTHING if number == book.NONE else str(number)


def _sack(state: MaitreState, seat: int) -> str:
    return joined(lambda token: QUOTED[KIND[token]], state._sack(seat)) if state._knows(seat) else NOTHING
