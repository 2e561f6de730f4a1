"""What a seat sees of a round of forest, folded into a ``KNOWLEDGE`` record. What follows from it: ``knowledge.py``.

Two things are noted beside what lies open. When the *opponent* follows off suit, their hand, at that moment, holds none
of the suit led; when they answer a Monarch with a card of its suit other than the 1, it holds nothing higher of that
suit. And a decree card that they took up by a Fox is known, until a later Woodcutter of theirs may have buried it.

The opponent's Woodcutters cut the round into **stretches** 0, 1, 2, 3. A card that stayed in their hand until stretch n
came into it no earlier than its **level**: the first stretch i ≤ n such that their hand was not seen without it in any
of the stretches i … n. Level 0 says nothing (it may have been dealt); level i ≥ 1 says that one of the Woodcutters
i … n drew it.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.forest.rules import (
    ALL_CARDS,
    EXCHANGE,
    FOX,
    HAND,
    KEEP,
    MONARCH,
    NO_CARDS,
    NONE,
    PILE,
    STATE,
    SWAN,
    WOODCUTTER,
    begin_round,
    bury,
    draw,
    end_turn,
    lay,
    new_states,
    rank,
    suit,
    suit_mask,
)
from renardiere.games.kernel import U64, bit, kernel, popcount

__all__ = [
    "CUTS",
    "KNOWLEDGE",
    "STAYS",
    "UNKNOWN",
    "WAYS",
    "Knowledge",
    "level",
    "new_knowledge",
    "observe_burial",
    "observe_deal",
    "observe_draw",
    "observe_exchange",
    "observe_play",
]

UNKNOWN: Final = -2
"""In ``seen.pile``: a card of the original pile. −2 − j is the card buried by the opponent's j-th Woodcutter."""

CUTS: Final = 3
"""Woodcutters in the deck; also Foxes."""
KINDS: Final = 6
"""At most: the hand was seen without all of a suit, or, once a suit, without those above an answer to its Monarch."""
WAYS: Final = (KINDS + CUTS) ** CUTS
STAYS: Final = 9
"""``taken_until`` of a card that may still be in hand."""

KNOWLEDGE: Final = np.dtype(
    [
        ("seen", STATE),  # the state with only what the viewer sees; see UNKNOWN
        ("hidden", "u8"),  # the cards in the other hand and the pile that the viewer cannot point at
        ("barred", "u8", (CUTS + 1,)),
        ("viewer", "i1"),
        ("sound", "i1"),  # 0 once something was observed that cannot have happened
        ("held", "i1"),  # how many cards the opponent holds
        ("cuts", "i1"),  # how many Woodcutters the opponent has played
        ("room", "i1", (CUTS + 1,)),  # [j]: cards held when Woodcutter j drew, less those known to have come by a Fox
        ("shown", "i1", (CUTS + 1, CUTS + 1)),  # [i, n]: cards of level i that left the hand openly in stretch n
        ("taken", "i1", (CUTS,)),  # cards that came by a Fox and were not seen since, or NONE
        ("taken_in", "i1", (CUTS,)),  # the stretch in which they came
        ("taken_until", "i1", (CUTS,)),  # the stretch in which the hand was seen without them, or STAYS
        # what follows: see ``knowledge.survey``
        ("ways", "i2"),  # −1: not made yet
        ("kinds", "i1"),
        ("kind", "u8", (KINDS,)),  # sets of hidden cards that are in the same sets of ``barred``
        # [w, j]: what Woodcutter j + 1 buried: a kind, or ``kinds`` + an index into ``taken``; NONE: nothing yet
        ("way", "i1", (WAYS + 1, CUTS)),
        ("upto", "i8", (WAYS,)),  # how many states the ways up to and including this one make, but for the pile's order
    ],
    align=True,
)

Knowledge: TypeAlias = Any
"""One record of ``KNOWLEDGE``."""


def new_knowledge(viewer: int, target: int = 21) -> Knowledge:
    """What ``viewer`` knows before the first deal. The record is element 0 of an array that it keeps alive."""
    knowledge = np.zeros(1, KNOWLEDGE).view(np.recarray)
    knowledge["seen"] = new_states(1, target)
    knowledge["viewer"] = viewer
    knowledge["taken"] = NONE
    knowledge["ways"] = -1
    return knowledge[0]


# ---- seeing ------------------------------------------------------------------------------------------------------


