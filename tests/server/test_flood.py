"""Floods on a real network, against the limits that a house has for everybody: whoever floods is refused, somebody who
plays behind the same address plays on, and the house's memory stays what it was."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from innocent import Innocent
from test_network import served
from wire import PING, TEXT, HouseProcess, Wire, frame, handshake

from renardiere.server import bounds

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

MEGABYTES = 48
"""What a house may have in memory afterwards that it did not have before: the interpreter's own play."""
MOVES = 12
"""What somebody does meanwhile: fewer messages than one may send at once."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    house = HouseProcess(tmp_path_factory.mktemp("house"))
    with contextlib.closing(house), httpx.Client(base_url=house.address, timeout=60) as client:
        seats = [{"who": "me", "name": "A"}, {"who": "bot", "level": 1}]
        wish = {"request": "warm-up-1", "game": "forest", "options": {}, "seats": seats}
        client.get("/api/me")
        assert client.post("/api/tables", json=wish).status_code == 201  # waits for the rules
        while client.get("/healthz").json()["warm"] != "yes":
            time.sleep(0.1)
        yield house
    log = house.log.read_text()
    assert "Traceback" not in log
    assert log.count("\n") < 100  # a flood does not fill the disk


@pytest.fixture
def bounded(house: HouseProcess) -> Iterator[None]:
    """The house's memory stays what it was."""
    before = house.memory
    yield
    assert house.memory < before + MEGABYTES


@pytest_asyncio.fixture(loop_scope="module")
async def beside(house: HouseProcess, bounded: None) -> AsyncIterator[Innocent]:
    """Somebody who plays meanwhile, with an identity of their own."""
    async with Innocent(house.address) as innocent:
        await innocent.move()
        yield innocent
        await innocent.move()


async def play(innocent: Innocent) -> None:
    for _ in range(MOVES):
        await innocent.move()


async def until_closed(house: HouseProcess, data: bytes, *headers: str) -> None:
    """Send this again and again, never reading, until the house hangs up."""
    async with Wire.open(house.port, handshake(house.port, *headers)) as wire:
        for _ in range(2_000):
            if wire.writer.is_closing():
                break
            await wire.send(data)
        else:
            pytest.fail("it was taken without end")


@pytest.mark.parametrize(
    "data",
    [
        frame(TEXT, '{"is":"ping","n":1}') * 500,
        frame(TEXT, '{"is":"watch","table":"aaaaaaaaaa"}') * 500,
        frame(TEXT, "x" * 4096) * 20,
        frame(TEXT, "[" * 4096) * 20,
        frame(PING, "x" * 125) * 500,
    ],
    ids=["pings", "watches", "long", "deep", "control"],
)
async def test_messages(house: HouseProcess, beside: Innocent, data: bytes) -> None:
    """Somebody sends as fast as the network takes it, over several connections at once."""
    async with asyncio.TaskGroup() as group:
        for _ in range(4):
            group.create_task(until_closed(house, data))
        group.create_task(play(beside))


async def test_connections(house: HouseProcess, beside: Innocent) -> None:
    """Somebody without an identity opens live connections: so many stay open, and the innocent has another yet."""
    async with contextlib.AsyncExitStack() as opened:
        heads = []
        for _ in range(200):
            wire = await opened.enter_async_context(Wire.open(house.port, handshake(house.port)))
            heads.append((await wire.head())[:12])
        assert 0 < heads.count(b"HTTP/1.1 101") <= 64
        assert set(heads) == {b"HTTP/1.1 101", b"HTTP/1.1 403"}
        await play(beside)
        async with Wire.live(house.port, f"Cookie: {beside.cookie}") as again:
            await again.send(frame(TEXT, '{"is":"ping","n":1}'))
            assert await again.message() == {"is": "pong", "n": 1}


