"""The live connection: one WebSocket, any number of viewers.

Messages of one connection are taken one after the other. What is sent goes through a bounded outbox: a reader that is
too slow for it loses its backlog and gets a fresh view of everything instead; nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from importlib.metadata import version
from typing import Any, Final, Literal

import msgspec
import structlog

from renardiere.games.errors import FoxError
from renardiere.games.play import Viewer
from renardiere.server.asgi import Receive, Scope, Send
from renardiere.server.audience import encode
from renardiere.server.config import LOOPBACK
from renardiere.server.guard import Buckets, address_of
from renardiere.server.house import Awake, House
from renardiere.server.identity import Caller
from renardiere.server.journal.store import Unavailable
from renardiere.server.messages import (
    Act,
    Bye,
    Done,
    FromClient,
    Ping,
    Place,
    Pong,
    Problem,
    Refused,
    Unwatch,
    Watch,
    Welcome,
)
from renardiere.server.metrics import CONNECTIONS, REFUSED, RESYNCS
from renardiere.server.problems import Refusal, problem_of

__all__ = ["Live"]

log = structlog.get_logger("renardiere.live")

VERSION: Final = version("renardiere")
IN_A_ROW: Final = 8
"""Messages that came in one packet are taken so many at a time; then it is others' turn."""
CLOSE_SLOW: Final = 1013
CLOSE_RESTART: Final = 1012
CLOSE_REFUSED: Final = 1008

_decoder: Final = msgspec.json.Decoder(FromClient)


