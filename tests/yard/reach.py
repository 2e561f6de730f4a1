"""A yard laid out by hand, and what can be done in it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from renardiere.yard import Felt, Yard
from renardiere.yard.box import Token
from renardiere.yard.messages import move

ALL = [
    *(kind for kind in ("hen", "goose", "horse", "cow", "pig", "sheep", "cheese", "fish") for _ in range(3)),
    *("fox", "fox", "snake", "snake", "hammer"),
]


def laid(*tokens: tuple[str, float, float, float], hands: int = 1, speed: float = 1.0) -> Yard:
    """A yard with these tokens: kind, x, y, angle. Hands are in the middle of the left, right, lower and upper edge."""
    yard = Yard(b"laid", [token[0] for token in tokens], [speed] * hands)
    box = yard._box
    for token in box.tokens:
        box.lift(token)
    for token, (_, x, y, angle) in zip(box.tokens, tokens, strict=True):
        box.put(token, x, y, angle)
    return yard


def put_hand(yard: Yard, hand: int, x: float, y: float) -> None:
    yard._hands[hand].x, yard._hands[hand].y = x, y


def where(yard: Yard, hand: int = 0) -> tuple[float, float]:
    return yard._hands[hand].x, yard._hands[hand].y


def token(yard: Yard, number: int = 0) -> Token:
    return yard._box.tokens[number]


def felt(yard: Yard, hand: int = 0) -> Felt:
    return Felt.of(yard.felt(hand))


def ticks(yard: Yard, number: int) -> None:
    for _ in range(number):
        yard.step()


def drag(yard: Yard, dx: float, dy: float, speed: float, hand: int = 0) -> None:
    """Moves on by so much at that speed in mm/s, a message every second tick; then until it lies still."""
    steps = max(1, round(hypot(dx, dy) / speed * 30))
    left_x, left_y = dx, dy
    for step in range(steps, 0, -1):
        x, y = round(left_x / step, 1), round(left_y / step, 1)
        left_x, left_y = left_x - x, left_y - y
        yard.send(hand, move(x, y))
        ticks(yard, 2)
    ticks(yard, 12)


def tell(yard: Yard, *messages: bytes, hand: int = 0, after: int = 1) -> None:
    for message in messages:
        yard.send(hand, message)
        ticks(yard, after)


def kinds(things: Sequence[Token]) -> list[str]:
    return [thing.kind for thing in things]
