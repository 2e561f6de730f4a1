"""The live connection: one WebSocket, any number of viewers.

Messages of one connection are taken one after the other. What is sent goes through a bounded outbox: a reader that is
too slow for it loses its backlog and gets a fresh view of everything instead; nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator
from importlib.metadata import version
from typing import Any, Final, Literal, Protocol

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
    Look,
    Ping,
    Place,
    Pong,
    Practise,
    Problem,
    Reach,
    Refused,
    Unwatch,
    Watch,
    Welcome,
)
from renardiere.server.metrics import CONNECTIONS, REFUSED, RESYNCS
from renardiere.server.problems import Refusal, problem_of
from renardiere.server.yards.practice import Practising
from renardiere.server.yards.searches import INPUT

__all__ = ["Live"]

log = structlog.get_logger("renardiere.live")

VERSION: Final = version("renardiere")
IN_A_ROW: Final = 8
"""Messages that came in one packet are taken so many at a time; then it is others' turn."""
READ_AHEAD: Final = 8
"""Messages of one connection that may wait to be taken before it is read no further."""
BEAT_SECONDS: Final = 1.0
"""How often the way to a hand is measured."""
CLOSE_SLOW: Final = 1013
CLOSE_RESTART: Final = 1012
CLOSE_REFUSED: Final = 1008
CLOSE_FAILED: Final = 1011

_decoder: Final = msgspec.json.Decoder(FromClient)


