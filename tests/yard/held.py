"""What a hand is told of each kind of token while it turns it once: golden for the page, which has that in the lesson
without a yard.

``python -m tests.yard.held`` writes ``web/tests/held.json``; a test sees that it is current.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from renardiere.games.maitre.words import TOKENS
from renardiere.yard import Flag, Yard
from renardiere.yard.messages import Do, turn
from tests.yard.reach import felt, laid, put_hand, ticks

GOLDEN: Final = Path(__file__).parents[2] / "web/tests/held.json"


def holding(kind: str) -> Yard:
    """One hand, and in it a token that lies as it is drawn."""
    yard = laid((kind, 150, 110, 0.0))
    x = 150.0
    while not felt(yard).contacts:
        x += 1
        put_hand(yard, 0, x, 110)
        ticks(yard, 1)
    yard.send(0, bytes((Do.GRIP,)))
    while Flag.HELD not in felt(yard).flags:
        ticks(yard, 1)
    return yard


def told(yard: Yard, after: int) -> str:
    """The frame after so many ticks."""
    ticks(yard, after)
    return yard.felt(0).hex()


def frames(yard: Yard, message: bytes, number: int) -> list[str]:
    yard.send(0, message)
    return [told(yard, 2) for _ in range(number)]


def golden() -> str:
    turns = {kind: frames(holding(kind), bytes((Do.TURN_ONCE,)), 76) for kind in TOKENS}
    yard = holding("hammer")
    by_hand = {str(by): frames(yard, turn(by), 10) for by in (7, -100, 40)}
    # at every half degree that an automatic turn comes by
    odd = holding("sheep")
    odd.send(0, bytes((Do.TURN_ONCE,)))
    ticks(odd, 1)
    between = [told(odd, 2) for _ in range(71)]
    return json.dumps({"turns": turns, "byHand": by_hand, "between": between}, indent=2) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(golden())
