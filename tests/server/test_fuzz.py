"""Nonsense, on a real socket of a real house: it is refused, costs no memory, and a game beside it goes on."""

from __future__ import annotations

import json
import random
import time
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import pytest_asyncio
from innocent import Innocent
from wire import BINARY, CLOSE, PING, PONG, TEXT, HouseProcess, Wire, frame, handshake

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

MEGABYTES = 48
"""What a house may have in memory afterwards that it did not have before: the interpreter's own play."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    free = "[1000000.0, 1000000.0]"  # there is one attacker after another here, and all of them from one address
    house = HouseProcess(tmp_path_factory.mktemp("house"), f"[limits]\nrequests = {free}\nmessages = {free}\n")
    with httpx.Client(base_url=house.address) as client:
        while client.get("/healthz").json()["warm"] != "yes":
            time.sleep(0.1)
    yield house
    house.close()
    log = house.log.read_text()
    assert "Traceback" not in log
    assert '"error"' not in log


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def innocent(house: HouseProcess) -> AsyncIterator[Innocent]:
    async with Innocent(house.address) as innocent:
        yield innocent


@pytest_asyncio.fixture(loop_scope="module")
async def beside(house: HouseProcess, innocent: Innocent) -> AsyncIterator[Innocent]:
    """Somebody who plays beside it all, before and afterwards; the house's memory stays what it was."""
    await innocent.move()
    before = house.memory
    yield innocent
    await innocent.move()
    assert house.memory < before + MEGABYTES


PROTOCOL_ERROR, NOT_UTF8, REFUSED, TOO_BIG = 1002, 1007, 1008, 1009


@pytest.mark.parametrize(
    ("code", "frames"),
    [
        *((PROTOCOL_ERROR, [frame(opcode, "x")]) for opcode in (3, 7, 11, 15)),
        *((PROTOCOL_ERROR, [frame(TEXT, "x", reserved=bits)]) for bits in (1, 2, 4, 7)),
        (PROTOCOL_ERROR, [frame(TEXT, "x", masked=False)]),
        (PROTOCOL_ERROR, [frame(0, "x")]),
        (PROTOCOL_ERROR, [frame(TEXT, "a", last=False), frame(TEXT, "b")]),
        (PROTOCOL_ERROR, [frame(PING, "x", last=False)]),
        (PROTOCOL_ERROR, [frame(PING, "x" * 126)]),
        (PROTOCOL_ERROR, [frame(CLOSE, b"\x03")]),
        (PROTOCOL_ERROR, [frame(CLOSE, (1005).to_bytes(2))]),
        (NOT_UTF8, [frame(CLOSE, (1000).to_bytes(2) + b"\xff")]),
        (NOT_UTF8, [frame(TEXT, b"\xff\xfe")]),
        (NOT_UTF8, [frame(TEXT, b'"\xed\xa0\x80"')]),  # half of a pair
        (NOT_UTF8, [frame(TEXT, b"\xc0\xaf")]),  # a slash, the long way round
        (NOT_UTF8, [frame(TEXT, b"\xf4\x90\x80\x80")]),  # past the last character
        (NOT_UTF8, [frame(TEXT, b"\xc3", last=False), frame(0, b"(")]),
        *((TOO_BIG, [frame(TEXT, "x", length=length)]) for length in (4097, 65_536, 1 << 31, 1 << 62, 1 << 63)),
        (TOO_BIG, [frame(TEXT, "x" * 4097)]),
        (TOO_BIG, [frame(BINARY, "x" * 4097)]),
        (TOO_BIG, [frame(TEXT, "x" * 4000, last=False), frame(0, "x" * 97)]),
        (TOO_BIG, [frame(TEXT, last=False), *[frame(0, last=False)] * 20_000]),  # pieces of nothing
        (REFUSED, [frame(PING)] * 20_000),
        (REFUSED, [frame(PONG, "x" * 125)] * 5_000),
        (REFUSED, [frame(TEXT, "{")] * 5_000),
        (REFUSED, [frame(BINARY, b"\0")] * 5_000),
    ],
    ids=lambda its: str(its)[:40],
)
async def test_frames_that_are_none(house: HouseProcess, beside: Innocent, code: int, frames: list[bytes]) -> None:
    """Each ends its connection with the code that the WebSocket protocol has for it, or the house's own."""
    async with Wire.live(house.port) as wire:
        await wire.send(b"".join(frames))
        assert await wire.closed() in ((code,) if len(frames) < 100 else (code, None))
        await beside.move()


