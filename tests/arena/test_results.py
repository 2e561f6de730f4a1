"""The statistics, against values known without them."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from renardiere.arena.match import GameResult
from renardiere.arena.results import MatchResult, match_result, rate_interval, ratings, ratio_interval


def games(*scores: float) -> list[GameResult]:
    return [
        GameResult(
            ("a", "b"), i // 2, i % 2, scores=(score, 1 - score), points=(int(10 * score), 5), rounds=2, reason="target"
        )
        for i, score in enumerate(scores)
    ]


def test_sums() -> None:
    result = match_result(("a", "b"), games(1, 0.5, 0, 0, 1, 1))
    assert (result.games, result.pairs, result.wins, result.draws, result.losses) == (6, 3, 3, 1, 2)
    assert result.win_rate == pytest.approx(3.5 / 6)
    assert result.rounds == 12
    assert result.points_per_round == (35 / 12, 30 / 12)
    assert result.points_difference == pytest.approx(5 / 12)


def test_a_single_pair_says_nothing_of_its_spread() -> None:
    result = match_result(("a", "b"), games(1, 1))
    assert result.win_rate_interval is None
    assert result.points_difference_interval is None


def test_an_incomplete_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="deals 1 are not complete"):
        match_result(("a", "b"), games(1, 1, 0))


def test_wilson() -> None:
    """Independent all-or-nothing scores: Wilson's interval. 8 of 10: 0.490 … 0.943 (Brown, Cai and DasGupta 2001)."""
    scores = [1.0] * 8 + [0.0] * 2
    assert rate_interval(scores) == pytest.approx((0.490, 0.943), abs=0.001)


def test_all_won_is_not_certainty() -> None:
    """Wilson's lower end for n of n is n / (n + z²)."""
    assert rate_interval([1.0] * 50) == pytest.approx((50 / (50 + 1.96**2), 1), abs=1e-4)
    assert rate_interval([0.0] * 50) == pytest.approx((0, 1.96**2 / (50 + 1.96**2)), abs=1e-4)


def test_split_pairs_are_surer_than_whole_ones() -> None:
    """Half of the points either way; pairs that split tell more than pairs that one side takes both games of."""
    split = rate_interval([0.5] * 40 + [1, 0] * 5)
    whole = rate_interval([1.0, 0.0] * 25)
    assert split is not None
    assert whole is not None
    assert split[1] - split[0] < whole[1] - whole[0]


def test_intervals_cover_what_they_say() -> None:
    """Of 1,000 matches of 60 pairs, 95 % of the intervals hold the truth: 950 give or take 3.5 deviations of 6.9."""
    random = Random(1)
    rate_hits = ratio_hits = 0
    for _ in range(1000):
        luck = [random.random() for _ in range(60)]
        pairs = [((random.random() < 0.4 + 0.4 * x) + (random.random() < 0.8 - 0.4 * x)) / 2 for x in luck]
        low, high = rate_interval(pairs) or (1, 0)
        rate_hits += low <= 0.6 <= high
        rounds = [random.choice((6, 8, 10)) for _ in range(60)]
        leads = [random.gauss(0.5 * n, 6) for n in rounds]
        low, high = ratio_interval(leads, rounds) or (1, 0)
        ratio_hits += low <= 0.5 <= high
    assert 926 <= rate_hits <= 974
    assert 926 <= ratio_hits <= 974


def result_of(first: str, second: str, win_rate: float, n: int = 1000) -> MatchResult:
    return MatchResult((first, second), n, n // 2, 0, 0, 0, win_rate, None, 1, (0, 0), 0, None)


def test_elo() -> None:
    """A tenfold chance to win is 400 Elo; the credited draw moves it by less than 2 of them."""
    elo = ratings([result_of("a", "b", 10 / 11)])
    assert elo["b"] == 0
    assert elo["a"] == pytest.approx(400, abs=2)
    chain = ratings([result_of("a", "b", 10 / 11), result_of("b", "c", 10 / 11), result_of("a", "c", 100 / 101)])
    assert chain == pytest.approx({"a": 800, "b": 400, "c": 0}, abs=12)


def test_elo_stays_finite() -> None:
    elo = ratings([result_of("a", "b", 1.0, 100)])
    assert fmean(elo.values()) == pytest.approx(400 * 2.302 / 2, abs=2)  # 100.5 : 0.5 is 201 : 1, log₁₀ 2.303
