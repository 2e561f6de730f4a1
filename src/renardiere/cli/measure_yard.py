"""How fast a yard is: four hands that search all the time, by chance."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from time import process_time
from typing import Final

from msgspec import Struct

from renardiere.games.maitre.words import in_the_box
from renardiere.yard import Felt, Flag, Yard
from renardiere.yard.messages import Do, move, turn

__all__ = ["Busy", "Pace", "measure"]

HANDS: Final = 4


class Pace(Struct, frozen=True):
    """``ticks_per_s`` of a core's time, and bytes a second: what one player feels and tells, and the film of all."""

    ticks_per_s: float
    felt: float
    told: float
    film: float


class Busy:
    """A hand that strokes along, changes its mind, grips what it meets, turns it and lets it go."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.way = self.pace = 0.0
        self.holding = 0

    def next(self, frame: bytes) -> bytes:
        felt, random = Felt.of(frame), self.random
        if Flag.HELD in felt.flags:
            self.holding += 1
            return bytes((Do.RELEASE,)) if self.holding % 60 == 0 else turn(6)
        if felt.contacts and random.random() < 0.03:
            return bytes((Do.GRIP,))
        if random.random() < (0.2 if felt.contacts else 0.03):
            self.way, self.pace = random.uniform(0, 2 * pi), random.choice((1.0, 1.8, 4.0))
        return move(self.pace * cos(self.way), self.pace * sin(self.way))


def measure(seconds: int, turns: int) -> Pace:
    """So many seconds of a yard, several times over; the fastest turn counts."""
    best, felt, told, film = 0.0, 0, 0, 0
    for _ in range(turns):
        yard = Yard(b"bench", in_the_box(), [1.0] * HANDS)
        hands = [Busy(seed) for seed in range(HANDS)]
        felt = told = 0
        begun = process_time()
        for tick in range(seconds * 60):
            if tick % 2 == 0:
                for number, hand in enumerate(hands):
                    frame = yard.felt(number)
                    message = hand.next(frame)
                    yard.send(number, message)
                    felt += len(frame)
                    told += len(message)
            yard.step()
        best = max(best, seconds * 60 / (process_time() - begun))
        film = len(yard.film)
    return Pace(best, felt / seconds / HANDS, told / seconds / HANDS, film / seconds)
