"""What a peer may ask of the process before any message of it is read.

uvicorn bounds neither the head of a request nor the time that it takes, and frames of a WebSocket that carry nothing
(pings, pongs, empty pieces) cost as much as those that do. Here all of that has an end.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from renardiere.server.config import LOOPBACK
from renardiere.server.guard import network_of

__all__ = ["FLUSH_SECONDS", "BoundedHttp", "BoundedWebSocket", "raise_file_limit"]

HEAD_BYTES: Final = 32_768
"""Of a request: its line and its headers. Also what is read of a body that was refused."""
REQUEST_SECONDS: Final = 20.0
"""From the opening of a connection, or the first byte of a further request on it, to the request's last byte."""
ASKING: Final = 256
"""Connections of one address over which no live one was opened (yet). This machine, and so a proxy on it, may have
more."""
IDLE_FRAMES: Final = 256
"""Of one connection, frames without a message between two heartbeats. An honest client sends two or three."""
PIECES: Final = 64
"""Frames that make up one message, at most."""
FLUSH_SECONDS: Final = 5.0
"""What a peer is still to be told may take so long."""
FILES: Final = 65_536

TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
BAD: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's HTTP, but a request whose head has no end, or that is not whole after a while, ends the connection."""

    asking: ClassVar[Counter[str]] = Counter()
    """By address, the connections over which no live one was opened."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._address: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._awaited = True
        """The rest of a request is awaited, or all of the first one."""
        self._fed = 0
        """Bytes read of a head that has not come whole."""
        self._head = 0
        """The size of what is known of it."""
        self._wasted = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._address = network_of(self.client[0] if self.client else "")
        self.asking[self._address] += 1
        if self.asking[self._address] > ASKING and self._address not in LOOPBACK:
            transport.abort()
        else:
            self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def _leave(self) -> None:
        self._relax()
        if self._address is not None:
            self.asking[self._address] -= 1
            if not self.asking[self._address]:
                del self.asking[self._address]
            self._address = None

    def _hurry(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # ---- a request, piece by piece -------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        self._fed += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._fed > HEAD_BYTES:
            self._refuse()
        elif self._awaited:
            self._hurry()

    def on_message_begin(self) -> None:
        self._awaited = True
        self._head = self._wasted = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._know(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._know(len(name) + len(value))
        super().on_header(name, value)

    def _know(self, size: int) -> None:
        self._head += size
        if self._head > HEAD_BYTES:
            self._refuse()
            raise ValueError("the head of a request is too large")

    def on_headers_complete(self) -> None:
        self._fed = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._fed = 0
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle.response_complete:  # it was refused before it was read
            self._wasted += len(body)
            if self._wasted > HEAD_BYTES:
                self.transport.abort()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._awaited = False
        self._fed = 0
        self._relax()
        super().on_message_complete()

    def _refuse(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():
            super().send_400_response(msg)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, but a handshake is answered or the connection ends, and frames without a message are
    counted."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._idle = IDLE_FRAMES

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # all of the request was there: it is none that can be understood
            self.transport.write(b"".join(self.conn.data_to_send()) or BAD)
            self.transport.close()

    def send_keepalive_ping(self) -> None:
        self._idle = IDLE_FRAMES
        super().send_keepalive_ping()

    def handle_ping(self) -> None:
        if self._spend():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._spend():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        else:
            self._fail(CloseCode.MESSAGE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        if self.close_sent:  # nothing is heard any more
            self.frames = []
            self._spend()
            return
        message, self.frames = b"".join(self.frames), []
        try:
            self.hand_on(message.decode() if self.curr_msg_data_type == "text" else message)
        except UnicodeDecodeError:
            self._fail(CloseCode.INVALID_DATA)

    def hand_on(self, message: str | bytes) -> None:
        """A message has come whole."""
        if isinstance(message, str):
            self.queue.put_nowait({"type": "websocket.receive", "text": message})
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": message})

    def _spend(self) -> bool:
        """One frame less that may come for nothing."""
        self._idle -= 1
        if self._idle < 0:
            self._fail(CloseCode.POLICY_VIOLATION)
        return self._idle >= 0

    def _fail(self, code: CloseCode) -> None:
        """Say why, and let go at once: what else the peer sends is not read."""
        self.frames = []
        if self.transport.is_closing():
            return
        self.conn.fail(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.close()
        self.loop.call_later(FLUSH_SECONDS, self.transport.abort)


def raise_file_limit() -> None:
    """As many connections as the system allows, within reason: many set 1,024 where more is meant to be asked for."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