async def test_frames_in_pieces(house: HouseProcess, beside: Innocent) -> None:
    """A message may come in frames, with pings in between, byte by byte, and right after another."""
    ping = '{"is":"ping","n":7}'
    whole = frame(TEXT, ping)
    spellings = [
        [whole],
        [whole[n : n + 1] for n in range(len(whole))],
        [frame(TEXT, ping[:5], last=False), frame(PING, "a"), frame(0, ping[5:])],
        [frame(TEXT, last=False), *(frame(0, letter, last=False) for letter in ping), frame(0)],
        [frame(PONG, "unasked"), whole],
        [whole[:3], whole[3:] + frame(PING)],
    ]
    async with Wire.live(house.port) as wire:
        for pieces in spellings:
            for piece in pieces:
                await wire.send(piece)
            while (found := await wire.frame())[0] == PONG:
                pass
            assert (found[0], json.loads(found[1])) == (TEXT, {"is": "pong", "n": 7})
        await wire.send(frame(CLOSE, (1000).to_bytes(2)))
        assert await wire.closed() == 1000


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "{", "}", "null", "true", "[]", "[[]]", '"ping"', "\ufeff{}", "{}", "\x00", "é"),
        "[" * 4000,
        '{"a":' * 800,
        '{"is":"ping","n":NaN}',
        '{"is":"ping","n":Infinity}',
        '{"is":"ping","n":1e400}',
        '{"is":"ping","n":1.5}',
        '{"is":"ping","n":true}',
        '{"is":"ping","n":"1"}',
        '{"is":"ping","n":-1}',
        '{"is":"ping","n":9007199254740992}',
        '{"is":"ping","n":' + "9" * 4000 + "}",
        '{"is":"ping","n":1}{"is":"ping","n":1}',
        '{"is":"ping","n":1,"__proto__":{}}',
        '{"is":"ping","is":"watch","n":1}',
        '{"is":["ping"],"n":1}',
        '{"is":"watch","table":"k3v9x7w2ab","epoch":"\\ud800"}',
        '{"is":"watch","table":"k3v9x7w2a\\u0000"}',
        '{"is":"watch","table":"k3v9x7w2ab\\n"}',
        '{"is":"watch","table":"k3v9x7w2ab","seat":5}',
        '{"is":"watch","table":"k3v9x7w2ab","seat":-1}',
        '{"is":"act","table":"k3v9x7w2ab","seat":0,"decision":0,"action":"\\udc00","request":"12345678"}',
        '{"is":"act","table":"k3v9x7w2ab","seat":0,"decision":0,"action":"","request":"12345678"}',
        '{"is":"act","table":"k3v9x7w2ab","seat":0,"decision":0,"action":"B1","request":"12345678\\n"}',
        '{"is":"act","table":"k3v9x7w2ab","seat":0,"decision":99999999999999999999,"action":"B1","request":"12345678"}',
    ],
    ids=lambda text: text[:40],
)
async def test_texts_that_are_no_message(house: HouseProcess, beside: Innocent, text: str) -> None:
    """They are refused by name, the same way, and the connection goes on."""
    async with Wire.live(house.port) as wire:
        await wire.send(frame(TEXT, text), frame(TEXT, '{"is":"ping","n":1}'))
        assert (await wire.message())["problem"]["code"] == "bad_message"
        assert await wire.message() == {"is": "pong", "n": 1}


async def test_numbers_written_twice_are_one(house: HouseProcess, beside: Innocent) -> None:
    """Of two fields of one name the last counts, as in every browser: nothing reads the first one."""
    async with Wire.live(house.port) as wire:
        await wire.send(frame(TEXT, '{"is":"ping","n":1,"n":2}'))
        assert await wire.message() == {"is": "pong", "n": 2}


async def test_mutated_frames(house: HouseProcess, beside: Innocent) -> None:
    """Good frames with some bytes changed, lost, doubled or moved: the house answers something or hangs up."""
    chance = random.Random(2026)
    watch = f'{{"is":"watch","table":"{beside.table}"}}'
    good = [frame(TEXT, watch), frame(TEXT, '{"is":"ping","n":1}'), frame(PING, "x"), frame(TEXT, "é" * 99, last=False)]
    for _ in range(300):
        data = bytearray(b"".join(chance.choices(good, k=chance.randrange(1, 6))))
        for _ in range(chance.randrange(1, 6)):
            at, until = sorted(chance.choices(range(len(data) + 1), k=2))
            match chance.randrange(4):
                case 0:
                    data[at:until] = chance.randbytes(until - at)
                case 1:
                    del data[at:until]
                case 2:
                    data[at:at] = data[at:until]
                case _:
                    data = data[at:] + data[:at]
            if not data:
                break
        async with Wire.live(house.port) as wire:
            await wire.send(bytes(data), b"\x88\x80\0\0\0\0")
            if chance.random() < 0.1:
                await wire.send(frame(3))  # whatever the rest was taken for, this or the end of it ends it
                await beside.move()


async def test_requests_that_are_none(house: HouseProcess, beside: Innocent) -> None:
    """Mutated requests, and requests for a live connection: an answer or the end, and never an error of ours."""
    chance = random.Random(4)
    body = b'{"name":"x"}'
    good = [
        b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n"
        + body,
        b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nc\r\n" + body + b"\r\n0\r\n\r\n",
        b"GET /t/%s HTTP/1.1\r\nHost: localhost\r\nCookie: fox=x; fox=y\r\n\r\n" % beside.table.encode(),
        handshake(house.port),
    ]
    pieces = (
        b"\r\n",
        b"\0",
        b" ",
        b":",
        b"%",
        b"%ff",
        b"\xff",
        b"/",
        b"..",
        b"Content-Length: 5\r\n",
        b"HTTP/1.1",
        b"\t",
    )
    for _ in range(300):
        data = bytearray(chance.choice(good))
        for _ in range(chance.randrange(1, 5)):
            at, until = sorted(chance.choices(range(len(data) + 1), k=2))
            match chance.randrange(3):
                case 0:
                    data[at:at] = chance.choice(pieces)
                case 1:
                    data[at : at + 1] = chance.randbytes(1)
                case _:
                    del data[at : min(until, at + 9)]
        async with Wire.open(house.port, bytes(data), b"\r\n\r\n") as wire:
            wire.no_more()
            answer = await wire.rest()
            assert not answer.startswith(b"HTTP/1.1 5"), (bytes(data), answer)
    await beside.move()
