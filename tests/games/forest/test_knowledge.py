"""Determinisation against brute force: all positions that a seat may think possible, followed one by one."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from renardiere.games.forest import knowledge as kn
from renardiere.games.forest import rules
from renardiere.games.kernel import COMPILED, new_rng, random_bit
from tests.games.forest import bridge, reference
from tests.games.forest.reference import DECK, Belief, Card, Position, card_of

WOODCUTTERS = [card for card in DECK if card[1] == 5]
FOXES_AND_MONARCHS = [card for card in DECK if card[1] in (3, 11)]
FEWER = 1 if COMPILED else 5
"""Un-compiled, which is far slower, every fifth of many alike is looked at."""


def small_position(source: random.Random) -> tuple[Position, list[Card]]:
    """A round that has only a few cards left: a lead is due. Also the cards at the bottom of the pile that both seats
    know; those above are enough for all Woodcutters."""
    held, unknown = source.choice([(3, 3), (3, 4), (4, 3), (4, 3), (5, 3)])
    mine = WOODCUTTERS[: source.randint(0, 3)] + source.sample(FOXES_AND_MONARCHS, 3)
    others = [card for card in DECK if card not in mine]
    source.shuffle(mine)  # so that something happens
    source.shuffle(others)
    first = mine[:held] + [others.pop() for _ in range(held - len(mine))]
    second = [others.pop() for _ in range(held)]
    known = [others.pop() for _ in range(6 - unknown)]
    position = reference.before_the_first_deal()
    won = source.randint(0, 13 - held)
    position.update(
        hands=source.sample([set(first), set(second)], 2),
        pile=[others.pop() for _ in range(unknown)] + known,
        decree=others.pop(),
        waits_for="card",
        player=0,
        leader=0,
        dealer=1,
        tricks=[won, 13 - held - won],
        round=1,
    )
    return position, known


def knowledge_of(position: Position, viewer: int, known: list[Card]) -> kn.Knowledge:
    """What ``viewer`` knows if a round began like this."""
    k = kn.new_knowledge(viewer)
    hand = sum(1 << bridge.number(card) for card in position["hands"][viewer])
    kn.observe_deal(k, np.uint64(hand), bridge.number(position["decree"]), position["dealer"])
    unknown = 6 - len(known)
    for i, card in enumerate(position["pile"]):
        if i >= unknown:
            k.seen.pile[i] = bridge.number(card)
    for seat in (0, 1):
        k.seen.tricks[seat] = position["tricks"][seat]
    hidden = position["hands"][1 - viewer] | set(position["pile"][:unknown])
    k.hidden = sum(1 << bridge.number(card) for card in hidden)
    k.held = len(position["hands"][1 - viewer])
    return k


def observe(k: kn.Knowledge, before: Position, token: str) -> None:
    """Tell a seat of a token, with what it may know of it."""
    mine = before["player"] == k.viewer
    if token == "x-":
        kn.observe_exchange(k, rules.KEEP)
    elif token[0] == "x":
        kn.observe_exchange(k, bridge.number(reference.card_of(token[1:])))
    elif token[0] == ">":
        kn.observe_burial(k, bridge.number(reference.card_of(token[1:])) if mine else rules.NONE)
    else:
        card = reference.card_of(token)
        kn.observe_play(k, bridge.number(card))
        if mine and card[1] == 5:
            kn.observe_draw(k, bridge.number(before["pile"][0]))


def belief_of(state: Any, viewer: int) -> Belief:
    position = bridge.position_of(state)
    return frozenset(position["hands"][1 - viewer]), tuple(position["pile"])


def is_possible(k: kn.Knowledge, state: Any) -> bool:
    """What the opponent has just drawn is not part of a belief: some card of the hand may be it."""
    if state.phase != rules.BURY or state.player == k.viewer:
        return bool(kn.possible(k, state))
    for card in bridge.cards(state.hand[1 - k.viewer]):
        state.drawn = bridge.number(card)
        if kn.possible(k, state):
            return True
    return False


def samples_of(k: kn.Knowledge, draws: int, seed: int) -> list[Belief]:
    states, rng = rules.new_states(draws // FEWER), new_rng(seed)
    for state in states:
        assert kn.sample(k, rng, state)
        assert kn.possible(k, state)
    return beliefs_in(states, int(k.viewer))


def states_of(beliefs: set[Belief], position: Position, viewer: int) -> Any:
    """The beliefs as kernel states."""
    states = rules.new_states(len(beliefs))
    bridge.write(position, states[0])
    states[:] = states[0]
    for i, (hand, pile) in enumerate(beliefs):
        states["hand"][i, 1 - viewer] = sum(1 << bridge.number(card) for card in hand)
        states["pile"][i, : len(pile)] = [bridge.number(card) for card in pile]
    return states


def beliefs_in(states: Any, viewer: int) -> list[Belief]:
    hands = [frozenset(bridge.cards(hand)) for hand in states["hand"][:, 1 - viewer]]
    piles = [tuple(DECK[c] for c in pile if c >= 0) for pile in states["pile"].tolist()]
    return list(zip(hands, piles, strict=True))


def check(k: kn.Knowledge, beliefs: set[Belief], position: Position, draws: int, seed: int) -> None:
    assert kn.count_states(k) == len(beliefs)
    assert all(is_possible(k, state) for state in states_of(beliefs, position, k.viewer)[::FEWER])
    assert beliefs.issuperset(samples_of(k, draws, seed))


def play_small(seed: int, draws: int) -> Counter[str]:
    """Play a small round at random; compare at every step, for both seats. How often what matters came about."""
    source = random.Random(seed)
    position, known = small_position(source)
    knowledge = [knowledge_of(position, viewer, known) for viewer in (0, 1)]
    beliefs = [beliefs_at_first(position, viewer, known) for viewer in (0, 1)]
    happened: Counter[str] = Counter()
    while position["waits_for"] not in ("deal", "nothing"):
        token = source.choice(sorted(reference.legal(position)))
        for viewer in (0, 1):
            beliefs[viewer] = reference.narrowed(beliefs[viewer], position, token, viewer)
            observe(knowledge[viewer], position, token)
        position = reference.applied(position, token)
        for viewer, k in enumerate(knowledge):
            check(k, beliefs[viewer], position, draws, seed)
            taken = np.flatnonzero(k.taken >= 0)
            happened[f"{k.cuts} Woodcutters of the opponent"] += 1
            happened["a barred card may have been drawn since"] += bool(k.barred[: k.cuts].any() and k.held)
            happened["a card was shown that had been drawn"] += bool(k.shown[1:, 1:].any())
            happened["a card that came by a Fox may be buried"] += bool((k.taken_in[taken] < k.cuts).any())
            happened["the opponent is burying"] += bool(k.seen.phase == rules.BURY and k.seen.player != viewer)
    return happened


def beliefs_at_first(position: Position, viewer: int, known: list[Card]) -> set[Belief]:
    hand = position["hands"][1 - viewer]
    unknown = position["pile"][: 6 - len(known)]
    return reference.beliefs_of(hand | set(unknown), len(hand), [None] * len(unknown) + known)


def test_small_rounds_against_brute_force() -> None:
    happened: Counter[str] = Counter()
    for seed in range(10 if COMPILED else 3):
        happened += play_small(seed, draws=20)
    assert happened["1 Woodcutters of the opponent"]


@pytest.mark.slow
def test_many_small_rounds_against_brute_force() -> None:
    """The same, until all that can make a difference has come about."""
    happened: Counter[str] = Counter()
    for seed in range(100, 170 if COMPILED else 110):
        happened += play_small(seed, draws=50)
    if COMPILED:
        assert len(happened) == 8, happened
        assert min(happened.values()) >= 5, happened


# ---- what follows from what, worked out by hand ------------------------------------------------------------------


class Watched:
    """A small round, of which seat 0 sees its part. Three cards of the pile are unknown at first."""

    def __init__(self, hand_0: str, hand_1: str, unknown: str, decree: str, leader: int = 0) -> None:
        hands = [set(map(card_of, hand_0.split())), set(map(card_of, hand_1.split()))]
        self.position = reference.before_the_first_deal()
        pile = list(map(card_of, unknown.split()))
        used = hands[0] | hands[1] | set(pile) | {card_of(decree)}
        self.known = [card for card in DECK if card not in used][: 6 - len(pile)]
        played = 13 - len(hands[0])
        self.position.update(
            hands=hands,
            pile=pile + self.known,
            decree=card_of(decree),
            waits_for="card",
            player=leader,
            leader=leader,
            dealer=1 - leader,
            tricks=[played // 2, played - played // 2],
            round=1,
        )
        self.k = knowledge_of(self.position, 0, self.known)
        self.beliefs = beliefs_at_first(self.position, 0, self.known)

    def see(self, *tokens: str) -> Watched:
        for token in tokens:
            assert token in reference.legal(self.position), f"{token} is not legal"
            self.beliefs = reference.narrowed(self.beliefs, self.position, token, 0)
            observe(self.k, self.position, token)
            self.position = reference.applied(self.position, token)
            check(self.k, self.beliefs, self.position, 50, 1)
        return self

    @property
    def states(self) -> int:
        return int(kn.count_states(self.k))

    @property
    def places(self) -> dict[str, set[str]]:
        """Where each hidden card is in some sample: ``hand``, ``buried`` (the last card of the pile) or ``pile``."""
        found: dict[str, set[str]] = {}
        for hand, pile in samples_of(self.k, 600, 8):
            for card in hand:
                found.setdefault(reference.text(card), set()).add("hand")
            for place, card in enumerate(pile):
                if card not in self.known:
                    found.setdefault(reference.text(card), set()).add("buried" if place == 5 else "pile")
        return found


def test_nothing_is_known_of_the_cards_dealt() -> None:
    watched = Watched("B4 B8 B10", "K2 K4 M6", "B2 B6 M8", "M10")
    assert watched.states == 20 * 6  # 3 of 6 in hand, 3 in order in the pile


def test_a_void_is_remembered() -> None:
    """forest § A trick 2: who does not follow has none of the suit led."""
    watched = Watched("B4 B8 B10", "K2 K4 M6", "B2 B6 M8", "M10").see("B4", "K2")
    assert watched.states == 3 * 6  # 2 of K4 M6 M8 in hand
    assert watched.places["B2"] == watched.places["B6"] == {"pile"}


def test_following_suit_says_nothing_of_the_rest() -> None:
    watched = Watched("B4 B8 B10", "B2 K4 M6", "B3 B6 M8", "M10").see("B4", "B2")
    assert watched.states == 10 * 6


def test_a_monarchs_reply_is_the_highest() -> None:
    """forest § A trick 2: the 1 or the highest, so that there is nothing higher; lower ones there may be."""
    watched = Watched("B11 B4 K10", "B8 K4 M6", "B2 B9 B10", "M1").see("B11", "B8")
    assert watched.states == 3 * 6  # 2 of B2 K4 M6
    assert watched.places["B9"] == watched.places["B10"] == {"pile"}
    assert watched.places["B2"] == {"hand", "pile"}


def test_a_monarchs_reply_with_the_swan_says_nothing() -> None:
    """forest § A trick 2: they choose when they hold both."""
    watched = Watched("B11 B4 K10", "B1 B8 K4", "B2 B9 B10", "M1").see("B11", "B1")
    assert watched.states == 10 * 6
    assert watched.places["B10"] == {"hand", "pile"}


def test_a_monarchs_reply_in_another_suit_shows_a_void() -> None:
    watched = Watched("B11 B4 K10", "K8 K4 M6", "B2 B9 M2", "M1").see("B11", "K8")
    assert watched.states == 3 * 6  # 2 of K4 M6 M2


def test_a_woodcutter_makes_a_void_uncertain_by_one_card() -> None:
    """One card was drawn: one bell may be in hand again, two may not, and it may just have been buried."""
    watched = Watched("B4 K10 B8 B10", "K2 K5 M6 M4", "B2 B6 M8", "M1").see("B4", "K2", "K10", "K5")
    # burying: a hand of 3 of M6 M4 M8 B2 B6 with one bell at most: 1 + 3 × 2, and 2 orders of the rest
    assert watched.states == 7 * 2
    watched.see(">B2")
    assert watched.states == 7 * 3 * 2  # any of the three was buried
    assert watched.places["B2"] == {"hand", "buried", "pile"}
    watched.see("B8", "M4")  # void again: a hand of M6 or M8; any of the other three was buried
    assert watched.states == 2 * 3 * 2
    assert watched.places["B2"] == {"buried", "pile"}


def test_a_card_shown_after_a_void_was_the_one_drawn() -> None:
    """It uses the Woodcutter up: no other card of the suit can have come in."""
    watched = Watched("B4 K10 B8 B10", "K2 K5 M6 M4", "B2 B6 M8", "M1").see("B4", "K2", "K10", "K5", ">M4", "B8", "B2")
    # B2 was drawn. Neither hand nor buried card is a bell: a hand of 1 and a buried card out of M6 M4 M8
    assert watched.states == 3 * 2 * 2
    assert watched.places["B6"] == {"pile"}


def test_a_suit_shown_void_after_the_woodcutter_says_nothing_of_the_card_buried_before() -> None:
    """The order counts: what was buried had left the hand."""
    watched = Watched("K10 B4 B8 B10", "K5 B2 M6 M4", "K2 B6 M8", "M1").see("K10", "K5", ">B2", "B4", "M4")
    assert watched.places["B2"] == watched.places["B6"] == {"buried", "pile"}
    # a hand of 2 of M6 M8 K2; any of the 3 others was buried; 2 orders
    assert watched.states == 3 * 3 * 2


def test_the_viewers_own_draws_and_burials_are_known() -> None:
    """forest § Hidden information: own Woodcutter draws and discards."""
    watched = Watched("K5 B4 B8", "K2 K4 M6", "B2 B6 M8", "M10").see("K5", ">B4")
    assert watched.states == 10 * 2  # B2 is in the viewer's hand: 3 of 5, 2 in order
    assert {pile[-1] for _, pile in samples_of(watched.k, 20, 1)} == {("B", 4)}


def test_a_card_taken_by_a_fox_is_in_hand_until_played() -> None:
    """forest § Hidden information: a decree card taken up by a Fox sits in a known hand until played."""
    watched = Watched("B4 B8 B10", "K3 K4 M6", "B2 B6 M8", "B7", leader=1).see("K3", "xM6")
    assert watched.states == 4 * 6  # B7 and one of K4 B2 B6 M8
    assert watched.places["B7"] == {"hand"}
    watched.see("B4", "B7")
    assert watched.states == 4 * 6


def test_a_card_taken_by_a_fox_may_be_put_down_again() -> None:
    """forest trap: the decree put down may be the card that was taken in an earlier exchange."""
    watched = Watched("K2 B8 B10", "K3 M3 M6", "B2 B6 M8", "B7", leader=1).see("K3", "xM6", "K2", "M3", "xB7")
    assert watched.states == 6  # M6 is back in hand, which is all of it
    assert watched.places["M6"] == {"hand"}


def test_a_later_woodcutter_may_have_buried_the_card_taken_by_a_fox() -> None:
    watched = Watched("K2 K10 B8 B10", "K3 K5 M6 M4", "M8 B2 B6", "B7", leader=1).see("K3", "xM4", "K2")
    assert watched.places["B7"] == {"hand"}
    watched.see("K5")
    assert watched.places["B7"] == {"hand"}
    watched.see(">B7")
    assert watched.places["B7"] == {"hand", "buried"}
    watched.see("K10")
    assert watched.places["B7"] == {"hand", "buried"}
    watched.see("B8", "M6")  # no bell in hand: it is where it was buried
    assert watched.places["B7"] == {"buried"}


def test_an_earlier_woodcutter_cannot_have_buried_the_card_taken_by_a_fox() -> None:
    watched = Watched("K2 K10 B8 B10", "K3 K5 M6 M4", "M8 B2 B6", "B7", leader=1)
    watched.see("K5", ">M6", "K2", "K3", "xM4", "K10")
    assert watched.places["B7"] == {"hand"}


def test_a_card_seen_to_be_gone_was_not_buried_after_that() -> None:
    watched = Watched("K2 K10 B8 B10 M1", "K3 K5 M5 M6 M4", "M8 M9 B2", "B7", leader=1)
    watched.see("K3", "xM4", "K2", "K5", ">B7", "K10", "B8", "M6", "M5", ">M8")
    assert {pile[4] for _, pile in samples_of(watched.k, 200, 1)} == {("B", 7)}


def test_two_cards_taken_by_foxes_do_not_fit_in_a_hand_of_one() -> None:
    """Both Foxes' cards came, then a Woodcutter was played from a hand of two: one of them was buried before."""
    watched = Watched("M2 M4 K1 K2 K4 K6", "M3 K3 M5 K5 B2 B4", "B6 B8 B10", "B7", leader=1)
    watched.see("M3", "xB2", "M2", "K3", "xB4", "K1", "K2", "K5")
    assert watched.places["B7"] == watched.places["B2"] == {"hand"}
    watched.see(">B7", "B6", "K4", "M5")
    taken = {("B", 7), ("B", 2)}
    assert {len(hand & taken) for hand, _ in samples_of(watched.k, 200, 1)} == {1}
    watched.see(">B8", "M4", "B2")  # so B2 was in that hand, and the first Woodcutter buried B7
    assert {pile[4] for _, pile in samples_of(watched.k, 200, 1)} == {("B", 7)}


