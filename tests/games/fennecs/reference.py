"""Fennecs once more, written from its rules as plainly as possible and without a line of the package: the judge of the
fast rules.

A card is its text (``-2``, ``1/5``, ``SN``). A column is a list of cards with who placed them and whether they lie face
down, or None once it was taken; a position is a dict, an action a token of the notation. The reserve is what nobody
holds. Nothing is shared between positions, nothing is clever.
"""

from __future__ import annotations

import copy
import itertools
from typing import Any

Position = dict[str, Any]

ORDER = ["-5", "-2", "-1", "0", "0+", "1", "2", "3", "4", "5", "1/5", "SN"]
BASE = ["-1", "-1", "-2", "-2", "0+", "0+", "1", "2", "2", "3", "3", "4", "4", "5", "1/5", "1/5"]
PAWS = ["0+", "1", "5", "1/5"]

STARS_AT_START = {2: 5, 3: 4, 4: 3, 5: 2}
HAND = {2: 4, 3: 4, 4: 3, 5: 3}
ASIDE = {2: 4, 3: 1, 4: 0, 5: 0}
ENDS_AT = {2: 20, 3: 20, 4: 20, 5: 15}
ALL_STARS = 24 * 1 + 6 * 5


def deck(players: int, variant: str = "base") -> list[str]:
    cards = list(BASE)
    if players == 2:
        cards = [card for card in cards if card != "1/5"]
    if players == 5:
        cards += PAWS
    if variant != "base":
        without = [card for card in cards if card != "0+"]
        instead = {
            ("sahara", 2): ["0", "0"],
            ("sahara", 3): ["0", "0", "0"],
            ("sandfox", 2): ["-5", "SN"],
            ("sandfox", 3): ["-5", "-5", "SN"],
        }
        cards = without + instead[variant, len(cards) - len(without)]
    return in_order(cards)


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ORDER.index)


def before_the_first_deal(players: int, variant: str = "base") -> Position:
    return {
        "players": players,
        "variant": variant,
        "round": 0,
        "first": None,
        "player": None,
        "hands": [[] for _ in range(players)],
        "columns": [],
        "taken": [None] * players,  # by seat, the cards
        "totals": [None] * players,  # by seat, what they added up to
        "takers": [],  # in their order
        "aside": [],
        "stars": [STARS_AT_START[players]] * players,
        "waits_for": "deal",
        "possible": [],  # the totals to choose from
        "reached": False,
        "ended": None,
    }


def dealt(position: Position, cards: list[str], first: int) -> Position:
    """Cards: the hands, the starting cards, those set aside."""
    players = position["players"]
    assert position["waits_for"] == "deal"
    assert in_order(cards) == deck(players, position["variant"])
    new = copy.deepcopy(position)
    n = HAND[players]
    new["hands"] = [in_order(cards[n * seat : n * seat + n]) for seat in range(players)]
    starts = cards[n * players : n * players + players]
    new["columns"] = [[{"card": card, "by": None, "down": False}] for card in starts]
    new["aside"] = cards[n * players + players :]
    assert len(new["aside"]) == ASIDE[players]
    new["taken"] = [None] * players
    new["totals"] = [None] * players
    new["takers"] = []
    new["first"] = new["player"] = first
    new["round"] += 1
    new["ended"] = None
    new["waits_for"] = "turn"
    return new


def next_first(position: Position) -> int:
    last: int = position["takers"][-1] if position["takers"] else position["first"]
    return last


def stars_on_cards(position: Position) -> int:
    if position["ended"] or not position["round"]:
        return 0
    return sum(card["down"] for column in position["columns"] if column for card in column)


def reserve(position: Position) -> int:
    return ALL_STARS - sum(position["stars"]) - stars_on_cards(position)


# ---- what may be done --------------------------------------------------------------------------------------------


