"""A real server on a real port: the example client, the command."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import re
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from server_harness import GENEROUS, PATIENCE, SeededChance, StillClock
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from renardiere.cli.serve import _listen
from renardiere.server import listen
from renardiere.server.app import App
from renardiere.server.config import Config, Limits
from renardiere.server.listen import HouseServer

EXAMPLES = Path(__file__).parents[2] / "examples"


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("client", EXAMPLES / "client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@asynccontextmanager
async def served(folder: Path, limits: Limits = GENEROUS, send_buffer: int = 0) -> AsyncIterator[str]:
    """uvicorn in this process, as ``renardiere serve`` sets it up; the address."""
    config = Config(folder, bot_pause=(0, 0), trick_pause=0, limits=limits)
    listening = _listen("127.0.0.1", 0)
    if send_buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    opened = asyncio.Event()
    server = HouseServer(App(config, StillClock(), SeededChance()), config, opened.set)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    task = asyncio.create_task(server.serve([listening]))
    await opened.wait()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    await task


async def test_the_example_client_plays_a_game(tmp_path: Path) -> None:
    async with served(tmp_path) as address:
        after = await example().main(address, seed=4)
    assert after["state"] == "over"
    assert max(after["scores"]) >= 16


def test_the_protocol_shows_what_the_example_does() -> None:
    shown = re.findall(r"```python\n(.*?)```", (EXAMPLES.parent / "docs" / "protocol.md").read_text(), re.DOTALL)
    client = (EXAMPLES / "client.py").read_text()
    assert [textwrap.indent(part, "    ") in client for part in shown] == [True]


async def test_frames_are_bounded(tmp_path: Path) -> None:
    async with served(tmp_path) as address:
        live = address.replace("http", "ws") + "/api/live"
        async with connect(live) as connection:
            assert json.loads(await connection.recv())["is"] == "welcome"
            await connection.send("x" * 5000)
            with pytest.raises(ConnectionClosed) as closed:
                await connection.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        async with connect(live) as connection:
            await connection.recv()
            await connection.send(b"\x00\x01")  # a binary frame
            assert json.loads(await connection.recv())["problem"]["code"] == "bad_message"
        with pytest.raises(InvalidStatus):
            await connect(live, origin="http://evil.example").__aenter__()  # type: ignore[arg-type]


async def test_no_compression_is_agreed_to(tmp_path: Path) -> None:
    async with served(tmp_path) as address, connect(address.replace("http", "ws") + "/api/live") as connection:
        assert connection.response is not None
        assert "Sec-WebSocket-Extensions" not in connection.response.headers


async def test_a_client_that_never_reads_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers no ping, and what waits for it can't be flushed: the connection goes, with all of that."""
    monkeypatch.setattr(listen, "HEARTBEAT_SECONDS", 0.5)
    monkeypatch.setattr(listen, "FLUSH_SECONDS", 0.1)
    async with served(tmp_path, send_buffer=4096) as address:
        client = example().House(address)
        await asyncio.to_thread(client.call, "GET", "/me")
        seats = [{"who": "me", "name": "A"}, {"who": "me", "name": "B"}]
        wish = {"request": "12345678", "game": "forest", "options": {}, "seats": seats}
        table = (await asyncio.to_thread(client.call, "POST", "/tables", wish))["id"]
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(deaf, ("127.0.0.1", int(address.rpartition(":")[2])))
        handshake = (
            "GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        watch = json.dumps({"is": "watch", "table": table}).encode()
        frame = bytes([0x81, 0x80 | len(watch)]) + bytes(4) + watch
        await loop.sock_sendall(deaf, handshake.encode())
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(OSError):  # noqa: PT011, PT012  # reset, however the system calls it
                while True:
                    await loop.sock_sendall(deaf, frame * 100)
        deaf.close()


async def test_shutdown_says_that_it_comes_back(tmp_path: Path) -> None:
    async with served(tmp_path) as address:
        connection = await connect(address.replace("http", "ws") + "/api/live")
        await connection.recv()
    assert json.loads(await connection.recv()) == {"is": "bye", "why": "restart"}
    with pytest.raises(ConnectionClosed) as closed:
        await connection.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


# ---- the command, in a process of its own ------------------------------------------------------------------------
class Process:
    """A house in a process of its own; ready when it has said where it is."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        self.lines: list[str] = []
        self.address = ""
        for line in self.process.stdout:
            self.lines.append(line)
            if "is open at" in line:
                self.address = line.split(" is open at ")[1].split(" ")[0].strip()
                break
        # what it says later must not fill the pipe
        self._reader = threading.Thread(target=lambda: self.lines.extend(self.process.stdout or ()))
        self._reader.start()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        self.process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(60)
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture
def start() -> Iterator[Any]:
    started: list[Process] = []

    def start(*command: str) -> Process:
        started.append(Process(*command))
        return started[-1]

    yield start
    for command in started:
        if command.process.poll() is None:
            command.kill()


@pytest.mark.slow
def test_the_command(start: Any, tmp_path: Path) -> None:
    """Opens, says where, serves, keeps others out, closes in good order."""
    main = "import sys; from renardiere.cli import main; main(sys.argv[1:])"
    command = ["-c", main, "serve", "--data", str(tmp_path / "data"), "--port"]
    house = start(*command, "0")
    assert house.address.startswith("http://localhost:")
    port = house.address.rpartition(":")[2]
    with urllib.request.urlopen(house.address + "/healthz") as answer:
        assert json.load(answer)["status"] == "ok"
    second = start(*command, "0")
    assert second.wait() == 2
    assert "in use by another renardiere" in "".join(second.lines)
    assert len(second.lines) == 1
    taken = start(*command, port)
    assert taken.wait() == 2
    assert taken.lines == [f"renardiere: port {port} is in use; try --port {int(port) + 1}\n"]
    assert house.kill(signal.SIGINT) in (0, -signal.SIGINT)
    assert house.lines[-1] == "Closed. All games are kept.\n"
