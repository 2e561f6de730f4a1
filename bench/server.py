"""Real games over real WebSockets: how many moves a second, and how long until the other player hears of one.

    python bench/server.py --tables 200 --seconds 10
    python bench/server.py --tables 1000 --paced

The house runs in a process of its own, with its journal on disk and FULL synchronisation, and without limits on rates;
the players run in this one. A player answers at once (or, paced, so that each makes a move a second) with any legal
card. Latency is measured from sending an action to the arrival of the *other* player's update.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import http.client
import json
import os
import random
import resource
import secrets
import signal
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from msgspec import Struct

HOUSE = """
import sys
from pathlib import Path
from renardiere.cli.serve import _listen
from renardiere.server.app import App
from renardiere.server.config import Config, Limits
from renardiere.server.listen import HouseServer

free = (1e9, 1e9)
limits = Limits(messages=free, requests=free, newcomers=free, unfinished_tables=10**9, connections=10**9)
config = Config(Path(sys.argv[1]), limits=limits)
listening = _listen("127.0.0.1", 0)
port = listening.getsockname()[1]
HouseServer(App(config), config, lambda: print(port, flush=True)).run([listening])
"""


class View(Struct):
    legal: dict[str, list[str]]


class Heard(Struct):
    """What a player reads of a message."""

    is_: str = msgspec.field(name="is")
    decision: int = 0
    view: View | None = None
    problem: Any = None


decode = msgspec.json.Decoder(Heard).decode


@dataclass(slots=True)
class Figures:
    """What is measured, from ``begin`` on."""

    began: float = 0.0
    moves: int = 0
    latencies: list[float] = field(default_factory=list)

    def report(self, now: float) -> dict[str, float]:
        ordered = sorted(self.latencies)
        at = {name: ordered[min(len(ordered) - 1, int(len(ordered) * part))] for name, part in PERCENTILES.items()}
        figures = {"moves_per_s": round(self.moves / (now - self.began), 1)}
        return figures | {f"{name}_ms": round(1000 * value, 2) for name, value in at.items()}


PERCENTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}


class Seat(asyncio.Protocol):
    """One player: a WebSocket of the plainest kind, so that the load costs less than what it measures."""

    def __init__(self, game: Game, seat: int, cookie: str) -> None:
        self.game = game
        self.seat = seat
        self.cookie = cookie
        self.buffer = b""
        self.open = False
        self.synced = asyncio.get_running_loop().create_future()
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        transport.write(
            f"GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data
        if not self.open:
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            assert b" 101 " in head, head
            self.open = True
            self.send({"is": "watch", "table": self.game.table, "seat": self.seat})
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

    def send(self, message: object) -> None:
        self.frame(0x81, json.dumps(message).encode())

    def hear(self, payload: bytes) -> None:
        message = decode(payload)
        assert message.problem is None, payload
        if message.view is not None:
            self.game.heard(self, message)
        if message.is_ == "sync" and not self.synced.done():
            self.synced.set_result(None)


class Game:
    """Two players at a table."""

    def __init__(self, table: str, figures: Figures, pause: float) -> None:
        self.table = table
        self.figures = figures
        self.pause = pause
        self.seats: list[Seat] = []
        self.sent_at = 0.0
        self.sent_by = -1
        self.began = False
        self.waiting: tuple[Seat, Heard] | None = None

    def heard(self, seat: Seat, message: Heard) -> None:
        assert message.view is not None
        if self.sent_by == 1 - seat.seat and message.is_ == "update":
            if self.figures.began:
                self.figures.moves += 1
                self.figures.latencies.append(time.perf_counter() - self.sent_at)
            self.sent_by = -1
        legal = message.view.legal.get(str(seat.seat))
        if not legal:
            return
        if not self.began:
            self.waiting = (seat, message)
        elif self.pause:
            asyncio.get_running_loop().call_later(self.pause, self.act, seat, message.decision, legal)
        else:
            self.act(seat, message.decision, legal)

    def begin(self) -> None:
        self.began = True
        if self.waiting is not None:
            self.heard(*self.waiting)

    def act(self, seat: Seat, decision: int, legal: list[str]) -> None:
        self.sent_by, self.sent_at = seat.seat, time.perf_counter()
        seat.frame(
            0x81,
            f'{{"is":"act","table":"{self.table}","seat":{seat.seat},"decision":{decision},'
            f'"action":"{random.choice(legal)}","request":"{self.table}-{decision}"}}'.encode(),
        )


class Setup:
    """Tables by HTTP."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("localhost", port)

    def call(self, method: str, path: str, cookie: str, body: object = None) -> tuple[Any, str]:
        headers = {"content-type": "application/json", "cookie": cookie}
        self.connection.request(method, "/api" + path, json.dumps(body) if body else None, headers)
        answer = self.connection.getresponse()
        given = answer.getheader("set-cookie", "").partition(";")[0]
        text = answer.read()
        assert answer.status < 300, text
        return json.loads(text), given

    def table(self) -> tuple[str, list[str]]:
        cookies = [self.call("GET", "/me", "")[1] for _ in range(2)]
        seats = [{"who": "me", "name": "A"}, {"who": "open"}]
        wish = {"request": secrets.token_hex(8), "game": "forest", "options": {"target": "999"}, "seats": seats}
        table = self.call("POST", "/tables", cookies[0], wish)[0]["id"]
        self.call("POST", f"/tables/{table}/sit", cookies[1], {"request": secrets.token_hex(8), "name": "B"})
        return table, cookies


