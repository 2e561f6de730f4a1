"""OpenSkill ratings: how good those who played are, by the places that they took, at tables of any size.

The model is Plackett–Luce (Weng and Lin, *A Bayesian Approximation Method for Online Ranking*, 2011). It is fed game by
game, and what it ends with depends a little on their order. So it is fed many times, each time in an order and from
sets of deals that are drawn anew: the ratings are the means, and how far they scatter says how sure they are. Bots do
not learn: their strength is taken not to move (τ = 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from random import Random
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

from renardiere.arena.match import GameResult
from renardiere.arena.results import Interval, Z

__all__ = ["Skill", "places", "skills"]

TIMES: Final = 100
"""How often all games are drawn anew."""


class Skill(Struct, frozen=True):
    """How good one is: ``mu`` (25 is the mean of all), the model's own doubt ``sigma``, and the ``ordinal``
    ``mu`` − 3 ``sigma``, which it is nearly sure of.

    ``mu_interval`` is for 95 % confidence and counts sets of deals, as all intervals here; None after a single set.
    """

    mu: float
    sigma: float
    ordinal: float
    mu_interval: Interval | None


def places(game: GameResult) -> list[int]:
    """The place of each, the first being 1: winners before all others, then by points. Equals share the better one."""
    merits = list(zip(game.scores, game.points, strict=True))
    return [1 + sum(other > mine for other in merits) for mine in merits]


def skills(games: Iterable[GameResult], *, seed: int = 0) -> dict[str, Skill]:
    """The ratings of all who played, in whatever order their games are given. ``ImportError`` without OpenSkill."""
    from openskill.models import PlackettLuce

    known = sorted(games, key=lambda one: (one.deals, one.entrants, one.turn))
    if not known:
        return {}
    sets = [list(some) for _, some in groupby(known, key=lambda one: one.deals)]
    names = sorted({name for one in known for name in one.entrants})
    model = PlackettLuce(tau=0.0)
    chance = Random(f"{seed} skills")
    fed: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for _ in range(TIMES):
        ratings = {name: model.rating() for name in names}
        drawn = [one for some in chance.choices(sets, k=len(sets)) for one in some]
        chance.shuffle(drawn)
        for one in drawn:
            ranks = places(one)
            seats = one_each(one.entrants, chance)
            who = [one.entrants[seat] for seat in seats]
            rated = model.rate([[ratings[name]] for name in who], ranks=[float(ranks[seat]) for seat in seats])
            ratings.update((name, team[0]) for name, team in zip(who, rated, strict=True))
        for name, rating in ratings.items():
            fed[name].append((rating.mu, rating.sigma))

    def skill(name: str) -> Skill:
        mus, sigmas = zip(*fed[name], strict=True)
        mu, sigma = fmean(mus), fmean(sigmas)
        half = Z * stdev(mus)
        return Skill(mu, sigma, mu - 3 * sigma, (mu - half, mu + half) if len(sets) > 1 else None)

    return {name: skill(name) for name in names}


def one_each(entrants: Sequence[str], chance: Random) -> list[int]:
    """One place of each entrant, drawn where it has several.

    The order of some of those who played is worth as much to Plackett–Luce as if the others had not been there.
    """
    mine: dict[str, list[int]] = {}
    for place, name in enumerate(entrants):
        mine.setdefault(name, []).append(place)
    return [chance.choice(some) if len(some) > 1 else some[0] for some in mine.values()]
