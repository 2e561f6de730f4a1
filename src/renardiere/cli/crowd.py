"""Players for ``renardiere bench server``: many tables, two WebSockets each, played from one process.

A player answers at once, or after a pause, with any legal card. A move's latency is the time from sending the action to
the arrival of the *other* player's update.
"""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import random
import secrets
import struct
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import Struct

__all__ = ["Crowd", "Figures", "Invited", "invite"]

ENDLESS: Final = {"target": "999"}
ASKERS: Final = 8
"""Tables are made by so many at a time."""


class View(Struct):
    legal: dict[str, list[str]]


class Heard(Struct):
    """What a player reads of a message."""

    is_: str = msgspec.field(name="is")
    decision: int = 0
    view: View | None = None
    problem: Any = None


decode: Final = msgspec.json.Decoder(Heard).decode


@dataclass(slots=True)
class Figures:
    """Latencies of moves, in seconds."""

    latencies: list[float] = field(default_factory=list)

    @property
    def moves(self) -> int:
        return len(self.latencies)

    def at(self, part: float) -> float:
        """A percentile, in milliseconds."""
        if not self.latencies:
            return float("nan")
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))]


class Seat(asyncio.Protocol):
    """One player: a WebSocket of the plainest kind, so that the load costs less than what it measures."""

    def __init__(self, game: Game, seat: int, cookie: str) -> None:
        self.game = game
        self.seat = seat
        self.cookie = cookie
        self.buffer = b""
        self.open = False
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.transport.write(
            f"GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data
        if not self.open:
            head, end, rest = buffer.partition(b"\r\n\r\n")
            if not end:
                self.buffer = buffer
                return
            if b" 101 " not in head:
                raise RuntimeError(f"no WebSocket: {head.decode()}")
            self.open = True
            buffer = rest
            self.send({"is": "watch", "table": self.game.table, "seat": self.seat})
        while len(buffer) >= 2:
            length, start = buffer[1], 2
            if length == 126:
                if len(buffer) < 4:
                    break
                length, start = struct.unpack_from("!H", buffer, 2)[0], 4
            if len(buffer) < start + length:
                break
            if buffer[0] == 0x81:
                self.hear(buffer[start : start + length])
            elif buffer[0] == 0x89:
                self.frame(0x8A, buffer[start : start + length])
            buffer = buffer[start + length :]
        self.buffer = buffer

    def frame(self, kind: int, payload: bytes) -> None:
        """A frame from a client is masked; a mask of zeros is one too."""
        size = len(payload)
        head = bytes([kind, 0x80 | size]) if size < 126 else struct.pack("!BBH", kind, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def send(self, message: object) -> None:
        self.frame(0x81, json.dumps(message).encode())

    def hear(self, payload: bytes) -> None:
        message = decode(payload)
        if message.problem is not None:
            raise RuntimeError(f"refused: {payload.decode()}")
        if message.view is not None:
            self.game.heard(self, message)
        if message.is_ == "sync" and not self.synced.done():
            self.synced.set_result(None)
        elif message.is_ == "pong":
            self.game.crowd.pongs.release()


class Game:
    """A table, played by those of its seats that are ours."""

    def __init__(self, crowd: Crowd, table: str) -> None:
        self.crowd = crowd
        self.table = table
        self.seats: list[Seat] = []
        self.sent: dict[int, tuple[int, float]] = {}
        """By the decision that it leads to: who acted, and when it was sent."""
        self.waiting: tuple[Seat, Heard] | None = None
        self.due = 0.0
        """When the last move was to be made, by the loop's clock: a paced table keeps a timetable. If its players
        thought from one update to the next, what was written together would come back together, in ever larger crowds.
        """

    def heard(self, seat: Seat, message: Heard) -> None:
        by, at = self.sent.get(message.decision, (seat.seat, 0.0))
        if by != seat.seat:
            del self.sent[message.decision]
            self.crowd.figures.latencies.append(time.perf_counter() - at)
        legal = message.view.legal.get(str(seat.seat)) if message.view else None
        if not legal:
            return
        pause = self.crowd.pause
        if pause is None:
            self.waiting = seat, message
        elif pause:
            loop = asyncio.get_running_loop()
            self.due = max(self.due + pause, loop.time())
            loop.call_at(self.due, self.act, seat, message.decision, legal)
        else:
            self.act(seat, message.decision, legal)

    def go_on(self) -> None:
        waiting, self.waiting = self.waiting, None
        if waiting is not None:
            self.heard(*waiting)

    def act(self, seat: Seat, decision: int, legal: list[str]) -> None:
        if len(self.seats) > 1:
            self.sent[decision + 1] = seat.seat, time.perf_counter()
        seat.frame(
            0x81,
            f'{{"is":"act","table":"{self.table}","seat":{seat.seat},"decision":{decision},'
            f'"action":"{random.choice(legal)}","request":"{self.table}-{decision}"}}'.encode(),
        )


@dataclass(frozen=True, slots=True)
class Invited:
    """A table, and the cookies of those who play at it: of seat 0, of seat 1."""

    table: str
    cookies: tuple[str, ...]


class Crowd:
    """Plays at all its tables; ``pause`` (seconds) is how long a player thinks, None: they wait."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pause: float | None = None
        self.figures = Figures()
        self.games: list[Game] = []
        self.pongs = asyncio.Semaphore(0)

    async def seat(self, tables: Iterable[Invited]) -> None:
        """Open the connections of more tables."""
        loop = asyncio.get_running_loop()
        more: list[Game] = []
        for invited in tables:
            game = Game(self, invited.table)
            for number, cookie in enumerate(invited.cookies):

                def player(game: Game = game, number: int = number, cookie: str = cookie) -> Seat:
                    return Seat(game, number, cookie)

                _, seat = await loop.create_connection(player, "127.0.0.1", self.port)
                game.seats.append(seat)
            more.append(game)
        await asyncio.gather(*(seat.synced for game in more for seat in game.seats))
        self.games += more

    def play(self, pause: float) -> None:
        """Go on at all tables, not all in the same instant."""
        self.pause = pause
        loop = asyncio.get_running_loop()
        for game in self.games:
            game.due = loop.time() + random.random() * (pause or 0.1)
            loop.call_at(game.due, game.go_on)

    async def rest(self) -> None:
        """Finish what was begun, then wait."""
        wait = 0.5 + (self.pause or 0.0)
        self.pause = None
        await asyncio.sleep(wait)

    async def beat(self, times: int) -> int:
        """Each player asks so many times where everything stands, as pages do; how many answers came."""
        seats = [seat for game in self.games for seat in game.seats]
        for n in range(times):
            for seat in seats:
                seat.send({"is": "ping", "n": n, "where": True})
            for _ in seats:
                await self.pongs.acquire()
        return times * len(seats)

    def leave(self) -> None:
        """Close all connections."""
        for game in self.games:
            for seat in game.seats:
                seat.transport.abort()


def invite(port: int, count: int, bot: int | None = None) -> list[Invited]:
    """Make tables by HTTP, for two players each, or for one against a bot of that level."""

    def some(n: int) -> list[Invited]:
        connection = http.client.HTTPConnection("localhost", port)
        tables = [_table(connection, bot) for _ in range(n)]
        connection.close()
        return tables

    shares = [count // ASKERS + (number < count % ASKERS) for number in range(ASKERS)]
    with ThreadPoolExecutor(ASKERS) as askers:
        return [table for tables in askers.map(some, shares) for table in tables]


def _table(connection: http.client.HTTPConnection, bot: int | None) -> Invited:
    other = {"who": "open"} if bot is None else {"who": "bot", "level": bot}
    cookies = [_call(connection, "GET", "/me", "")[1] for _ in range(2 if bot is None else 1)]
    seats = [{"who": "me", "name": "A"}, other]
    wish = {"request": secrets.token_hex(8), "game": "forest", "options": ENDLESS, "seats": seats}
    table = _call(connection, "POST", "/tables", cookies[0], wish)[0]["id"]
    if bot is None:
        _call(connection, "POST", f"/tables/{table}/sit", cookies[1], {"request": secrets.token_hex(8), "name": "B"})
    return Invited(table, tuple(cookies))


def _call(connection: http.client.HTTPConnection, method: str, path: str, cookie: str, body: object = None) -> Any:
    """The answer, and the cookie that came with it."""
    headers = {"content-type": "application/json", "cookie": cookie}
    connection.request(method, "/api" + path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    given = (answer.getheader("set-cookie") or "").partition(";")[0]
    text = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{method} {path}: {answer.status} {text.decode()}")
    return json.loads(text), given