def legal(position: Position) -> set[str]:
    if position["waits_for"] == "total":
        return {f"={total}" for total in position["possible"]}
    if position["waits_for"] != "turn":
        return set()
    seat = position["player"]
    tokens = set()
    for number, column in enumerate(position["columns"]):
        if column is None:
            continue
        if len(column) >= 2:
            tokens.add(f"take@{number}")
        if len(column) < 7:
            for card in position["hands"][seat]:
                if card != "SN":
                    tokens.add(f"{card}@{number}")
                if position["stars"][seat] >= 1:
                    tokens.add(f"{card}@{number}?")
    return tokens


# ---- what it does ------------------------------------------------------------------------------------------------


def applied(position: Position, token: str) -> Position:
    assert token in legal(position), token
    new = copy.deepcopy(position)
    seat = new["player"]
    if token.startswith("="):
        count(new, int(token[1:]))
    elif token.startswith("take@"):
        take(new, int(token[5:]))
    else:
        card, _, where = token.partition("@")
        down = where.endswith("?")
        had_one = reserve(new) > 0
        new["hands"][seat].remove(card)
        new["columns"][int(where.rstrip("?"))].append({"card": card, "by": seat, "down": down})
        if down:
            change(new, -1)
        elif had_one:
            change(new, +1)
        turn_passes(new)
    return new


def change(position: Position, stars: int) -> None:
    seat = position["player"]
    position["stars"][seat] = max(0, position["stars"][seat] + stars)
    if position["stars"][seat] >= ENDS_AT[position["players"]]:
        position["reached"] = True


def possible_totals(cards: list[str]) -> list[int]:
    """Each way to count the 1/5, added up."""
    ways = [[1, 5] if card == "1/5" else [0 if card == "0+" else int(card)] for card in cards]
    if "0+" in cards:
        ways = [[abs(value) for value in values] for values in ways]
    return sorted({sum(way) for way in itertools.product(*ways)})


def take(position: Position, number: int) -> None:
    seat, column = position["player"], position["columns"][number]
    cards = [card["card"] for card in column]
    position["columns"][number] = None
    position["taken"][seat] = cards
    position["takers"].append(seat)
    if "SN" in cards:
        turn_passes(position)
        return
    change(position, sum(card["down"] for card in column))
    if len(cards) == 7:
        turn_passes(position)
        return
    position["possible"] = possible_totals(cards)
    if len(position["possible"]) > 1:
        position["waits_for"] = "total"
    else:
        count(position, position["possible"][0])


def count(position: Position, total: int) -> None:
    position["totals"][position["player"]] = total
    position["possible"] = []
    position["waits_for"] = "turn"
    if total <= 6:
        change(position, total)
    else:
        change(position, -(total - 6))
    if total == 6:
        round_ends(position, "six")
    else:
        turn_passes(position)


def turn_passes(position: Position) -> None:
    if len(position["takers"]) == position["players"]:
        round_ends(position, "all")
        return
    while True:
        position["player"] = (position["player"] + 1) % position["players"]
        if position["player"] not in position["takers"]:
            break
    if not legal(position):
        round_ends(position, "stuck")


def round_ends(position: Position, why: str) -> None:
    position["ended"] = why
    over = position["reached"] or reserve(position) <= 0
    position["waits_for"] = "nothing" if over else "deal"


def result(position: Position) -> tuple[list[int], str] | None:
    if position["waits_for"] != "nothing":
        return None
    most = max(position["stars"])
    winners = [seat for seat, stars in enumerate(position["stars"]) if stars == most]
    return winners, "stars" if position["reached"] else "reserve"


# ---- counting nodes ----------------------------------------------------------------------------------------------


def perft(position: Position, depth: int, next_deal: list[str]) -> int:
    """How many sequences of ``depth`` actions there are from here."""
    if depth == 0:
        return 1
    if position["waits_for"] == "deal":
        position = dealt(position, next_deal, next_first(position))
    return sum(perft(applied(position, token), depth - 1, next_deal) for token in legal(position))
