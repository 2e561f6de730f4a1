"""Determinisation against brute force: every way to lay the hidden cards that the rules do not refute."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import msgspec
import pytest

from renardiere.games import game
from renardiere.games.fennecs.knowledge import sample
from renardiere.games.fennecs.recall import recall
from renardiere.games.fennecs.rules import new_states
from renardiere.games.fennecs.words import FennecsDeal, FennecsOptions
from renardiere.games.kernel import COMPILED, new_rng
from renardiere.games.play import Memory
from tests.games.fennecs import reference

FENNECS: Any = game("fennecs")
Belief = tuple[Any, ...]
"""All hands, all columns, what is set aside."""


def memory_of(state: Any, viewer: int | None) -> Memory:
    return Memory(viewer, state.view(viewer), ())


def belief(view: Any) -> Belief:
    return view.hands, view.columns, view.set_aside


def beliefs(view: Any, options: FennecsOptions) -> Counter[Belief]:
    """How many ways to lay the hidden cards, each a card of its own, lead to each state that the rules allow: who is to
    act can do something, who was stuck could do nothing."""
    hidden = Counter(reference.deck(options.players, options.variant))
    columns = [column for column in view.columns if column is not None]
    hidden.subtract(card.rstrip("?") for part in (*view.hands, *columns, *view.taken) for card in part if card != "?")
    places = [
        *(("hand", seat, i) for seat, hand in enumerate(view.hands) for i, card in enumerate(hand) if card == "?"),
        *(
            ("column", c, i)
            for c, column in enumerate(view.columns)
            for i, card in enumerate(column or ())
            if card == "?"
        ),
        *(("aside", 0, i) for i in range(len(view.set_aside))),
    ]
    cards = list((+hidden).elements())
    assert len(cards) == len(places)
    found: Counter[Belief] = Counter()
    for order in permutations(cards):
        hands, table = [list(hand) for hand in view.hands], [column and list(column) for column in view.columns]
        aside = list(view.set_aside)
        for (where, which, i), card in zip(places, order, strict=True):
            if where == "hand":
                hands[which][i] = card
            elif where == "column":
                table[which][i] = f"{card}?"
            else:
                aside[i] = card
        if allowed(view, hands):
            in_order = tuple(tuple(reference.in_order(hand)) for hand in hands)
            found[in_order, tuple(column and tuple(column) for column in table), tuple(aside)] += 1
    return found


def allowed(view: Any, hands: list[list[str]]) -> bool:
    def can_place(seat: int) -> bool:
        return any(card != "SN" or view.stars[seat] for card in hands[seat])

    takeable = any(column and len(column) > 1 for column in view.columns)
    if view.stuck is not None:
        return not can_place(view.stuck)
    return view.phase != "play" or takeable or can_place(view.to_act[0])


def few(options: FennecsOptions, seed: int, most: int = 6) -> Iterator[tuple[Any, int]]:
    """Positions of a random game, and seats to whom so many cards are hidden at most."""
    chance, state = random.Random(seed), FENNECS.new(options)
    while state.awaits != "nothing" and state.view(None).round < 4:
        if state.awaits == "deal":
            state.deal(state.draw(chance))
        else:
            seat = state.to_act[0]
            state.apply(seat, chance.choice(state.legal(seat)))
        for viewer in range(options.players):
            view = state.view(viewer)
            unseen = [card for part in (*view.hands, *filter(None, view.columns), view.set_aside) for card in part]
            if 0 < unseen.count("?") <= most:
                yield state, viewer


def drawn(state: Any, viewer: int, seed: int) -> Belief:
    other = FENNECS.sample(memory_of(state, viewer), seed)
    for each in (viewer, None):
        assert other.view(each) == state.view(each)
    return belief(other.reveal())


@pytest.mark.parametrize("options", [FennecsOptions(2, "sandfox"), FennecsOptions(3), FennecsOptions(4, "sandfox")])
def test_what_is_drawn_is_what_the_rules_allow(options: FennecsOptions) -> None:
    looked = 0
    for seed in range(6 if COMPILED else 2):
        for number, (state, viewer) in enumerate(few(options, seed)):
            if number % 4 == 0:
                possible = beliefs(state.view(viewer), options)
                assert belief(state.reveal()) in possible
                assert {drawn(state, viewer, draw) for draw in range(4)} <= set(possible)
                looked += 1
    assert looked > 5


@pytest.mark.parametrize(("options", "seed"), [(FennecsOptions(4, "sandfox"), 1), (FennecsOptions(2, "sahara"), 2)])
def test_each_way_to_lay_the_cards_is_drawn_equally_often(options: FennecsOptions, seed: int) -> None:
    state, viewer = next(
        (state, viewer) for state, viewer in few(options, seed, 5) if len(beliefs(state.view(viewer), options)) > 5
    )
    chi_square_fits(state, viewer, options)


def chi_square_fits(state: Any, viewer: int, options: FennecsOptions) -> None:
    possible = beliefs(state.view(viewer), options)
    draws = 20 * len(possible)
    known, rng, out = recall(memory_of(state, viewer), options), new_rng(3), new_states(1)
    counts: Counter[Belief] = Counter()
    for _ in range(draws):
        assert sample(known, rng, out[0])
        counts[belief(type(state).sampled(FENNECS, options, out).reveal())] += 1
    assert set(counts) <= set(possible)
    chi_square = 0.0
    for each, ways in possible.items():
        expected = float(Fraction(draws * ways, possible.total()))
        chi_square += (counts[each] - expected) ** 2 / expected
    freedom = len(possible) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


# ---- what the rules make certain ---------------------------------------------------------------------------------

SANDFOX = FennecsOptions(2, "sandfox")
HELD = FennecsDeal(0, (("3", "4", "1", "2"), ("SN", "-5", "5", "2")), ("3", "-2"), ("4", "-1", "-1", "-2"))
ASIDE = FennecsDeal(0, (("3", "4", "1", "2"), ("-1", "-5", "5", "2")), ("3", "-2"), ("4", "SN", "-1", "-2"))
FULL = "1@0 -5@0? 2@0 5@0? 3@0 2@0?"
"""Column 0 is full then, seat 1 has one card and has laid down its three stars."""


def played(deal: FennecsDeal, tokens: str) -> Any:
    state = FENNECS.new(SANDFOX)
    state._kernel_state["stars"][1], state._kernel_state["reserve"] = 3, 46
    state.deal(deal)
    for token in tokens.split():
        state.apply(state.to_act[0], FENNECS.parse_action(token, SANDFOX))
    return state


def last_card(state: Any) -> set[str]:
    """What seat 0 may think that seat 1 holds."""
    return {drawn(state, 0, seed)[0][1][0] for seed in range(60)}


@pytest.mark.parametrize("deal", [HELD, ASIDE])
def test_a_last_card_may_be_any_while_others_act(deal: FennecsDeal) -> None:
    assert last_card(played(deal, FULL)) == {"-5", "-2", "-1", "2", "4", "5", "SN"}


def test_who_is_stuck_with_a_card_holds_the_supernova() -> None:
    """RULES, where the book is silent: the round ends, since it cannot be placed; everybody knows then what it is."""
    state = played(HELD, f"{FULL} take@0")
    assert (state.view(0).ended, state.view(0).stuck) == ("stuck", 1)
    assert last_card(state) == {"SN"}


def test_who_is_not_stuck_does_not_hold_it() -> None:
    """Without a star, and without a column to take: the round would have ended."""
    state = played(ASIDE, f"{FULL} take@0")
    assert state.to_act == (1,)
    assert last_card(state) == {"-1", "-2", "4"}


def test_to_take_a_column_tells_nothing() -> None:
    """Who takes a column might have placed a card instead: what is left in the hand may be any."""
    state = played(HELD, "1@0 5@0? 2@0 take@0")
    hands = {card for seed in range(60) for card in drawn(state, 0, seed)[0][1]}
    assert hands == {"-5", "-2", "-1", "2", "4", "SN"}


def test_a_memory_that_contradicts_itself_has_no_sample() -> None:
    state = played(HELD, FULL)
    view = state.view(0)
    replace = msgspec.structs.replace
    for wrong in (
        replace(view, hands=(("1",), view.hands[1])),  # which lies in column 0
        replace(view, hands=(("0+",), view.hands[1])),
        replace(view, set_aside=("?",) * 3),
        replace(view, stuck=1, ended="stuck", to_act=(), phase="deal", hands=(("SN",), ("?",))),
    ):
        with pytest.raises(ValueError, match="contradicts"):
            FENNECS.sample(Memory(0, wrong, ()), 1)
    with pytest.raises(ValueError, match="spectator"):
        FENNECS.sample(memory_of(state, None), 1)


def test_before_the_first_deal_there_is_one_state() -> None:
    assert FENNECS.sample(memory_of(FENNECS.new(SANDFOX), 1), 1) == FENNECS.new(SANDFOX)
