"""Between the kernel's records and the reference's positions, and positions built by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from renardiere.games.fennecs import rules
from tests.games.fennecs import reference
from tests.games.fennecs.reference import ORDER, Position

VARIANTS = ["base", "sahara", "sandfox"]
WAITS = ["deal", "turn", "total", "nothing"]
ENDS = [None, "all", "six", "stuck"]


def action(token: str) -> int:
    if token[0] == "=":
        return 134 + int(token[1:])
    card, _, where = token.partition("@")
    if card == "take":
        return 115 + int(where)
    return (55 if where.endswith("?") else 0) + 5 * ORDER.index(card) + int(where[0])


def token(action: int) -> str:
    if action >= 120:
        return f"={action - 134}"
    if action >= 115:
        return f"take@{action - 115}"
    if action >= 55:
        return f"{ORDER[(action - 55) // 5]}@{action % 5}?"
    return f"{ORDER[action // 5]}@{action % 5}"


def legal(state: Any) -> set[str]:
    words = np.zeros(rules.WORDS, np.uint64)
    rules.legal(state, words)
    together = sum(int(word) << 64 * i for i, word in enumerate(words))
    assert together >> rules.N_ACTIONS == 0
    return {token(i) for i in range(rules.N_ACTIONS) if together >> i & 1}


def apply(state: Any, token: str) -> None:
    rules.apply(state, action(token))


def kinds(cards: list[str]) -> Any:
    return np.array([ORDER.index(card) for card in cards], np.int8)


def position_of(state: Any) -> Position:
    """A kernel state as the reference writes it, but for the order in which columns were taken."""
    players = int(state.players)
    begun = state["round"] > 0

    def cards(column: int) -> list[dict[str, Any]]:
        row = [int(card) for card in state.column[column, : state.cards[column]]]
        assert all(card == -1 for card in state.column[column, state.cards[column] :])
        return [
            {"card": ORDER[card & 15], "by": (card >> 4) - 1 if card >> 4 else None, "down": bool(down)}
            for card, down in ((card, state.down[column] >> place & 1) for place, card in enumerate(row))
        ]

    columns, taken = [], [None] * players
    for column in range(players if begun else 0):
        taker = int(state.taker[column])
        columns.append(cards(column) if taker < 0 else None)
        if taker >= 0:
            taken[taker] = [card["card"] for card in cards(column)]  # type: ignore[call-overload]
    waits_for = WAITS[state.phase]
    return {
        "players": players,
        "variant": VARIANTS[state.variant],
        "round": int(state["round"]),
        "first": int(state.first) if begun else None,
        "player": int(state.player) if begun else None,
        "hands": [[ORDER[kind] for kind in state.hand[seat] if kind >= 0] for seat in range(players)],
        "columns": columns,
        "taken": taken,
        "totals": [None if total == 127 else int(total) for total in state.worth[:players]],
        "aside": [ORDER[kind] for kind in state.aside if kind >= 0],
        "stars": [int(stars) for stars in state.stars[:players]],
        "waits_for": waits_for,
        "possible": [int(state.total) + 4 * i for i in range(state.fives + 1)] if waits_for == "total" else [],
        "reached": bool(state.reached),
        "ended": ENDS[state.ended],
    }


def agrees(state: Any, position: Position) -> bool:
    """Whether a kernel state is this position, in all that either has."""
    takers = position["takers"]
    rest = {name: value for name, value in position.items() if name != "takers"}
    return (
        position_of(state) == rest
        and int(state.reserve) == reference.reserve(position)
        and int(state.last_taker) == (takers[-1] if takers else -1)
        and [seat for seat in range(5) if state.out >> seat & 1] == sorted(takers)
    )


def write(position: Position, state: Any) -> None:
    """A position into a record; columns that were taken have no cards there."""
    players = position["players"]
    state.players, state.variant = players, VARIANTS.index(position["variant"])
    state["round"], state.first, state.player = position["round"], position["first"], position["player"]
    state.placeable = state.takeable = 0
    for seat in range(players):
        hand = position["hands"][seat]
        state.hand[seat] = -1
        state.hand[seat, : len(hand)] = kinds(hand)
        state.stars[seat] = position["stars"][seat]
        column = position["columns"][seat]
        state.column[seat], state.cards[seat], state.down[seat] = -1, len(column or []), 0
        state.taker[seat], state.worth[seat] = -1, 127
        for place, card in enumerate(column or []):
            owner = 0 if card["by"] is None else card["by"] + 1
            state.column[seat, place] = ORDER.index(card["card"]) + 16 * owner
            state.down[seat] |= card["down"] << place
        if column is None:
            state.taker[seat] = next(s for s in position["takers"] if s not in state.taker[:players])
        else:
            state.placeable |= (len(column) < 7) << seat
            state.takeable |= (len(column) > 1) << seat
    state.aside = -1
    state.out = sum(1 << seat for seat in position["takers"])
    state.last_taker = position["takers"][-1] if position["takers"] else -1
    state.phase, state.ended, state.reached = WAITS.index(position["waits_for"]), 0, position["reached"]
    state.reserve, state.lap = reference.reserve(position), 1


class Table:
    """A position built by hand. ``columns`` are written as in the notation, a card face down with ``?`` and, where it
    matters, who placed it (``4?1``; seat 0 if nothing is said); ``-`` is a column that was taken. Seat 0 is to act."""

    def __init__(self, players: int, columns: str, hands: str = "", **more: Any) -> None:
        position = reference.before_the_first_deal(players, more.pop("variant", "base"))
        table: list[list[dict[str, Any]] | None] = []
        for column in columns.split("|"):
            cards = column.split()
            table.append(None if cards == ["-"] else [card_in_column(i, card) for i, card in enumerate(cards)])
        held = [reference.in_order(hand.split()) for hand in hands.split("|")]
        out = [seat for seat in range(players) if len(table) > seat and table[seat] is None]
        position.update(
            columns=table,
            hands=held + [[] for _ in range(players - len(held))],
            takers=more.pop("takers", out),
            waits_for="turn",
            player=0,
            first=0,
            round=1,
        )
        position.update(more)
        assert len(table) == players
        assert len(position["takers"]) == len(out)
        self.states = rules.new_states(1, players)
        self.state = self.states[0]
        write(position, self.state)

    def do(self, tokens: str) -> Table:
        for token in tokens.split():
            assert token in self.legal, f"{token} is not legal"
            apply(self.state, token)
        return self

    @property
    def legal(self) -> set[str]:
        return legal(self.state)

    @property
    def now(self) -> Position:
        return position_of(self.state)

    @property
    def stars(self) -> list[int]:
        stars: list[int] = self.now["stars"]
        return stars

    @property
    def reserve(self) -> int:
        return int(self.state.reserve)

    @property
    def player(self) -> int:
        return int(self.state.player)

    @property
    def ended(self) -> str | None:
        return ENDS[self.state.ended]

    @property
    def over(self) -> bool:
        return bool(self.state.phase == rules.OVER)


def card_in_column(place: int, text: str) -> dict[str, Any]:
    card, down, owner = text.partition("?")
    by = None if place == 0 else int(owner or 0)
    return {"card": card, "by": by, "down": bool(down)}