@pytest.mark.parametrize(
    "start",
    [b"", b"GET /api/me HT", b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"],
    ids=["silent", "in the head", "in the body"],
)
async def test_half_open_connections(house: HouseProcess, beside: Innocent, start: bytes) -> None:
    async with contextlib.AsyncExitStack() as opened:
        for _ in range(300):
            await opened.enter_async_context(Wire.open(house.port, start))
        await play(beside)
        assert (await beside.http.get("/")).status_code == 200


@pytest.mark.parametrize(
    "start", [b"", b"GET /api/me HT", b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"]
)
async def test_a_request_does_not_take_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: bytes) -> None:
    """Whoever sends nothing, or one byte now and then, is let go; whoever waits for the next request is not."""
    monkeypatch.setattr(bounds, "REQUEST_SECONDS", 0.2)
    async with served(tmp_path) as address:
        port = int(address.rpartition(":")[2])
        async with Wire.open(port, start) as slow:
            assert b"200 OK" not in await slow.rest()
        async with Wire.open(port, b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n") as quick:
            assert (await quick.head()).startswith(b"HTTP/1.1 200")
        async with Wire.live(port) as wire:  # nor is a live connection
            async with Wire.open(port) as slow:
                await slow.rest()
            await wire.send(frame(TEXT, '{"is":"ping","n":1}'))
            assert await wire.message() == {"is": "pong", "n": 1}


ENDLESS = [
    (b"GET /api/me HTTP/1.1\r\nX: ", b"y" * 16_384, b"431"),
    (b"GET /api/me HTTP/1.1\r\n", b"X: y\r\n" * 2_000, b"431"),
    (b"GET /", b"y" * 16_384, b"431"),
    (b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: fox=", b"y; fox=" * 2_000, b"431"),
    (
        b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"4\r\n    \r\n" * 2_000,
        b"413",
    ),
    (b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", b" " * 16_384, b"413"),
    (b"POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 99999999\r\n\r\n", b" " * 16_384, b"421"),
]


@pytest.mark.parametrize(("start", "more", "status"), ENDLESS, ids=[start[:24].decode() for start, _, _ in ENDLESS])
async def test_requests_without_end(
    house: HouseProcess, bounded: None, start: bytes, more: bytes, status: bytes
) -> None:
    """They are answered and let go, long before they are in memory."""
    async with Wire.open(house.port, start) as wire:
        for _ in range(2_000):
            if wire.writer.is_closing():
                break
            await wire.send(more)
        else:
            pytest.fail("it was read without end")
    async with Wire.open(house.port, start, more, more, more) as wire:
        wire.no_more()
        answer = await wire.rest()
        assert not answer or answer.startswith(b"HTTP/1.1 " + status)


async def test_a_large_head_in_one_piece(house: HouseProcess, bounded: None) -> None:
    for size, status in ((20_000, b"200"), (40_000, b"431")):
        head = b"GET /api/house HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * size + b"\r\n\r\n"
        async with Wire.open(house.port, head) as wire:
            assert (await wire.head()).split()[1] == status


SMUGGLED = b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "framing",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: 5, 5\r\n",
        b"Content-Length: +5\r\n",
        b"Content-Length: -5\r\n",
        b"Content-Length: 0x5\r\n",
        b"Content-Length: 5 5\r\n",
        b"Content-Length : 5\r\n",
        b"Content-Length\r\n : 5\r\n",
        b"Content-Length: 99999999999999999999999\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        b"Transfer-Encoding:\x0bchunked\r\n",
        b"Transfer-Encoding: \r\n chunked\r\n",
        b"X: y\nTransfer-Encoding: chunked\r\n",
        b"X: y\rTransfer-Encoding: chunked\r\n",
        b"X: y\0\r\n",
        b" Host: evil.example\r\n",
        b"\r\n\r\n",
    ],
)
async def test_smuggled_requests(house: HouseProcess, bounded: None, framing: bytes) -> None:
    """A request whose end two readers could see in two places is none: nothing of what follows it is answered."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    async with Wire.open(house.port, head + framing + b"\r\n0\r\n\r\n" + SMUGGLED) as wire:
        wire.no_more()
        answer = await wire.rest()
        statuses = [line.split()[1] for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
        assert statuses[-1:] == [b"400"], answer
        assert b"200" not in statuses


async def test_requests(house: HouseProcess, beside: Innocent) -> None:
    """One identity, and somebody with a forged cookie for each request, ask more than they may: they are refused,
    nobody else is, though all have one address. (The last here: it leaves the address no requests.)"""

    async def ask(cookies: list[str]) -> list[bytes]:
        asked = [f"GET /api/lobby HTTP/1.1\r\nHost: localhost\r\nCookie: fox={cookie}\r\n\r\n" for cookie in cookies]
        async with Wire.open(house.port, "".join(asked).encode()) as wire:
            answers = []
            for _ in asked:
                head = await wire.head()
                answers.append(head.split()[1])
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                await wire.reader.readexactly(int(length.partition(b":")[2]))
            return answers

    async with Innocent(house.address, "Flo") as flooder:
        token = flooder.cookie.partition("=")[2]
        async with asyncio.TaskGroup() as group:
            floods = [group.create_task(ask([token] * 200))]
            floods.append(group.create_task(ask([f"{number:043}" for number in range(200)])))
            group.create_task(play(beside))
            for _ in range(MOVES):
                assert (await beside.http.get("/api/me")).status_code == 200
        for flood in floods:
            answers = flood.result()
            assert set(answers) == {b"200", b"429"}
            assert answers.count(b"429") > 100
        await flooder.move()  # what is live goes on
        assert (await flooder.http.get("/healthz")).status_code == 200
