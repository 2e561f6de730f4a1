"""Bytes on a real socket, as no honest client would send them; and a real house in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import struct
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

__all__ = ["HouseProcess", "Wire", "frame", "handshake"]

PATIENCE = 20
"""Seconds after which a test that waits for bytes fails; never waited for by a test that passes."""

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def handshake(port: int, *headers: str, target: str = "/api/live") -> bytes:
    """The request that opens a live connection."""
    lines = [
        f"GET {target} HTTP/1.1",
        f"Host: localhost:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def frame(
    opcode: int,
    payload: bytes | str = b"",
    *,
    last: bool = True,
    reserved: int = 0,
    masked: bool = True,
    length: int | None = None,
) -> bytes:
    """A frame of a client (its mask is zero), or what only looks like one. ``length`` may lie."""
    payload = payload.encode() if isinstance(payload, str) else payload
    size = len(payload) if length is None else length
    head = bytes([last << 7 | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if size < 126:
        head += bytes([mask | size])
    else:
        head += struct.pack("!BH", mask | 126, size) if size < 65536 else struct.pack("!BQ", mask | 127, size)
    return head + (bytes(4) if masked else b"") + payload


class Wire:
    """One TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, port: int, *first: bytes, limit: int = 1 << 16) -> AsyncIterator[Wire]:
        wire = cls(*await asyncio.open_connection("127.0.0.1", port, limit=limit))
        try:
            await wire.send(*first)
            yield wire
        finally:
            wire.writer.transport.abort()

    @classmethod
    @contextlib.asynccontextmanager
    async def live(cls, port: int, *headers: str) -> AsyncIterator[Wire]:
        """A live connection, welcomed."""
        async with cls.open(port, handshake(port, *headers)) as wire:
            assert (await wire.head()).startswith(b"HTTP/1.1 101")
            assert (await wire.message())["is"] == "welcome"
            yield wire

    async def send(self, *pieces: bytes) -> None:
        """Send, and wait until the system has taken it; a peer that has hung up is no error."""
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                self.writer.write(piece)
            await self.writer.drain()

    def no_more(self) -> None:
        """Say that nothing more will be sent."""
        with contextlib.suppress(OSError):
            self.writer.write_eof()

    async def head(self) -> bytes:
        """The head of an answer."""
        async with asyncio.timeout(PATIENCE):
            return await self.reader.readuntil(b"\r\n\r\n")

    async def rest(self) -> bytes:
        """All that comes until the other side hangs up."""
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                return await self.reader.read()
        return b""

    async def frame(self) -> tuple[int, bytes]:
        """The server's next frame: its opcode and payload. (-1, b"") if it hung up."""
        async with asyncio.timeout(PATIENCE):
            try:
                first, size = await self.reader.readexactly(2)
                if size == 126:
                    size = int.from_bytes(await self.reader.readexactly(2))
                elif size == 127:
                    size = int.from_bytes(await self.reader.readexactly(8))
                return first & 15, await self.reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                return -1, b""

    async def message(self) -> Any:
        """The server's next message."""
        while True:
            opcode, payload = await self.frame()
            if opcode == TEXT:
                return json.loads(payload)
            assert opcode == PING, (opcode, payload)
            await self.send(frame(PONG, payload))

    async def closed(self) -> int | None:
        """The code with which the server closes; None if it just hangs up. Messages before it are passed over."""
        code = None
        while (found := await self.frame())[0] != -1:
            if found[0] == CLOSE:
                code = int.from_bytes(found[1][:2])
                await self.send(frame(CLOSE, found[1]))
        return code


class HouseProcess:
    """``renardiere serve`` on a folder, with the limits that it has for everybody but for those in ``settings``."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        main = "import sys; from renardiere.cli import main; main(sys.argv[1:])"
        self.log = folder / "house.log"
        written = folder / "settings.toml"
        written.write_text(settings)
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", main, "serve", "--settings", str(written), "--data", str(folder), "--port", "0"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if " is open at " in line)
        self.address = line.split(" is open at ")[1].split(" ")[0].strip()
        self.port = int(self.address.rpartition(":")[2])

    @property
    def memory(self) -> float:
        """What of it is in memory, in megabytes."""
        answer = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, check=True, text=True
        )
        return int(answer.stdout) / 1024

    def close(self) -> None:
        self.process.terminate()
        assert self.process.wait(60) == 0
        assert self.process.stdout is not None
        self.process.stdout.close()
