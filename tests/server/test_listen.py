"""The WebSocket on the wire: whole messages go a short way, everything else the long one, and nobody can tell."""

from __future__ import annotations

import asyncio
import json
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from server_harness import PATIENCE
from test_network import served
from websockets.frames import apply_mask

from renardiere.server.listen import frame_at

TEXT, CONTINUED, CLOSE, PING, PONG = 0x1, 0x0, 0x8, 0x9, 0xA
LAST = 0x80
HANDSHAKE = (
    "GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(first: int, payload: bytes, mask: bytes | None = None) -> bytes:
    """As RFC 6455 § 5.2 draws it, from a client."""
    mask = os.urandom(4) if mask is None else mask
    size = len(payload)
    length = bytes([LAST | size]) if size < 126 else struct.pack("!BH", LAST | 126, size)
    return bytes([first]) + length + mask + apply_mask(payload, mask)


def ping(n: int, padding: int = 0) -> bytes:
    return json.dumps({"is": "ping", "n": n}).encode() + b" " * padding


class Wire:
    """A client that sends any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def next(self) -> tuple[int, bytes]:
        """The opcode and payload of the next frame; frames of a server are whole and not masked."""
        async with asyncio.timeout(PATIENCE):
            first, size = await self.reader.readexactly(2)
            assert first & LAST
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2))
            return first & 0x0F, await self.reader.readexactly(size)

    async def pong(self) -> int:
        """The number of the next ``pong`` message; nothing else comes before it."""
        opcode, payload = await self.next()
        assert opcode == TEXT, payload
        message = json.loads(payload)
        assert message["is"] == "pong", message
        return int(message["n"])

    async def close_code(self) -> int:
        while (got := await self.next())[0] != CLOSE:
            pass
        return int.from_bytes(got[1][:2])


@asynccontextmanager
async def wire(address: str) -> AsyncIterator[Wire]:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
    writer.write(HANDSHAKE.encode())
    async with asyncio.timeout(PATIENCE):
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    client = Wire(reader, writer)
    assert json.loads((await client.next())[1])["is"] == "welcome"
    yield client
    writer.close()


async def test_messages_arrive_however_they_are_cut(tmp_path: Path) -> None:
    """At every place of two frames, short and long; in one packet; in pieces, with a ping of the protocol between."""
    async with served(tmp_path) as address, wire(address) as client:
        both = frame(LAST | TEXT, ping(1)) + frame(LAST | TEXT, ping(2, padding=200))
        for cut in range(1, len(both)):
            client.writer.write(both[:cut])
            await client.writer.drain()
            await asyncio.sleep(0)
            client.writer.write(both[cut:])
            assert [await client.pong(), await client.pong()] == [1, 2]
        client.writer.write(b"".join(frame(LAST | TEXT, ping(n)) for n in range(40)))
        assert [await client.pong() for _ in range(40)] == list(range(40))
        whole = ping(7)
        client.writer.write(frame(TEXT, whole[:5]) + frame(CONTINUED, b"") + frame(LAST | PING, b"here?"))
        assert await client.next() == (PONG, b"here?")
        client.writer.write(frame(CONTINUED, whole[5:9]) + frame(LAST | CONTINUED, whole[9:]))
        client.writer.write(frame(LAST | TEXT, ping(8)))
        assert [await client.pong(), await client.pong()] == [7, 8]
        client.writer.write(frame(LAST | CLOSE, struct.pack("!H", 1000)) + frame(LAST | TEXT, ping(9)))
        assert await client.next() == (CLOSE, struct.pack("!H", 1000))
        assert await client.reader.read() == b"", "nothing is heard after the close"


WRONG = [
    (bytes([LAST | TEXT, 12]) + ping(1)[:12], 1002),  # not masked
    (frame(0xC0 | TEXT, ping(1)), 1002),  # a bit that nobody agreed on
    (frame(LAST | 0x3, ping(1)), 1002),  # no such kind
    (frame(TEXT, b"{") + frame(LAST | TEXT, ping(1)), 1002),  # a message within a message
    (frame(LAST | CONTINUED, ping(1)), 1002),  # the end of none
    (frame(LAST | PING, b"x" * 126), 1002),  # too long for what it is
    (frame(LAST | TEXT, b"\xff\xfe"), 1007),  # not UTF-8
    (frame(LAST | TEXT, b"x" * 4097), 1009),
    (bytes([LAST | TEXT, LAST | 127]) + struct.pack("!Q", 1 << 40), 1009),  # says so before it comes
    (frame(TEXT, b"x" * 4000) + frame(LAST | CONTINUED, b"x" * 100), 1009),
]


async def test_what_is_wrong_is_refused_as_the_protocol_says(tmp_path: Path) -> None:
    """RFC 6455 § 5, § 7.4.1; a whole message before it was heard."""
    async with served(tmp_path) as address:
        for frames, code in WRONG:
            async with wire(address) as client:
                client.writer.write(frame(LAST | TEXT, ping(1)))
                assert await client.pong() == 1
                client.writer.write(frames)
                assert await client.close_code() == code, frames


async def test_who_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    """What finds no room waits, is dropped when it is too much, and the connection is of use again afterwards."""
    async with served(tmp_path, send_buffer=4096) as address, wire(address) as client:
        client.reader._transport.pause_reading()  # type: ignore[attr-defined]
        async with wire(address) as other:
            for n in range(3000):
                client.writer.write(frame(LAST | TEXT, ping(n)))
            await client.writer.drain()
            other.writer.write(frame(LAST | TEXT, ping(5)))
            assert await other.pong() == 5, "nobody else waits"
        client.reader._transport.resume_reading()  # type: ignore[attr-defined]
        numbers: list[int] = []
        client.writer.write(frame(LAST | TEXT, ping(99_999)))
        while 99_999 not in numbers:
            numbers.append(await client.pong())
        assert numbers == sorted(numbers), "what came came in order"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", None),
        (b"\x81", None),
        (b"\x81\x80", None),  # the mask is to come
        (b"\x81\x80abcd", (6, 6)),
        (b"\x81\x82abcdxy", (6, 8)),
        (b"\x81\x82abcdx", None),
        (b"\x81\x82abcdxyz", (6, 8)),  # and the beginning of another
        (b"\x81\xfe\x00", None),
        (b"\x81\xfe\x00\x02abcdxy", (8, 10)),
        (b"\x81\xfe\x00\x11ab", (0, 6)),  # 17 > 16: refused before it comes
        (b"\x81\x02xy", (0, 4)),  # not masked
    ],
)
def test_where_a_frame_is(data: bytes, found: Any) -> None:
    for start in (0, 3):
        moved = found and (found[0] + start, found[1] + start)
        assert frame_at(b"\0" * start + data, start, 16) == moved