# ---- samples -----------------------------------------------------------------------------------------------------

VOID = ("B4 B8 B10", "K2 K4 M6", "B2 B6 M8", "M10", 0)
WOODCUTTER = ("B4 K10 B8 B10", "K2 K5 M6 M4", "B2 B6 M8", "M1", 0)
SEEN = {
    "nothing": (VOID, ""),
    "a void": (VOID, "B4 K2"),
    "a void, then a Woodcutter that is drawing": (WOODCUTTER, "B4 K2 K10 K5"),
    "a void, then a Woodcutter": (WOODCUTTER, "B4 K2 K10 K5 >B2"),
    "a void, a Woodcutter, a void": (WOODCUTTER, "B4 K2 K10 K5 >B2 B8 M4"),
    "a Fox, then a Woodcutter": (("K2 K10 B8 B10", "K3 K5 M6 M4", "M8 B2 B6", "B7", 1), "K3 xM4 K2 K5 >B7"),
    "a void, then two Woodcutters": (
        ("B4 K10 B8 K9 M11", "K2 K5 M5 M6 M4", "B2 B6 M8", "M1", 0),
        "B4 K2 K10 K5 >M6 M11 M5 >B6",
    ),
}


@pytest.mark.compiled
@pytest.mark.parametrize("seen", SEEN)
def test_samples_are_uniform(seen: str) -> None:
    """Each of the states that brute force finds is drawn equally often (chi-square, five sigma, fixed seed)."""
    round_of_it, tokens = SEEN[seen]
    watched = Watched(*round_of_it).see(*tokens.split())
    beliefs = watched.beliefs
    draws = 60 * len(beliefs)
    counts = Counter(samples_of(watched.k, draws, 3))
    assert counts.keys() == beliefs
    chi_square = sum((count - 60) ** 2 / 60 for count in counts.values())
    freedom = len(beliefs) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_what_was_just_drawn_is_a_card_that_may_have_been() -> None:
    """The opponent is burying: a bell in hand after a void is what was drawn, else any card may be."""
    watched = Watched(*WOODCUTTER).see("B4", "K2", "K10", "K5")
    states, rng = rules.new_states(300), new_rng(5)
    drawn_without_a_bell = set()
    for state in states:
        kn.sample(watched.k, rng, state)
        position = bridge.position_of(state)
        bells = {card for card in position["hands"][1] if card[0] == "B"}
        if bells:
            assert bells == {position["drawn"]}
        else:
            drawn_without_a_bell.add(position["drawn"])
    assert drawn_without_a_bell == {("M", 4), ("M", 6), ("M", 8)}


