"""What a seat knows in forest, and the positions that it cannot tell apart (determinisation).

``observe_*`` fold what the seat sees, in order, into a ``KNOWLEDGE`` record (``observing.py``). ``sample`` then draws a
full state, each state that is consistent with all that was seen being equally likely: one state is one hand of the
opponent with one order of the pile.

No buried card ever comes up again (there are three Woodcutters and six cards in the pile), so each Woodcutter of the
opponent drew a card that was in the pile from the start, and what it buried lies in a place that the viewer can point
at. A state is possible if and only if

1. the cards of level 1 or more (see ``observing.py``), those in hand, those buried and those that were shown since, can
   be given different Woodcutters, each one from its level to the last before the card left the hand;
2. each card taken by a Fox is where it may be: not in a hand that was later seen without it, and buried only by a later
   Woodcutter;
3. whenever a Woodcutter drew, the cards that had come by a Fox were not more than the hand held before.

These suffice: given 1 and 3, the other draws and the deal can be filled with the cards of level 0 (Hall, and
Mendelsohn–Dulmage for doing both at once). The tests compare with all that could have happened, one by one.

Cards that the hand was seen without in the same stretches are interchangeable: of one **kind**. ``sample`` runs once
over the **ways** to fill the buried places with kinds, counts for each the hands that go with it, and keeps the running
totals for the draws to come; a draw picks a way, then cards.
"""

from __future__ import annotations

from math import comb
from typing import Final, TypeAlias

import numpy as np

from renardiere.games.forest.observing import (
    CUTS,
    KNOWLEDGE,
    STAYS,
    UNKNOWN,
    WAYS,
    Knowledge,
    level,
    new_knowledge,
    observe_burial,
    observe_deal,
    observe_draw,
    observe_exchange,
    observe_play,
)
from renardiere.games.forest.rules import (
    ALL_CARDS,
    BURY,
    DECK,
    HAND,
    KEEP,
    NO_CARDS,
    NONE,
    PILE,
    State,
    copy_state,
    new_states,
)
from renardiere.games.kernel import U64, Rng, below, bit, kernel, lowest, new_rng, popcount, random_bit, warms

__all__ = [
    "KNOWLEDGE",
    "Knowledge",
    "count_states",
    "new_knowledge",
    "observe_burial",
    "observe_deal",
    "observe_draw",
    "observe_exchange",
    "observe_play",
    "possible",
    "sample",
]

Left: TypeAlias = tuple[int, int, int]
"""How many of the Woodcutters 1, 2, 3 and later are left for cards in hand."""
Sizes: TypeAlias = tuple[int, int, int, int]
"""How many cards there are of level 0, 1, 2, 3."""

CHOOSE: Final = np.array([[comb(n, m) for m in range(HAND + 1)] for n in range(DECK - HAND)])
EVERY: Final = 1 << 62


# ---- what is possible --------------------------------------------------------------------------------------------


@kernel
def at_level(k: Knowledge, i: int) -> np.uint64:
    """The cards whose level is ``i`` if they are in the opponent's hand."""
    cards = k.barred[i - 1] if i > 0 else ALL_CARDS
    for n in range(i, k.cuts + 1):
        cards &= ~k.barred[n]
    return cards


@kernel
def place(k: Knowledge, w: int, option: int) -> int:
    """Which Woodcutter buried this in way ``w``; 0: none did, −1: more than one."""
    found = 0
    for j in range(CUTS):
        if k.way[w, j] == option:
            if found > 0:
                return -1
            found = j + 1
    return found


@kernel
def foxes_stay(k: Knowledge, w: int) -> np.uint64:
    """The cards that came by a Fox and are in hand, when the buried places are filled in way ``w``."""
    cards = NO_CARDS
    for f in range(CUTS):
        if k.taken[f] != NONE and place(k, w, k.kinds + f) == 0:
            cards |= bit(k.taken[f])
    return cards


