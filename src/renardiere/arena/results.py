"""What games between bots say, and how surely.

The games on the same deals are not independent, so every interval counts sets of deals, not games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log10, sqrt
from statistics import NormalDist, fmean

from msgspec import Struct

from renardiere.arena.match import GameResult

__all__ = [
    "CONFIDENCE",
    "Interval",
    "MatchResult",
    "Standing",
    "TableResult",
    "TeamResult",
    "match_result",
    "ratings",
    "table_result",
    "team_result",
]

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

Interval = tuple[float, float]


class MatchResult(Struct, frozen=True):
    """A match of two entrants against each other, told from the first one's side.

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


class TeamResult(Struct, frozen=True):
    """Games that two or more play as a team, with everyone at every seat on the same deals.

    ``score`` is the mean of the games that were won, None if none was. ``reasons`` counts how the games ended.
    Intervals as in ``MatchResult``.
    """

    entrants: tuple[str, ...]
    games: int
    deals: int
    wins: int
    win_rate: float
    win_rate_interval: Interval | None
    score: float | None
    score_interval: Interval | None
    rounds: int
    reasons: dict[str, int]


class Standing(Struct, frozen=True):
    """How one of several fared: the games it won (draws shared) and its points a game, for each seat that it had."""

    entrant: str
    win_rate: float
    win_rate_interval: Interval | None
    points: float
    points_interval: Interval | None


class TableResult(Struct, frozen=True):
    """Games of three or more, each for itself, with everyone at every seat on the same deals.

    Where there are fewer entrants than seats, each has several, as equally many as may be.
    """

    entrants: tuple[str, ...]
    games: int
    deals: int
    rounds: int
    standings: tuple[Standing, ...]


def by_deals(games: Sequence[GameResult]) -> list[Sequence[GameResult]]:
    """The games, sorted, of each set of deals; each set must be complete."""
    turns = len(games[0].scores)
    sets = [games[first : first + turns] for first in range(0, len(games), turns)]
    for one in sets:
        if [game.turn for game in one] != list(range(turns)) or len({game.deals for game in one}) > 1:
            raise ValueError(f"the games on the deals {one[0].deals} are not complete")
    return sets


def match_result(entrants: tuple[str, ...], games: Sequence[GameResult]) -> MatchResult:
    """The sums of a match of two against each other."""
    one, other = entrants
    pairs = by_deals(games)
    scores = [fmean(game.scores[0] for game in pair) for pair in pairs]
    rounds = [sum(game.rounds for game in pair) for pair in pairs]
    leads = [float(sum(game.points[0] - game.points[1] for game in pair)) for pair in pairs]
    total = sum(rounds)
    return MatchResult(
        entrants=(one, other),
        games=len(games),
        pairs=len(pairs),
        wins=sum(game.scores[0] == 1 for game in games),
        draws=sum(game.scores[0] == 0.5 for game in games),
        losses=sum(game.scores[0] == 0 for game in games),
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


def team_result(entrants: tuple[str, ...], games: Sequence[GameResult]) -> TeamResult:
    """The sums of a team's games."""
    sets = by_deals(games)
    scores = [fmean(game.scores[0] for game in one) for one in sets]
    wins = [sum(int(game.scores[0]) for game in one) for one in sets]
    points = [float(sum(game.points[0] for game in one if game.scores[0])) for one in sets]
    won = sum(wins)
    return TeamResult(
        entrants=entrants,
        games=len(games),
        deals=len(sets),
        wins=won,
        win_rate=fmean(scores),
        win_rate_interval=rate_interval(scores),
        score=sum(points) / won if won else None,
        score_interval=ratio_interval(points, wins) if won else None,
        rounds=sum(game.rounds for game in games),
        reasons=dict(Counter(game.reason for game in games).most_common()),
    )


def table_result(entrants: tuple[str, ...], games: Sequence[GameResult]) -> TableResult:
    """The sums of games of several."""
    sets = by_deals(games)

    def standing(name: str) -> Standing:
        own = [
            [(game, place) for game in one for place, who in enumerate(game.entrants) if who == name] for one in sets
        ]
        scores = [fmean(game.scores[place] for game, place in one) for one in own]
        points = [float(sum(game.points[place] for game, place in one)) for one in own]
        counts = [len(one) for one in own]
        return Standing(
            entrant=name,
            win_rate=fmean(scores),
            win_rate_interval=rate_interval(scores),
            points=sum(points) / sum(counts),
            points_interval=ratio_interval(points, counts),
        )

    return TableResult(
        entrants=entrants,
        games=len(games),
        deals=len(sets),
        rounds=sum(game.rounds for game in games),
        standings=tuple(standing(name) for name in entrants),
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