# ---- whole rounds ------------------------------------------------------------------------------------------------


def play_and_watch(seed: int) -> None:
    rng = new_rng(seed)
    states, sampled = rules.new_states(1), rules.new_states(1)
    state = states[0]
    knowledge = [kn.new_knowledge(viewer) for viewer in (0, 1)]
    while state.phase != rules.OVER:
        if state.phase == rules.DEAL:
            rules.random_deal(state, rng)
            for k in knowledge:
                kn.observe_deal(k, state.hand[k.viewer], state.decree, state.dealer)
        before = bridge.position_of(state)
        action = rules.action_of(state, random_bit(rng, rules.choices(state)))
        rules.apply(state, action)
        for k in knowledge:
            observe(k, before, bridge.token(action))
            assert kn.possible(k, state)
            assert kn.sample(k, rng, sampled[0])
            assert kn.possible(k, sampled[0])


def test_the_true_state_is_always_possible() -> None:
    for seed in range(20 if COMPILED else 1):
        play_and_watch(seed)


@pytest.mark.slow
def test_the_true_state_is_always_possible_in_a_thousand_rounds() -> None:
    for seed in range(100, 400 if COMPILED else 105):
        play_and_watch(seed)


def test_a_state_that_shows_something_else_is_not_possible() -> None:
    """``possible`` looks at all of a state."""
    rng = new_rng(4)
    states = rules.new_states(1)
    rules.random_deal(states[0], rng)
    k = kn.new_knowledge(0)
    kn.observe_deal(k, states[0].hand[0], states[0].decree, states[0].dealer)
    assert kn.possible(k, states[0])
    changes = dict.fromkeys(rules.STATE.names or (), 1) | {"led": 2, "follow": 2, "drawn": 2}
    for name, change in changes.items():
        other = states.copy()
        other[name] += np.array(change, other[name].dtype)
        assert not kn.possible(k, other[0]), name


