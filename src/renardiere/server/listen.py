"""uvicorn, set up on purpose."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from typing import Final

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from renardiere.server.app import App
from renardiere.server.config import Config

__all__ = ["HEARTBEAT_SECONDS", "HouseServer"]

HEARTBEAT_SECONDS: Final = 15.0
FLUSH_SECONDS: Final = 5.0
SWITCH_SECONDS: Final = 0.0005
"""How long a thread that computes may keep the interpreter from the loop and the writer, which need it often and
briefly; Python's 5 ms would be the price of each of their steps while rules are being compiled."""


class Protocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, but a peer that is gone, or never reads, is let go with all that waits for it."""

    def handle_pong(self, event: Frame) -> None:
        """Tells how long a message to this peer and back takes: its clock is credited with that."""
        super().handle_pong(event)
        self.scope["state"]["round_trip"] = self.last_ping_rtt

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(FLUSH_SECONDS, self.transport.abort)


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
                http="httptools",
                ws=Protocol,
                ws_max_size=config.limits.message_bytes,
                ws_ping_interval=HEARTBEAT_SECONDS,
                ws_ping_timeout=HEARTBEAT_SECONDS,
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=config.public_url is not None,
                timeout_graceful_shutdown=5,
            )
        )
        self._app = app
        self._on_open = on_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        await super().startup(sockets)
        if self.started and self._on_open is not None:
            self._on_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.live.close()  # while the connections are still open
        await super().shutdown(sockets)
