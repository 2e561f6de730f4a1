"""Views of fennecs, written straight to JSON (see ``games/written.py``)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from renardiere.games.cards import members
from renardiere.games.fennecs import actions as at
from renardiere.games.fennecs import rules as book
from renardiere.games.fennecs.actions import ENDINGS, KIND_OF, OWNER_OF, PHASES, TEXTS
from renardiere.games.fennecs.position import ASIDE, HAND, KINDS, NONE, SEATS, STUCK
from renardiere.games.play import Viewer
from renardiere.games.written import HIDDEN, HIDDEN_CARD, NOT_TOLD, NOTHING, head, joined, text

if TYPE_CHECKING:
    from renardiere.games.fennecs.state import FennecsState

__all__ = ["Open", "lies_open", "view_json"]

CARD: Final = tuple(f'"{KINDS[kind]}"' if kind < len(KINDS) else "" for kind in KIND_OF)
"""By a card of a column, face up, ..."""
PEEKED: Final = tuple(f'"{KINDS[kind]}?"' if kind < len(KINDS) else "" for kind in KIND_OF)
"""... and face down, to whom it belongs."""
OWNER: Final = tuple(NOTHING if owner == NONE else str(owner) for owner in OWNER_OF)
"""By a card of a column, who placed it."""
PLACES: Final = (1 << book.SLOT) - 1


class Open(NamedTuple):
    """What lies open, between the places of what does not: ``legal``, ``hands``, ``columns``. ``columns`` are those
    that a spectator sees; ``hiders`` the seats that see more of them."""

    to_legal: str
    to_hands: str
    hands: list[str]
    columns: str
    hiders: frozenset[int]
    end: str


def view_json(state: FennecsState, viewer: Viewer, lies: Open) -> str:
    """What ``viewer`` sees, as JSON, where ``lies`` is what all see."""
    hands, legal, columns = lies.hands, "", lies.columns
    if viewer is not None:
        hands = hands.copy()
        hands[viewer] = joined(CARD.__getitem__, state._hand(viewer))
    if viewer in lies.hiders:
        columns = _columns(state, viewer)
    for seat in state.to_act:
        legal = f'"{seat}":{_listed(state) if seat == viewer else NOT_TOLD}'
    return f'{lies.to_legal}{{{legal}}}{lies.to_hands}[{",".join(hands)}],"columns":{columns}{lies.end}'


def lies_open(state: FennecsState) -> Open:
    """What all viewers see of this position."""
    memory, shorts, seats = state._bytes, state._shorts, state._seats
    ended, phase, stars = memory[at.ENDED], memory[at.PHASE], joined(str, state.scores)
    takers, placed_by, hiders = _takers(state), [], set()
    for column, taker in enumerate(takers):
        if taker != NONE:
            placed_by.append(NOTHING)
            continue
        cards = state._column(column)
        placed_by.append(joined(OWNER.__getitem__, cards))
        hiders.update([OWNER_OF[cards[place]] for place in members(memory[at.DOWN + column])])
    took = [takers.index(seat) if seat in takers else None for seat in seats]
    taken = [HIDDEN[0] if column is None else joined(CARD.__getitem__, state._column(column)) for column in took]
    aside = sum([kind != NONE for kind in memory[at.SET_ASIDE : at.SET_ASIDE + ASIDE]])
    return Open(
        f"{head(state.game.name, state.game.rules, state._terms)}{shorts[at.ROUND] or 1}"
        f',"to_act":{joined(str, state.to_act)},"legal":',
        f',"scores":{stars},"finished":{"true" if phase == book.OVER else "false"},"outcome":{text(state.outcome)}'
        f',"first":{_or_null(memory[at.FIRST])},"next_first":{_or_null(state._next_first())},"lap":{memory[at.LAP]}'
        ',"hands":',
        [HIDDEN[len(state._hand(seat))] for seat in seats],
        _columns(state, None),
        frozenset(hiders),
        f',"placed_by":[{",".join(placed_by)}],"stars":{stars},"reserve":{shorts[at.RESERVE]}'
        f',"out":{joined(str, state._out())},"set_aside":{HIDDEN[aside]},"took":{text(took)}'
        f',"taken":[{",".join(taken)}],"totals":{text([state._total(seat) for seat in seats])}'
        f',"phase":"{PHASES[phase]}","last_round":{"true" if memory[at.REACHED] else "false"}'
        f',"ended":{text(ENDINGS[ended])},"stuck":{memory[at.PLAYER] if ended == STUCK else NOTHING}}}',
    )


def _or_null(number: int) -> str:
    return NOTHING if number == NONE else str(number)


def _takers(state: FennecsState) -> list[int]:
    """By column; before the first deal there are none."""
    first = at.TAKERS
    return state._bytes[first : first + len(state._seats)].tolist() if state._shorts[at.ROUND] else []


def _columns(state: FennecsState, viewer: Viewer) -> str:
    columns = []
    for column, taker in enumerate(_takers(state)):
        if taker != NONE:
            columns.append(NOTHING)
            continue
        cards, down = state._column(column), state._bytes[at.DOWN + column]
        shown = [CARD[card] for card in cards]
        for place in members(down):
            shown[place] = PEEKED[cards[place]] if OWNER_OF[cards[place]] == viewer else HIDDEN_CARD
        columns.append(f"[{','.join(shown)}]")
    return f"[{','.join(columns)}]"


def _listed(state: FennecsState) -> str:
    """What the seat that is to act may do."""
    memory, choices = state._bytes, state._choices
    if memory[at.PHASE] == book.CHOOSE:
        return text(sorted([TEXTS[number] for number in state._legal(memory[at.PLAYER])]))
    first = at.HAND + HAND * memory[at.PLAYER]
    placing = [_placing(memory[first + slot], choices >> book.SLOT * slot & PLACES) for slot in range(HAND)]
    return f"[{(''.join(sorted(placing)) + _taking(choices >> book.TAKING))[:-1]}]"


@cache
def _placing(kind: int, choices: int) -> str:
    """Those with cards of one kind, by code point, each with a comma behind it."""
    actions = [book.FACE_DOWN * (place >= SEATS) + SEATS * kind + place % SEATS for place in members(choices)]
    return _texts(actions)


@cache
def _taking(choices: int) -> str:
    return _texts([book.TAKE + choice for choice in members(choices)])


def _texts(actions: list[int]) -> str:
    return "".join([f'"{choice}",' for choice in sorted([TEXTS[action] for action in actions])])
