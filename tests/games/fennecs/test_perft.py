"""The kernel against the reference, which shares nothing with it: random games, and node counts."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from renardiere.games.fennecs import rules
from renardiere.games.kernel import COMPILED, U64, kernel, lowest
from tests.games.fennecs import bridge, reference
from tests.games.fennecs.bridge import VARIANTS, kinds
from tests.games.fennecs.reference import Position

TABLES = [(players, variant) for players in (2, 3, 4, 5) for variant in VARIANTS]


def play_both(players: int, variant: str, seed: int) -> set[str]:
    """A game; how its rounds ended, and why the game did."""
    source = random.Random(seed)
    position = reference.before_the_first_deal(players, variant)
    state = rules.new_states(1, players, VARIANTS.index(variant))[0]
    ends = set()
    while position["waits_for"] != "nothing":
        if position["waits_for"] == "deal":
            cards = reference.deck(players, variant)
            source.shuffle(cards)
            first = source.randrange(players) if position["first"] is None else reference.next_first(position)
            position = reference.dealt(position, cards, first)
            rules.deal(state, kinds(cards), first)
        else:
            legal = reference.legal(position)
            assert bridge.legal(state) == legal
            token = source.choice(sorted(legal))
            position = reference.applied(position, token)
            bridge.apply(state, token)
            ends.add(position["ended"])
        assert bridge.agrees(state, position)
    found = reference.result(position)
    assert found
    return ends | {found[1]}


def test_random_games_are_those_of_the_reference() -> None:
    ends: set[str | None] = set()
    for number in range(4 if COMPILED else 1):
        for players, variant in TABLES:
            ends |= play_both(players, variant, number)
    assert ends >= {None, "all", "six", "stuck", "stars"}


@pytest.mark.slow
def test_many_random_games_are_those_of_the_reference() -> None:
    ends: set[str | None] = set()
    for number in range(100, 112 if COMPILED else 102):
        for players, variant in TABLES:
            ends |= play_both(players, variant, number)
    assert ends >= {"all", "six", "stuck", "stars", "reserve"} if COMPILED else ends


# ---- counting nodes ----------------------------------------------------------------------------------------------


@kernel
def perft(states: rules.States, deck: np.ndarray[Any, Any], depth: int) -> int:
    """How many sequences of ``depth`` actions there are from ``states[depth]``; ``deck`` is dealt where one is due."""
    if depth == 0:
        return 1
    s = states[depth]
    if s.phase == rules.DEAL:
        rules.deal(s, deck, s.first if s.last_taker < 0 else s.last_taker)
    nodes = 0
    left = rules.choices(s)
    while left != U64(0):
        states[depth - 1] = s
        rules.take(states[depth - 1], lowest(left))
        nodes += perft(states, deck, depth - 1)
        left &= left - U64(1)
    return nodes


def kernel_perft(start: Position, depth: int, next_deal: list[str]) -> int:
    states = rules.new_states(depth + 1, start["players"])
    bridge.write(start, states[depth])
    return int(perft(states, kinds(next_deal), np.int64(depth)))  # type: ignore[arg-type]  # see kernel.py on recursion


@pytest.mark.parametrize(
    ("columns", "hands", "more", "counts"),
    [
        # seat 0 places 3 on one of two columns, either way up, or takes neither: they are bare; then seat 1, without a
        # card, takes what was placed on: 2 + 3 is no 6, and seat 0 has no card and a bare column: stuck, the next deal
        ("2 | 1", "3 |", {}, [1, 4, 4]),
        # without a star only face up
        ("2 | 1", "3 |", {"stars": [0, 3]}, [1, 2, 2]),
        # two cards of a kind are one choice: 2 columns × 2 ways, and to take column 1
        ("2 | 1 1", "3 3 |", {}, [1, 5]),
        # two 1/5 and 2: 4, 8 or 12, then seat 1 has nothing but a bare column
        ("2 1/5 1/5 | 1", "|", {}, [1, 1, 3]),
    ],
)
def test_counts_made_by_hand(columns: str, hands: str, more: dict[str, Any], counts: list[int]) -> None:
    table = bridge.Table(2, columns, hands, **more)
    start = table.now | {"takers": []}
    assert [kernel_perft(start, depth, reference.deck(2)) for depth in range(len(counts))] == counts
    assert [reference.perft(start, depth, reference.deck(2)) for depth in range(len(counts))] == counts


CONFIGURATIONS: dict[str, tuple[bridge.Table, int]] = {
    "a whole short round of two": (bridge.Table(2, "2 | -1", "4 -2 | 0+ 1"), 5),
    "fives to choose, and a six": (bridge.Table(3, "2 1/5 | 1/5 | 3 3?1", "1/5 | 4 | -1"), 5),
    "a Supernova without a star": (bridge.Table(3, "2 | 1 1 | 4", "SN | -5 SN | 3", stars=[0, 0, 3]), 5),
    "nearly full columns": (bridge.Table(2, "1 1 1 1 1 1 | 2 2 2 2 2?1 2?", "3 -1 | 4 4"), 5),
    "after others are out": (bridge.Table(4, "2 3 | - | 1 5?2 | -1", "4 | | 3 -2 | 1/5", takers=[1]), 4),
    "over the end of the round": (bridge.Table(2, "3 3 | 1", "1 | 2"), 4),
    "over the end of the game": (bridge.Table(5, "3 1 | 1 | 2 | 2 | 0+", "1 | 2 | 3 | |", stars=[14, 1, 1, 1, 1]), 4),
}


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_node_counts(name: str) -> None:
    table, depth = CONFIGURATIONS[name]
    start = table.now
    start["takers"] = [seat for seat in range(5) if table.state.out >> seat & 1]
    next_deal = reference.deck(start["players"])
    for d in range(1, (depth if COMPILED else 3) + 1):
        assert kernel_perft(start, d, next_deal) == reference.perft(start, d, next_deal)


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_node_counts_from_a_deal(players: int, variant: str) -> None:
    cards = reference.deck(players, variant)
    random.Random(5).shuffle(cards)
    start = reference.dealt(reference.before_the_first_deal(players, variant), cards, 1)
    counts = [kernel_perft(start, depth, cards) for depth in (1, 2)]
    assert counts == [reference.perft(start, depth, cards) for depth in (1, 2)]
