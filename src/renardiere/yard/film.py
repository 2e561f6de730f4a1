"""The film of a search, to be watched after the stop: where hands and tokens were, ten times a second.

Bytes: version 1, hands, tokens, then each token's kind. Then for each picture how many things have changed since the
one before, and these: which (hands first, then tokens), x and y in tenths of a millimetre (two bytes each, high byte
first); of a token also its angle in 256 steps, and where it is: 0 in the box, 1 + h in hand h, 5 + h in the sack of
hand h. In the first picture all are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Final

from msgspec import Struct

from renardiere.games.maitre.words import KIND, TOKENS

__all__ = ["EVERY", "Film", "Picture", "Thing", "pictures"]

EVERY: Final = 6
"""Ticks from one picture to the next."""
IN_HAND: Final = 1
IN_SACK: Final = 5


class Thing(Struct, frozen=True):
    """A hand or a token in a picture: mm, radians; ``where`` as in the bytes."""

    x: float
    y: float
    angle: float = 0.0
    where: int = 0


class Picture(Struct, frozen=True):
    hands: tuple[Thing, ...]
    tokens: tuple[Thing, ...]


class Film:
    def __init__(self, hands: int, kinds: Sequence[str]) -> None:
        self.hands = hands
        self.bytes = bytearray((1, hands, len(kinds), *(KIND[kind] for kind in kinds)))
        self.last: list[bytes] = [b""] * (hands + len(kinds))

    def take(self, things: Sequence[Thing]) -> None:
        """One more picture: all hands, then all tokens."""
        now = [self._packed(place, thing) for place, thing in enumerate(things)]
        changed = [place for place, packed in enumerate(now) if packed != self.last[place]]
        self.bytes.append(len(changed))
        for place in changed:
            self.bytes.append(place)
            self.bytes += now[place]
        self.last = now

    def _packed(self, place: int, thing: Thing) -> bytes:
        x, y = round(max(thing.x, 0) * 10), round(max(thing.y, 0) * 10)
        spot = x.to_bytes(2) + y.to_bytes(2)
        if place < self.hands:
            return spot
        return spot + bytes((round(thing.angle * 128 / pi) & 255, thing.where))


def pictures(film: bytes) -> tuple[tuple[str, ...], list[Picture]]:
    """A film's kinds of tokens, and its pictures."""
    _, hands, tokens = film[:3]
    kinds = tuple(TOKENS[kind] for kind in film[3 : 3 + tokens])
    at, now, found = 3 + tokens, [Thing(0, 0)] * (hands + tokens), []
    while at < len(film):
        changed, at = film[at], at + 1
        for _ in range(changed):
            place = film[at]
            x, y = int.from_bytes(film[at + 1 : at + 3]) / 10, int.from_bytes(film[at + 3 : at + 5]) / 10
            if place < hands:
                now[place] = Thing(x, y)
                at += 5
            else:
                now[place] = Thing(x, y, film[at + 5] * pi / 128, film[at + 6])
                at += 7
        found.append(Picture(tuple(now[:hands]), tuple(now[hands:])))
    return kinds, found
