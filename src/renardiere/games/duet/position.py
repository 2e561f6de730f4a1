"""The record of duet, what it is made of, and the cards.

A **card** is 0–29: 10 × suit + rank − 1, suits 0 doves, 1 roses, 2 stars. A set of cards is a bit mask. Odd ranks have
abilities: 1 Musician, 3 Foxes, 5 Gazelle, 7 Gift, 9 Royal heir.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.kernel import U64, kernel

__all__ = [
    "ALL_CARDS",
    "CHOOSE",
    "DEAL",
    "DECK",
    "EXCHANGE",
    "FOXES",
    "GAZELLE",
    "GIFT",
    "GIVE",
    "HAND",
    "HEIR",
    "LEFT_OVER",
    "LOST",
    "MOVE",
    "MUSICIAN",
    "NONE",
    "NO_CARDS",
    "OVER",
    "PLACE",
    "PLAY",
    "RESIGNED",
    "ROUNDS",
    "SPACES",
    "STATE",
    "TIME",
    "TRICKS",
    "UNDECIDED",
    "WON",
    "State",
    "States",
    "copy_state",
    "paws",
    "rank",
    "suit",
    "suit_mask",
]

DECK: Final = 30
HAND: Final = 11
LEFT_OVER: Final = 7
TRICKS: Final = 11
ROUNDS: Final = 3
SPACES: Final = 32
"""No board has more."""

STATE: Final = np.dtype(
    [
        ("hand", "u8", (2,)),  # each seat's cards
        ("plus", "u8"),  # the spaces with a +
        ("gems", "i1", (SPACES,)),
        ("deck", "i1", (LEFT_OVER,)),  # the cards that nobody plays with in this round
        ("covered", "i1", (2,)),  # how many spaces the forest covers at each end
        ("spaces", "i1"),
        ("start", "i1"),
        ("token", "i1"),  # the space where the team token stands
        ("forest_tokens", "i1"),  # that are left
        ("gems_left", "i1"),  # on the board, in all
        ("level", "i1"),
        ("decree", "i1"),  # the decree card; its suit is trump
        ("phase", "i1"),
        ("player", "i1"),  # who acts; GIVE: whose card is put down next
        ("leader", "i1"),  # who led this trick, or leads it
        ("led", "i1"),  # the card led, or NONE
        ("follow", "i1"),  # the card that followed, or NONE
        ("gift", "i1", (2,)),  # GIVE: the card that each seat has chosen, or NONE; still in its hand
        ("tricks", "i1"),  # finished in this round
        ("dealer", "i1"),
        ("round", "i1"),  # from 1; 0 before the first deal
        ("result", "i1"),
        ("score", "i2"),  # once the game is won
    ],
    align=True,
)

State: TypeAlias = Any
"""One record of ``STATE``."""
States: TypeAlias = "np.ndarray[tuple[int], np.dtype[Any]]"
"""An array of ``STATE`` records."""

DEAL, PLAY, CHOOSE, EXCHANGE, GIVE, MOVE, PLACE, OVER = range(8)
UNDECIDED, WON, LOST, TIME, RESIGNED = range(5)
NONE: Final = -1

ALL_CARDS: Final = U64((1 << DECK) - 1)
SUIT_0: Final = U64((1 << 10) - 1)
NO_CARDS: Final = U64(0)

MUSICIAN, FOXES, GAZELLE, GIFT, HEIR = 1, 3, 5, 7, 9
PAWS: Final = (0, 3, 2, 1, 1, 2, 0, 2, 0, 3)
"""By rank, from 1."""


@kernel(hot=True)
def suit(card: int) -> int:
    return int(card >= 10) + int(card >= 20)  # faster than a division


@kernel(hot=True)
def rank(card: int) -> int:
    return card - 10 * suit(card) + 1


@kernel(hot=True)
def suit_mask(a_suit: int) -> np.uint64:
    """All cards of a suit."""
    return SUIT_0 << U64(10 * a_suit)


@kernel(hot=True)
def paws(card: int) -> int:
    """How far a card moves the team token."""
    return PAWS[rank(card) - 1]


@kernel
def copy_state(source: State, to: State) -> None:
    """Make ``to`` equal to ``source``."""
    for seat in range(2):
        to.hand[seat] = source.hand[seat]
        to.covered[seat] = source.covered[seat]
        to.gift[seat] = source.gift[seat]
    for i in range(SPACES):
        to.gems[i] = source.gems[i]
    for i in range(LEFT_OVER):
        to.deck[i] = source.deck[i]
    to.plus = source.plus
    to.spaces = source.spaces
    to.start = source.start
    to.token = source.token
    to.forest_tokens = source.forest_tokens
    to.gems_left = source.gems_left
    to.level = source.level
    to.decree = source.decree
    to.phase = source.phase
    to.player = source.player
    to.leader = source.leader
    to.led = source.led
    to.follow = source.follow
    to.tricks = source.tricks
    to.dealer = source.dealer
    to["round"] = source["round"]
    to.result = source.result
    to.score = source.score
