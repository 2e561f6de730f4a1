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
from renardiere.games.kernel import U64, Rng, kernel, lowest, new_rng
from tests.games.forest import bridge, reference
from tests.games.forest.reference import DECK, Belief, Card, Position

WOODCUTTERS = [card for card in DECK if card[1] == 5]
FOXES_AND_MONARCHS = [card for card in DECK if card[1] in (3, 11)]


def small_position(source: random.Random) -> tuple[Position, list[Card]]:
    """A round that has only a few cards left: a lead is due. Also the cards at the bottom of the pile that both seats
    know; those above are enough for all Woodcutters."""
    held, unknown = source.choice([(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (6, 3)])
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


@kernel
def how_many_possible(k: kn.Knowledge, states: rules.States) -> int:
    """States in which the opponent has just drawn count if some card of the hand may be the one drawn."""
    count = 0
    for i in range(len(states)):
        s = states[i]
        hand = s.hand[1 - k.viewer]
        guess = s.phase == rules.BURY and s.player != k.viewer
        while guess and hand != U64(0):
            s.drawn = lowest(hand)
            hand &= hand - U64(1)
            guess = not kn.possible(k, s)
        count += int(kn.possible(k, s))
    return count


@kernel
def draw_samples(k: kn.Knowledge, rng: Rng, states: rules.States) -> bool:
    for i in range(len(states)):
        if not kn.sample(k, rng, states[i]) or not kn.possible(k, states[i]):
            return False
    return True


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
    assert how_many_possible(k, states_of(beliefs, position, k.viewer)) == len(beliefs)
    samples = rules.new_states(draws)
    assert draw_samples(k, new_rng(seed), samples)
    assert beliefs.issuperset(beliefs_in(samples, int(k.viewer)))


def play_small(seed: int, draws: int) -> Counter[str]:
    """Play a small round at random; compare at every step, for both seats. What happened in it, by name."""
    source = random.Random(seed)
    position, known = small_position(source)
    knowledge = [knowledge_of(position, viewer, known) for viewer in (0, 1)]
    unknown: list[Card | None] = [None] * (6 - len(known))
    beliefs = [
        reference.beliefs_of(
            position["hands"][1 - viewer] | set(position["pile"][: len(unknown)]),
            len(position["hands"][1 - viewer]),
            unknown + known,
        )
        for viewer in (0, 1)
    ]
    happened: Counter[str] = Counter()
    while position["waits_for"] not in ("deal", "nothing"):
        token = source.choice(sorted(reference.legal(position)))
        for viewer in (0, 1):
            beliefs[viewer] = reference.narrowed(beliefs[viewer], position, token, viewer)
            observe(knowledge[viewer], position, token)
        position = reference.applied(position, token)
        for viewer in (0, 1):
            k = knowledge[viewer]
            check(k, beliefs[viewer], position, draws, seed)
            happened[f"{k.cuts} Woodcutters"] += 1
            happened["made sure of a Woodcutter's card"] += bool(k.shown[1:, 1:].any())
            happened["uncertain Fox"] += any(c >= 0 for c in k.taken) and k.cuts > min(k.taken_in[k.taken >= 0])
            happened["buried Fox"] += any(t >= 0 and u != kn.STAYS for t, u in zip(k.taken, k.taken_until, strict=True))
            happened["room matters"] += bool((k.room[1 : k.cuts + 1] < 2).any())
    return happened


def test_small_rounds_against_brute_force() -> None:
    happened: Counter[str] = Counter()
    for seed in range(100):
        happened += play_small(seed, draws=20)
    assert happened["1 Woodcutters"]
    print(happened)
