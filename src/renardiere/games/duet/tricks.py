"""A trick of duet: who may play what, what a card asks for when it is played, who wins."""

from __future__ import annotations

import numpy as np

from renardiere.games.duet.path import REACH, advance, movements
from renardiere.games.duet.position import (
    CHOOSE,
    EXCHANGE,
    FOXES,
    GIFT,
    GIVE,
    HEIR,
    MOVE,
    NO_CARDS,
    NONE,
    PLAY,
    State,
    paws,
    rank,
    suit,
    suit_mask,
)
from renardiere.games.kernel import bit, kernel, lowest, popcount

__all__ = ["choose", "end_turn", "follower_wins", "give", "may_follow", "play_card"]


@kernel(hot=True)
def may_follow(hand: np.uint64, led: int) -> np.uint64:
    """The cards of ``hand`` that may follow: the suit led if it is held, unless a Royal heir was led."""
    same = hand & suit_mask(suit(led))
    if same == NO_CARDS or rank(led) == HEIR:
        return hand
    return same


@kernel(hot=True)
def follower_wins(led: int, follow: int, trump: int) -> bool:
    """Whether the card that followed wins the trick."""
    if suit(led) == suit(follow):
        return rank(follow) > rank(led)
    return suit(follow) == trump


@kernel
def end_trick(s: State) -> None:
    """The trick is complete: its winner moves the token, or says how far."""
    winner = 1 - s.leader if follower_wins(s.led, s.follow, suit(s.decree)) else s.leader
    s.player = winner
    options = movements(s.led, s.follow, winner)
    if options == NO_CARDS:
        far = paws(s.led) + paws(s.follow)
        advance(s, far if winner == 1 else -far)
    elif popcount(options) == 1:
        advance(s, lowest(options) - REACH)
    else:
        s.phase = MOVE


@kernel(hot=True)
def end_turn(s: State) -> None:
    """A card has been played, and all that it asked for is done."""
    if s.follow != NONE:
        end_trick(s)
    else:
        s.phase = PLAY
        s.player = 1 - s.leader


@kernel(hot=True)
def play_card(s: State, card: int) -> None:
    s.hand[s.player] ^= bit(card)
    if s.led == NONE:
        s.led = card
    else:
        s.follow = card
    if rank(card) == FOXES and (s.hand[0] | s.hand[1]) != NO_CARDS:
        s.phase = CHOOSE
    elif rank(card) == GIFT and s.hand[0] != NO_CARDS and s.hand[1] != NO_CARDS:
        s.phase = GIVE
        s.player = 0
    else:
        end_turn(s)


@kernel
def choose(s: State, seat: int) -> None:
    """Foxes: this seat may exchange the decree, if it has a card."""
    s.player = seat
    if s.hand[seat] != NO_CARDS:
        s.phase = EXCHANGE
    else:
        end_turn(s)


@kernel
def give(s: State, card: int) -> None:
    """Gift: the choice of ``s.player``. With the second one both cards change hands."""
    other = 1 - s.player
    s.gift[s.player] = card
    s.player = other
    if s.gift[other] == NONE:
        return
    both = bit(s.gift[0]) | bit(s.gift[1])
    for seat in range(2):
        s.hand[seat] ^= both
        s.gift[seat] = NONE
    end_turn(s)
