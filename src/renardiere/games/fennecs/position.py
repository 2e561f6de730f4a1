"""The record of fennecs, what it is made of, and the cards.

Cards of a **kind** are alike; a kind is 0–11, in the order of ``KINDS``. A hand is its kinds in ascending order. In a
column each card stands with who placed it: ``kind_of`` and ``owner_of`` take them apart. A set of columns or of seats
is a bit mask.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.fennecs.words import KINDS, VARIANTS
from renardiere.games.kernel import U64, kernel

__all__ = [
    "ALL_TAKEN",
    "ASIDE",
    "CHOOSE",
    "COLUMN",
    "DEAL",
    "DECKS",
    "FIVES",
    "HAND",
    "HANDS",
    "KINDS",
    "LIMIT",
    "NOBODY",
    "NONE",
    "NO_TOTAL",
    "OVER",
    "PLAY",
    "PLUS",
    "SEATS",
    "SIX",
    "STARS",
    "START",
    "STATE",
    "STUCK",
    "SUPERNOVA",
    "UNDER_WAY",
    "UNKNOWN",
    "VALUE",
    "VARIANTS",
    "State",
    "States",
    "card_of",
    "copy_state",
    "deck_of",
    "kind_of",
    "owner_of",
    "value_of",
]

VALUE: Final = (-5, -2, -1, 0, 0, 1, 2, 3, 4, 5, 1, 0)
"""By kind; a 1/5 is worth 4 more if its player likes."""
PACKED: Final = U64(sum((value + 5) << 4 * kind for kind, value in enumerate(VALUE)))
"""The same in one word: to look something up in a tuple costs the kernel more than to shift."""
PLUS: Final = 4
FIVES: Final = 10
SUPERNOVA: Final = 11
UNKNOWN: Final = 15
"""In the place of a kind: a card that is not known (see ``knowledge.py``)."""

SEATS: Final = 5
"""No table has more, and it has as many columns as seats."""
HAND: Final = 4
COLUMN: Final = 7
"""No column has more cards."""
ASIDE: Final = 4
STARS: Final = 54

STATE: Final = np.dtype(
    [
        ("hand", "i1", (SEATS, HAND)),  # kinds in ascending order, then NONE
        ("column", "i1", (SEATS, COLUMN)),  # cards (see card_of), the starting card first, then NONE
        ("cards", "i1", (SEATS,)),  # how many a column has
        ("down", "i1", (SEATS,)),  # the places of a column whose cards lie, or lay, face down, as a set
        ("taker", "i1", (SEATS,)),  # who took a column, or NONE
        ("aside", "i1", (ASIDE,)),  # the kinds that are set aside, then NONE
        ("placeable", "i1"),  # the columns that a card may be placed on, as a set
        ("takeable", "i1"),  # the columns that may be taken
        ("out", "i1"),  # the seats whose round is over, as a set
        ("stars", "i2", (SEATS,)),
        ("reserve", "i2"),  # below 0 where more was won than was there
        ("worth", "i1", (SEATS,)),  # by seat, the total of its column in this round, or NO_TOTAL
        ("total", "i1"),  # of the column that was counted last, with each 1/5 as 1
        ("fives", "i1"),  # the 1/5 of that column
        ("phase", "i1"),
        ("player", "i1"),  # who acts; after a round that ended STUCK, who could not
        ("first", "i1"),  # who began the round
        ("last_taker", "i1"),  # in this round, or NONE
        ("ended", "i1"),  # why the round ended
        ("reached", "i1"),  # 1 once somebody held the stars that end the game
        ("lap", "i1"),  # of the table in this round, from 1
        ("players", "i1"),
        ("limit", "i1"),  # who holds so many stars has made this round the last
        ("variant", "i1"),
        ("round", "i2"),  # from 1; 0 before the first deal
    ],
    align=True,
)

State: TypeAlias = Any
"""One record of ``STATE``."""
States: TypeAlias = "np.ndarray[tuple[int], np.dtype[Any]]"
"""An array of ``STATE`` records."""

DEAL, PLAY, CHOOSE, OVER = range(4)
UNDER_WAY, ALL_TAKEN, SIX, STUCK = range(4)
NONE: Final = -1
NOBODY: Final = -1
NO_TOTAL: Final = 127

START: Final = (0, 0, 5, 4, 3, 2)
"""By the number of players: the stars that each begins with."""
HANDS: Final = (0, 0, 4, 4, 3, 3)
"""By the number of players: the cards of each hand."""
LIMIT: Final = (0, 0, 20, 20, 20, 15)
"""By the number of players: the stars that end the game."""


def deck_of(players: int, variant: int) -> tuple[int, ...]:
    """The kinds of a deck, ascending."""
    cards = ["-1", "-1", "-2", "-2", "0+", "0+", "1", "2", "2", "3", "3", "4", "4", "5"]
    if players > 2:
        cards += ["1/5", "1/5"]
    if players == 5:
        cards += ["0+", "1", "5", "1/5"]
    pluses = cards.count("0+")
    instead = (["0+"] * pluses, ["0"] * pluses, ["-5"] * (pluses - 1) + ["SN"])[variant]
    return tuple(sorted(KINDS.index(card) for card in [card for card in cards if card != "0+"] + instead))


def _decks() -> np.ndarray[Any, Any]:
    """``[players, variant, place]``: the decks, then NONE."""
    decks = np.full((SEATS + 1, len(VARIANTS), 20), NONE, np.int8)
    for players in range(2, SEATS + 1):
        for variant in range(len(VARIANTS)):
            deck = deck_of(players, variant)
            decks[players, variant, : len(deck)] = deck
    return decks


DECKS: Final = _decks()


@kernel(hot=True)
def card_of(kind: int, owner: int) -> int:
    """A card in a column; NOBODY placed the starting card."""
    return kind + 16 * (owner + 1)


@kernel(hot=True)
def kind_of(card: int) -> int:
    return card & 15


@kernel(hot=True)
def owner_of(card: int) -> int:
    return (card >> 4) - 1


@kernel(hot=True)
def value_of(kind: int) -> int:
    return int((PACKED >> U64(4 * kind)) & U64(15)) - 5


@kernel
def copy_state(source: State, to: State) -> None:
    """Make ``to`` equal to ``source``."""
    for seat in range(SEATS):
        for i in range(HAND):
            to.hand[seat, i] = source.hand[seat, i]
        for i in range(COLUMN):
            to.column[seat, i] = source.column[seat, i]
        to.cards[seat] = source.cards[seat]
        to.down[seat] = source.down[seat]
        to.taker[seat] = source.taker[seat]
        to.stars[seat] = source.stars[seat]
        to.worth[seat] = source.worth[seat]
    for i in range(ASIDE):
        to.aside[i] = source.aside[i]
    to.placeable = source.placeable
    to.takeable = source.takeable
    to.out = source.out
    to.reserve = source.reserve
    to.total = source.total
    to.fives = source.fives
    to.phase = source.phase
    to.player = source.player
    to.first = source.first
    to.last_taker = source.last_taker
    to.ended = source.ended
    to.reached = source.reached
    to.lap = source.lap
    to.players = source.players
    to.variant = source.variant
    to.limit = source.limit
    to["round"] = source["round"]
