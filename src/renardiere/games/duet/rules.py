"""The rules of duet, version 1, over a NumPy record (``position.py``). Source: the rule book of *Le Renard des Bois :
Duo* (see RULES.md).

An **action** is 0–103: 0–29 play a card, 30–31 choose a seat (Foxes), 32–61 exchange the decree with a card, 62 keep
it, 63–92 give a card (Gift), 93–101 move the token by −4 … +4, 102–103 place the forest token at an end. Within a phase
it is ``FIRST[phase] + choice``: the loops use choices, since a set of them is one word.

A **round** is 11 tricks; between rounds the phase is DEAL, and chance acts through ``deal``. A Gift is simultaneous: in
the phase GIVE the kernel asks one seat after the other (``player``), in either order, and nothing changes hands before
both have chosen. To give up (``resign``) is no numbered action.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from renardiere.games.duet.boards import FOREST_TOKENS, OURS, SIDES, Board
from renardiere.games.duet.path import REACH, advance, finish, movements, place
from renardiere.games.duet.position import (
    ALL_CARDS,
    CHOOSE,
    DEAL,
    DECK,
    EXCHANGE,
    GIVE,
    HAND,
    LEFT_OVER,
    MOVE,
    NO_CARDS,
    NONE,
    OVER,
    PLACE,
    PLAY,
    RESIGNED,
    STATE,
    State,
    States,
    copy_state,
)
from renardiere.games.duet.tricks import choose, end_turn, follower_wins, give, may_follow, play_card
from renardiere.games.kernel import (
    U64,
    Rng,
    below,
    bit,
    highest,
    kernel,
    lowest,
    new_rngs,
    random_bit,
    warms,
)
from renardiere.games.playing import loops

__all__ = [
    "CHOOSE",
    "DEAL",
    "EXCHANGE",
    "FIRST",
    "GIVE",
    "KEEP",
    "MOVE",
    "NONE",
    "N_ACTIONS",
    "OVER",
    "PLACE",
    "PLAY",
    "REACH",
    "RULES_VERSION",
    "STATE",
    "WORDS",
    "State",
    "States",
    "action_of",
    "apply",
    "batch_deal",
    "batch_play",
    "choices",
    "copy_state",
    "deal",
    "follower_wins",
    "legal",
    "may_follow",
    "new_states",
    "play_game",
    "play_round",
    "random_deal",
    "random_step",
    "resign",
    "single",
    "step",
    "take",
    "threads_play",
]

RULES_VERSION: Final = "1"

N_ACTIONS: Final = 104
WORDS: Final = 2
"""``uint64`` words of a set of actions."""
KEEP: Final = 30
"""The choice to keep the decree card."""
FIRST: Final = (0, 0, 30, 32, 63, 93, 102, 0)
EITHER: Final = U64(3)
"""Both seats, or both ends."""


# ---- what may be done --------------------------------------------------------------------------------------------


@kernel(hot=True)
def choices(s: State) -> np.uint64:
    """The legal choices of the current phase; empty if nobody is to act."""
    hand: np.uint64 = s.hand[s.player]
    if s.phase == PLAY:
        return hand if s.led == NONE else may_follow(hand, s.led)
    if s.phase == EXCHANGE:
        return hand | bit(KEEP)
    if s.phase == GIVE:
        return hand
    if s.phase == MOVE:
        return movements(s.led, s.follow, s.player)
    if s.phase == CHOOSE or s.phase == PLACE:
        return EITHER
    return NO_CARDS


@kernel
def action_of(s: State, choice: int) -> int:
    """The action that a choice is now."""
    return FIRST[s.phase] + choice


@kernel
def legal(s: State, out: np.ndarray[Any, Any]) -> None:
    """Write the set of legal actions to ``out``, ``uint64[WORDS]``."""
    allowed = choices(s)
    first = FIRST[s.phase]
    out[0] = NO_CARDS
    out[1] = NO_CARDS
    if first >= 64:
        out[1] = allowed << U64(first - 64)
    else:
        out[0] = allowed << U64(first)
        if first > 0:
            out[1] = allowed >> U64(64 - first)


# ---- what it does ------------------------------------------------------------------------------------------------


@kernel(hot=True)
def take(s: State, choice: int) -> None:
    """Take a legal choice of the current phase, in place, unchecked."""
    if s.phase == PLAY:
        play_card(s, choice)
    elif s.phase == CHOOSE:
        choose(s, choice)
    elif s.phase == EXCHANGE:
        if choice != KEEP:
            s.hand[s.player] ^= bit(choice) | bit(s.decree)
            s.decree = choice
        end_turn(s)
    elif s.phase == GIVE:
        give(s, choice)
    elif s.phase == MOVE:
        advance(s, choice - REACH)
    else:
        place(s, choice)


@kernel
def apply(s: State, action: int) -> None:
    """Carry out a legal action, in place, unchecked."""
    take(s, action - FIRST[s.phase])


@kernel
def resign(s: State) -> None:
    """The players give up."""
    finish(s, RESIGNED)


# ---- dealing -----------------------------------------------------------------------------------------------------


def new_states(n: int, level: int = 1, board: Board | None = None) -> States:
    """``n`` games before their first deal, on this board (default: the level's side)."""
    board = board or OURS[SIDES[level]]
    spaces = len(board.squares)
    gems = [a + (b if level == 3 else 0) for a, b in zip(board.squares, board.diamonds, strict=True)]
    states = np.zeros(n, STATE).view(np.recarray)
    states["gems"][:, :spaces] = gems
    states["gems_left"] = sum(gems)
    states["plus"] = sum(1 << space for space, plus in enumerate(board.plus) if plus)
    states["spaces"] = spaces
    states["start"] = states["token"] = board.start
    states["forest_tokens"] = FOREST_TOKENS[level]
    states["level"] = level
    for name in ("deck", "decree", "player", "leader", "led", "follow", "gift", "dealer"):
        states[name] = NONE
    return states


@kernel
def begin_round(s: State, dealer: int) -> None:
    s["round"] += 1  # as an attribute it is NumPy's rounding, un-compiled
    s.dealer = dealer
    s.leader = 1 - dealer
    s.player = s.leader
    s.led = NONE
    s.follow = NONE
    s.tricks = 0
    s.phase = PLAY
    for seat in range(2):
        s.gift[seat] = NONE


@kernel
def deal(s: State, cards: np.ndarray[Any, Any], dealer: int) -> None:
    """Deal a round: ``cards`` (``int8[30]``) are 11 of seat 0, 11 of seat 1, the decree, 7 of the deck."""
    for seat in range(2):
        hand = NO_CARDS
        for i in range(HAND):
            hand |= bit(cards[HAND * seat + i])
        s.hand[seat] = hand
    s.decree = cards[2 * HAND]
    for i in range(LEFT_OVER):
        s.deck[i] = cards[2 * HAND + 1 + i]
    begin_round(s, dealer)


@kernel
def random_deal(s: State, rng: Rng) -> None:
    """Deal a random round; the first dealer is random, too."""
    left = ALL_CARDS
    for seat in range(2):
        hand = NO_CARDS
        for _ in range(HAND):
            card = bit(random_bit(rng, left))
            hand |= card
            left ^= card
        s.hand[seat] = hand
    for i in range(LEFT_OVER):
        card_of_deck = random_bit(rng, left)
        s.deck[i] = card_of_deck
        left ^= bit(card_of_deck)
    s.decree = highest(left)
    begin_round(s, below(rng, 2) if s["round"] == 0 else 1 - s.dealer)


# ---- playing at random, single steps -------------------------------------------------------------------------------

random_step, play_round, play_game, batch_deal, batch_play, threads_play, step, single = loops(
    "duet", new_states, random_deal, choices, take, apply, OVER
)


@warms("duet: the rules")
def _warm_rules() -> None:
    states = new_states(2)
    rngs = new_rngs(0, 2)
    batch_deal(states, rngs)
    deal(states[0], np.arange(DECK, dtype=np.int8), 0)
    legal(states[0], np.zeros(WORDS, U64))
    single.bind(states)(0, action_of(states[0], lowest(choices(states[0]))))
    resign(states[0])