class Live:
    """The WebSocket endpoint, an ASGI application."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.rates = Buckets(house.clock, house.config.limits.messages)
        house.identities.ended = self.end
        self._connections: set[Connection] = set()
        self._counts: Counter[str] = Counter()
        self._closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller: Caller = scope["state"]["caller"]
        address = f"at {address_of(scope)}"
        await receive()  # websocket.connect
        with self._counted(caller.who, address) as admitted:
            if not admitted:
                await send({"type": "websocket.close", "code": CLOSE_REFUSED})
                return
            await send({"type": "websocket.accept"})
            connection = Connection(self._house, self, caller, address, scope, send)
            if caller.who is not None and self._house.identities.who(caller.hash) != caller.who:
                connection.end("elsewhere")  # its token was ended while it came in
            if self._closing:
                connection.end("restart")
            self._connections.add(connection)
            CONNECTIONS.inc()
            try:
                await connection.run(receive)
            finally:
                CONNECTIONS.dec()
                self._connections.discard(connection)

    @contextlib.contextmanager
    def _counted(self, who: str | None, address: str) -> Iterator[bool]:
        """Whether there may be one connection more of this identity, or of nobody from there, and of all from there."""
        limits, counts = self._house.config.limits, self._counts
        key = who or f"nobody {address}"
        admitted = counts[key] < limits.connections * (1 if who else 4)
        if address.removeprefix("at ") not in LOOPBACK:
            admitted = admitted and counts[address] < limits.connections_of_address
        for counted in (key, address):
            counts[counted] += 1
        try:
            yield admitted
        finally:
            for counted in (key, address):
                counts[counted] -= 1
                if not counts[counted]:
                    del counts[counted]

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._connections)

    def end(self, hashes: Collection[bytes], why: Literal["elsewhere", "restart"]) -> None:
        """These tokens are worth nothing any more: close their connections, which hear nothing more from now on."""
        for connection in list(self._connections):
            if connection.token in hashes:
                connection.end(why)

    async def close(self) -> None:
        """Tell everybody that the house will be back in a moment, and so whoever was just coming in."""
        self._closing = True
        for connection in list(self._connections):
            connection.leave("restart", CLOSE_RESTART)
        gone = [connection.gone.wait() for connection in self._connections]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*gone), 2)


class Connection:
    """One WebSocket."""

    def __init__(self, house: House, live: Live, caller: Caller, address: str, scope: Scope, send: Send) -> None:
        self.gone = asyncio.Event()
        self._house = house
        self._live = live
        self.token = caller.hash
        self._who = caller.who
        self._address = address
        self._scope = scope
        self._send = send
        self._limits = house.config.limits
        self._outbox: deque[str] = deque()
        self._size = 0
        self._sender: asyncio.Task[None] | None = None
        self._write: Callable[[str], bool] = scope["state"].get("write", _later)
        self._dropped = False
        self._strikes = 0
        self._close_code: int | None = None
        self._watched: dict[tuple[str, Viewer], Awake] = {}

    @property
    def who(self) -> str | None:
        """Whose connection it is; somebody who comes to look may take a seat meanwhile."""
        if self._who is None:
            self._who = self._house.identities.who(self.token)
        return self._who

    @property
    def delay(self) -> float:
        """Seconds that a message needs to get here: half of what the last WebSocket ping took."""
        return float(self._scope["state"].get("round_trip", 0.0)) / 2

    # ---- sending ---------------------------------------------------------------------------------------------
    def put(self, text: str) -> None:
        """Send as soon as the reader takes it: at once, unless something waits already."""
        if self._close_code is not None or self._dropped:
            return
        if self._sender is None and self._write(text):
            return
        if len(self._outbox) >= self._limits.backlog_messages or self._size + len(text) > self._limits.backlog_bytes:
            self._outbox.clear()
            self._size = 0
            self._dropped = True
            RESYNCS.inc()
        else:
            self._outbox.append(text)
            self._size += len(text)
        self._send_rest()

    def leave(self, why: Literal["restart", "slow", "elsewhere"], code: int) -> None:
        """Say why, then close."""
        self._outbox.clear()
        self._dropped = False
        self.put(encode(Bye(why)))
        self._close(code)

    def end(self, why: Literal["elsewhere", "restart"]) -> None:
        """Whoever this was, it is no longer: nothing is followed from now on."""
        for table, viewer in list(self._watched):
            self._unwatch(table, viewer)
        if self._close_code is None:
            self.leave(why, CLOSE_RESTART if why == "restart" else CLOSE_REFUSED)

    def _close(self, code: int) -> None:
        """Close once all is sent."""
        self._close_code = code
        self._send_rest()

    def _send_rest(self) -> None:
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        """Empty the outbox, as fast as the reader takes it; close if that was the last."""
        with contextlib.suppress(OSError):  # it is gone: whoever receives will hear of that
            while self._outbox or self._dropped:
                if self._outbox:
                    text = self._outbox.popleft()
                    self._size -= len(text)
                    await self._send({"type": "websocket.send", "text": text})
                else:
                    self._catch_up()
            if self._close_code is not None:
                await self._send({"type": "websocket.close", "code": self._close_code})
        self._sender = None

    def _catch_up(self) -> None:
        """The reader takes messages again: instead of what was dropped, show where everything stands."""
        self._dropped = False
        self._strikes += 1
        if self._strikes > self._limits.strikes:
            self.leave("slow", CLOSE_SLOW)
            return
        for (_, viewer), awake in self._watched.items():
            awake.audience.catch_up(self, viewer)

    # ---- receiving -------------------------------------------------------------------------------------------
    async def run(self, receive: Receive) -> None:
        """Serve until either side closes."""
        self.put(encode(Welcome(self._house.epoch, VERSION)))
        try:
            taken = 0
            while (message := await receive())["type"] != "websocket.disconnect":
                if self._close_code is None:
                    await self._take(message.get("text"))
                taken += 1
                if taken % IN_A_ROW == 0:  # receive() doesn't wait while it has messages
                    await asyncio.sleep(0)
        finally:
            if self._sender is not None:
                self._sender.cancel()
                await asyncio.wait([self._sender])
            for table, viewer in list(self._watched):
                self._unwatch(table, viewer)
            self.gone.set()

    async def _take(self, text: str | None) -> None:
        if not self._live.rates.take(self.who or self._address):
            self._strike("too_fast", "That is too fast; wait a moment.", _request_of(text))
            return
        try:
            message = _decoder.decode(text or "")
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._strike("bad_message", "That is not a message of this protocol.", None)
            return
        request = message.request if isinstance(message, Act) else None
        try:
            match message:
                case Act():
                    await self._house.act(self.who, message)
                    self.put(encode(Done(message.request)))
                case Watch():
                    await self._watch(message)
                case Unwatch(table, seat):
                    self._unwatch(table, seat)
                case Ping(n, where):
                    self.put(encode(Pong(n, self._places() if where else [])))
        except (Refusal, FoxError, Unavailable) as error:
            problem = problem_of(error)
            assert problem is not None
            self._refuse(problem, request)
            if isinstance(message, Act) and (awake := self._watched.get((message.table, message.seat))):
                self.put(awake.audience.sync(message.seat))

    def _strike(self, code: str, text: str, request: str | None) -> None:
        self._refuse(Problem(code, text), request)
        self._strikes += 1
        if self._strikes > self._limits.strikes and self._close_code is None:
            self._close(CLOSE_REFUSED)

    def _refuse(self, problem: Problem, request: str | None) -> None:
        REFUSED.inc()
        self.put(encode(Refused(request, problem)))

    async def _watch(self, watch: Watch) -> None:
        key = (watch.table, watch.seat)
        if key not in self._watched and len(self._watched) >= self._limits.watches:
            raise Refusal("too_many", "This connection follows enough tables.")
        async with self._house.decide(watch.table) as awake:
            if watch.seat is None:
                self._house.check_may_watch(awake.table, self.who)
            else:
                mine = awake.table.seats_of(self.who) if self.who is not None else []
                if watch.seat not in mine:
                    raise Refusal("not_yours", "That is not your seat.")
                for other in mine:  # a screen never holds two hands
                    if other != watch.seat:
                        self._unwatch(watch.table, other)
                with contextlib.suppress(Unavailable):  # the bot plays on until it can be written
                    await self._house.absences.welcome_back(awake, watch.seat)
            if self._close_code is not None:  # meanwhile
                return
            self._watched[key] = awake
            awake.audience.join(self, watch.seat, watch.epoch, watch.after)

    def _places(self) -> list[Place]:
        return [awake.audience.place(viewer) for (_, viewer), awake in self._watched.items()]

    def _unwatch(self, table: str, viewer: Viewer) -> None:
        awake = self._watched.pop((table, viewer), None)
        if awake is not None:
            awake.audience.part(self, viewer)

    def unwatched(self, table: str, viewer: Viewer) -> None:
        """The seat was given up: its table sees to the rest."""
        del self._watched[table, viewer]


def _later(text: str) -> bool:
    """Where there is no quick way to send: nothing is sent at once."""
    return False


def _request_of(text: str | None) -> str | None:
    """The request id of an action that is refused unread, so that its sender knows which one it was."""
    try:
        message: Any = _decoder.decode(text or "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return message.request if isinstance(message, Act) else None
