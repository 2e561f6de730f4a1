"""Determinisation against brute force: every deal that a seat may think of, followed by the reference one by one."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from renardiere.games import game
from renardiere.games.duet.knowledge import count_states
from renardiere.games.duet.recall import recall
from renardiere.games.duet.words import DuetDeal, Gave, Played, Swapped
from renardiere.games.kernel import COMPILED
from renardiere.games.play import Event, Memory
from tests.games.duet import reference
from tests.games.duet.reference import DECK, Card, card_of

DUET = game("duet")
ORDERS = math.factorial(7)
"""Of the deck."""

Belief = tuple[frozenset[Card], Card | None]
"""The partner's hand, and the gift that it has chosen."""


class Watched:
    """A round played at random, and what one seat is told of it."""

    def __init__(self, seed: int) -> None:
        self.source = source = random.Random(seed)
        self.viewer = source.randrange(2)
        self.other = 1 - self.viewer
        self.state: Any = DUET.new()
        eventful = [card for card in DECK if card[1] in (3, 7, 9)]
        dull = source.sample([card for card in DECK if card not in eventful], 21)
        cards = source.sample(eventful + dull[:13], 22) + dull[13:]
        texts = tuple(map(reference.text, cards))
        self.deal = DuetDeal(source.randrange(2), (texts[:11], texts[11:22]), texts[22], texts[23:])
        self.events: list[Event] = [*self.state.deal(self.deal)[self.viewer]]
        self.tokens: list[str] = []

    def step(self) -> None:
        seat = self.source.choice(self.state.to_act)
        action = self.source.choice(self.state.legal(seat))
        self.tokens.append(f"{seat}:{action.text()}")
        self.events += self.state.apply(seat, action)[self.viewer]

    @property
    def memory(self) -> Memory:
        return Memory(self.viewer, self.state.view(self.viewer), tuple(self.events))

    def drawn(self, seed: int) -> Belief:
        state = DUET.sample(self.memory, seed)
        assert state.view(self.viewer) == self.state.view(self.viewer)
        shown: Any = state.reveal()
        gift = shown.gifts[self.other]
        return frozenset(map(card_of, shown.hands[self.other])), card_of(gift) if gift else None

    def free(self) -> tuple[set[Card], set[Card]]:
        """The partner's dealt cards that the viewer has seen since, and the hidden ones that may be the others."""
        dealt = set(map(card_of, self.deal.hands[self.other]))
        hidden = dealt | set(map(card_of, self.deal.deck))
        there = {card for hand in self.state.reveal().hands for card in map(card_of, hand)}
        told = {
            card_of(text)
            for event in self.events
            for text in (getattr(event, "card", None), getattr(event, "gave", None), getattr(event, "got", None))
            if text
        }
        seen = {card for card in dealt if card in told or card not in there}
        return seen, hidden - seen

    def beliefs(self) -> set[Belief]:
        """Every deal of all hidden cards that the reference does not refute: the whole round again for each."""
        seen, free = self.free()
        mine, decree = set(map(card_of, self.deal.hands[self.viewer])), card_of(self.deal.decree)
        found: set[Belief] = set()
        for rest in combinations(sorted(free), 11 - len(seen)):
            hands = [mine, mine]
            hands[self.other] = seen | set(rest)
            deck = sorted(set(DECK) - hands[0] - hands[1] - {decree})
            cards = [*hands[0], *hands[1], decree, *deck]
            thoughts = [reference.dealt(reference.before_the_first_deal(), cards, self.deal.dealer)]
            for token in self.tokens:
                thoughts = [after for thought in thoughts for after in self.alike(thought, token)]
            found |= {(frozenset(thought["hands"][self.other]), thought["gifts"][self.other]) for thought in thoughts}
        return found

    def alike(self, thought: reference.Position, token: str) -> Iterator[reference.Position]:
        """Where an action would lead that looks like this one: of the partner's gift, which card is not seen before
        it arrives; a gift that the partner does not hold cannot be what arrived."""
        legal = reference.legal(thought)
        hidden = token[0] == str(self.other) and token[2] == "g" and self.state.view(None).gifts[self.other]
        last = max((i for i, each in enumerate(self.tokens) if each[:3] == token[:3]), default=-1)
        if hidden and self.tokens[last] is token:
            yield from (reference.applied(thought, each) for each in legal if each[:3] == token[:3])
        elif token in legal:
            yield reference.applied(thought, token)


