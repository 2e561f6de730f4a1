"""Between the kernel's records and the reference's positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from renardiere.games.forest import rules
from tests.games.forest import reference
from tests.games.forest.reference import Card, Position

SUITS = "BKM"
WAITS = ["deal", "card", "exchange", "burial", "nothing"]


def number(card: Card | None) -> int:
    return -1 if card is None else 11 * SUITS.index(card[0]) + card[1] - 1


def card(number: int) -> Card | None:
    return None if number < 0 else (SUITS[number // 11], number % 11 + 1)


def mask(*tokens: str) -> np.uint64:
    """``mask("B7", "K11")``: a set of cards."""
    return np.uint64(sum(1 << number(reference.card_of(token)) for token in tokens))


def cards(mask: int) -> set[Card]:
    return {reference.DECK[i] for i in range(33) if int(mask) >> i & 1}


def action(token: str) -> int:
    if token == "x-":
        return 66
    first = {"x": 33, ">": 67}.get(token[0], 0)
    return first + number(reference.card_of(token.lstrip("x>")))


def token(action: int) -> str:
    if action == 66:
        return "x-"
    if action < 33:
        return reference.text(reference.DECK[action])
    if action < 66:
        return "x" + reference.text(reference.DECK[action - 33])
    return ">" + reference.text(reference.DECK[action - 67])


def legal(state: Any) -> set[str]:
    words = np.zeros(rules.WORDS, np.uint64)
    rules.legal(state, words)
    together = int(words[0]) | int(words[1]) << 64
    assert together >> rules.N_ACTIONS == 0
    return {token(i) for i in range(rules.N_ACTIONS) if together >> i & 1}


def position_of(state: Any) -> Position:
    """A kernel state as the reference writes it."""
    none = {-1: None}
    return {
        "hands": [cards(state.hand[0]), cards(state.hand[1])],
        "pile": [card(c) for c in state.pile if c >= 0],
        "decree": card(state.decree),
        "table": [card(c) for c in (state.led, state.follow) if c >= 0],
        "waits_for": WAITS[state.phase],
        "player": none.get(int(state.player), int(state.player)),
        "leader": none.get(int(state.leader), int(state.leader)),
        "dealer": none.get(int(state.dealer), int(state.dealer)),
        "drawn": card(state.drawn),
        "tricks": [int(n) for n in state.tricks],
        "treasures": [int(n) for n in state.treasures],
        "round": int(state["round"]),
        "target": int(state.target),
        "scores": [int(n) for n in state.scores],
        "last_round": [int(n) for n in state.last],
    }


def write(position: Position, state: Any) -> None:
    """The other way round, into a record."""
    for seat in (0, 1):
        state.hand[seat] = sum(1 << number(c) for c in position["hands"][seat])
        state.tricks[seat] = position["tricks"][seat]
        state.treasures[seat] = position["treasures"][seat]
        state.scores[seat] = position["scores"][seat]
        state.last[seat] = position["last_round"][seat]
    for i in range(6):
        state.pile[i] = number(position["pile"][i]) if i < len(position["pile"]) else -1
    table = [*position["table"], None, None]
    state.led, state.follow = number(table[0]), number(table[1])
    state.decree = number(position["decree"])
    state.drawn = number(position["drawn"])
    state.phase = WAITS.index(position["waits_for"])
    for name in ("player", "leader", "dealer"):
        state[name] = -1 if position[name] is None else position[name]
    state["round"] = position["round"]
    state.target = position["target"]
