"""Duet once more, written from its rules as plainly as possible and without a line of the package: the judge of the
fast rules.

A card is a pair (suit, rank), suit one of D, R, S. The path is a list of spaces, each a dict; a position is a dict, an
action a token of the notation with the seat in front of it (``0:gD4``), so that it says all by itself. Nothing is
shared between positions, nothing is clever.
"""

from __future__ import annotations

import copy
from typing import Any

Card = tuple[str, int]
Position = dict[str, Any]

DECK: list[Card] = [(suit, rank) for suit in "DRS" for rank in range(1, 11)]
PAWS = {1: 0, 2: 3, 3: 2, 4: 1, 5: 1, 6: 2, 7: 0, 8: 2, 9: 0, 10: 3}

SIDE_A = {
    "squares": [1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1],
    "diamonds": [0] * 11,
    "plus": [0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0],
    "start": 5,
}
SIDE_B = {
    "squares": [2, 1, 2, 1, 0, 2, 1, 2, 2],
    "diamonds": [0, 1, 0, 1, 0, 0, 1, 0, 0],
    "plus": [0, 1, 0, 1, 0, 0, 1, 0, 0],
    "start": 4,
}
SIDES = {1: SIDE_A, 2: SIDE_B, 3: SIDE_B}
FOREST_TOKENS = {1: 4, 2: 3, 3: 3}
WORTH = {1: 10, 2: 20, 3: 30}


def text(card: Card) -> str:
    return f"{card[0]}{card[1]}"


def card_of(token: str) -> Card:
    return token[0], int(token[1:])


def before_the_first_deal(level: int = 1, side: dict[str, Any] | None = None) -> Position:
    side = side or SIDES[level]
    gems = [square + (diamond if level == 3 else 0) for square, diamond in zip(side["squares"], side["diamonds"])]  # noqa: B905
    return {
        "hands": [set(), set()],
        "deck": [],
        "decree": None,
        "table": [],  # the cards of the current trick, in order
        "gifts": [None, None],
        "waits_for": "deal",
        "player": None,  # None while both give
        "leader": None,
        "dealer": None,
        "tricks": 0,
        "round": 0,
        "level": level,
        "path": [{"gems": gems[i], "plus": side["plus"][i], "forest": False} for i in range(len(gems))],
        "start": side["start"],
        "token": side["start"],
        "forest_tokens": FOREST_TOKENS[level],
        "result": None,
        "score": None,
    }


def dealt(position: Position, cards: list[Card], dealer: int) -> Position:
    """Cards: 11 of seat 0, 11 of seat 1, the decree card, 7 of the deck."""
    assert sorted(cards) == DECK
    assert position["waits_for"] == "deal"
    new = copy.deepcopy(position)
    new["hands"] = [set(cards[:11]), set(cards[11:22])]
    new["decree"] = cards[22]
    new["deck"] = cards[23:]
    new["dealer"] = dealer
    new["leader"] = new["player"] = 1 - dealer
    new["tricks"] = 0
    new["round"] += 1
    new["waits_for"] = "card"
    return new


# ---- what may be done --------------------------------------------------------------------------------------------


def legal(position: Position) -> set[str]:
    waits_for, player = position["waits_for"], position["player"]
    if waits_for in ("deal", "nothing"):
        return set()
    if waits_for == "gifts":
        waiting = [seat for seat in (0, 1) if position["gifts"][seat] is None]
        return {f"{seat}:g{text(card)}" for seat in waiting for card in position["hands"][seat]}
    hand = position["hands"][player]
    if waits_for == "card":
        tokens = {text(card) for card in may_play(hand, position["table"])}
    elif waits_for == "foxes":
        tokens = {"@0", "@1"}
    elif waits_for == "exchange":
        tokens = {"x" + text(card) for card in hand} | {"x-"}
    elif waits_for == "movement":
        tokens = {movement_text(step) for step in movements(position, player)}
    else:
        tokens = {"f0", "f1"}
    return {f"{player}:{token}" for token in tokens}


def may_play(hand: set[Card], table: list[Card]) -> set[Card]:
    if not table or table[0][1] == 9:
        return hand
    of_the_suit = {card for card in hand if card[0] == table[0][0]}
    return of_the_suit or hand


def movement_text(step: int) -> str:
    return "m0" if step == 0 else f"m+{step}" if step > 0 else f"m-{-step}"


def movements(position: Position, winner: int) -> set[int]:
    """The signed distances that the winner may choose from, as the rule puts it: leave out no paws, or those of one
    card for each Gazelle; then the direction."""
    ranks = [card[1] for card in position["table"]]
    paws = [PAWS[rank] for rank in ranks]
    gazelles = ranks.count(5)
    left_out: list[list[int]] = [[]]
    if gazelles >= 1:
        left_out += [[0], [1]]
    if gazelles == 2:
        left_out += [[0, 1]]
    distances = {sum(paws[i] for i in (0, 1) if i not in ignored) for ignored in left_out}
    towards = {1: +1, 0: -1}
    directions = [+1, -1] if 1 in ranks else [towards[winner]]
    return {distance * direction for distance in distances for direction in directions}


# ---- what it does ------------------------------------------------------------------------------------------------


