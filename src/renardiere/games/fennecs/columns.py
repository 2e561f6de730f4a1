"""Columns of fennecs: a card is placed, a column is taken and counted, a round ends."""

from __future__ import annotations

from renardiere.games.fennecs.position import (
    ALL_TAKEN,
    CHOOSE,
    COLUMN,
    DEAL,
    FIVES,
    HAND,
    NONE,
    OVER,
    PLAY,
    PLUS,
    SIX,
    STUCK,
    SUPERNOVA,
    State,
    card_of,
    kind_of,
    value_of,
)
from renardiere.games.kernel import U64, kernel, popcount

__all__ = ["count", "end_turn", "put_down", "put_up", "score", "take_column"]


@kernel(hot=True)
def gain(s: State, stars: int) -> None:
    """The player holds so many stars more."""
    s.stars[s.player] += stars
    if s.stars[s.player] >= s.limit:
        s.reached = 1


@kernel(hot=True)
def put(s: State, slot: int, column: int) -> None:
    """A card of the player's hand lies on a column."""
    seat = s.player
    size = int(s.cards[column])
    s.column[column, size] = card_of(int(s.hand[seat, slot]), int(seat))
    s.cards[column] = size + 1
    for i in range(slot, HAND - 1):
        s.hand[seat, i] = s.hand[seat, i + 1]
    s.hand[seat, HAND - 1] = NONE
    s.takeable |= 1 << column
    if size + 1 == COLUMN:
        s.placeable &= ~(1 << column)


@kernel(hot=True)
def put_up(s: State, slot: int, column: int) -> None:
    """Place a card face up, and gain a star if the reserve has one."""
    put(s, slot, column)
    if s.reserve > 0:
        s.reserve -= 1
        gain(s, 1)


@kernel(hot=True)
def put_down(s: State, slot: int, column: int) -> None:
    """Place a card face down, with a star on it."""
    s.down[column] |= 1 << int(s.cards[column])
    put(s, slot, column)
    s.stars[s.player] -= 1


@kernel(hot=True)
def end_round(s: State, why: int) -> None:
    """The stars that still lie on cards go back to the reserve."""
    for column in range(s.players):
        if s.taker[column] == NONE:
            s.reserve += popcount(U64(s.down[column]))
    s.ended = why
    s.phase = OVER if s.reached == 1 or s.reserve <= 0 else DEAL


@kernel(hot=True)
def stuck(s: State) -> bool:
    """Whether the player can do nothing. As long as no column can be taken, a card can be placed on any; so it depends
    on the hand: it has no card, or a Supernova alone that there is no star for."""
    if s.takeable != 0:
        return False
    card = s.hand[s.player, 0]
    return bool(card == NONE or (card == SUPERNOVA and s.stars[s.player] == 0))


@kernel(hot=True)
def end_turn(s: State) -> None:
    """The next one clockwise whose round is not over is to act."""
    seat = int(s.player)
    if s.out == (1 << int(s.players)) - 1:
        end_round(s, ALL_TAKEN)
        return
    s.phase = PLAY
    while True:
        seat = seat + 1 if seat + 1 < s.players else 0
        if seat == s.first:
            s.lap += 1
        if (int(s.out) >> seat) & 1 == 0:
            break
    s.player = seat
    if stuck(s):
        end_round(s, STUCK)


@kernel(hot=True)
def score(s: State, total: int) -> None:
    """Count a column with this total, in its taker's favour or not."""
    seat = s.player
    s.worth[seat] = total
    if total > 6 or total < 0:
        loss = min(total - 6 if total > 6 else -total, int(s.stars[seat]))
        s.stars[seat] -= loss
        s.reserve += loss
    else:
        gain(s, total)
        s.reserve -= total
    if total == 6:
        end_round(s, SIX)
    else:
        end_turn(s)


@kernel(hot=True)
def count(s: State, column: int) -> bool:
    """Add a column up, with each 1/5 as 1. False if a Supernova destroys it."""
    positive = negative = fives = 0
    plus = supernova = False
    for i in range(s.cards[column]):
        kind = kind_of(int(s.column[column, i]))
        value = value_of(kind)
        if value < 0:
            negative -= value
        else:
            positive += value
        fives += int(kind == FIVES)
        plus = plus or kind == PLUS
        supernova = supernova or kind == SUPERNOVA
    s.total = positive + negative if plus else positive - negative
    s.fives = fives
    return not supernova


@kernel(hot=True)
def take_column(s: State, column: int) -> None:
    """Take a column, and count it unless its 1/5 leave a choice."""
    seat = int(s.player)
    left = ~(1 << column)
    s.taker[column] = seat
    s.placeable &= left
    s.takeable &= left
    s.out |= 1 << seat
    s.last_taker = seat
    stars = popcount(U64(s.down[column]))
    if not count(s, column):
        s.reserve += stars
        end_turn(s)
        return
    gain(s, stars)
    if s.cards[column] == COLUMN:
        end_turn(s)
    elif s.fives > 0:
        s.phase = CHOOSE
    else:
        score(s, int(s.total))
