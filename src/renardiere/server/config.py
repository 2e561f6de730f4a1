"""What a house can be told, and the world it sees: the clock and chance are handed in."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from renardiere.server.messages import Language

__all__ = ["Chance", "Clock", "Config", "Limits", "RealChance", "RealClock"]

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class Clock(Protocol):
    """Time, as an input."""

    def now(self) -> float:
        """Seconds since 1970: when something happened."""
        ...

    def monotonic(self) -> float:
        """Seconds that only go forward: how long something took."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class RealClock:
    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Chance(Protocol):
    """Where secrets, names of tables and bots' pauses come from."""

    def token(self, size: int) -> bytes:
        """Bytes that nobody can guess."""
        ...

    def uniform(self, low: float, high: float) -> float: ...


class RealChance:
    def token(self, size: int) -> bytes:
        return secrets.token_bytes(size)

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * secrets.randbelow(1 << 20) / (1 << 20)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is too much. Rates are a number per second and how many may come at once."""

    message_bytes: int = 4096
    body_bytes: int = 16_384
    messages: tuple[float, float] = (20.0, 80.0)
    """Live messages, by identity (by address while there is none)."""
    inputs: tuple[float, float] = (90.0, 180.0)
    """What a hand does in the dark, by identity: what is more is left out."""
    practices: tuple[float, float] = (0.5, 6.0)
    """Boxes that are shaken to practise in, by identity (by address while there is none)."""
    practices_in_all: tuple[float, float] = (4.0, 16.0)
    """Those of everybody: each takes a hundredth of a second from the searches at tables."""
    requests: tuple[float, float] = (10.0, 60.0)
    """HTTP requests under ``/api``, by identity (by address while there is none)."""
    talk: tuple[float, float] = (0.5, 6.0)
    """Messages of the talk at tables, by identity."""
    leaving: tuple[float, float] = (0.1, 20.0)
    """Times that somebody says that they leave a game, or frees a seat before it, by identity."""
    newcomers: tuple[float, float] = (0.5, 60.0)
    """New identities, by address: a school's worth at once."""
    recoveries: tuple[float, float] = (0.2, 60.0)
    """Ways to another browser that are made or tried, by address."""
    recoveries_by_words: tuple[float, float] = (0.5, 30.0)
    """Words that are tried, in all: each costs a tenth of a second to check."""
    replays: tuple[float, float] = (1.0, 20.0)
    """Games that are looked back at, by identity (by address while there is none)."""
    connections: int = 16
    """Live connections of one identity (of one address while there is none: four times as many)."""
    connections_of_address: int = 512
    """Live connections of one address, whoever has them; this machine's own, and so a proxy's, are not counted."""
    watches: int = 32
    """Viewers that one connection follows."""
    unfinished_tables: int = 100
    listed_tables: int = 5
    """Tables of one identity among the open ones."""
    backlog_messages: int = 256
    backlog_bytes: int = 262_144
    strikes: int = 5
    """Malformed messages, or overflowing backlogs, before a connection is closed."""
    idle_seconds: float = 300.0
    """A table that nobody watches is put to rest after this long."""


@dataclass(frozen=True, slots=True)
class Config:
    """A house. ``hosts`` are the names and addresses it may be called by, beside loopback and ``public_url``."""

    data: Path
    hosts: frozenset[str] = frozenset()
    public_url: str | None = None
    bot_pause: tuple[float, float] = (0.6, 1.2)
    """Seconds before a bot's move, at least and at most."""
    trick_pause: float = 1.2
    """Seconds more when a finished trick, or a column that was taken, lies in sight."""
    bot_processes: int = 0
    """Processes in which bots think; 0: they do in a thread of this one."""
    yard_processes: int = 1
    """Processes in which boxes are searched, at most."""
    absent_after: float = 20.0
    """Seconds without a page after which somebody counts as absent."""
    offer_after: float = 60.0
    """Seconds that a game waits for somebody absent before the others may do something about it."""
    limits: Limits = field(default_factory=Limits)
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """The addresses, or networks, of proxies that are believed when they say for whom they ask."""
    lobby: bool = True
    """Whether there are open tables at all."""
    chat: bool = True
    """Whether people may talk at all."""
    legal: Mapping[Language, str] = field(default_factory=dict)
    """The legal notice, by language."""
    forget_after: int = 400
    """Days without a visit after which whoever has no table is forgotten; 0: never."""
    contact: str | None = None
    """Where whoever runs the house can be reached: an e-mail address or a page."""

    @property
    def secure(self) -> bool:
        """Whether cookies are only to travel over HTTPS."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Host names, without ports, that requests may be addressed to."""
        public = urlsplit(self.public_url).hostname if self.public_url else None
        return LOOPBACK | self.hosts | ({public} if public else frozenset())

    @property
    def public_origin(self) -> str | None:
        """The origin of the page as the world sees it (``https://fox.example``)."""
        if not self.public_url:
            return None
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc}".lower()
