"""Forest once more, written from its rules as plainly as possible and without a line of the package: the judge of the
fast rules.

A card is a pair (suit, rank), suit one of B, K, M. A position is a dict, an action a token of the notation. Nothing
is shared between positions, nothing is clever.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

Card = tuple[str, int]
Position = dict[str, Any]

DECK: list[Card] = [(suit, rank) for suit in "BKM" for rank in range(1, 12)]


def text(card: Card) -> str:
    return f"{card[0]}{card[1]}"


def card_of(token: str) -> Card:
    return token[0], int(token[1:])


def before_the_first_deal(target: int = 21) -> Position:
    return {
        "hands": [set(), set()],
        "pile": [],
        "decree": None,
        "table": [],  # the cards of the current trick, in order
        "waits_for": "deal",
        "player": None,
        "leader": None,
        "dealer": None,
        "drawn": None,
        "tricks": [0, 0],
        "treasures": [0, 0],
        "round": 0,
        "target": target,
        "scores": [0, 0],
        "last_round": [0, 0],
    }


def built(hand_0: str, hand_1: str, decree: str, pile: str, **more: Any) -> Position:
    """A position of the first round, built by hand; seat 0 leads."""
    position = before_the_first_deal()
    position.update(
        hands=[set(map(card_of, hand_0.split())), set(map(card_of, hand_1.split()))],
        decree=card_of(decree),
        pile=list(map(card_of, pile.split())),
        waits_for="card",
        player=0,
        leader=0,
        dealer=1,
        round=1,
    )
    position.update(more)
    return position


def fresh(position: Position) -> Position:
    """A copy that shares nothing that changes."""

    def copied(value: Any) -> Any:
        return type(value)(map(copied, value)) if isinstance(value, list | set) else value

    return {key: copied(value) for key, value in position.items()}


def dealt(position: Position, cards: list[Card], dealer: int) -> Position:
    """Cards: 13 of seat 0, 13 of seat 1, the decree card, 6 of the pile from its top."""
    assert sorted(cards) == DECK
    assert position["waits_for"] == "deal"
    new = fresh(position)
    new["hands"] = [set(cards[:13]), set(cards[13:26])]
    new["decree"] = cards[26]
    new["pile"] = cards[27:]
    new["table"] = []
    new["dealer"] = dealer
    new["leader"] = new["player"] = 1 - dealer
    new["tricks"] = [0, 0]
    new["treasures"] = [0, 0]
    new["round"] += 1
    new["waits_for"] = "card"
    return new


def may_play(hand: set[Card], table: list[Card]) -> set[Card]:
    if not table:
        return hand
    suit, rank = table[0]
    of_the_suit = {card for card in hand if card[0] == suit}
    if not of_the_suit:
        return hand
    if rank == 11:
        highest = max(of_the_suit)
        return {card for card in of_the_suit if card[1] == 1 or card == highest}
    return of_the_suit


def legal(position: Position) -> set[str]:
    if position["waits_for"] in ("deal", "nothing"):
        return set()
    hand = position["hands"][position["player"]]
    if position["waits_for"] == "exchange":
        return {"x" + text(card) for card in hand} | {"x-"}
    if position["waits_for"] == "burial":
        return {">" + text(card) for card in hand}
    return {text(card) for card in may_play(hand, position["table"])}


def applied(position: Position, token: str) -> Position:
    assert token in legal(position)
    new = fresh(position)
    hand = new["hands"][new["player"]]
    if token == "x-":
        turn_ends(new)
    elif token[0] == "x":
        hand.remove(card_of(token[1:]))
        hand.add(new["decree"])
        new["decree"] = card_of(token[1:])
        turn_ends(new)
    elif token[0] == ">":
        hand.remove(card_of(token[1:]))
        new["pile"].append(card_of(token[1:]))
        new["drawn"] = None
        turn_ends(new)
    else:
        card = card_of(token)
        hand.remove(card)
        new["table"].append(card)
        if card[1] == 3 and hand:
            new["waits_for"] = "exchange"
        elif card[1] == 5:
            new["drawn"] = new["pile"].pop(0)
            hand.add(new["drawn"])
            new["waits_for"] = "burial"
        else:
            turn_ends(new)
    return new


def turn_ends(position: Position) -> None:
    position["waits_for"] = "card"
    if len(position["table"]) == 1:
        position["player"] = 1 - position["player"]
    else:
        trick_ends(position)


def winning_card(led: Card, follow: Card, trump: str) -> Card:
    lone_witch = [led[1], follow[1]].count(9) == 1

    def is_trump(card: Card) -> bool:
        return card[0] == trump or (lone_witch and card[1] == 9)

    trumps = [card for card in (led, follow) if is_trump(card)]
    contenders = trumps or [card for card in (led, follow) if card[0] == led[0]]
    return max(contenders, key=lambda card: card[1])


def trick_ends(position: Position) -> None:
    led, follow = position["table"]
    leader = position["leader"]
    winner = leader if winning_card(led, follow, position["decree"][0]) == led else 1 - leader
    loser = 1 - winner
    sevens = [led[1], follow[1]].count(7)
    position["tricks"][winner] += 1
    position["treasures"][winner] += sevens
    position["scores"][winner] += sevens
    card_of_loser = led if loser == leader else follow
    position["leader"] = position["player"] = loser if card_of_loser[1] == 1 else winner
    position["table"] = []
    if sum(position["tricks"]) == 13:
        round_ends(position)


def points(tricks: int) -> int:
    if tricks <= 3:
        return 6  # humble
    if tricks <= 6:
        return {4: 1, 5: 2, 6: 3}[tricks]  # defeated
    if tricks <= 9:
        return 6  # victorious
    return 0  # greedy


def round_ends(position: Position) -> None:
    for seat in (0, 1):
        won = points(position["tricks"][seat])
        position["scores"][seat] += won
        position["last_round"][seat] = won + position["treasures"][seat]
    position["waits_for"] = "nothing" if max(position["scores"]) >= position["target"] else "deal"


def winners(position: Position) -> list[int]:
    first, second = zip(position["scores"], position["last_round"], strict=True)
    if first == second:
        return [0, 1]
    return [0] if first > second else [1]


# ---- counting nodes ----------------------------------------------------------------------------------------------


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` actions there are from here, within the round."""
    if depth == 0:
        return 1
    return sum(perft(applied(position, token), depth - 1) for token in legal(position))