class Live:
    """The WebSocket endpoint, an ASGI application."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.rates = Buckets(house.clock, house.config.limits.messages)
        self.inputs = Buckets(house.clock, house.config.limits.inputs)
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


class Wire(Protocol):
    """A quicker way to and from the other side than ASGI: without a task and a queue for each message."""

    round_trip: float
    """Seconds that a message there and back takes, as last measured."""

    def write(self, text: str) -> bool:
        """Send a message now. False, and it is not sent, if the peer has to be waited for."""

    def offer(self, frame: bytes) -> None:
        """Send a binary message now, or never: if the peer is behind, the next one will do."""

    def beat(self) -> None:
        """Measure the way there and back, unless that is being done."""

    def listen(self, hear: Callable[[list[str | bytes]], None]) -> None:
        """From now on, hand over what comes."""

    def pause(self) -> None:
        """What comes is left with the system, and so with its sender, ..."""

    def go_on(self) -> None:
        """... until here."""


class Connection:
    """One WebSocket."""

    def __init__(self, house: House, live: Live, caller: Caller, address: str, scope: Scope, send: Send) -> None:
        self.gone = asyncio.Event()
        self._house = house
        self._live = live
        self.token = caller.hash
        self._who = caller.who
        self._address = address
        self._send = send
        self._limits = house.config.limits
        self._outbox: deque[str] = deque()
        self._size = 0
        self._sender: asyncio.Task[None] | None = None
        self._wire: Wire | None = scope["state"].get("wire")
        self._write: Callable[[str], bool] = self._wire.write if self._wire is not None else _later
        self._frame: bytes | None = None
        self._inbox: deque[str | None] = deque()
        self._busy = False
        self._idled: asyncio.Future[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._dropped = False
        self._strikes = 0
        self._close_code: int | None = None
        self._watched: dict[tuple[str, Viewer], Awake] = {}
        self._hand: tuple[Awake, int] | None = None
        self._had_hand = False
        self._practising: Practising | None = None
        self._beating: asyncio.TimerHandle | None = None

    @property
    def who(self) -> str | None:
        """Whose connection it is; somebody who comes to look may take a seat meanwhile."""
        if self._who is None:
            self._who = self._house.identities.who(self.token)
        return self._who

    @property
    def delay(self) -> float:
        """Seconds that a message needs to get here: half of what the last WebSocket ping took."""
        return self._wire.round_trip / 2 if self._wire is not None else 0.0

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
        self._practise(None)
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
            while self._outbox or self._dropped or self._frame is not None:
                if self._outbox:
                    text = self._outbox.popleft()
                    self._size -= len(text)
                    await self._send({"type": "websocket.send", "text": text})
                elif self._frame is not None:
                    frame, self._frame = self._frame, None
                    await self._send({"type": "websocket.send", "bytes": frame})
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
        if self._wire is not None:
            self._wire.listen(self.hear)
        try:
            taken = 0
            while (message := await receive())["type"] != "websocket.disconnect":
                text = message.get("text")
                self.hear([text if text is not None else message.get("bytes")])
                await self._idle()
                taken += 1
                if taken % IN_A_ROW == 0:  # receive() doesn't wait while it has messages
                    await asyncio.sleep(0)
        finally:
            self._inbox.clear()
            if self._sender is not None:
                self._sender.cancel()
                await asyncio.wait([self._sender])
            if self._task is not None:
                self._task.cancel()
                await asyncio.wait([self._task])
            for table, viewer in list(self._watched):
                self._unwatch(table, viewer)
            self._practise(None)
            self.gone.set()

    def hear(self, messages: Iterable[str | bytes | None]) -> None:
        """Messages have come: take them one after the other. What a hand does waits for nothing."""
        for message in messages:
            if isinstance(message, bytes):
                self._move(message)
            else:
                self._inbox.append(message)
        if not self._busy:
            self._take_some()
        if self._wire is not None and len(self._inbox) >= READ_AHEAD:
            self._wire.pause()

    def _take_some(self) -> None:
        """A few messages, then it is others' turn; the rest once what was begun is done."""
        self._busy = True
        for _ in range(IN_A_ROW):
            if not self._inbox:
                self._rest()
                return
            text = self._inbox.popleft()
            if self._close_code is None and not self._take(text):
                return
        asyncio.get_running_loop().call_soon(self._take_some)

    def _rest(self) -> None:
        self._busy = False
        if self._wire is not None:
            self._wire.go_on()
        if self._idled is not None:
            self._idled.set_result(None)
            self._idled = None

    async def _idle(self) -> None:
        """Until all that was heard is done."""
        while self._busy:
            self._idled = asyncio.get_running_loop().create_future()
            await self._idled

    def _take(self, text: str | None) -> bool:
        """Do what a message asks for. False if that takes a while: then the next ones follow when it is done."""
        if not self._live.rates.take(self.who or self._address):
            self._strike("too_fast", "That is too fast; wait a moment.", _request_of(text))
            return True
        try:
            message = _decoder.decode(text or "")
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._strike("bad_message", "That is not a message of this protocol.", None)
            return True
        match message:
            case Act():
                return self._act(message)
            case Ping(n, where):
                self.put(encode(Pong(n, self._places() if where else [])))
            case Unwatch(table, seat):
                self._unwatch(table, seat)
            case Reach():
                self._reach(message)
            case Practise(tokens):
                self._practise(tokens)
            case Look():
                if self._practising is not None:
                    self._practising.look()
            case Watch():
                self._begin(self._watch(message), None)
                return False
        return True

    def _act(self, act: Act) -> bool:
        def answered(error: Exception | None) -> None:
            self._answer(act, error)
            self._take_some()

        try:
            if not self._house.act_at_once(self.who, act, answered):
                self._begin(self._house.act(self.who, act), act)
            return False
        except (Refusal, FoxError, Unavailable) as error:
            self._answer(act, error)
            return True

    def _begin(self, work: Coroutine[Any, Any, None], act: Act | None) -> None:
        """Do what has to wait for something, and go on once it is done."""

        async def done() -> None:
            error = None
            try:
                await work
            except (Refusal, FoxError, Unavailable) as problem:
                error = problem
            self._answer(act, error)

        def go_on(task: asyncio.Task[None]) -> None:
            work.close()  # it may have been cancelled before it began
            self._task = None
            if not task.cancelled():
                if (error := task.exception()) is not None:
                    self._fail(error)
                self._take_some()

        self._task = asyncio.create_task(done())
        self._task.add_done_callback(go_on)

    def _answer(self, act: Act | None, error: Exception | None) -> None:
        """How it went."""
        if error is None:
            if act is not None:
                self.put(encode(Done(act.request)))
            return
        problem = problem_of(error)
        if problem is None:
            self._fail(error)
            return
        self._refuse(problem, act.request if act else None)
        if act is not None and (awake := self._watched.get((act.table, act.seat))):
            self.put(awake.audience.sync(act.seat))

    def _fail(self, error: BaseException) -> None:
        """Something is wrong with the house: this connection can't go on."""
        log.error("a message failed", exc_info=error)
        if self._close_code is None:
            self._close(CLOSE_FAILED)

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
        return [awake.audience.place(viewer, self.who) for (_, viewer), awake in self._watched.items()]

    def _unwatch(self, table: str, viewer: Viewer) -> None:
        awake = self._watched.pop((table, viewer), None)
        if awake is not None:
            self._let_go(awake, viewer)
            awake.audience.part(self, viewer)

    def unwatched(self, table: str, viewer: Viewer) -> None:
        """The seat was given up: its table sees to the rest."""
        self._let_go(self._watched.pop((table, viewer)), viewer)

    # ---- a hand in the dark ----------------------------------------------------------------------------------
    def _reach(self, wish: Reach) -> None:
        awake = self._watched.get((wish.table, wish.seat))
        if awake is None:
            self._refuse(Problem("not_yours", "One searches with the hand of a seat that one watches."), None)
        elif not wish.on:
            self._let_go(awake, wish.seat)
        elif awake.search is None:
            self._refuse(Problem("not_now", "Nobody searches in this game.", "search"), None)
        else:
            if self._hand is not None and self._hand != (awake, wish.seat):
                self._let_go(*self._hand)
            self._practise(None)
            self._hand, self._had_hand = (awake, wish.seat), True
            self._house.searches.reach(awake, wish.seat, self)
            if self._beating is None:
                self._beat()

    def _practise(self, tokens: int | None) -> None:
        """Search alone, in place of whatever this connection searched before; or no longer."""
        if self._practising is not None:
            self._practising.close()
            self._practising = self._frame = None
        if tokens is None or self._close_code is not None:
            return
        if self._hand is not None:
            self._let_go(*self._hand)
        try:
            self._practising = self._house.practices.begin(self.who or self._address, self, tokens)
        except Refusal as error:
            self._refuse(error.problem, None)
        else:
            self._had_hand = True

    def _let_go(self, awake: Awake, seat: Viewer) -> None:
        if self._hand is not None and seat is not None and self._hand == (awake, seat):
            self._house.searches.let_go(awake, seat, self)
            self.lost_hand()

    def lost_hand(self) -> None:
        """It is another connection's, or nobody's."""
        self._hand = self._frame = None
        if self._beating is not None:
            self._beating.cancel()
            self._beating = None

    def _beat(self) -> None:
        """As long as this connection has a hand, the way to it is measured."""
        if self._wire is not None and self._hand is not None:
            self._house.searches.measured(*self._hand, self)
            self._wire.beat()
            self._beating = asyncio.get_running_loop().call_later(BEAT_SECONDS, self._beat)

    def feel(self, frame: bytes) -> None:
        """Send a frame; one that cannot go out before the next one comes is left out."""
        if self._close_code is not None:
            return
        if self._wire is not None:
            self._wire.offer(frame)
        else:
            self._frame = frame
            self._send_rest()

    def _move(self, message: bytes) -> None:
        """What this connection's hand does. Whoever has just lost it may not know that yet."""
        if self._close_code is not None:
            return
        if not self._live.inputs.take(self.who or self._address):
            if self._hand is None and self._practising is None:
                self._strike("too_fast", "That is too fast; wait a moment.", None)
        elif self._hand is not None and message and len(message) == INPUT.get(message[0]):
            self._house.searches.did(*self._hand, message)
        elif self._practising is not None and message and len(message) == INPUT.get(message[0]):
            self._practising.did(message)
        elif self._hand is not None or self._practising is not None or not self._had_hand:
            self._strike("bad_message", "That is not a message of a hand.", None)


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
