"""What the house and a process that holds yards say to each other: msgpack, each message after its length."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

__all__ = [
    "HEAD",
    "Anew",
    "Begin",
    "Broken",
    "Close",
    "Did",
    "Felt",
    "FromYards",
    "Held",
    "Lit",
    "Look",
    "Made",
    "Open",
    "Pace",
    "Player",
    "Stopped",
    "ToYards",
    "packed",
    "to_house",
    "to_yards",
]

HEAD: Final = 4
"""Bytes of a length."""


class Player(Struct, frozen=True, array_like=True):
    """A bot's hand."""

    hand: int
    level: int
    seed: int


class Open(Struct, frozen=True, array_like=True, tag="open"):
    """Shake a box: ``tokens`` are what lies in it, ``speeds`` those of the hands."""

    yard: int
    seed: bytes
    tokens: tuple[str, ...]
    speeds: tuple[float, ...]
    missions: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()
    practice: bool = False
    """Somebody is alone in it, and may ask for light; it is not shaken anew."""


class Begin(Struct, frozen=True, array_like=True, tag="begin"):
    """It is searched from now on."""

    yard: int


class Held(Struct, frozen=True, array_like=True, tag="held"):
    """A person has this hand, and their messages need so many seconds to get here."""

    yard: int
    hand: int
    delay: float


class Did(Struct, frozen=True, array_like=True, tag="did"):
    """What a person's hand does."""

    yard: int
    hand: int
    message: bytes


class Look(Struct, frozen=True, array_like=True, tag="look"):
    """What lies in this box, which is for practice?"""

    yard: int


class Close(Struct, frozen=True, array_like=True, tag="close"):
    """Nobody needs it any more."""

    yard: int


ToYards: TypeAlias = Open | Begin | Held | Did | Look | Close


class Made(Struct, frozen=True, array_like=True, tag="made"):
    """The box is shaken, and can be searched."""

    yard: int


class Felt(Struct, frozen=True, array_like=True, tag="felt"):
    """What hands feel: yard, hand and frame."""

    frames: list[tuple[int, int, bytes]]


class Stopped(Struct, frozen=True, array_like=True, tag="stopped"):
    """``caller`` called the stop; the sacks by hand, and the film."""

    yard: int
    caller: int
    sacks: tuple[tuple[str, ...], ...]
    film: bytes


class Lit(Struct, frozen=True, array_like=True, tag="lit"):
    """A box that is for practice, as it lies: the kind of each thing ("hand" comes first), x, y, angle in degrees, and
    where it is, as in the film."""

    yard: int
    things: list[tuple[str, float, float, float, int]]


class Anew(Struct, frozen=True, array_like=True, tag="anew"):
    """All want the box to be shaken anew, or nobody has moved."""

    yard: int


class Broken(Struct, frozen=True, array_like=True, tag="broken"):
    """Something is wrong with this yard: it is gone."""

    yard: int


class Pace(Struct, frozen=True, array_like=True, tag="pace"):
    """By how many seconds the latest ticks were late."""

    late: list[float]


FromYards: TypeAlias = Made | Felt | Lit | Stopped | Anew | Broken | Pace

_encoder: Final = msgspec.msgpack.Encoder()
to_yards: Final = msgspec.msgpack.Decoder(ToYards)
to_house: Final = msgspec.msgpack.Decoder(FromYards)


def packed(message: ToYards | FromYards) -> bytes:
    """A message, and before it its length."""
    body = _encoder.encode(message)
    return len(body).to_bytes(HEAD) + body
