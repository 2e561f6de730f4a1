"""uvicorn, set up on purpose."""

from __future__ import annotations

import asyncio
import gc
import random
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from struct import pack
from typing import Final

import uvicorn
from uvicorn._types import ASGISendEvent
from websockets.frames import Frame
from websockets.http11 import Request

from renardiere.server.app import App
from renardiere.server.bounds import BoundedHttp, BoundedWebSocket, raise_file_limit
from renardiere.server.config import Config
from renardiere.server.live import READ_AHEAD

try:
    from websockets.speedups import apply_mask
except ImportError:  # no wheel for this machine
    from websockets.utils import apply_mask

__all__ = ["HEARTBEAT_SECONDS", "HouseServer"]

HEARTBEAT_SECONDS: Final = 15.0
FLUSH_SECONDS: Final = 5.0
COLLECT_AFTER: Final = (20_000, 20, 20)
"""For the collector of cycles: nearly everything here goes without it, and it looks at every table in memory."""
WHOLE_TEXT: Final = 0x81
"""How a frame begins that is a text message, all of it, ..."""
WHOLE_BYTES: Final = 0x82
"""... or a binary one."""
STALE_SECONDS: Final = 2.0
"""A peer that has not answered for so long is sent no frames: they would only wait somewhere on the way."""
SWITCH_SECONDS: Final = 0.0005
"""How long a thread that computes may keep the interpreter from the loop and the writer, which need it often and
briefly; Python's 5 ms would be the price of each of their steps while rules are being compiled."""


class Protocol(BoundedWebSocket):
    """uvicorn's WebSocket, with a short way for what nearly all frames are: one whole message.

    Everything else (the handshake, messages in pieces, pings, closing, whatever is wrong) goes the long way, through
    the ``websockets`` package, which is handed whole frames so that each can go either way. A peer that is gone, or
    never reads, is let go with all that waits for it.
    """

    round_trip = 0.0
    """Seconds that a message to this peer and back takes, as last measured: its clock is credited with that."""
    _begun = b""
    """The beginning of a frame that has not come whole."""
    _hear: Callable[[list[str | bytes]], None] | None = None
    _asked: tuple[bytes, float] | None = None
    """What a beat was sent with, and when, as long as it is not answered."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._unsent: list[bytes] = []
        self._heard: list[str | bytes] = []
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["state"]["wire"] = self

    def write(self, message: str | bytes) -> bool:
        """Send a message now. False, and it is not sent, if the peer has to be waited for, or is gone."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        kind, payload = (WHOLE_TEXT, message.encode()) if isinstance(message, str) else (WHOLE_BYTES, message)
        size = len(payload)
        if size < 126:
            head = bytes((kind, size))
        else:
            head = pack("!BBH", kind, 126, size) if size < 65536 else pack("!BBQ", kind, 127, size)
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(head + payload)
        return True

    def offer(self, frame: bytes) -> None:
        """Send a binary message now, or never: not to a peer that is behind."""
        stale = self._asked is not None and self.loop.time() - self._asked[1] > STALE_SECONDS
        if not stale and not self.transport.get_write_buffer_size():
            self.write(frame)

    def beat(self) -> None:
        """Ask for a sign of life, to measure the way there and back, unless one is awaited."""
        if self._asked is None and not (self.close_sent or self.disconnected or self.transport.is_closing()):
            asked = b"beat" + random.randbytes(4)
            self._asked = asked, self.loop.time()
            self._flush()
            self.conn.send_ping(asked)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def _flush(self) -> None:
        """What came up in one turn of the loop (an update, and the answer to whoever acted) goes out together."""
        if self._unsent and not self.transport.is_closing():
            self.transport.write(b"".join(self._unsent))
        self._unsent.clear()

    async def send(self, message: ASGISendEvent) -> None:
        self._flush()
        await super().send(message)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        data = self._begun + data
        start = 0
        while not self.transport.is_closing() and (found := frame_at(data, start, self.config.ws_max_size)):
            payload, end = found
            message: str | bytes | None = None
            kind = data[start]
            if kind in (WHOLE_TEXT, WHOLE_BYTES) and payload > start and not (self.frames or self.close_sent):
                with suppress(UnicodeDecodeError):
                    bare = apply_mask(data[payload:end], data[payload - 4 : payload])
                    message = bare.decode() if kind == WHOLE_TEXT else bare
            if message is None:
                super().data_received(data[start:end])
            else:
                self._heard.append(message)
            start = end
        self._begun = data[start:]
        self._hand_over()

    def hand_on(self, message: str | bytes) -> None:
        self._heard.append(message)  # data_received goes on with it

    # ---- the connection's wire ---------------------------------------------------------------------------------
    def listen(self, hear: Callable[[list[str | bytes]], None]) -> None:
        self._hear = hear
        self.go_on()
        self._hand_over()

    def _hand_over(self) -> None:
        if self._heard and self._hear is not None:
            heard, self._heard = self._heard, []
            self._hear(heard)
        elif len(self._heard) >= READ_AHEAD:
            self.pause()

    def pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        if self._asked is not None and bytes(event.data) == self._asked[0]:
            self.round_trip = self.loop.time() - self._asked[1]
            self._asked = None
        elif self.pending_ping_payload is None:
            self.round_trip = self.last_ping_rtt

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(FLUSH_SECONDS, self.transport.abort)


def frame_at(data: bytes, start: int, limit: int) -> tuple[int, int] | None:
    """Where a client's frame has its payload, and where it ends; None if more of it is to come. One that will be
    refused (too long, or not masked) has none, and takes all that follows with it."""
    there = len(data) - start
    if there < 2:
        return None
    size = data[start + 1] - 0x80
    payload = start + 6
    if size > 125:
        more = 2 if size == 126 else 8
        if there < 2 + more:
            return None
        size = int.from_bytes(data[start + 2 : start + 2 + more])
        payload += more
    if not 0 <= size <= limit:
        return start, len(data)
    end = payload + size
    return (payload, end) if end <= len(data) else None


class HouseServer(uvicorn.Server):
    """Serves one application. ``on_open`` is called once it can be reached.

    permessage-deflate is off: a move is about one packet either way, and compressing costs each connection memory and
    each move time. Frames are bounded before they are read.
    """

    def __init__(self, app: App, config: Config, on_open: Callable[[], None] | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio" if sys.platform == "win32" else "uvloop",
                http=BoundedHttp,
                ws=Protocol,
                ws_max_size=config.limits.message_bytes,
                ws_ping_interval=HEARTBEAT_SECONDS,
                ws_ping_timeout=HEARTBEAT_SECONDS,
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                log_level="error",  # whoever sends nonsense should not fill the log
                access_log=False,
                server_header=False,
                proxy_headers=config.public_url is not None,
                forwarded_allow_ips=list(config.trusted_proxies),
                timeout_graceful_shutdown=5,
            )
        )
        self._app = app
        self._on_open = on_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        raise_file_limit()
        await super().startup(sockets)
        if self.started and self._on_open is not None:
            self._on_open()
        self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        """Once all is loaded, it stays: the collector need not look at it again, and looks at the rest less often."""
        await self._app.house.warmup.loaded()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._settling.cancel()
        for server in self.servers:
            server.close()  # whoever comes back from here on comes to the next house
        await self._app.live.close()  # while the connections are still open
        await super().shutdown(sockets)
