"""What games between bots say, and how surely.

The two games of a pair share their deals and are not independent, so every interval counts pairs, not games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10, sqrt
from statistics import NormalDist, fmean

from msgspec import Struct

from renardiere.arena.match import GameResult

__all__ = ["CONFIDENCE", "Interval", "MatchResult", "match_result", "ratings"]

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

Interval = tuple[float, float]


class MatchResult(Struct, frozen=True):
    """A match between two entrants, told from the first one's side.

    ``win_rate`` counts draws half. Points are those of whole games divided by their rounds; ``points_difference`` is
    the first entrant's minus the second's. Intervals are for 95 % confidence; None after a single pair.
    """

    entrants: tuple[str, str]
    games: int
    pairs: int
    wins: int
    draws: int
    losses: int
    win_rate: float
    win_rate_interval: Interval | None
    rounds: int
    points_per_round: tuple[float, float]
    points_difference: float
    points_difference_interval: Interval | None


def match_result(entrants: tuple[str, str], games: Sequence[GameResult]) -> MatchResult:
    """The sums of a match's games; each pair must be complete."""
    pairs = [(first, second) for first, second in zip(games[::2], games[1::2], strict=True)]
    assert all(first.pair == second.pair for first, second in pairs)
    scores = [(first.score + second.score) / 2 for first, second in pairs]
    rounds = [first.rounds + second.rounds for first, second in pairs]
    leads = [float(sum(game.points[0] - game.points[1] for game in pair)) for pair in pairs]
    total = sum(rounds)
    return MatchResult(
        entrants=entrants,
        games=len(games),
        pairs=len(pairs),
        wins=sum(game.score == 1 for game in games),
        draws=sum(game.score == 0.5 for game in games),
        losses=sum(game.score == 0 for game in games),
        win_rate=fmean(scores),
        win_rate_interval=rate_interval(scores),
        rounds=total,
        points_per_round=(
            sum(game.points[0] for game in games) / total,
            sum(game.points[1] for game in games) / total,
        ),
        points_difference=sum(leads) / total,
        points_difference_interval=ratio_interval(leads, rounds),
    )


def rate_interval(scores: Sequence[float]) -> Interval | None:
    """Wilson's interval for the mean of independent scores in [0, 1].

    The scores are worth as many won-or-lost games as give their mean the variance that was measured; where none was
    (all scores alike), each counts for one.
    """
    n = len(scores)
    if n < 2:
        return None
    mean = fmean(scores)
    variance = sum((score - mean) ** 2 for score in scores) / n
    worth = n * mean * (1 - mean) / variance if variance else n
    centre = (mean + Z * Z / (2 * worth)) / (1 + Z * Z / worth)
    half = Z * sqrt(mean * (1 - mean) / worth + Z * Z / (4 * worth * worth)) / (1 + Z * Z / worth)
    return max(0.0, centre - half), min(1.0, centre + half)


def ratio_interval(values: Sequence[float], weights: Sequence[int]) -> Interval | None:
    """The interval of ``sum(values) / sum(weights)`` over independent (value, weight), by the delta method."""
    n = len(values)
    if n < 2:
        return None
    ratio = sum(values) / sum(weights)
    squares = sum((value - ratio * weight) ** 2 for value, weight in zip(values, weights, strict=True))
    half = Z * sqrt(squares * n / (n - 1)) / sum(weights)
    return ratio - half, ratio + half


def ratings(matches: Sequence[MatchResult]) -> dict[str, float]:
    """Elo ratings of the entrants of these matches (Bradley–Terry, maximum likelihood), the weakest one's being 0.

    Each match is credited with one drawn game more than was played: a rating stays finite where one side won all.
    """
    names = list(dict.fromkeys(name for match in matches for name in match.entrants))
    played: dict[tuple[str, str], float] = {}
    won = dict.fromkeys(names, 0.0)
    for match in matches:
        first, second = match.entrants
        score = match.win_rate * match.games + 0.5
        won[first] += score
        won[second] += match.games + 1 - score
        played[first, second] = played[second, first] = match.games + 1
    strength = dict.fromkeys(names, 1.0)
    for _ in range(10_000):  # minorisation–maximisation (Hunter 2004)
        update = {
            name: won[name] / sum(n / (strength[name] + strength[b]) for (a, b), n in played.items() if a == name)
            for name in names
        }
        change = max(abs(update[name] / strength[name] - 1) for name in names)
        strength = update
        if change < 1e-9:
            break
    lowest = min(strength.values())
    return {name: 400 * log10(value / lowest) for name, value in strength.items()}
