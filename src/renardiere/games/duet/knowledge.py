"""What a seat knows in duet, and the positions that it cannot tell apart (determinisation).

Of the partner's hand a seat knows each card that came into it after the deal: its own gifts, and decree cards taken up.
All others were dealt. So whenever the partner has followed off suit, the cards of that suit are **barred** from the
dealt ones for the rest of the round; nothing else says anything for certain (a refused exchange does not: every card
might have been exchanged). A state is possible if and only if the dealt cards in the partner's hand are hidden ones
that are not barred, and the rest of the hidden cards is the deck.

``recall.py`` makes this of a memory; ``sample`` draws a full state from it, each being equally likely: one state is one
hand of the partner with one order of the deck, and with one card of that hand where the partner has chosen a gift that
is not given yet.
"""

from __future__ import annotations

from math import comb, factorial
from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.duet.position import HAND, LEFT_OVER, NO_CARDS, STATE, State, copy_state
from renardiere.games.duet.rules import new_states
from renardiere.games.kernel import U64, Rng, bit, kernel, new_rng, popcount, random_bit, warms

__all__ = ["CHOSEN", "KNOWLEDGE", "Knowledge", "count_states", "new_knowledge", "sample"]

CHOSEN: Final = -2
"""In ``seen.gift``: the partner has chosen a card."""

KNOWLEDGE: Final = np.dtype(
    [
        ("seen", STATE),  # the state with only what the viewer sees: no hand of the partner's, no deck
        ("hidden", "u8"),  # the cards dealt to the partner or left in the deck that were not seen since
        ("barred", "u8"),  # those that the partner was not dealt, or does not hold any more
        ("known", "u8"),  # the cards that the viewer knows in the partner's hand
        ("viewer", "i1"),
        ("held", "i1"),  # how many cards the partner holds
        ("dealt", "i1"),  # whether there are cards at all
        ("sound", "i1"),  # 0 if what was observed cannot have happened
    ],
    align=True,
)

Knowledge: TypeAlias = Any
"""One record of ``KNOWLEDGE``."""


def new_knowledge(viewer: int) -> Knowledge:
    """What ``viewer`` knows before the first deal. The record is element 0 of an array that it keeps alive."""
    knowledge = np.zeros(1, KNOWLEDGE).view(np.recarray)
    knowledge["seen"] = new_states(1)
    knowledge["viewer"] = viewer
    knowledge["sound"] = 1
    return knowledge[0]


@kernel
def unseen(k: Knowledge) -> int:
    """How many cards the partner holds that the viewer cannot name; −1 if nothing fits what was observed."""
    cards = int(k.held) - popcount(k.known)
    free = popcount(k.hidden & ~k.barred)
    if k.sound == 0 or cards < 0 or cards > free or popcount(k.hidden) != cards + LEFT_OVER:
        return -1
    return cards


@kernel
def sample(k: Knowledge, rng: Rng, out: State) -> bool:
    """Write to ``out`` a state drawn uniformly from those that the viewer cannot rule out. False if there is none:
    then what was observed cannot have happened."""
    copy_state(k.seen, out)
    if k.dealt == 0:
        return True
    cards = unseen(k)
    if cards < 0:
        return False
    partner = 1 - k.viewer
    hidden: np.uint64 = k.hidden
    hand: np.uint64 = k.known
    for _ in range(cards):
        card = bit(random_bit(rng, hidden & ~k.barred))
        hand |= card
        hidden ^= card
    out.hand[partner] = hand
    for i in range(LEFT_OVER):
        out.deck[i] = random_bit(rng, hidden)
        hidden ^= bit(out.deck[i])
    if out.gift[partner] == CHOSEN:
        out.gift[partner] = random_bit(rng, hand)
    return True


def count_states(k: Knowledge) -> int:
    """How many states the viewer cannot tell apart."""
    if not k.dealt:
        return 1
    cards = int(unseen(k))
    if cards < 0:
        return 0
    free = (int(k.hidden) & ~int(k.barred)).bit_count()
    gifts = int(k.held) if k.seen.gift[1 - k.viewer] == CHOSEN else 1
    return comb(free, cards) * factorial(LEFT_OVER) * gifts


@warms("duet: what a seat knows")
def _warm_knowledge() -> None:
    k = new_knowledge(0)
    k.dealt, k.held, k.hidden = 1, HAND, U64((1 << HAND + LEFT_OVER) - 1)
    k.known = NO_CARDS
    sample(k, new_rng(0), new_states(1)[0])
