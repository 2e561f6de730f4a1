"""An outline can be followed with the eyes shut, however late one feels: maitre § The table in the dark, *A hand*."""

from __future__ import annotations

from cmath import phase
from collections import deque
from math import cos, pi, sin
from random import Random

import pytest

from renardiere.games.maitre.words import TOKENS
from renardiere.yard import Felt, Flag, Yard
from renardiere.yard.frame import DIRECTIONS
from renardiere.yard.messages import move
from tests.yard.reach import laid, put_hand, token, where

SPEED = 22.0
"""mm/s along the outline: with what it leans on it, less than pushes."""
STEP = SPEED / 30
TURN = 0.14
LEAN = 0.4


class Follower:
    """Leans on what it feels and goes along it, counter-clockwise. It knows nothing but the frame that reaches it."""

    def __init__(self) -> None:
        self.way = 0.0

    def feel(self, frame: bytes) -> bytes:
        contacts = Felt.of(frame).contacts
        if contacts:
            # of several, the one that is furthest ahead: going round a hollow, one leaves the other behind
            ahead = max(contacts, key=lambda contact: cos(contact.direction * 2 * pi / DIRECTIONS - self.way))
            touch = ahead.direction * 2 * pi / DIRECTIONS
            self.way = touch - pi / 2
            lean = LEAN
            return move(
                STEP * (cos(self.way) + lean * cos(touch)),
                STEP * (sin(self.way) + lean * sin(touch)),
            )
        self.way += TURN  # lost it round a corner: curl back towards it
        return move(STEP * cos(self.way), STEP * sin(self.way))


def round_about(yard: Yard, seed: int, seconds: float) -> tuple[float, float]:
    """Follows for a while at 150 ± 30 ms of delay, half of it on each way. How far around the token it went, in turns,
    and the part of the time in which it felt something."""
    random, follower = Random(seed), Follower()
    frames: deque[tuple[float, bytes]] = deque()
    messages: deque[tuple[float, bytes]] = deque()
    thing = token(yard)
    around, last, touching = 0.0, None, 0
    for tick in range(int(seconds * 60)):
        late = (75 + 15 * random.uniform(-1, 1)) * 60 / 1000
        if tick % 2 == 0:
            frames.append((max(tick + late, frames[-1][0] if frames else 0), yard.felt(0)))
        while frames and frames[0][0] <= tick:
            frame = frames.popleft()[1]
            touching += bool(Felt.of(frame).contacts)
            assert Flag.GIVES not in Felt.of(frame).flags
            messages.append((max(tick + late, messages[-1][0] if messages else 0), follower.feel(frame)))
        while messages and messages[0][0] <= tick:
            yard.send(0, messages.popleft()[1])
        yard.step()
        x, y = where(yard)
        now = complex(x - thing.x, y - thing.y)
        if last is not None:
            step = now / last
            around += phase(step) / (2 * pi)
        last = now
        if around >= 1:
            break
    return around, touching / (yard.tick / 2)


@pytest.mark.parametrize("kind", TOKENS)
def test_an_outline_can_be_followed_once_around_at_150_ms(kind: str) -> None:
    yard = laid((kind, 150, 110, 0.4))
    thing = token(yard)
    put_hand(yard, 0, 150, 110 - thing.outline.radius - 6)
    while yard.tick < 120 and not Felt.of(yard.felt(0)).contacts:
        yard.send(0, move(0, 1))
        yard.step()
        yard.step()
    before = thing.x, thing.y, thing.angle
    around, touching = round_about(yard, seed=3, seconds=25)
    assert (thing.x, thing.y, thing.angle) == before, "nothing has moved"
    assert around >= 1
    assert touching > 0.5
