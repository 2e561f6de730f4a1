"""The facts of a table. Its state is the fold of them, in their order (``server.table``).

A fact's tag carries its version: a change of meaning is a new tag (``acted.2``), and the old one stays readable for as
long as there are journals that hold it. Nothing here is ever sent to a client.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

__all__ = ["Acted", "BotSat", "Dealt", "Ended", "Fact", "Freed", "Frozen", "Made", "Sat", "decode", "encode"]


class Made(Struct, frozen=True, tag_field="fact", tag="made.1"):
    """A table was made: its game, and the secret (64 hex digits) that its verifiable shuffle is bound to."""

    game: str
    rules: str
    options: dict[str, str]
    seats: int
    secret: str


class Sat(Struct, frozen=True, tag_field="fact", tag="sat.1"):
    """``who`` (an identity) took ``seat``; ``share`` is their part in the shuffle, None if they gave none."""

    seat: int
    who: str
    name: str
    share: str | None


class BotSat(Struct, frozen=True, tag_field="fact", tag="bot.1"):
    """A bot took ``seat``; what it chooses follows from ``seed`` and what it knows."""

    seat: int
    level: int
    seed: int


class Freed(Struct, frozen=True, tag_field="fact", tag="freed.1"):
    """``seat`` was given back before the start."""

    seat: int


class Frozen(Struct, frozen=True, tag_field="fact", tag="frozen.1"):
    """The game began; from here on the shares (by seat, "" for none) are what they are."""

    shares: list[str]


class Dealt(Struct, frozen=True, tag_field="fact", tag="dealt.1"):
    """The table dealt: a ``deal`` line of the notation."""

    deal: str


class Acted(Struct, frozen=True, tag_field="fact", tag="acted.1"):
    """``seat`` did ``action``, a token of the notation."""

    seat: int
    action: str


class Ended(Struct, frozen=True, tag_field="fact", tag="ended.1"):
    """The game is over."""

    winners: list[int]
    reason: str


Fact: TypeAlias = Made | Sat | BotSat | Freed | Frozen | Dealt | Acted | Ended

_decoder: Final = msgspec.json.Decoder(Fact)
_encoder: Final = msgspec.json.Encoder()


def encode(fact: Fact) -> str:
    """A fact as the text that is stored."""
    return _encoder.encode(fact).decode()


def decode(body: str) -> Fact:
    """The fact that a stored text means; ``msgspec.ValidationError`` if this version does not know it."""
    fact: Fact = _decoder.decode(body)
    return fact