@kernel
def foxes_fit(k: Knowledge, w: int) -> bool:
    """Whether each card that came by a Fox may be where this way puts it."""
    for f in range(CUTS):
        j = place(k, w, k.kinds + f)
        if k.taken[f] == NONE:
            if j != 0:
                return False
        elif j == 0:
            if k.taken_until[f] != STAYS:
                return False
        elif j <= k.taken_in[f] or j > k.taken_until[f]:
            return False
    for m in range(1, k.cuts + 1):
        room = k.room[m]
        for f in range(CUTS):
            j = place(k, w, k.kinds + f)
            if k.taken[f] != NONE and k.taken_in[f] < m and (j == 0 or j >= m):
                room -= 1
        if room < 0:
            return False
    return True


@kernel
def spare_from(k: Knowledge, w: int, first: int) -> int:
    """How many of the Woodcutters from ``first`` on are left for cards in hand, when the buried places are filled in
    this way; −1 if there are too few already (Hall's theorem, on intervals)."""
    spare = 0
    for last in range(first, k.cuts + 1):
        spare = last - first + 1
        for n in range(first, last + 1):
            for i in range(first, n + 1):
                spare -= int(k.shown[i, n])
            option = k.way[w, n - 1]
            if 0 <= option < k.kinds and level(k, lowest(k.kind[option]), n - 1) >= first:
                spare -= 1
        if spare < 0:
            return -1
    return spare


@kernel
def spare(k: Knowledge, w: int) -> Left:
    """``spare_from`` for the first, second and third Woodcutter."""
    return spare_from(k, w, 1), spare_from(k, w, 2), spare_from(k, w, 3)


@kernel
def sizes(k: Knowledge, cards: np.uint64) -> Sizes:
    """How many cards of a set are of level 0, 1, 2, 3."""
    return (
        popcount(cards & at_level(k, 0)),
        popcount(cards & at_level(k, 1)) if k.cuts >= 1 else 0,
        popcount(cards & at_level(k, 2)) if k.cuts >= 2 else 0,
        popcount(cards & at_level(k, 3)) if k.cuts >= 3 else 0,
    )


@kernel
def hands(there: Sizes, left: Left, held: int, enough: int) -> tuple[int, int, int, int]:
    """Count hands of ``held`` cards, when ``there`` are so many of each level and Woodcutters ``left`` for so many of
    them, until there are more than ``enough``: the count, and the cards of level 1, 2, 3 in the hands counted last."""
    count = 0
    for c in range(min(there[3], left[2]) + 1):
        for b in range(min(there[2], left[1] - c) + 1):
            for a in range(min(there[1], left[0] - b - c) + 1):
                rest = held - a - b - c
                if 0 <= rest <= there[0]:
                    drawn = CHOOSE[there[3], c] * CHOOSE[there[2], b] * CHOOSE[there[1], a]
                    count += drawn * CHOOSE[there[0], rest]
                    if count > enough:
                        return count, a, b, c
    return count, 0, 0, 0


@kernel
def weigh(k: Knowledge, w: int) -> int:
    """How many states, but for the order of the pile's original cards, fill the buried places in way ``w``."""
    if not foxes_fit(k, w):
        return 0
    left = spare(k, w)
    if min(left) < 0:
        return 0
    cards: np.uint64 = k.hidden
    states = 1
    for j in range(CUTS):
        option = k.way[w, j]
        if 0 <= option < k.kinds:
            same = k.kind[option] & cards
            if same == NO_CARDS:
                return 0
            states *= popcount(same)
            cards ^= bit(lowest(same))
    held = int(k.held) - popcount(foxes_stay(k, w))
    return states * hands(sizes(k, cards), left, held, EVERY)[0]


@kernel
def buried(k: Knowledge) -> int:
    """How many cards the opponent has buried."""
    drawing = k.seen.phase == BURY and k.seen.player != k.viewer
    return int(k.cuts) - int(drawing)