HAND = "B2 B4 B6 B8 B10 K2 K4 K6 K8 K10 M2 M4 M6"


@pytest.mark.parametrize(
    "tokens",
    [
        "B2 K1 B4 B1",  # a bell after a void
        "B2 B1 B4 B1",  # the same card twice
        "B2 M8",  # the decree card
        "B2 K5 > K2 K11 B4 B11 B6 B9",  # two bells after a void and one Woodcutter
    ],
)
def test_what_cannot_have_happened_leaves_no_state(tokens: str) -> None:
    """A memory that somebody made up: nothing is left to draw from."""
    k = kn.new_knowledge(0)
    kn.observe_deal(k, bridge.mask(*HAND.split()), bridge.number(("M", 8)), 1)
    assert kn.count_states(k) == math.comb(19, 6) * math.factorial(6)
    for token in tokens.split():
        if token == ">":
            kn.observe_burial(k, rules.NONE)
        else:
            kn.observe_play(k, bridge.number(card_of(token)))
    assert kn.count_states(k) == 0
    assert not kn.sample(k, new_rng(1), rules.new_states(1)[0])
    assert not kn.possible(k, rules.new_states(1)[0])


def test_whatever_is_observed_nothing_breaks() -> None:
    """Nonsense of every kind, as a fuzzer makes it."""
    source = random.Random(1)
    out, rng = rules.new_states(1), new_rng(1)
    for _ in range(300 if COMPILED else 60):
        k = kn.new_knowledge(source.randrange(2))
        hand = sum(1 << card for card in source.sample(range(33), 13))
        kn.observe_deal(k, np.uint64(hand), source.randrange(33), source.randrange(2))
        for _ in range(source.randrange(40)):
            card = source.choice([*range(33), 2, 4, 13, 15, 24, 26])
            source.choice([kn.observe_play, kn.observe_play, kn.observe_draw, kn.observe_burial, kn.observe_exchange])(
                k, card
            )
            if kn.sample(k, rng, out[0]):
                assert int(max(out[0].hand)) >> 33 == 0
                assert -1 <= min(out[0].pile) <= max(out[0].pile) < 33
