"""A bot's hand in a yard. It feels frames like anybody's hand, and nothing else; what it told its hand it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import atan2, cos, hypot, pi, sin
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from renardiere.bots.maitre.senses import TURN_STEP, Belief, felt_of_all
from renardiere.games.maitre.words import LOOT, RUSES, SACK
from renardiere.yard import Felt, Flag
from renardiere.yard.frame import DIRECTIONS
from renardiere.yard.messages import Do, move, take

__all__ = ["MANNERS", "Manner", "Toucher"]

Doing: TypeAlias = Callable[[Felt], list[bytes]]

FRAMES: Final = 30
"""A second."""
ENOUGH: Final = 3
LEAN: Final = 0.5
"""mm a frame, 15 mm/s: nothing is pushed by it."""
NEAR: Final = 20.0
"""mm between two places that it takes for one: it knows where it is only by what it told its hand."""
BACK: Final = 8
"""Frames after a wall before it minds one again: it takes that long to come away from it."""
SOON: Final = 8
"""Frames after which what it told its hand ought to be felt."""
FORGETS: Final = 10 * FRAMES
WORTH_A_PLACE: Final = ("fox", "snake")
"""Ruses that bring an egg by themselves. A hammer only keeps one, from whoever has a snake."""


def touch(felt: Felt) -> float:
    """Where it is touched most."""
    return max(felt.contacts, key=lambda contact: contact.pressure).direction * 2 * pi / DIRECTIONS


class Manner(Struct, frozen=True):
    """How a level searches. ``stroke``: mm/s; ``late``: frames until it acts on what it feels; ``every``: of how many
    frames it notices one; ``blur``: see ``Belief``; ``sure``: how sure it wants to be; ``patience``: seconds, after
    which it is content with less."""

    stroke: float
    late: int
    every: int
    blur: tuple[float, float]
    sure: float
    patience: float


MANNERS: Final = {
    1: Manner(stroke=40, late=48, every=10, blur=(3.5, 4.5), sure=0.65, patience=120),
    2: Manner(stroke=50, late=36, every=8, blur=(2.0, 3.0), sure=0.99, patience=95),
    3: Manner(stroke=90, late=15, every=4, blur=(1.2, 2.0), sure=0.95, patience=90),
}


class Toucher:
    """``missions``: the kinds that are asked for. ``speed``: of its hand, as the yard has it."""

    def __init__(self, level: int, seed: int, missions: Iterable[str], speed: float = 1.0) -> None:
        self.manner = MANNERS[level]
        self.missions = frozenset(missions)
        self.speed = speed
        self.random = Random(f"toucher {seed}")
        self.frames = 0
        self.doing: Doing = self._seek
        self.waits = 0
        self.way = self.random.uniform(0, 2 * pi)
        self.going = 0
        self.turned_back = 0
        self.x = self.y = 0.0
        self.left: list[tuple[float, float, int]] = []
        """Where it has let go of something that it does not want, and when."""
        self.belief: Belief | None = None
        self.turned = 0
        self.sack: list[str] = []
        """What it thinks it has in its sack, in order."""
        self.doubts = 0
        """How many of its sack it will feel again, after a stop that was refused."""
        self.called = False
        felt_of_all()  # not while others search

    def feel(self, frame: bytes) -> list[bytes]:
        """One frame of its hand; what it tells its hand then."""
        self.frames += 1
        felt = Felt.of(frame)
        if Flag.NUMB in felt.flags:
            if self.called:
                self.called, self.doubts = False, len(self.sack)
            return []
        if self.waits:
            self.waits -= 1
            return self._lean(felt) if self.doing == self._meet else []
        return self.doing(felt)

    def _then(self, doing: Doing) -> None:
        """Goes over to something else, after the time that it takes to notice."""
        self.doing, self.waits = doing, self.manner.late

    # ---- looking for something

    def _seek(self, felt: Felt) -> list[bytes]:
        if self.doubts:
            self.doubts -= 1
            self.sack.pop(0)
            self._hold()
            return [take(0)]
        if self._is_content():
            self.called = True
            self._then(self._seek)
            return [bytes((Do.STOP,))]
        if felt.contacts:
            if not self._known():
                self._then(self._meet)
            else:
                self._go(touch(felt) + pi + self.random.uniform(-1.4, 1.4))
        return self._on(felt)

    def _on(self, felt: Felt) -> list[bytes]:
        """One stroke further, off walls, and another way now and then."""
        self.going -= 1
        if self.going <= 0:
            self._go(self.random.uniform(0, 2 * pi))
        self.turned_back -= 1
        if felt.flags & (Flag.WALL_X | Flag.WALL_Y) and self.turned_back <= 0:
            x, y = cos(self.way), sin(self.way)
            back = atan2(-y if Flag.WALL_Y in felt.flags else y, -x if Flag.WALL_X in felt.flags else x)
            self._go(back + self.random.uniform(-0.6, 0.6))
            self.turned_back = BACK
        x, y = cos(self.way), sin(self.way)
        step = self.manner.stroke * self.speed / FRAMES
        self.x += 0 if Flag.WALL_X in felt.flags else step * x
        self.y += 0 if Flag.WALL_Y in felt.flags else step * y
        return [move(step * x, step * y)]

    def _lean(self, felt: Felt) -> list[bytes]:
        """Stays with what it has met until it grips it."""
        if not felt.contacts:
            return []
        return [move(LEAN * cos(touch(felt)), LEAN * sin(touch(felt)))]

    def _known(self) -> bool:
        """Whether it thinks that it has had this in its hand and does not want it."""
        self.left = [place for place in self.left if self.frames - place[2] < FORGETS]
        return any(hypot(self.x - x, self.y - y) < NEAR for x, y, _ in self.left)

    def _go(self, way: float) -> None:
        self.way = way
        self.going = self.random.randint(FRAMES, 3 * FRAMES)

    # ---- taking it in the hand

    def _meet(self, felt: Felt) -> list[bytes]:
        if not felt.contacts:
            self.doing = self._seek
            return []
        self.doing, self.going = self._close, SOON
        return [bytes((Do.GRIP,))]

    def _close(self, felt: Felt) -> list[bytes]:
        self.going -= 1
        if Flag.HELD in felt.flags:
            self._hold()
        elif self.going <= 0:
            self.doing = self._seek
        return []

    def _hold(self) -> None:
        self.belief = Belief(self.random, self.manner.blur, tuple(self.sack))
        self.turned = 0
        self._then(self._turn)

    def _turn(self, felt: Felt) -> list[bytes]:
        self.doing, self.going = self._begin, SOON
        return [bytes((Do.TURN_ONCE,))]

    def _begin(self, felt: Felt) -> list[bytes]:
        """It turns, once what was said has got there."""
        self.going -= 1
        if Flag.TURNING in felt.flags or self.going <= 0:
            self.doing = self._ponder
            return self._ponder(felt)
        return []

    def _ponder(self, felt: Felt) -> list[bytes]:
        if Flag.HELD not in felt.flags or self.belief is None:
            self.doing = self._seek
            return []
        turning = Flag.TURNING in felt.flags
        self.turned += TURN_STEP if turning else 0
        if self.turned // TURN_STEP % self.manner.every == 0:
            self.belief.feel(felt, self.turned)
            if self.belief.best()[1] > self.manner.sure:
                turning = False
        if not turning:
            self._then(self._decide)
        return []

    def _decide(self, felt: Felt) -> list[bytes]:
        assert self.belief is not None
        kind, chance = self.belief.best()
        self.doing = self._seek
        self.belief = None
        if self._wants(kind, chance):
            self.sack.append(kind)
            return [bytes((Do.SACK,))]
        self.left.append((self.x, self.y, self.frames))
        self._go(self.way + pi + self.random.uniform(-1.4, 1.4))
        return [bytes((Do.RELEASE,))]

    # ---- what it wants

    def _wants(self, kind: str, chance: float) -> bool:
        """What a mission asks for and it has not; a fox or a snake beside; anything, if it takes too long."""
        if len(self.sack) >= SACK or chance < 0.4:
            return False
        if kind in RUSES:
            return kind in WORTH_A_PLACE and chance > 0.8 and not any(other in RUSES for other in self.sack)
        return (kind in self.missions and kind not in self.sack) or (self._is_late() and self._found() >= 2)

    def _found(self) -> int:
        return len(self.missions & set(self.sack))

    def _is_late(self) -> bool:
        return self.frames > self.manner.patience * FRAMES

    def _is_content(self) -> bool:
        """Whether the stop pays: all that the missions ask for, or less if it took too long."""
        loot = sum(kind in LOOT for kind in self.sack)
        return loot >= ENOUGH and (self._found() == len(self.missions) or self._is_late())
