"""Hints: what comes of a choice, in endings that are worked out by hand, and the reason that is found for it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from renardiere.bots import bot, hint
from renardiere.bots.forest import hints
from renardiere.bots.forest.hints import FIGURES, GAME, GREEDY, HUMBLE, OTHER, OWN, TREASURES, TRICK, VICTORIOUS
from renardiere.bots.forest.search import Search
from renardiere.bots.forest.stakes import stakes
from renardiere.bots.hints import ForestHint, ForestReason
from renardiere.games import game
from renardiere.games.kernel import new_rng
from renardiere.games.play import Memory
from tests.bots.forest import oracle
from tests.bots.forest.test_search import number, open_cards

B, K, M = range(3)
FOREST = game("forest")


def ending(tricks: tuple[int, int]) -> Search:
    """Keys are trump; I lead, with the Swan and the Monarch of bells, against the 2 of bells and the Fox of moons.

    Swan first: the 2 wins it, the Swan leads again, and the Monarch beats the Fox: one trick each. Monarch first: the 2
    has to follow, and then the Swan meets no bell and no trump: both tricks are mine.
    """
    table = oracle.Table(
        hands=(frozenset({(B, 1), (B, 11)}), frozenset({(B, 2), (M, 3)})),
        pile=((M, 4), (M, 6), (M, 8), (M, 10), (B, 4), (B, 6)),
        decree=(K, 2),
        leader=0,
        tricks=tricks,
        treasures=(0, 0),
    )
    search = Search(open_cards(table), stakes((21, 21)), new_rng(0))
    search.run(200)
    return search


SWAN, MONARCH = number((B, 1)), number((B, 11))


@pytest.mark.parametrize(
    ("tricks", "card", "own", "other", "band"),
    [
        # forest § End of a round: 0–3 → 6, 4 → 1, 5 → 2, 6 → 3, 7–9 → 6, 10–13 → 0
        ((6, 5), MONARCH, 6, 2, VICTORIOUS),  # 8 to 5
        ((6, 5), SWAN, 6, 3, VICTORIOUS),  # 7 to 6
        ((8, 3), MONARCH, 0, 6, GREEDY),  # 10 to 3
        ((8, 3), SWAN, 6, 1, VICTORIOUS),  # 9 to 4
        ((2, 9), MONARCH, 1, 6, None),  # 4 to 9
        ((2, 9), SWAN, 6, 0, HUMBLE),  # 3 to 10
    ],
)
def test_what_comes_of_a_choice(tricks: tuple[int, int], card: int, own: int, other: int, band: int | None) -> None:
    figures = hints.weighed(ending(tricks), hints.chances((21, 21)), card)
    expected = np.zeros(FIGURES)
    expected[[OWN, OTHER]] = own, other
    expected[TRICK] = card == MONARCH
    if band is not None:
        expected[band] = 1
    expected[GAME] = figures[GAME]
    assert figures.tolist() == expected.tolist()


def test_points_may_decide_the_game() -> None:
    """With 6 points missing on either side, 6 to 1 wins and 0 to 6 loses."""
    search, games = ending((8, 3)), hints.chances((6, 6))
    assert hints.weighed(search, games, SWAN)[GAME] == 1
    assert hints.weighed(search, games, MONARCH)[GAME] == 0


def figures(**change: float) -> np.ndarray:
    made = np.zeros(FIGURES)
    made[[OWN, OTHER, TRICK, GAME]] = 3, 3, 0.5, 0.5
    places = {
        "own": OWN,
        "other": OTHER,
        "treasures": TREASURES,
        "humble": HUMBLE,
        "victorious": VICTORIOUS,
        "greedy": GREEDY,
        "trick": TRICK,
        "game": GAME,
    }
    for name, value in change.items():
        made[places[name]] = value
    return made


@pytest.mark.parametrize(
    ("best", "second", "reason", "figure"),
    [
        ({"own": 3.2}, {}, "equal", (3.2, 3)),
        ({"own": 4}, {}, "points", (4, 3)),
        ({"own": 4, "treasures": 0.8}, {}, "treasures", (0.8, 0)),
        ({"own": 4, "greedy": 0.1}, {"greedy": 0.4, "humble": 0.1}, "greedy", (0.1, 0.4)),
        ({"own": 4, "humble": 0.4}, {"victorious": 0.1}, "humble", (0.4, 0)),
        ({"own": 4, "victorious": 0.4, "greedy": 0.1}, {"greedy": 0.2}, "victorious", (0.4, 0)),
        ({"own": 4, "trick": 0.9}, {"trick": 0.2}, "takes", (0.9, 0.2)),
        ({"own": 4, "trick": 0.1}, {"trick": 0.9}, "ducks", (0.1, 0.9)),
        ({"other": 2}, {}, "other", (2, 3)),
        ({"other": 2, "own": 2}, {"game": 0.49}, "equal", (2, 3)),  # it costs as much as it takes
        ({"own": 2.9, "game": 0.6}, {}, "game", (0.6, 0.5)),
        ({"trick": 0.9, "victorious": 0.5}, {"trick": 0.1}, "equal", (3, 3)),  # nothing is gained by that
    ],
)
def test_the_reason_is_what_the_figures_say(
    best: dict[str, float], second: dict[str, float], reason: ForestReason, figure: tuple[float, float]
) -> None:
    ours, theirs = figures(**best), figures(**second)
    why, counted = hints.because(ours, theirs)
    assert (why, (ours[counted], theirs[counted])) == (reason, figure)


def test_hints_of_a_round() -> None:
    """Whoever follows them does something legal; a forced action has no other reason; asked again, the same."""
    state = FOREST.new()
    chance = random.Random(4)
    events = {seat: tuple(told) for seat, told in state.deal(state.draw(chance)).items()}
    other = bot(FOREST, 1, seed=1)
    found = set()
    while state.awaits == "action":
        seat = state.to_act[0]
        memory = Memory(seat, state.view(seat), events[seat])
        if seat == 0:
            advice = hint(FOREST, memory)
            assert isinstance(advice, ForestHint)
            legal = memory.view.legal["0"]
            assert (advice.reason == "only") == (len(legal) == 1) == (advice.instead is None)
            assert advice.action in legal
            assert advice.instead is None or advice.instead in legal
            assert advice.instead != advice.action
            found.add(advice.reason)
            if len(found) == 3:
                assert hint(FOREST, memory) == advice
        action = FOREST.parse_action(advice.action, state.options) if seat == 0 else other.act(memory)
        for viewer, told in state.apply(seat, action).items():
            events[viewer] += tuple(told)
    assert {"only"} < found
