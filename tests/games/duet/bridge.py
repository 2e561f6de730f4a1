"""Between the kernel's records and the reference's positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from renardiere.games.duet import position as kernel
from renardiere.games.duet import rules
from tests.games.duet import reference
from tests.games.duet.reference import Card, Position

SUITS = "DRS"
WAITS = ["deal", "card", "foxes", "exchange", "gifts", "movement", "forest", "nothing"]
RESULTS = [None, "won", "lost", "time", "resigned"]


def number(card: Card | None) -> int:
    return -1 if card is None else 10 * SUITS.index(card[0]) + card[1] - 1


def card(number: int) -> Card | None:
    return None if number < 0 else (SUITS[number // 10], number % 10 + 1)


def mask(cards: set[Card]) -> np.uint64:
    return np.uint64(sum(1 << number(each) for each in cards))


def cards(mask: int) -> set[Card]:
    return {reference.DECK[i] for i in range(30) if int(mask) >> i & 1}


def action(token: str) -> int:
    """The id of a token without its seat."""
    if token == "x-":
        return 62
    if token[0] == "m":
        return 97 + int(token[1:])
    if token[0] in "@f":
        return {"@": 30, "f": 102}[token[0]] + int(token[1])
    first = {"x": 32, "g": 63}.get(token[0], 0)
    return first + number(reference.card_of(token.lstrip("xg")))


def token(action: int) -> str:
    if action == 62:
        return "x-"
    if action >= 102:
        return f"f{action - 102}"
    if action >= 93:
        return reference.movement_text(action - 97)
    if action >= 63:
        return "g" + reference.text(reference.DECK[action - 63])
    if action >= 32:
        return "x" + reference.text(reference.DECK[action - 32])
    return f"@{action - 30}" if action >= 30 else reference.text(reference.DECK[action])


def legal(state: Any) -> set[str]:
    """With the seat that the kernel asks in front, as the reference has it; of a Gift, that of one seat."""
    words = np.zeros(rules.WORDS, np.uint64)
    rules.legal(state, words)
    together = int(words[0]) | int(words[1]) << 64
    assert together >> rules.N_ACTIONS == 0
    return {f"{state.player}:{token(i)}" for i in range(rules.N_ACTIONS) if together >> i & 1}


def apply(state: Any, token: str) -> None:
    """A token with its seat in front; of a Gift, in any order."""
    if state.phase == rules.GIVE:
        state.player = int(token[0])
    rules.apply(state, action(token[2:]))


def position_of(state: Any) -> Position:
    """A kernel state as the reference writes it."""
    none = {-1: None}
    spaces, first = int(state.spaces), int(state.covered[0])
    last = spaces - 1 - int(state.covered[1])
    waits_for = WAITS[state.phase]
    return {
        "hands": [cards(state.hand[0]), cards(state.hand[1])],
        "deck": [card(c) for c in state.deck if c >= 0],
        "decree": card(state.decree),
        "table": [card(c) for c in (state.led, state.follow) if c >= 0],
        "gifts": [card(c) for c in state.gift],
        "waits_for": waits_for,
        "player": None if waits_for == "gifts" else none.get(int(state.player), int(state.player)),
        "leader": none.get(int(state.leader), int(state.leader)),
        "dealer": none.get(int(state.dealer), int(state.dealer)),
        "tricks": int(state.tricks),
        "round": int(state["round"]),
        "level": int(state.level),
        "path": [
            {"gems": int(state.gems[i]), "plus": int(state.plus) >> i & 1, "forest": not first <= i <= last}
            for i in range(spaces)
        ],
        "start": int(state.start),
        "token": int(state.token),
        "forest_tokens": int(state.forest_tokens),
        "result": RESULTS[state.result],
        "score": int(state.score) if RESULTS[state.result] == "won" else None,
    }


def write(position: Position, state: Any) -> None:
    """The other way round, into a record."""
    for seat in (0, 1):
        state.hand[seat] = mask(position["hands"][seat])
        state.gift[seat] = number(position["gifts"][seat])
    for i in range(7):
        state.deck[i] = number(position["deck"][i]) if i < len(position["deck"]) else -1
    table = [*position["table"], None, None]
    state.led, state.follow = number(table[0]), number(table[1])
    state.decree = number(position["decree"])
    state.phase = WAITS.index(position["waits_for"])
    for name in ("player", "leader", "dealer"):
        state[name] = -1 if position[name] is None else position[name]
    if position["waits_for"] == "gifts":
        state.player = 0 if position["gifts"][0] is None else 1
    path = position["path"]
    forest = [space["forest"] for space in path]
    state.gems[:] = 0
    state.gems[: len(path)] = [space["gems"] for space in path]
    state.gems_left = sum(space["gems"] for space in path)
    state.plus = sum(1 << i for i, space in enumerate(path) if space["plus"])
    state.covered = sum(forest[: position["start"]]), sum(forest[position["start"] :])
    state.spaces = len(path)
    for name in ("start", "token", "forest_tokens", "tricks", "round", "level"):
        state[name] = position[name]
    state.result = RESULTS.index(position["result"])
    state.score = position["score"] or 0
    assert len(path) <= kernel.SPACES
