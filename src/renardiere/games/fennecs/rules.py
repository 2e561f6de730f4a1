"""The rules of fennecs, version 1, over a NumPy record (``position.py``). Source: the rule book of *Fennecs* (see
RULES.md).

An **action** is 0–163: 0–54 place a kind on a column face up (5 × kind + column; never a Supernova), 55–114 face down,
115–119 take a column, 120–163 choose a total from −14 to 29.

A **choice** is what an action is to the loops, for which a set of choices is one word. In PLAY it is 10 × slot +
column, and 5 more face down, where the slot is the first place in the hand that has this kind; 40 + column takes. In
CHOOSE it is the number of 1/5 that count 5.

A **round** ends when everybody has taken a column, somebody took a 6, or somebody can do nothing; between rounds the
phase is DEAL, and chance acts through ``deal``.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from renardiere.games.fennecs.columns import end_turn, put_down, put_up, score, take_column
from renardiere.games.fennecs.position import (
    ASIDE,
    CHOOSE,
    COLUMN,
    DEAL,
    DECKS,
    HAND,
    HANDS,
    LIMIT,
    NO_TOTAL,
    NOBODY,
    NONE,
    OVER,
    PLAY,
    SEATS,
    STARS,
    START,
    STATE,
    SUPERNOVA,
    UNDER_WAY,
    State,
    States,
    card_of,
    copy_state,
)
from renardiere.games.kernel import U64, Rng, below, bit, kernel, lowest, new_rngs, random_bit, warms
from renardiere.games.playing import loops

__all__ = [
    "CHOOSE",
    "DEAL",
    "FACE_DOWN",
    "LOWEST_TOTAL",
    "N_ACTIONS",
    "OVER",
    "PLAY",
    "RULES_VERSION",
    "STATE",
    "TAKE",
    "TOTAL",
    "WORDS",
    "State",
    "States",
    "action_of",
    "apply",
    "batch_deal",
    "batch_play",
    "choice_of",
    "choices",
    "copy_state",
    "deal",
    "legal",
    "new_states",
    "play_game",
    "play_round",
    "random_deal",
    "random_step",
    "single",
    "step",
    "take",
    "threads_play",
]

RULES_VERSION: Final = "1"

FACE_DOWN: Final = SEATS * SUPERNOVA
"""The first action that places a card face down."""
TAKE: Final = FACE_DOWN + SEATS * (SUPERNOVA + 1)
TOTAL: Final = TAKE + SEATS
LOWEST_TOTAL: Final = -14
HIGHEST_TOTAL: Final = 29
N_ACTIONS: Final = TOTAL + HIGHEST_TOTAL - LOWEST_TOTAL + 1
WORDS: Final = 3
"""``uint64`` words of a set of actions."""

SLOT: Final = 2 * SEATS
TAKING: Final = SLOT * HAND
"""The first choice that takes a column."""
NOTHING: Final = U64(0)


# ---- what may be done --------------------------------------------------------------------------------------------


@kernel(hot=True)
def choices(s: State) -> np.uint64:
    """The legal choices of the current phase; empty if nobody is to act."""
    if s.phase == PLAY:
        seat = s.player
        free = U64(s.placeable)
        down = free << U64(SEATS) if s.stars[seat] > 0 else NOTHING
        allowed = U64(s.takeable) << U64(TAKING)
        before = NONE
        for slot in range(HAND):
            kind = int(s.hand[seat, slot])
            if kind == NONE:
                break
            if kind != before:
                up = NOTHING if kind == SUPERNOVA else free
                allowed |= (up | down) << U64(SLOT * slot)
            before = kind
        return allowed
    if s.phase == CHOOSE:
        return (U64(2) << U64(s.fives)) - U64(1)
    return NOTHING


@kernel
def action_of(s: State, choice: int) -> int:
    """The action that a choice is."""
    if s.phase == CHOOSE:
        return TOTAL - LOWEST_TOTAL + int(s.total) + 4 * choice
    if choice >= TAKING:
        return TAKE + choice - TAKING
    kind = int(s.hand[s.player, choice // SLOT])
    place = choice % SLOT
    return SEATS * kind + (place if place < SEATS else FACE_DOWN + place - SEATS)


@kernel
def choice_of(s: State, action: int) -> int:
    """The choice that a legal action is."""
    if s.phase == CHOOSE:
        return (action - TOTAL + LOWEST_TOTAL - int(s.total)) // 4
    if action >= TAKE:
        return TAKING + action - TAKE
    place = 0
    if action >= FACE_DOWN:
        action -= FACE_DOWN
        place = SEATS
    kind = action // SEATS
    slot = 0
    while s.hand[s.player, slot] != kind:
        slot += 1
    return SLOT * slot + place + action % SEATS


@kernel
def legal(s: State, out: np.ndarray[Any, Any]) -> None:
    """Write the set of legal actions to ``out``, ``uint64[WORDS]``."""
    for word in range(WORDS):
        out[word] = NOTHING
    left = choices(s)
    while left != NOTHING:
        action = action_of(s, lowest(left))
        out[action >> 6] |= bit(action & 63)
        left &= left - U64(1)


# ---- what it does ------------------------------------------------------------------------------------------------


@kernel(hot=True)
def take(s: State, choice: int) -> None:
    """Take a legal choice of the current phase, in place, unchecked."""
    if s.phase == CHOOSE:
        score(s, int(s.total) + 4 * choice)
    elif choice >= TAKING:
        take_column(s, choice - TAKING)
    else:
        slot = choice // SLOT
        place = choice - SLOT * slot
        if place < SEATS:
            put_up(s, slot, place)
        else:
            put_down(s, slot, place - SEATS)
        end_turn(s)


@kernel
def apply(s: State, action: int) -> None:
    """Carry out a legal action, in place, unchecked."""
    take(s, choice_of(s, action))


# ---- dealing -----------------------------------------------------------------------------------------------------


def new_states(n: int, players: int = 4, variant: int = 0) -> States:
    """``n`` games before their first deal."""
    states = np.zeros(n, STATE).view(np.recarray)
    for name in ("hand", "column", "taker", "aside", "player", "first", "last_taker"):
        states[name] = NONE
    states["worth"] = NO_TOTAL
    states["players"] = players
    states["limit"] = LIMIT[players]
    states["variant"] = variant
    states["stars"][:, :players] = START[players]
    states["reserve"] = STARS - players * START[players]
    return states


@kernel
def begin_round(s: State, first: int) -> None:
    """Nothing is dealt yet."""
    s["round"] += 1  # as an attribute it is NumPy's rounding, un-compiled
    for seat in range(s.players):
        for i in range(HAND):
            s.hand[seat, i] = NONE
        for i in range(COLUMN):
            s.column[seat, i] = NONE
        s.cards[seat] = 1
        s.down[seat] = 0
        s.taker[seat] = NOBODY
        s.worth[seat] = NO_TOTAL
    s.placeable = (1 << int(s.players)) - 1
    s.takeable = 0
    s.out = 0
    s.total = 0
    s.fives = 0
    s.phase = PLAY
    s.player = first
    s.first = first
    s.last_taker = NOBODY
    s.ended = UNDER_WAY
    s.lap = 1


@kernel
def deal_card(s: State, place: int, kind: int) -> None:
    """The card at this place of the deck: hands come first, then the starting cards, then what is set aside."""
    players = int(s.players)
    held = HANDS[players]
    if place < held * players:
        seat = place // held
        i = place % held
        while i > 0 and s.hand[seat, i - 1] > kind:
            s.hand[seat, i] = s.hand[seat, i - 1]
            i -= 1
        s.hand[seat, i] = kind
    elif place < (held + 1) * players:
        s.column[place - held * players, 0] = card_of(kind, NOBODY)
    else:
        s.aside[place - (held + 1) * players] = kind


@kernel
def deal(s: State, cards: np.ndarray[Any, Any], first: int) -> None:
    """Deal a round: ``cards`` (``int8``) are the hands, the starting cards, and those that are set aside."""
    begin_round(s, first)
    for place in range(len(cards)):
        deal_card(s, place, int(cards[place]))


@kernel
def random_deal(s: State, rng: Rng) -> None:
    """Deal a random round; the very first player is random, too."""
    first = below(rng, int(s.players)) if s["round"] == 0 else next_first(s)
    begin_round(s, first)
    cards = 0
    while cards < DECKS.shape[2] and DECKS[s.players, s.variant, cards] != NONE:
        cards += 1
    left = bit(cards) - U64(1)
    for place in range(cards):
        card = random_bit(rng, left)
        left ^= bit(card)
        deal_card(s, place, int(DECKS[s.players, s.variant, card]))


@kernel(hot=True)
def next_first(s: State) -> int:
    """Who begins the next round: the last one to have taken a column, else the same as before."""
    return int(s.first) if s.last_taker == NOBODY else int(s.last_taker)


# ---- playing at random, single steps -----------------------------------------------------------------------------

random_step, play_round, play_game, batch_deal, batch_play, threads_play, step, single = loops(
    "fennecs", new_states, random_deal, choices, take, apply, OVER
)


@warms("fennecs: the rules")
def _warm_rules() -> None:
    states = new_states(2, 2)
    rngs = new_rngs(0, 2)
    batch_deal(states, rngs)
    deal(states[0], np.arange(10 + ASIDE, dtype=np.int8) % SUPERNOVA, 0)
    legal(states[0], np.zeros(WORDS, U64))
    choices(states[0])
    single.bind(states)(0, action_of(states[0], lowest(choices(states[0]))))
