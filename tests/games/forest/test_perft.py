"""Node counts of small configurations: the kernel's against those of the reference, which shares nothing with it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from renardiere.games.forest import rules
from renardiere.games.kernel import COMPILED, U64, kernel, lowest
from tests.games.forest import bridge, reference
from tests.games.forest.reference import DECK, Position, built

NEXT_DEAL = np.random.default_rng(11).permutation(33).astype(np.int8)


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


def reference_perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if position["waits_for"] == "deal":
        position = reference.dealt(position, [DECK[card] for card in NEXT_DEAL], 1 - position["dealer"])
    return sum(reference_perft(reference.applied(position, token), depth - 1) for token in reference.legal(position))


def kernel_perft(start: Position, depth: int) -> int:
    states = rules.new_states(depth + 1)
    bridge.write(start, states[depth])
    return int(perft(states, NEXT_DEAL, np.int64(depth)))  # type: ignore[arg-type]  # see kernel.py on recursion


PILE = "K2 K4 K6 K8 K10 M2"


@pytest.mark.parametrize(
    ("hand_0", "hand_1", "tricks", "counts"),
    [
        ("B4", "B6", [6, 6], [1, 1, 1]),
        # B4 asks for B6, K4 for any of the two: 3 first tricks; then there is one way to finish
        ("B4 K4", "B6 M4", [6, 5], [1, 2, 3, 3, 3]),
        # the Woodcutter draws K2 and must bury it
        ("B5", "B6", [6, 6], [1, 1, 1, 1]),
        # the Fox exchanges K4 or keeps the decree; K4 leads to 1 action, too; each is followed in one way
        ("B3 K4", "B6 K6", [6, 5], [1, 2, 3, 3]),
    ],
)
def test_counts_made_by_hand(hand_0: str, hand_1: str, tricks: list[int], counts: list[int]) -> None:
    start = built(hand_0, hand_1, "M10", PILE, tricks=tricks)
    assert [kernel_perft(start, depth) for depth in range(len(counts))] == counts


LARGEST = "Woodcutters that draw each other and a Fox"
CONFIGURATIONS = {
    "Foxes on both sides": (built("B3 K4 M8", "K3 B6 M6", "M10", PILE, tricks=[5, 5]), 10),
    "Woodcutters on both sides": (built("B5 K4 M8", "K5 B6 M6", "M10", PILE, tricks=[5, 5]), 10),
    LARGEST: (
        built("B5 K1 M8", "B6 M6 K9", "M10", "K5 M5 M3 K8 K10 M2", tricks=[5, 5]),
        11,
    ),
    "Fox and Woodcutter in one hand": (built("B3 B5 M9", "M11 B1 K7", "K11", PILE, tricks=[5, 5]), 10),
    "Monarchs, Swans and Witches": (built("B11 M11 M9 K1 B2", "B1 B9 K9 M1 M4", "K10", PILE, tricks=[4, 4]), 10),
    "over the end of the round": (built("B4 K3", "B6 M4", "M10", PILE, tricks=[6, 5]), 8),
    "over the end of the game": (built("B4 K7", "B6 K5", "M10", PILE, tricks=[6, 5], scores=[15, 14]), 7),
    "into a round": (built("B4", "B6", "M10", PILE, tricks=[6, 6]), 5),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.compiled if name == LARGEST else ()) for name in CONFIGURATIONS]
)
def test_node_counts(name: str) -> None:
    start, depth = CONFIGURATIONS[name]
    for d in range(1, depth + 1 if COMPILED else depth - 1):
        assert kernel_perft(start, d) == reference_perft(start, d)