@kernel
def observe_deal(k: Knowledge, hand: np.uint64, decree: int, dealer: int) -> None:
    """A round was dealt; ``hand`` is the viewer's."""
    s = k.seen
    s.hand[k.viewer] = hand
    s.hand[1 - k.viewer] = NO_CARDS
    s.decree = decree
    for i in range(PILE):
        s.pile[i] = UNKNOWN
    begin_round(s, dealer)
    k.hidden = ALL_CARDS & ~hand & ~bit(decree)
    k.sound = 1
    k.held = HAND
    k.cuts = 0
    k.ways = -1
    for i in range(CUTS + 1):
        k.barred[i] = NO_CARDS
        for n in range(CUTS + 1):
            k.shown[i, n] = 0
    for f in range(CUTS):
        k.taken[f] = NONE


@kernel
def level(k: Knowledge, card: int, stretch: int) -> int:
    """The level of a card that stayed in the other hand until ``stretch``; ``stretch + 1``: it cannot have."""
    i = stretch
    while i >= 0 and k.barred[i] & bit(card) == NO_CARDS:
        i -= 1
    return i + 1


@kernel
def leave(k: Knowledge, card: int) -> None:
    """A card left the opponent's hand openly."""
    k.held -= 1
    for f in range(CUTS):
        if k.taken[f] == card:
            for j in range(k.taken_in[f] + 1, k.cuts + 1):
                k.room[j] -= 1
            k.taken[f] = NONE
            return
    i = level(k, card, k.cuts)
    if i > k.cuts or k.hidden & bit(card) == NO_CARDS:
        k.sound = 0
    else:
        k.hidden ^= bit(card)
        k.shown[i, k.cuts] += 1


@kernel
def bar(k: Knowledge, cards: np.uint64) -> None:
    """The opponent's hand holds none of these cards now."""
    k.barred[k.cuts] |= cards
    for f in range(CUTS):
        if k.taken[f] != NONE and k.taken_until[f] == STAYS and cards & bit(k.taken[f]) != NO_CARDS:
            k.taken_until[f] = k.cuts


@kernel
def absent(led: int, follow: int) -> np.uint64:
    """The cards that a hand does not hold after it followed so."""
    if suit(led) != suit(follow):
        return suit_mask(suit(led))
    if rank(led) == MONARCH and rank(follow) != SWAN:
        return suit_mask(suit(led)) & ~(bit(follow + 1) - U64(1))
    return NO_CARDS


@kernel
def observe_play(k: Knowledge, card: int) -> None:
    """Who is to act led or followed with this card. A Woodcutter has drawn, too: ``observe_draw`` says what."""
    s = k.seen
    k.ways = -1
    if s.player == k.viewer:
        s.hand[k.viewer] ^= bit(card)
        left = popcount(s.hand[k.viewer])
    else:
        leave(k, card)
        left = k.held
        if s.led != NONE:
            bar(k, absent(s.led, card))
    lay(s, card)
    if rank(card) == FOX and left > 0:
        s.phase = EXCHANGE
    elif rank(card) == WOODCUTTER:
        draw(s)
        s.drawn = NONE
        if s.player != k.viewer and k.cuts < CUTS:
            k.cuts += 1
            k.room[k.cuts] = k.held
            k.held += 1
    else:
        end_turn(s)


@kernel
def observe_draw(k: Knowledge, card: int) -> None:
    """The viewer's own Woodcutter drew this card."""
    k.ways = -1
    k.seen.drawn = card
    k.seen.hand[k.viewer] |= bit(card)
    k.hidden &= ~bit(card)


@kernel
def observe_burial(k: Knowledge, card: int) -> None:
    """Who is to act buried a card: ``card`` if that is the viewer, else anything."""
    s = k.seen
    k.ways = -1
    if s.player == k.viewer:
        s.hand[k.viewer] ^= bit(card)
        bury(s, card)
    else:
        k.held -= 1
        bury(s, UNKNOWN - k.cuts)


@kernel
def observe_exchange(k: Knowledge, card: int) -> None:
    """Who is to act exchanged the decree with ``card``, or KEEP: kept it."""
    s = k.seen
    k.ways = -1
    if card != KEEP:
        if s.player == k.viewer:
            s.hand[k.viewer] ^= bit(card) | bit(s.decree)
        else:
            leave(k, card)
            k.held += 1
            for f in range(CUTS):
                if k.taken[f] == NONE:
                    k.taken[f] = s.decree
                    k.taken_in[f] = k.cuts
                    k.taken_until[f] = STAYS
                    break
        s.decree = card
    end_turn(s)
