"""Ratings, against the published model worked out by hand.

Weng and Lin 2011, § 4 (Plackett–Luce), for players that begin with μ = 25, σ = 25/3, and β = σ/2: with n of them
c² = n (σ² + β²) = n · 86.8056, and everybody's strength is the same. Whoever comes i-th of n gains σ²/c (1 − 1/n − …),
where 1/m is lost for each place that was taken while m were left.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest

from renardiere.arena import GameResult, places, skills

SIGMA2 = (25 / 3) ** 2


def result(names: str, points: Sequence[int], deals: int = 0, turn: int = 0) -> GameResult:
    first = [mine == max(points) for mine in points]
    scores = tuple(one / sum(first) for one in first)
    return GameResult(tuple(names), deals, turn, scores, tuple(points), 1, "stars")


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((20, 7, 11), [1, 3, 2]),
        ((11, 20, 11, 3, 20), [3, 1, 3, 5, 1]),
        ((5, 5), [1, 1]),
        ((0, 0, 9, 9, 9), [4, 4, 1, 1, 1]),
    ],
)
def test_places(points: tuple[int, ...], expected: list[int]) -> None:
    assert places(result("abcde"[: len(points)], points)) == expected


def test_who_won_comes_before_who_has_as_many_points() -> None:
    """In the first game the last round decides between equals (forest § End of the game)."""
    assert places(GameResult(("a", "b"), 0, 0, (0.0, 1.0), (21, 21), 4, "target")) == [2, 1]


def test_a_game_of_two() -> None:
    """c = √173.611 = 13.1762; the winner gains 69.4444 / 13.1762 · ½, and σ² shrinks by σ³/c³ · ¼ of itself."""
    rated = skills([result("ab", (20, 11))])
    c = sqrt(2 * 1.25 * SIGMA2)
    assert rated["a"].mu == pytest.approx(25 + SIGMA2 / c / 2)
    assert rated["a"].mu == pytest.approx(27.63523, abs=1e-5)
    assert rated["b"].mu == pytest.approx(22.36477, abs=1e-5)
    assert rated["a"].sigma == rated["b"].sigma == pytest.approx(sqrt(SIGMA2 * (1 - (sqrt(SIGMA2) / c) ** 3 / 4)))
    assert rated["a"].ordinal == pytest.approx(rated["a"].mu - 3 * rated["a"].sigma)
    assert rated["a"].mu_interval is None  # one set of deals says nothing of its spread


@pytest.mark.parametrize("n", [3, 4, 5])
def test_a_game_of_several(n: int) -> None:
    """With three: + 2/3, 1 − 1/3 − 1/2 = + 1/6, − 1/3 − 1/2 = − 5/6, each times σ²/c."""
    names, gain = "abcde"[:n], SIGMA2 / sqrt(n * 1.25 * SIGMA2)
    rated = skills([result(names, range(20, 20 - n, -1))])
    left = [1 / m for m in range(n, 0, -1)]
    expected = [25 + gain * ((place < n - 1) - sum(left[: min(place + 1, n - 1)])) for place in range(n)]
    assert [rated[name].mu for name in names] == pytest.approx(expected)
    assert sum(one.mu for one in rated.values()) == pytest.approx(25 * n)
    if n == 3:
        assert expected == pytest.approx([27.86888, 25.71722, 21.41390], abs=1e-5)


def test_equals_gain_nothing_of_each_other() -> None:
    """Two who share the first place both beat the third: each term of the shared place is halved, so
    ½ (1 − 1/3) − ½ · 1/3 = 1/6 each, and − 1/3 for the third."""
    rated = skills([result("abc", (9, 9, 2))])
    gain = SIGMA2 / sqrt(3 * 1.25 * SIGMA2)
    assert [rated[name].mu for name in "abc"] == pytest.approx([25 + gain / 6, 25 + gain / 6, 25 - gain / 3])
    assert [one.mu for one in skills([result("ab", (5, 5))]).values()] == pytest.approx([25, 25])


def test_the_order_in_which_games_are_given_makes_no_difference() -> None:
    chance = Random(3)
    games = [
        result("abc", [chance.randrange(20) for _ in "abc"], deals, turn) for deals in range(9) for turn in range(3)
    ]
    rated = skills(games, seed=5)
    chance.shuffle(games)
    assert skills(games, seed=5) == rated
    assert skills(games, seed=6) != rated


def test_of_several_seats_one_counts() -> None:
    """a sits twice and beats b from one seat only: half of the times it counts as won, half as lost."""
    rated = skills([result("aba", (9, 5, 1))])
    assert rated["a"].mu == pytest.approx(25, abs=0.7)  # a hundred times ± 2.635
    assert rated["a"].mu + rated["b"].mu == pytest.approx(50)
    assert rated["a"].sigma == skills([result("ab", (9, 5))])["a"].sigma


def simulated(chance: Random, strengths: dict[str, float], seats: int, number: int) -> list[GameResult]:
    """Games that strength and luck decide."""
    games = []
    for deals in range(number):
        names = [*strengths] * (seats // len(strengths)) + chance.sample([*strengths], seats % len(strengths))
        luck = [strengths[name] + chance.gauss(0, 1) for name in names]
        order = sorted(range(seats), key=lambda seat: luck[seat])
        games.append(result("".join(names), [order.index(seat) for seat in range(seats)], deals))
    return games


@pytest.mark.parametrize("seats", [2, 5])
def test_the_stronger_are_told_from_the_weaker(seats: int) -> None:
    strengths = {"a": 0.0, "b": 1.0} if seats == 2 else {"a": 0.0, "b": 1.0, "c": 1.0}
    rated = skills(simulated(Random(1), strengths, seats, 80))
    a, b = rated["a"].mu_interval, rated["b"].mu_interval
    assert a is not None
    assert b is not None
    assert a[1] < b[0]
    if seats == 5:
        c = rated["c"].mu_interval
        assert c is not None
        assert c[0] < rated["b"].mu < c[1]


def test_deals_that_are_shared_count_once() -> None:
    """Five games with the same deals and end are no surer than one: the interval counts sets, not games."""
    games = simulated(Random(2), {"a": 0.0, "b": 0.5}, 2, 40)
    apart = [result("ab", one.points, 5 * one.deals + turn, 0) for one in games for turn in range(5)]
    together = [result("ab", one.points, one.deals, turn) for one in games for turn in range(5)]

    def width(some: list[GameResult]) -> float:
        interval = skills(some)["a"].mu_interval
        assert interval is not None
        return interval[1] - interval[0]

    assert width(together) > 1.3 * width(apart)
