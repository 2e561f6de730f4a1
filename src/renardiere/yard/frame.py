"""The felt frame: all that a hand is ever sent while it searches. ``pack`` and ``Felt.of`` are each other's inverse.

Byte 0: ``Flag``. Byte 1: tokens in the own sack (3 bits), contacts (3 bits). Then for each contact ``direction << 2 |
pressure`` and its ``normal``. Of a token that is held, one byte more: the gap between thumb and finger. Directions are
steps of 11.25°, counter-clockwise from +x; the gap is in steps of 0.5 mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntFlag
from math import pi
from typing import Final

from msgspec import Struct

__all__ = ["CONTACTS", "DIRECTIONS", "GAP", "Contact", "Felt", "Flag", "direction", "pack"]

DIRECTIONS: Final = 32
CONTACTS: Final = 4
GAP: Final = 0.5


class Flag(IntFlag):
    HELD = 1
    GIVES = 2  # something that is touched gives way
    WALL_X = 4  # the wall to the left or right
    WALL_Y = 8  # the wall above or below
    STILL = 16  # no input for 250 ms: the hand is held still
    NUMB = 32  # after a stop that was refused: nothing is felt
    TURNING = 64  # the automatic turn
    CLOSING = 128  # a grip is under way


class Contact(Struct, frozen=True, order=True):
    """Where the pad is touched, seen from its middle; how strongly, 0 to 3; the outline's outward normal there."""

    direction: int
    pressure: int
    normal: int


class Felt(Struct, frozen=True):
    """A frame, taken apart. ``gap`` in mm, None unless a token is held; the contacts are then the thumb's and the
    finger's."""

    flags: Flag
    sack: int
    contacts: tuple[Contact, ...] = ()
    gap: float | None = None

    @classmethod
    def of(cls, frame: bytes) -> Felt:
        flags = Flag(frame[0])
        number = frame[1] >> 3
        end = 2 + 2 * number
        contacts = tuple(Contact(frame[at] >> 2, frame[at] & 3, frame[at + 1]) for at in range(2, end, 2))
        return cls(flags, frame[1] & 7, contacts, frame[end] * GAP if Flag.HELD in flags else None)


def direction(angle: float) -> int:
    """The nearest of the 32 to an angle in radians."""
    return int(angle * DIRECTIONS / (2 * pi) + DIRECTIONS + 0.5) % DIRECTIONS


def pack(flags: int, sack: int, contacts: Sequence[Contact] = (), gap: float = 0.0) -> bytes:
    frame = bytearray((flags, sack | len(contacts) << 3))
    for contact in contacts:
        frame += bytes((contact.direction << 2 | contact.pressure, contact.normal))
    if flags & Flag.HELD:
        frame.append(min(255, max(0, round(gap / GAP))))
    return bytes(frame)
