"""Players for ``renardiere bench server``: many tables, a WebSocket for each seat, played from one process.

A player answers at once, or after a pause, with anything legal. A move's latency is the time from sending the action to
the arrival of the *other* player's update (of the last one, where there are several).
"""

from __future__ import annotations

import asyncio
import base64
import json
import random
import secrets
import struct
import time
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import Struct

from renardiere.cli.guests import Invited, Posts

__all__ = ["Crowd", "Figures"]


class View(Struct):
    legal: dict[str, list[str]]
    phase: str = ""
    finished: bool = False


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
        self.answered = -1
        """The last decision that this player answered, ..."""
        self.readied = -1
        """... and the one before which it said that it is ready."""
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
            self.watch()
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

    def watch(self) -> None:
        self.answered = self.readied = -1
        self.send({"is": "watch", "table": self.game.table, "seat": self.seat})

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
        self.sent: dict[int, tuple[int, float, int]] = {}
        """By the decision that it leads to: who acted, when it was sent, and how many have not heard of it."""
        self.waiting: list[tuple[Seat, Heard]] = []
        self.over = 0
        """How many have heard that the game is over."""
        self.due = 0.0
        """When the last move was to be made, by the loop's clock: a paced table keeps a timetable. If its players
        thought from one update to the next, what was written together would come back together, in ever larger crowds.
        """

    def heard(self, seat: Seat, message: Heard) -> None:
        assert message.view is not None
        self.note(seat, message.decision)
        if message.view.finished:
            self.over += 1
            if self.over == len(self.seats):
                self.crowd.begin(self.once_more())
        elif message.view.phase == "deal" and seat.readied != message.decision:
            seat.readied = message.decision
            self.crowd.begin(self.crowd.posts.post(self.table, "ready", seat.cookie, seat=seat.seat))
        legal = message.view.legal.get(str(seat.seat))
        if not legal or seat.answered == message.decision:
            return
        pause = self.crowd.pause
        if pause is None:
            self.waiting.append((seat, message))
            return
        seat.answered = message.decision
        if pause:
            loop = asyncio.get_running_loop()
            self.due = max(self.due + pause, loop.time())
            loop.call_at(self.due, self.act, seat, message.decision, legal)
        else:
            self.act(seat, message.decision, legal)

    def note(self, seat: Seat, decision: int) -> None:
        """What led to this decision has arrived here."""
        by, at, left = self.sent.get(decision, (seat.seat, 0.0, 0))
        if by == seat.seat:
            return
        if left > 1:
            self.sent[decision] = by, at, left - 1
        else:
            del self.sent[decision]
            self.crowd.figures.latencies.append(time.perf_counter() - at)

    async def once_more(self) -> None:
        """The game is over: the same players play another."""
        for seat in self.seats:
            new = await self.crowd.posts.post(self.table, "rematch", seat.cookie)
        for seat in self.seats:
            seat.send({"is": "unwatch", "table": self.table, "seat": seat.seat})
        self.table, self.over = new["id"], 0
        self.sent.clear()
        for seat in self.seats:
            seat.watch()

    def go_on(self) -> None:
        waiting, self.waiting = self.waiting, []
        for seat, message in waiting:
            self.heard(seat, message)

    def act(self, seat: Seat, decision: int, legal: list[str]) -> None:
        if len(self.seats) > 1:
            self.sent[decision + 1] = seat.seat, time.perf_counter(), len(self.seats) - 1
        seat.frame(
            0x81,
            f'{{"is":"act","table":"{self.table}","seat":{seat.seat},"decision":{decision},'
            f'"action":"{random.choice(legal)}","request":"{self.table}-{decision}"}}'.encode(),
        )


class Crowd:
    """Plays at all its tables; ``pause`` (seconds) is how long a player thinks, None: they wait."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pause: float | None = None
        self.figures = Figures()
        self.games: list[Game] = []
        self.pongs = asyncio.Semaphore(0)
        self.posts = Posts(port)
        self._asked: set[asyncio.Task[Any]] = set()

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

    def begin(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do what takes a while; ``rest`` raises what goes wrong there."""
        self._asked.add(asyncio.ensure_future(work))

    async def rest(self) -> None:
        """Finish what was begun, then wait."""
        wait = 0.5 + (self.pause or 0.0)
        self.pause = None
        await asyncio.sleep(wait)
        while self._asked:
            await self._asked.pop()

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
        self.posts.close()
        for game in self.games:
            for seat in game.seats:
                seat.transport.abort()