async def load(port: int, house: int, tables: int, seconds: float, paced: bool) -> dict[str, float]:
    """Seat two players at each table, let them play, measure after a second of warming up."""
    loop = asyncio.get_running_loop()
    setup = Setup(port)
    figures = Figures()
    games = []
    for _ in range(tables):
        table, cookies = setup.table()
        game = Game(table, figures, 0.5 if paced else 0.0)
        for number, cookie in enumerate(cookies):
            _, seat = await loop.create_connection(lambda g=game, n=number, c=cookie: Seat(g, n, c), "127.0.0.1", port)
            game.seats.append(seat)
        games.append(game)
    await asyncio.gather(*(seat.synced for game in games for seat in game.seats))
    for game in games:  # not all in the same instant
        loop.call_later(random.random() * (0.5 if paced else 0.1), game.begin)
    await asyncio.sleep(1.5)
    figures.began = time.perf_counter()
    mine, theirs = usage(), cpu_of(house)
    await asyncio.sleep(seconds)
    report = figures.report(time.perf_counter())
    mine, theirs = usage() - mine, cpu_of(house) - theirs
    report["load_cpu"], report["house_cpu"] = round(mine / seconds, 2), round(theirs / seconds, 2)
    report["house_us_per_move"] = round(1e6 * theirs / max(1, figures.moves))
    return report


def usage() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def cpu_of(process: int) -> float:
    """Seconds of CPU of another process (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> int:
    """Resident bytes of another process (Linux)."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize()


def measure(tables: int, seconds: float, paced: bool, folder: str) -> dict[str, Any]:
    """One run against a house of its own."""
    with tempfile.TemporaryDirectory(dir=folder) as data:
        house = subprocess.Popen(
            [sys.executable, "-c", HOUSE, data], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert house.stdout is not None
            port = int(house.stdout.readline())
            while json.load(urllib.request.urlopen(f"http://localhost:{port}/healthz"))["warm"] != "yes":
                time.sleep(0.2)
            memory = memory_of(house.pid)
            report: dict[str, Any] = {"tables": tables, "paced": paced}
            report |= uvloop.run(load(port, house.pid, tables, seconds, paced))
            report["kb_per_table"] = round((memory_of(house.pid) - memory) / tables / 1000, 1)
            return report
        finally:
            house.send_signal(signal.SIGINT)
            house.wait(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--paced", action="store_true", help="one move a player and second")
    parser.add_argument("--folder", default=".", help="where the journal lies: on a disk, not in memory")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 20_000)), hard))
    results = [measure(tables, options.seconds, options.paced, options.folder) for tables in options.tables]
    if options.json:
        print(json.dumps({"results": results}))
        return
    for result in results:
        print("  ".join(f"{name} {value}" for name, value in result.items()))


if __name__ == "__main__":
    main()