@kernel
def adds_up(k: Knowledge) -> bool:
    """Whether there is a place for each card, and a card for each place."""
    places = int(k.held)
    cards = popcount(k.hidden)
    for i in range(PILE):
        places += int(k.seen.pile[i] <= UNKNOWN)
    for f in range(CUTS):
        cards += int(k.taken[f] != NONE)
    return bool(k.sound and k.held >= 0 and cards == places)


@kernel
def survey(k: Knowledge) -> None:
    """Sort the hidden cards into kinds, and run over the ways to fill the opponent's buried places."""
    k.ways = 0
    if not adds_up(k):
        return
    k.kinds = 0
    cards: np.uint64 = k.hidden
    while cards != NO_CARDS:
        card = bit(lowest(cards))
        same = cards
        for i in range(k.cuts + 1):
            same &= k.barred[i] if k.barred[i] & card != NO_CARDS else ~k.barred[i]
        k.kind[k.kinds] = same
        k.kinds += 1
        cards ^= same
    total = 0
    options = int(k.kinds) + CUTS
    places = buried(k)
    for code in range(options**places):
        w = k.ways
        for j in range(CUTS):
            k.way[w, j] = code % options if j < places else NONE
            code //= options
        states = weigh(k, w)
        if states > 0:
            total += states
            k.upto[w] = total
            k.ways += 1


# ---- sampling ----------------------------------------------------------------------------------------------------


@kernel
def subset(rng: Rng, cards: np.uint64, n: int) -> np.uint64:
    """A random set of ``n`` of the cards."""
    size = popcount(cards)
    few = min(n, size - n)
    picked = NO_CARDS
    for _ in range(few):
        picked |= bit(random_bit(rng, cards & ~picked))
    return picked if few == n else cards & ~picked


@kernel
def just_drawn(k: Knowledge, w: int, hand: np.uint64) -> np.uint64:
    """The cards of the opponent's hand, less those that came by a Fox, that the last Woodcutter may have drawn."""
    cards = NO_CARDS
    for i in range(k.cuts, 0, -1):
        cards |= hand & at_level(k, i)
        if popcount(cards) == spare_from(k, w, i):  # they need all Woodcutters from i on
            return cards
    return hand


@kernel
def fill(k: Knowledge, rng: Rng, w: int, number: int, out: State) -> None:
    """One of the states that fill the buried places in way ``w``; ``number`` is uniform below how many there are."""
    copy_state(k.seen, out)
    other = 1 - k.viewer
    cards: np.uint64 = k.hidden
    for i in range(PILE):
        j = UNKNOWN - out.pile[i]
        if j > 0 and out.pile[i] != NONE:
            option = k.way[w, j - 1]
            if option < k.kinds:
                out.pile[i] = random_bit(rng, k.kind[option] & cards)
                cards ^= bit(out.pile[i])
            else:
                out.pile[i] = k.taken[option - k.kinds]
    foxes = foxes_stay(k, w)
    held = int(k.held) - popcount(foxes)
    hand = NO_CARDS
    if k.cuts > 0:
        left = spare(k, w)
        there = sizes(k, cards)
        number %= hands(there, left, held, EVERY)[0]
        _, a, b, c = hands(there, left, held, number)
        if a > 0:
            hand |= subset(rng, cards & at_level(k, 1), a)
        if b > 0:
            hand |= subset(rng, cards & at_level(k, 2), b)
        if c > 0:
            hand |= subset(rng, cards & at_level(k, 3), c)
        held -= a + b + c
    hand |= subset(rng, cards & at_level(k, 0), held)
    cards &= ~hand
    for i in range(PILE):
        if out.pile[i] == UNKNOWN:
            out.pile[i] = random_bit(rng, cards)
            cards ^= bit(out.pile[i])
    if buried(k) < k.cuts:
        out.drawn = random_bit(rng, just_drawn(k, w, hand))
    out.hand[other] = hand | foxes


