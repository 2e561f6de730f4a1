"""The kernel against the reference, which shares nothing with it: random games, and node counts of small
configurations."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from renardiere.games.duet import rules
from renardiere.games.kernel import COMPILED, U64, kernel, lowest
from tests.games.duet import bridge, reference
from tests.games.duet.reference import DECK, Position, card_of

NEXT_DEAL = np.random.default_rng(11).permutation(30).astype(np.int8)


def easier(position: Position, source: random.Random) -> None:
    """So that games are won now and then, and last."""
    for space in position["path"]:
        space["gems"] = 0
    for at in (-2, 2):
        position["path"][position["start"] + at]["gems"] = source.randint(0, 1)
    position["path"][position["start"] + 1]["gems"] = 1
    position["forest_tokens"] = 3


def play_both(seed: int) -> str:
    source = random.Random(seed)
    level = seed % 3 + 1
    position, state = reference.before_the_first_deal(level), rules.new_states(1, level)[0]
    if source.random() < 0.5:
        easier(position, source)
        bridge.write(position, state)
    while position["waits_for"] != "nothing":
        if position["waits_for"] == "deal":
            cards = source.sample(DECK, 30)
            dealer = source.randrange(2) if position["dealer"] is None else 1 - position["dealer"]
            position = reference.dealt(position, cards, dealer)
            rules.deal(state, np.array(list(map(bridge.number, cards)), np.int8), dealer)
        else:
            legal = reference.legal(position)
            asked = {token for token in legal if position["waits_for"] != "gifts" or int(token[0]) == state.player}
            assert bridge.legal(state) == asked
            token = source.choice(sorted(legal))
            position = reference.applied(position, token)
            bridge.apply(state, token)
        assert bridge.position_of(state) == position
    result: str = position["result"]
    return result


def test_random_games_are_those_of_the_reference() -> None:
    assert {play_both(seed) for seed in range(60 if COMPILED else 40)} >= {"won", "lost"}


@pytest.mark.slow
def test_many_random_games_are_those_of_the_reference() -> None:
    assert {play_both(seed) for seed in range(1000, 1120 if COMPILED else 1010)} >= {"won", "lost"}


# ---- counting nodes ----------------------------------------------------------------------------------------------


@kernel
def perft(states: rules.States, deck: np.ndarray[Any, Any], depth: int) -> int:
    """How many sequences of ``depth`` actions there are from ``states[depth]``; ``deck`` is dealt where one is due."""
    if depth == 0:
        return 1
    if states[depth].phase == rules.DEAL:
        rules.deal(states[depth], deck, 1 - states[depth].dealer)
    nodes = 0
    left = rules.choices(states[depth])
    while left != U64(0):
        states[depth - 1] = states[depth]
        rules.take(states[depth - 1], lowest(left))
        nodes += perft(states, deck, depth - 1)
        left &= left - U64(1)
    return nodes


def kernel_perft(start: Position, depth: int) -> int:
    states = rules.new_states(depth + 1, start["level"])
    bridge.write(start, states[depth])
    return int(perft(states, NEXT_DEAL, np.int64(depth)))  # type: ignore[arg-type]  # see kernel.py on recursion


def built(hand_0: str, hand_1: str, **more: Any) -> Position:
    position = reference.before_the_first_deal()
    position.update(
        hands=[set(map(card_of, hand_0.split())), set(map(card_of, hand_1.split()))],
        decree=("S", 10),
        waits_for="card",
        player=0,
        leader=0,
        dealer=1,
        round=1,
        tricks=11 - len(hand_0.split()),
    )
    return position | more


@pytest.mark.parametrize(
    ("hand_0", "hand_1", "more", "counts"),
    [
        # the token comes to 5 − 2, then the forest token may go to either end
        ("D4", "D2", {"token": 9}, [1, 1, 1, 2]),
        # the Foxes ask seat 0, who has nothing to exchange, or seat 1, who may exchange one card or not
        ("D3", "D2", {"round": 3}, [1, 1, 2, 3, 2]),
        # R4 is followed by R2, D7 is led then; after D7 seat 0 gives R4, seat 1 one of its two cards
        ("D7 R4", "D2 R2", {"round": 3}, [1, 2, 2, 3]),
        # the Gazelle moves by 1 + 2, 1 or 2, and that is all in round 3
        ("D5", "D8", {"round": 3}, [1, 1, 1, 3]),
    ],
)
def test_counts_made_by_hand(hand_0: str, hand_1: str, more: dict[str, Any], counts: list[int]) -> None:
    start = built(hand_0, hand_1, **more)
    assert [kernel_perft(start, depth) for depth in range(len(counts))] == counts


CONFIGURATIONS = {
    "Foxes on both sides": (built("D3 R4 S8", "R3 D6 S6"), 6),
    "Gifts on both sides": (built("D7 R4 S8", "R7 D6 S6"), 7),
    "Gift and Foxes in one hand": (built("D7 D3 S9", "D9 R5 S1"), 6),
    "Gazelles and Musicians": (built("D5 R1 S5", "D1 R5 S1"), 9),
    "over the end of the round": (built("D5", "D1"), 5),
    "over the end of the game": (built("D5 R8", "D1 R2", round=3, forest_tokens=1, token=8), 7),
}


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_node_counts(name: str) -> None:
    start, depth = CONFIGURATIONS[name]
    next_deal = [DECK[card] for card in NEXT_DEAL]
    for d in range(1, depth + 1 if COMPILED else min(depth, 5)):
        assert kernel_perft(start, d) == reference.perft(start, d, next_deal)
