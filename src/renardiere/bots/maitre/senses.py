"""What a token is that lies in the hand: Bayes over its kind and the way it lies, from the gap and the normals felt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import pi
from random import Random
from typing import Final

import numpy as np

from renardiere.games.maitre.words import KIND, LOOT, TOKENS
from renardiere.yard import Felt
from renardiere.yard.frame import DIRECTIONS
from renardiere.yard.outlines import PAD, Reals, outline

__all__ = ["IN_PLAY", "TURN_STEP", "Belief", "felt_of_all"]

LIES: Final = 144
"""Ways in which a token may lie, 2.5° apart."""
TURN_STEP: Final = 2
"""Of these, what the automatic turn makes from one frame to the next: 5°."""
IN_PLAY: Final[Mapping[str, int]] = {**dict.fromkeys(LOOT, 3), "fox": 2, "snake": 2, "hammer": 1}
SLIP: Final = 1e-3
"""How likely it is that something felt means nothing at all."""


@cache
def felt_of_all() -> Reals:
    """What thumb and finger feel of each kind in each of the ways it may lie: the gap in mm, then where the thumb is
    touched and the normal there, and the finger's, as directions. By kind, way, and these five."""
    table = np.empty((len(TOKENS), LIES, 5))
    for kind, name in enumerate(TOKENS):
        grips = outline(name).grips
        for lie in range(LIES):
            angle = lie * 360 / LIES
            thumb, finger = grips[round(180 - angle) % 360], grips[round(-angle) % 360]
            directions = [
                (side + angle * pi / 180) * DIRECTIONS / (2 * pi)
                for side in (thumb.touch, thumb.normal, finger.touch, finger.normal)
            ]
            table[kind, lie] = [thumb.reach + finger.reach - 2 * PAD, *directions]
    return table


class Belief:
    """What the hand thinks it holds. ``blur``: by how many mm it mistakes a gap, and by how many 32nds a direction."""

    def __init__(self, random: Random, blur: tuple[float, float], sack: tuple[str, ...] = ()) -> None:
        self.random, self.blur = random, blur
        left = [max(IN_PLAY[kind] - sack.count(kind), 0.05) for kind in TOKENS]
        self.logs: Reals = np.repeat(np.log(np.array(left) / sum(left))[:, None], LIES, axis=1)

    def feel(self, frame: Felt, turned: int) -> None:
        """One more look at it, after it has been turned by so many steps of 2.5° since it was gripped."""
        if frame.gap is None:
            return
        random, (gap_blur, way_blur) = self.random, self.blur
        thumb, finger = frame.contacts
        gap = frame.gap + random.gauss(0, gap_blur)
        ways = [
            way + random.gauss(0, way_blur) for way in (thumb.direction, thumb.normal, finger.direction, finger.normal)
        ]
        table = np.roll(felt_of_all(), -turned, axis=1)
        half = DIRECTIONS / 2
        apart = (table[:, :, 1:] - ways + half) % DIRECTIONS - half
        chance = np.exp(-(((table[:, :, 0] - gap) / (gap_blur + 0.4)) ** 2) / 2)
        chance *= np.exp(-((apart / (way_blur + 1.0)) ** 2).sum(axis=2) / 2)
        self.logs += np.log(chance + SLIP)

    def kinds(self) -> Reals:
        """How likely each kind is."""
        chance = np.exp(self.logs - self.logs.max()).sum(axis=1)
        return chance / chance.sum()  # type: ignore[no-any-return]

    def best(self) -> tuple[str, float]:
        """The likeliest kind, and how likely it is."""
        kinds = self.kinds()
        kind = int(kinds.argmax())
        return TOKENS[kind], float(kinds[kind])

    def of(self, kind: str) -> float:
        return float(self.kinds()[KIND[kind]])