@kernel
def sample(k: Knowledge, rng: Rng, out: State) -> bool:
    """Write to ``out`` a state drawn uniformly from those that the viewer cannot rule out. False if there is none:
    then what was observed cannot have happened.

    The first draw after an observation also surveys what is possible; only that one writes to ``k``.
    """
    if k.ways < 0:
        survey(k)
    if k.ways == 0:
        return False
    number = below(rng, k.upto[k.ways - 1])
    low, high = 0, k.ways - 1
    while low < high:
        middle = (low + high) // 2
        if k.upto[middle] > number:
            high = middle
        else:
            low = middle + 1
    fill(k, rng, low, number, out)
    return True


@kernel
def count_states(k: Knowledge) -> int:
    """How many states the viewer cannot tell apart."""
    if k.ways < 0:
        survey(k)
    if k.ways == 0:
        return 0
    states = int(k.upto[k.ways - 1])
    originals = 0
    for i in range(PILE):
        if k.seen.pile[i] == UNKNOWN:
            originals += 1
            states *= originals
    return states


@kernel
def same_table(one: State, two: State) -> bool:
    """Whether all that lies open is the same."""
    for seat in range(2):
        if (
            one.tricks[seat] != two.tricks[seat]
            or one.treasures[seat] != two.treasures[seat]
            or one.scores[seat] != two.scores[seat]
            or one.last[seat] != two.last[seat]
        ):
            return False
    return bool(
        one.decree == two.decree
        and one.phase == two.phase
        and one.player == two.player
        and one.leader == two.leader
        and one.led == two.led
        and one.follow == two.follow
        and one.dealer == two.dealer
        and one["round"] == two["round"]
        and one.target == two.target
    )


@kernel
def possible(k: Knowledge, s: State) -> bool:
    """Whether ``s`` is one of the states that ``sample`` draws from."""
    if k.ways < 0:
        survey(k)
    hand: np.uint64 = s.hand[1 - k.viewer]
    if not same_table(k.seen, s) or s.hand[k.viewer] != k.seen.hand[k.viewer] or popcount(hand) != k.held:
        return False
    cards: np.uint64 = k.hidden
    w = WAYS  # a row of no way, to write on
    for j in range(CUTS):
        k.way[w, j] = NONE
    for i in range(PILE):
        mark = k.seen.pile[i]
        card = s.pile[i]
        if mark >= NONE:
            if card != mark:
                return False
            continue
        if card < 0:
            return False
        option = NONE
        for kind in range(k.kinds):
            if k.kind[kind] & cards & bit(card) != NO_CARDS:
                option = kind
        cards &= ~bit(card)
        if mark != UNKNOWN:
            for f in range(CUTS):
                if k.taken[f] == card:
                    option = k.kinds + f
            k.way[w, UNKNOWN - mark - 1] = option
        if option == NONE:
            return False
    foxes = foxes_stay(k, w)
    left = spare(k, w)
    if hand != cards | foxes or not foxes_fit(k, w) or min(left) < 0:
        return False
    level_0, a, b, c = sizes(k, cards)
    if level_0 + a + b + c < popcount(cards) or c > left[2] or b + c > left[1] or a + b + c > left[0]:
        return False
    if buried(k) < k.cuts:
        return bool(s.drawn >= 0 and just_drawn(k, w, cards) & bit(s.drawn) != NO_CARDS)
    return bool(s.drawn == k.seen.drawn)


@warms("forest: what a seat knows")
def _warm_knowledge() -> None:
    k = new_knowledge(0)
    rng = new_rng(0)
    states = new_states(1)
    observe_deal(k, U64((1 << HAND) - 1), HAND, 1)
    observe_exchange(k, KEEP)
    observe_play(k, 0)
    observe_draw(k, 0)
    observe_burial(k, 0)
    observe_deal(k, U64((1 << HAND) - 1), HAND, 1)
    sample(k, rng, states[0])
    possible(k, states[0])
    count_states(k)