def late(seed: int, fewest: int = 1, most: int = 80) -> Iterator[Watched]:
    """A round, after each action that leaves so many deals to look at."""
    watch = Watched(seed)
    while watch.state.to_act and watch.state.view(None).phase != "place":
        seen, free = watch.free()
        if fewest <= math.comb(len(free), 11 - len(seen)) <= most:
            yield watch
        watch.step()


def test_as_many_states_as_deals_that_fit() -> None:
    """Voids, gifts and decree cards taken up all tell something; refused exchanges nothing."""
    looked, pending, known = 0, 0, 0
    for seed in range(24 if COMPILED else 8):
        for number, watch in enumerate(late(seed)):
            if number % 5 and not watch.state.view(None).gifts[watch.other]:
                continue
            beliefs = watch.beliefs()
            knowledge = recall(watch.memory)
            assert count_states(knowledge) == len(beliefs) * ORDERS
            assert {watch.drawn(draw) for draw in range(3)} <= beliefs
            looked += 1
            pending += any(gift for _, gift in beliefs)
            known += bool(knowledge.known)
    assert looked > 20
    assert known > 10
    assert pending


@pytest.mark.parametrize("seed", [3, 7])
def test_each_deal_that_fits_is_drawn_equally_often(seed: int) -> None:
    watch = next(late(seed, 20))
    beliefs = watch.beliefs()
    assert len(beliefs) > 3
    counts = Counter(watch.drawn(draw) for draw in range(20 * len(beliefs)))
    assert set(counts) <= beliefs
    freedom = len(beliefs) - 1
    chi_square = sum((counts[belief] - 20) ** 2 / 20 for belief in beliefs)
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


def test_the_giver_knows_what_it_gave_until_it_is_played() -> None:
    """duet §7: and nobody else does."""
    state: Any = DUET.new()
    texts = tuple(map(reference.text, DECK))
    state.deal(DuetDeal(1, (texts[:11], texts[11:22]), "S10", texts[22:29]))  # D1 … D10 R1 against R2 … R10 S1 S2
    for seat, token in ((0, "D7"), (1, "gR3"), (0, "gD4")):
        state.apply(seat, DUET.parse_action(token, state.options))
    assert state.view(0).hands[1] == ("D4", *["?"] * 10)
    assert state.view(1).hands[0] == ("R3", *["?"] * 9)
    assert state.view(None).hands == (("?",) * 10, ("?",) * 11)
    state.apply(1, DUET.parse_action("D4", state.options))
    assert state.view(0).hands[1] == ("?",) * 10
    assert state.view(1).hands[0] == ("R3", *["?"] * 9)


def test_a_memory_that_contradicts_itself_has_no_sample() -> None:
    state: Any = DUET.new()
    texts = tuple(map(reference.text, DECK))
    events = [*state.deal(DuetDeal(1, (texts[:11], texts[11:22]), "S10", texts[22:29]))[0]]
    never = [
        (Played(0, "D4"), Played(1, "S1"), Played(1, "D2")),  # a dove after a void, and one's own
        (Played(0, "R1"), Played(1, "S1"), Played(1, "R5")),
        (Played(1, "S10"),),  # the decree card
        (Gave(0, "D4"), Gave(1, None), Swapped("D4", "R5"), Played(0, "D5"), Played(1, "R6")),  # it holds D4
    ]
    for more in never:
        memory = Memory(0, state.view(0), (*events, *more))
        assert count_states(recall(memory)) == 0
        with pytest.raises(ValueError, match="contradicts"):
            DUET.sample(memory, 1)
    with pytest.raises(ValueError, match="spectator"):
        DUET.sample(Memory(None, state.view(None), tuple(events)), 1)


def test_before_the_first_deal_there_is_one_state() -> None:
    memory = Memory(1, DUET.new().view(1), ())
    assert count_states(recall(memory)) == 1
    assert DUET.sample(memory, 1) == DUET.new()
