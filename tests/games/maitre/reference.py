"""Maître Renard once more, written from its rules as plainly as possible and without a line of the package: the judge
of the fast rules.

A token is its text, a sack a list of tokens; a position is a dict, an action a token of the notation with its seat.
Nothing is shared between positions, nothing is clever.
"""

from __future__ import annotations

import copy
import itertools
from typing import Any

Position = dict[str, Any]

LOOT = ["hen", "goose", "horse", "cow", "pig", "sheep", "cheese", "fish"]
RUSES = ["fox", "snake", "hammer"]
ORDER = LOOT + RUSES


def in_play(number: int) -> list[str]:
    """All the tokens of a round."""
    tokens = [token for token in LOOT for _ in range(3)]
    if number >= 2:
        tokens += ["fox", "fox"]
    if number >= 3:
        tokens += ["snake", "snake"]
    if number >= 4:
        tokens += ["hammer"]
    return tokens


def before_the_first_deal(players: int, target: int = 10, ages: list[int] | None = None) -> Position:
    return {
        "players": players,
        "target": target,
        "ages": ages or list(range(players)),  # from the oldest to the youngest
        "round": 0,
        "rounds_of_missions": [],  # of this cycle
        "sacks": [None] * players,
        "stopped_by": None,
        "snakes": [],  # who is still to use theirs
        "eggs": [0] * players,
        "round_scores": None,
        "waits_for": "deal",
    }


# ---- missions ----------------------------------------------------------------------------------------------------


def may_be_dealt(position: Position, missions: list[str]) -> bool:
    before = position["rounds_of_missions"] if len(position["rounds_of_missions"]) < 3 else []
    drawn = [mission for round_ in before for mission in round_]
    if len(missions) != 3 or len(set(missions)) != 3 or not set(missions) <= set(LOOT):
        return False
    if len(before) < 2:
        return not set(missions) & set(drawn)
    # two are left, and cover two of the piles of the last round
    new = set(LOOT) - set(drawn)
    return any(set(missions) == new | {kept} for kept in before[-1])


def dealt(position: Position, missions: list[str]) -> Position:
    assert position["waits_for"] == "deal"
    assert may_be_dealt(position, missions)
    new = copy.deepcopy(position)
    if len(new["rounds_of_missions"]) == 3:
        new["rounds_of_missions"] = []
    new["rounds_of_missions"].append(missions)
    new["round"] += 1
    new["sacks"] = [None] * new["players"]
    new["stopped_by"] = None
    new["waits_for"] = "sacks"
    return new


# ---- sacks -------------------------------------------------------------------------------------------------------


def only_loot(sack: list[str]) -> list[str]:
    return [token for token in sack if token in LOOT]


def only_ruses(sack: list[str]) -> list[str]:
    return [token for token in sack if token in RUSES]


def may_hold(position: Position, seat: int, tokens: list[str]) -> bool:
    if position["waits_for"] != "sacks" or position["sacks"][seat] is not None or len(tokens) > 4:
        return False
    sacks = [tokens if other == seat else sack for other, sack in enumerate(position["sacks"])]
    box = in_play(position["round"])
    for token in itertools.chain.from_iterable(sack for sack in sacks if sack is not None):
        if token not in box:
            return False
        box.remove(token)
    return None in sacks or any(len(only_loot(sack)) >= 3 for sack in sacks)


def sacks_there_may_be(position: Position, seat: int) -> list[list[str]]:
    sizes = range(5)
    every = itertools.chain.from_iterable(itertools.combinations_with_replacement(ORDER, size) for size in sizes)
    return [list(sack) for sack in every if may_hold(position, seat, list(sack))]


# ---- what may be done --------------------------------------------------------------------------------------------


def legal(position: Position) -> set[str]:
    """The stops and thefts, with their seats."""
    if position["waits_for"] == "stop":
        return {f"{seat}:stop" for seat, sack in enumerate(position["sacks"]) if len(only_loot(sack)) >= 3}
    if position["waits_for"] == "theft":
        thief = position["snakes"][0]
        return {f"{thief}:steal=-"} | {f"{thief}:steal={what}" for what in within_reach(position, thief)}
    return set()


def within_reach(position: Position, thief: int) -> set[str]:
    found = set()
    for victim, sack in enumerate(position["sacks"]):
        if victim != thief and only_ruses(sack) != ["hammer"]:
            found |= {f"{victim}.{token}" for token in only_loot(sack)}
    return found


# ---- what it does ------------------------------------------------------------------------------------------------


def applied(position: Position, token: str) -> Position:
    new = copy.deepcopy(position)
    seat, _, what = token.partition(":")
    word, _, rest = what.partition("=")
    if word == "sack":
        tokens = rest.split(",") if rest else []
        assert may_hold(position, int(seat), tokens), token
        new["sacks"][int(seat)] = sorted(tokens, key=ORDER.index)
        if None not in new["sacks"]:
            new["waits_for"] = "stop"
        return new
    assert token in legal(position), token
    if word == "stop":
        new["stopped_by"] = int(seat)
        snakes = [each for each, sack in enumerate(new["sacks"]) if only_ruses(sack) == ["snake"]]
        new["snakes"] = sorted(snakes, key=lambda each: (-new["eggs"][each], new["ages"].index(each)))
    else:
        thief = new["snakes"].pop(0)
        if rest != "-":
            victim, _, stolen = rest.partition(".")
            new["sacks"][int(victim)].remove(stolen)
            new["sacks"][thief] = sorted([*new["sacks"][thief], stolen], key=ORDER.index)
    while new["snakes"] and not within_reach(new, new["snakes"][0]):
        new["snakes"].pop(0)
    if new["snakes"]:
        new["waits_for"] = "theft"
    else:
        count(new)
    return new


def score(sack: list[str], missions: list[str]) -> int:
    points = 0
    wanted = list(missions)
    for token in only_loot(sack):
        if token in wanted:
            wanted.remove(token)
            points += 1
        else:
            points -= 1
    if len(only_ruses(sack)) >= 2:
        points -= 1
    elif only_ruses(sack) == ["fox"]:
        points += 1
    return max(points, 0)


def count(position: Position) -> None:
    missions = position["rounds_of_missions"][-1]
    position["round_scores"] = [score(sack, missions) for sack in position["sacks"]]
    position["eggs"] = [a + b for a, b in zip(position["eggs"], position["round_scores"], strict=True)]
    position["waits_for"] = "nothing" if max(position["eggs"]) >= position["target"] else "deal"


def winner(position: Position) -> int | None:
    if position["waits_for"] != "nothing":
        return None
    best = [seat for seat, eggs in enumerate(position["eggs"]) if eggs == max(position["eggs"])]
    return max(best, key=position["ages"].index)
