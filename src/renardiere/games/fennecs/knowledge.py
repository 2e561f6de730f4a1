"""What a seat knows in fennecs, and the positions that it cannot tell apart (determinisation).

A seat sees all of a table but some cards: other hands, what others placed face down on columns that nobody took, and
what is set aside. Which they are follows from the deck and the cards that it sees; where each lies is up to chance.
What others did tells nothing for certain of the cards that they hold or hid: any card may be hidden, and who takes
a column might have placed a card instead. Two things do tell something:

1. who is to act can do something. With a single card, no star, and no column to take, that card is not a Supernova;
2. who can do nothing and still has a card holds a Supernova.

Both are about what lies on the table now (the card of 1 is placed face up at once): so what a seat is shown is all that
it knows, whatever happened before.

``sample`` draws a full state: of all the ways in which the hidden cards may lie in their places, two cards of a kind
being two cards, each is equally likely. That is how a fair shuffle leaves them.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.fennecs.position import (
    ASIDE,
    HAND,
    KINDS,
    NONE,
    PLAY,
    STATE,
    STUCK,
    SUPERNOVA,
    UNKNOWN,
    State,
    card_of,
    copy_state,
    kind_of,
    owner_of,
)
from renardiere.games.fennecs.rules import new_states
from renardiere.games.kernel import Rng, below, kernel, new_rng, warms

__all__ = ["KNOWLEDGE", "Knowledge", "new_knowledge", "sample"]

KNOWLEDGE: Final = np.dtype(
    [
        ("seen", STATE),  # the state with only what the viewer sees: UNKNOWN in the place of other kinds
        ("hidden", "i1", (len(KINDS),)),  # how many cards of each kind the viewer does not see
        ("viewer", "i1"),
    ],
    align=True,
)

Knowledge: TypeAlias = Any
"""One record of ``KNOWLEDGE``."""


def new_knowledge(viewer: int) -> Knowledge:
    """What ``viewer`` knows of nothing. The record is element 0 of an array that it keeps alive."""
    knowledge = np.zeros(1, KNOWLEDGE).view(np.recarray)
    knowledge["seen"] = new_states(1)
    knowledge["viewer"] = viewer
    return knowledge[0]


@kernel
def draw(hidden: np.ndarray[Any, Any], but: int, rng: Rng) -> int:
    """Take one of the hidden cards away, but none of the kind ``but``; NONE if there is none."""
    cards = 0
    for kind in range(len(hidden)):
        if kind != but:
            cards += hidden[kind]
    if cards <= 0:
        return NONE
    left = below(rng, cards)
    kind = 0
    while kind == but or left >= hidden[kind]:
        if kind != but:
            left -= hidden[kind]
        kind += 1
    hidden[kind] -= 1
    return kind


@kernel
def single_card(s: State) -> bool:
    """Whether something is known of the one card that the player holds: it is no Supernova, or it is one."""
    if s.hand[s.player, 0] != UNKNOWN or s.hand[s.player, 1] != NONE:
        return False
    return bool(s.ended == STUCK or (s.phase == PLAY and s.takeable == 0 and s.stars[s.player] == 0))


@kernel
def sort_hand(s: State, seat: int) -> None:
    for last in range(1, HAND):
        i = last
        while i > 0 and s.hand[seat, i] != NONE and s.hand[seat, i - 1] > s.hand[seat, i]:
            kind = s.hand[seat, i]
            s.hand[seat, i] = s.hand[seat, i - 1]
            s.hand[seat, i - 1] = kind
            i -= 1


@kernel
def sample(k: Knowledge, rng: Rng, out: State) -> bool:
    """Write to ``out`` a state that the viewer cannot rule out, each way in which the hidden cards may lie being
    equally likely. False if there is none: then what was seen cannot have happened."""
    copy_state(k.seen, out)
    hidden = k.hidden.copy()
    for kind in range(len(hidden)):
        if hidden[kind] < 0:
            return False
    if single_card(out):
        if out.ended == STUCK:
            out.hand[out.player, 0] = SUPERNOVA
            hidden[SUPERNOVA] -= 1
            if hidden[SUPERNOVA] < 0:
                return False
        else:
            out.hand[out.player, 0] = draw(hidden, SUPERNOVA, rng)
    missing = 0
    for seat in range(out.players):
        for i in range(HAND):
            if out.hand[seat, i] == UNKNOWN:
                out.hand[seat, i] = draw(hidden, NONE, rng)
                missing += int(out.hand[seat, i] == NONE)
        sort_hand(out, seat)
        for i in range(out.cards[seat]):
            card = int(out.column[seat, i])
            if kind_of(card) == UNKNOWN:
                kind = draw(hidden, NONE, rng)
                out.column[seat, i] = card_of(kind, owner_of(card))
                missing += int(kind == NONE)
    for i in range(ASIDE):
        if out.aside[i] == UNKNOWN:
            out.aside[i] = draw(hidden, NONE, rng)
            missing += int(out.aside[i] == NONE)
    return bool(missing == 0 and hidden.sum() == 0)


@warms("fennecs: what a seat knows")
def _warm_knowledge() -> None:
    k = new_knowledge(0)
    k.seen.aside[0] = UNKNOWN
    k.hidden[0] = 1
    sample(k, new_rng(0), new_states(1)[0])
