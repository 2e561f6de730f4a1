"""What a hand is told to do: a few bytes, the only thing that comes into a yard from outside."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from renardiere.games.errors import FoxError

__all__ = ["Do", "MalformedInput", "move", "parse", "shake", "take", "turn"]


class MalformedInput(FoxError):
    """What was sent to a hand is no message."""

    code = "malformed_input"


class Do(IntEnum):
    """The first byte."""

    MOVE = 1  # dx dy: tenths of a millimetre
    GRIP = 2
    RELEASE = 3
    SACK = 4
    TURN = 5  # degrees, counter-clockwise
    TURN_ONCE = 6
    TAKE = 7  # which of the own sack, in the order in which they came
    STOP = 8
    SHAKE = 9  # 1: the box should be shaken anew; 0: no longer


SIZES: Final = {Do.MOVE: 3, Do.TURN: 2, Do.TAKE: 2, Do.SHAKE: 2}


def signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


def parse(message: bytes) -> tuple[Do, int, int]:
    """What to do, with its two numbers (0 where it has none); or ``MalformedInput``."""
    if not message or not Do.MOVE <= message[0] <= Do.SHAKE:
        raise MalformedInput("a hand has no such thing to do")
    do = Do(message[0])
    if len(message) != SIZES.get(do, 1):
        raise MalformedInput("a message to a hand is shorter or longer")
    if do is Do.MOVE:
        return do, signed(message[1]), signed(message[2])
    if do is Do.TURN:
        return do, signed(message[1]), 0
    if do in (Do.TAKE, Do.SHAKE):
        if message[1] > (3 if do is Do.TAKE else 1):
            raise MalformedInput("a message to a hand has a number that is too large")
        return do, message[1], 0
    return do, 0, 0


def byte(number: float) -> int:
    """As a signed byte, or the nearest that there is."""
    return min(max(round(number), -127), 127) & 255


def move(dx: float, dy: float) -> bytes:
    """Move on by millimetres, at most 12.7 each way."""
    return bytes((Do.MOVE, byte(dx * 10), byte(dy * 10)))


def turn(degrees: float) -> bytes:
    """At most 127 either way."""
    return bytes((Do.TURN, byte(degrees)))


def take(place: int) -> bytes:
    return bytes((Do.TAKE, place))


def shake(wanted: bool) -> bytes:
    return bytes((Do.SHAKE, wanted))