def applied(position: Position, token: str) -> Position:
    assert token in legal(position), token
    new = copy.deepcopy(position)
    seat, act = int(token[0]), token[2:]
    hand = new["hands"][seat]
    if act[0] == "@":
        new["player"] = int(act[1])
        new["waits_for"] = "exchange"
        if not new["hands"][int(act[1])]:
            turn_ends(new)
    elif act == "x-":
        turn_ends(new)
    elif act[0] == "x":
        hand.remove(card_of(act[1:]))
        hand.add(new["decree"])
        new["decree"] = card_of(act[1:])
        turn_ends(new)
    elif act[0] == "g":
        new["gifts"][seat] = card_of(act[1:])
        if None not in new["gifts"]:
            for giver in (0, 1):
                new["hands"][giver].remove(new["gifts"][giver])
                new["hands"][1 - giver].add(new["gifts"][giver])
            new["gifts"] = [None, None]
            turn_ends(new)
    elif act[0] == "m":
        move(new, seat, int(act[1:]))
    elif act[0] == "f":
        forest_grows(new, int(act[1]))
        new["waits_for"] = "deal"
    else:
        card = card_of(act)
        hand.remove(card)
        new["table"].append(card)
        if card[1] == 3 and (new["hands"][0] or new["hands"][1]):
            new["waits_for"] = "foxes"
        elif card[1] == 7 and new["hands"][0] and new["hands"][1]:
            new["waits_for"] = "gifts"
            new["player"] = None
        else:
            turn_ends(new)
    return new


def resigned(position: Position) -> Position:
    new = copy.deepcopy(position)
    new["waits_for"], new["result"] = "nothing", "resigned"
    return new


def turn_ends(position: Position) -> None:
    position["waits_for"] = "card"
    if len(position["table"]) == 1:
        position["player"] = 1 - position["leader"]
        return
    led, follow = position["table"]
    winner = position["leader"] if winning_card(led, follow, position["decree"][0]) == led else 1 - position["leader"]
    possible = movements(position, winner)
    if len(possible) > 1:
        position["waits_for"] = "movement"
        position["player"] = winner
    else:
        move(position, winner, possible.pop())


def winning_card(led: Card, follow: Card, trump: str) -> Card:
    trumps = [card for card in (led, follow) if card[0] == trump]
    contenders = trumps or [card for card in (led, follow) if card[0] == led[0]]
    return max(contenders, key=lambda card: card[1])


def open_spaces(position: Position) -> list[int]:
    return [i for i, space in enumerate(position["path"]) if not space["forest"]]


def forest_grows(position: Position, end: int) -> None:
    spaces = open_spaces(position)
    covered, towards = (spaces[0], spaces[1]) if end == 0 else (spaces[-1], spaces[-2])
    path = position["path"]
    path[covered]["forest"] = True
    path[towards]["gems"] += path[covered]["gems"]
    path[covered]["gems"] = 0
    position["forest_tokens"] -= 1


def move(position: Position, winner: int, step: int) -> None:
    path = position["path"]
    position["table"] = []
    position["leader"] = position["player"] = winner
    position["tricks"] += 1
    position["waits_for"] = "card"
    target = position["token"] + step
    if target in open_spaces(position):
        position["token"] = target
        if path[target]["gems"]:
            path[target]["gems"] -= 1
            if not any(space["gems"] for space in path):
                return win(position)
    elif position["forest_tokens"] == 0:
        position["waits_for"], position["result"] = "nothing", "lost"
        return None
    else:
        forest_grows(position, 0 if step < 0 else 1)
        position["token"] = position["start"]
    if position["tricks"] == 11:
        round_ends(position)
    return None


def win(position: Position) -> None:
    position["waits_for"], position["result"] = "nothing", "won"
    position["score"] = WORTH[position["level"]]
    position["score"] += len(position["hands"][0]) + len(position["hands"][1])
    if position["round"] == 2:
        position["score"] += 10
    position["score"] += 3 * position["forest_tokens"]


def round_ends(position: Position) -> None:
    if position["round"] == 3:
        position["waits_for"], position["result"] = "nothing", "time"
        return
    spaces = open_spaces(position)
    for i, space in enumerate(position["path"]):
        if space["plus"]:
            nearest = min(spaces, key=lambda uncovered: abs(uncovered - i))
            position["path"][nearest]["gems"] += 1
    position["waits_for"] = "deal"
    if position["forest_tokens"]:
        if position["token"] == spaces[0]:
            forest_grows(position, 1)
        elif position["token"] == spaces[-1]:
            forest_grows(position, 0)
        else:
            position["waits_for"] = "forest"
            position["player"] = 1 - position["dealer"]


# ---- counting nodes ----------------------------------------------------------------------------------------------


def perft(position: Position, depth: int, next_deal: list[Card]) -> int:
    """How many sequences of ``depth`` actions there are from here; of Gifts, that of seat 0 comes first."""
    if depth == 0:
        return 1
    if position["waits_for"] == "deal":
        position = dealt(position, next_deal, 1 - position["dealer"])
    tokens = legal(position)
    if position["waits_for"] == "gifts":
        first = min(int(token[0]) for token in tokens)
        tokens = {token for token in tokens if int(token[0]) == first}
    return sum(perft(applied(position, token), depth - 1, next_deal) for token in tokens)
