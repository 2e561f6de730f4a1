"""The rules of forest, version 1, over a NumPy record. Source: the rule book of *Le Renard des Bois* (see RULES.md).

A **card** is 0–32: 11 × suit + rank − 1, suits 0 bells, 1 keys, 2 moons. A set of cards is a bit mask. Odd ranks have
abilities: 1 Swan, 3 Fox, 5 Woodcutter, 7 Treasure, 9 Witch, 11 Monarch.

An **action** is 0–99: 0–32 play a card, 33–65 exchange the decree with a card (Fox), 66 keep it, 67–99 bury a card
(Woodcutter). Within a phase it is ``FIRST[phase] + choice``, where choices 0–32 are cards and 33 keeps the decree: the
loops use choices, since a set of them is one word.

A **round** is 13 tricks; between rounds the phase is DEAL, and chance acts through ``deal``.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

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
    "ALL_CARDS",
    "BURY",
    "DEAL",
    "DECK",
    "EXCHANGE",
    "KEEP",
    "NONE",
    "N_ACTIONS",
    "OVER",
    "PLAY",
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
    "points",
    "random_deal",
    "random_step",
    "rank",
    "single",
    "step",
    "suit",
    "suit_mask",
    "take",
    "threads_play",
    "winners",
]

RULES_VERSION: Final = "1"

STATE: Final = np.dtype(
    [
        ("hand", "u8", (2,)),  # each seat's cards
        ("pile", "i1", (6,)),  # the draw pile, top first; NONE is an empty place (five cards while one is drawn)
        ("decree", "i1"),  # the decree card; its suit is trump
        ("phase", "i1"),  # DEAL, PLAY, EXCHANGE, BURY or OVER
        ("player", "i1"),  # who acts
        ("leader", "i1"),  # who led this trick, or leads it
        ("led", "i1"),  # the card led, or NONE
        ("follow", "i1"),  # the card that followed, or NONE
        ("drawn", "i1"),  # BURY: the card just drawn, else NONE
        ("tricks", "i1", (2,)),  # won in this round
        ("treasures", "i1", (2,)),  # 7s won in this round; already in scores
        ("dealer", "i1"),
        ("round", "i2"),  # from 1; 0 before the first deal
        ("target", "i2"),  # the game ends after the round in which somebody has this many points
        ("scores", "i2", (2,)),
        ("last", "i2", (2,)),  # points of the last round that ended, treasures included
    ],
    align=True,
)

State: TypeAlias = Any
"""One record of ``STATE``."""
States: TypeAlias = "np.ndarray[tuple[int], np.dtype[Any]]"
"""An array of ``STATE`` records."""

DEAL, PLAY, EXCHANGE, BURY, OVER = range(5)
NONE: Final = -1

DECK: Final = 33
HAND: Final = 13
PILE: Final = 6
TRICKS: Final = 13
ALL_CARDS: Final = U64((1 << DECK) - 1)
SUIT_0: Final = U64((1 << 11) - 1)
NO_CARDS: Final = U64(0)

N_ACTIONS: Final = 100
WORDS: Final = 2
"""``uint64`` words of a set of actions."""
KEEP: Final = 33
"""The choice to keep the decree card."""
FIRST: Final = (0, 0, 33, 67, 0)

SWAN, FOX, WOODCUTTER, TREASURE, WITCH, MONARCH = 1, 3, 5, 7, 9, 11
POINTS: Final = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)


# ---- cards -------------------------------------------------------------------------------------------------------


@kernel(hot=True)
def rank(card: int) -> int:
    return card - 11 * suit(card) + 1


@kernel(hot=True)
def suit(card: int) -> int:
    return int(card >= 11) + int(card >= 22)  # faster than a division


@kernel(hot=True)
def suit_mask(a_suit: int) -> np.uint64:
    """All cards of a suit."""
    return SUIT_0 << U64(11 * a_suit)


# ---- what may be done --------------------------------------------------------------------------------------------


@kernel(hot=True)
def may_follow(hand: np.uint64, led: int) -> np.uint64:
    """The cards of ``hand`` that may follow: the suit led if it is held (printed suits, also for a Witch); its 1 or
    its highest card where a Monarch was led."""
    same = hand & suit_mask(suit(led))
    if same == NO_CARDS:
        return hand
    if rank(led) == MONARCH:
        return bit(highest(same)) | (same & bit(11 * suit(led)))
    return same


@kernel(hot=True)
def choices(s: State) -> np.uint64:
    """The legal choices of the current phase; empty if nobody is to act."""
    hand: np.uint64 = s.hand[s.player]
    if s.phase == PLAY:
        return hand if s.led == NONE else may_follow(hand, s.led)
    if s.phase == EXCHANGE:
        return hand | bit(KEEP)
    if s.phase == BURY:
        return hand
    return NO_CARDS


@kernel
def action_of(s: State, choice: int) -> int:
    """The action that a choice is now."""
    return FIRST[s.phase] + choice


@kernel
def legal(s: State, out: np.ndarray[Any, Any]) -> None:
    """Write the set of legal actions to ``out``, ``uint64[WORDS]``."""
    allowed = choices(s)
    out[0] = NO_CARDS
    out[1] = NO_CARDS
    if s.phase == PLAY:
        out[0] = allowed
    elif s.phase == EXCHANGE:
        out[0] = allowed << U64(33)  # a word has room for 31 of the 34
        out[1] = allowed >> U64(31)
    elif s.phase == BURY:
        out[1] = allowed << U64(3)


# ---- what it does ------------------------------------------------------------------------------------------------


@kernel(hot=True)
def follower_wins(led: int, follow: int, trump: int) -> bool:
    """Whether the card that followed wins the trick."""
    led_suit, follow_suit = suit(led), suit(follow)
    if (rank(led) == WITCH) != (rank(follow) == WITCH):  # a lone Witch is a trump
        if rank(led) == WITCH:
            led_suit = trump
        else:
            follow_suit = trump
    if led_suit == follow_suit:
        return rank(follow) > rank(led)
    return follow_suit == trump


@kernel(hot=True)
def points(tricks: int) -> int:
    """What a number of tricks won in a round is worth."""
    return POINTS[tricks]


@kernel
def winners(s: State) -> int:
    """The winners as a bit mask of seats: most points, else most points in the last round, else both."""
    ahead = s.scores[0] - s.scores[1]
    if ahead == 0:
        ahead = s.last[0] - s.last[1]
    if ahead == 0:
        return 3
    return 1 if ahead > 0 else 2


@kernel(hot=True)
def end_round(s: State) -> None:
    for seat in range(2):
        worth = points(s.tricks[seat])
        s.scores[seat] += worth
        s.last[seat] = worth + s.treasures[seat]
    s.phase = OVER if max(s.scores[0], s.scores[1]) >= s.target else DEAL


@kernel(hot=True)
def end_trick(s: State) -> None:
    led, follow, leader = s.led, s.follow, s.leader
    if follower_wins(led, follow, suit(s.decree)):
        winner = 1 - leader
        loser_card = led
    else:
        winner = leader
        loser_card = follow
    treasures = int(rank(led) == TREASURE) + int(rank(follow) == TREASURE)
    s.tricks[winner] += 1
    s.treasures[winner] += treasures
    s.scores[winner] += treasures
    s.leader = 1 - winner if rank(loser_card) == SWAN else winner
    s.player = s.leader
    s.led = NONE
    s.follow = NONE
    s.phase = PLAY
    if s.tricks[0] + s.tricks[1] == TRICKS:
        end_round(s)


@kernel(hot=True)
def end_turn(s: State) -> None:
    if s.follow != NONE:
        end_trick(s)
    else:
        s.phase = PLAY
        s.player = 1 - s.player


@kernel(hot=True)
def lay(s: State, card: int) -> None:
    """Lay a card on the table, as the lead or the follow."""
    if s.led == NONE:
        s.led = card
    else:
        s.follow = card


@kernel(hot=True)
def draw(s: State) -> None:
    """Woodcutter: take the top card off the pile."""
    s.drawn = s.pile[0]
    for i in range(PILE - 1):
        s.pile[i] = s.pile[i + 1]
    s.pile[PILE - 1] = NONE
    s.phase = BURY


@kernel(hot=True)
def bury(s: State, card: int) -> None:
    """Woodcutter: put a card under the pile."""
    s.pile[PILE - 1] = card
    s.drawn = NONE
    end_turn(s)


@kernel(hot=True)
def play_card(s: State, card: int) -> None:
    seat = s.player
    s.hand[seat] ^= bit(card)
    lay(s, card)
    if rank(card) == FOX and s.hand[seat] != NO_CARDS:
        s.phase = EXCHANGE
    elif rank(card) == WOODCUTTER:
        draw(s)
        s.hand[seat] |= bit(s.drawn)
    else:
        end_turn(s)


@kernel(hot=True)
def take(s: State, choice: int) -> None:
    """Take a legal choice of the current phase, in place, unchecked."""
    if s.phase == PLAY:
        play_card(s, choice)
    elif s.phase == EXCHANGE:
        if choice != KEEP:
            s.hand[s.player] ^= bit(choice) | bit(s.decree)
            s.decree = choice
        end_turn(s)
    else:
        s.hand[s.player] ^= bit(choice)
        bury(s, choice)


@kernel
def apply(s: State, action: int) -> None:
    """Carry out a legal action, in place, unchecked."""
    take(s, action - FIRST[s.phase])


# ---- dealing -----------------------------------------------------------------------------------------------------


def new_states(n: int, target: int = 21) -> States:
    """``n`` games before their first deal."""
    states = np.zeros(n, STATE).view(np.recarray)
    states["target"] = target
    for name in ("pile", "decree", "player", "leader", "led", "follow", "drawn", "dealer"):
        states[name] = NONE
    return states


@kernel
def copy_state(source: State, to: State) -> None:
    """Make ``to`` equal to ``source``."""
    for seat in range(2):
        to.hand[seat] = source.hand[seat]
        to.tricks[seat] = source.tricks[seat]
        to.treasures[seat] = source.treasures[seat]
        to.scores[seat] = source.scores[seat]
        to.last[seat] = source.last[seat]
    for i in range(PILE):
        to.pile[i] = source.pile[i]
    to.decree = source.decree
    to.phase = source.phase
    to.player = source.player
    to.leader = source.leader
    to.led = source.led
    to.follow = source.follow
    to.drawn = source.drawn
    to.dealer = source.dealer
    to["round"] = source["round"]
    to.target = source.target


@kernel
def begin_round(s: State, dealer: int) -> None:
    s["round"] += 1  # as an attribute it is NumPy's rounding, un-compiled
    s.dealer = dealer
    s.leader = 1 - dealer
    s.player = s.leader
    s.led = NONE
    s.follow = NONE
    s.drawn = NONE
    for seat in range(2):
        s.tricks[seat] = 0
        s.treasures[seat] = 0
    s.phase = PLAY


@kernel
def deal(s: State, cards: np.ndarray[Any, Any], dealer: int) -> None:
    """Deal a round: ``cards`` (``int8[33]``) are 13 of seat 0, 13 of seat 1, the decree, 6 of the pile, top first."""
    for seat in range(2):
        hand = NO_CARDS
        for i in range(HAND):
            hand |= bit(cards[HAND * seat + i])
        s.hand[seat] = hand
    s.decree = cards[2 * HAND]
    for i in range(PILE):
        s.pile[i] = cards[2 * HAND + 1 + i]
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
    for i in range(PILE):
        card_of_pile = random_bit(rng, left)
        s.pile[i] = card_of_pile
        left ^= bit(card_of_pile)
    s.decree = highest(left)
    begin_round(s, below(rng, 2) if s["round"] == 0 else 1 - s.dealer)


# ---- playing at random, single steps -------------------------------------------------------------------------------

random_step, play_round, play_game, batch_deal, batch_play, threads_play, step, single = loops(
    "forest", new_states, random_deal, choices, take, apply, OVER
)


@warms("forest: the rules")
def _warm_rules() -> None:
    states = new_states(2)
    rngs = new_rngs(0, 2)
    batch_deal(states, rngs)
    cards = np.arange(DECK, dtype=np.int8)
    deal(states[0], cards, 0)
    legal(states[0], np.zeros(WORDS, U64))
    single.bind(states)(0, action_of(states[0], lowest(choices(states[0]))))
    winners(states[0])