# ---- what a seat may think ---------------------------------------------------------------------------------------

Belief = tuple[frozenset[Card], tuple[Card, ...]]
"""The other hand and the pile in order: a full position, for a seat that sees all the rest."""


def beliefs_of(hidden: Iterable[Card], held: int, pile: list[Card | None]) -> set[Belief]:
    """All ways to put ``hidden`` cards into a hand of ``held`` cards and the places of the pile that are None."""

    def ways(cards: frozenset[Card], places: int) -> Iterator[tuple[Card, ...]]:
        if places == 0:
            yield ()
            return
        for card in cards:
            for others in ways(cards - {card}, places - 1):
                yield (card, *others)

    cards = frozenset(hidden)
    places = pile.count(None)
    assert len(cards) == held + places
    found = set()
    for chosen in ways(cards, places):
        rest = iter(chosen)
        found.add((cards - set(chosen), tuple(card or next(rest) for card in pile)))
    assert len(found) == math.comb(len(cards), held) * math.factorial(places)
    return found


def narrowed(beliefs: set[Belief], before: Position, token: str, viewer: int) -> set[Belief]:
    """What ``viewer`` may think after ``token``: every position that it thought possible in which the token, or any
    other that looks the same to it, was legal. ``before`` is the true position; only what the viewer sees is used."""
    mine = before["player"] == viewer
    drawn = applied(before, token)["drawn"] if mine else None
    after = set()
    for hand, pile in beliefs:
        imagined = fresh(before)
        imagined["hands"][1 - viewer] = set(hand)
        imagined["pile"] = list(pile)
        same = legal(imagined) if token[0] == ">" and not mine else {token} & legal(imagined)
        for each in same:
            new = applied(imagined, each)
            if not mine or new["drawn"] == drawn:
                after.add((frozenset(new["hands"][1 - viewer]), tuple(new["pile"])))
    return after
