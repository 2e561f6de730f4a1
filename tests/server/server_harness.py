"""A house without a network: the application is called as uvicorn calls it; the clock and chance are the test's."""

from __future__ import annotations

import asyncio
import functools
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec

from renardiere.server.app import App
from renardiere.server.config import Config, Limits
from renardiere.server.journal.upgrade import upgrade
from renardiere.server.messages import (
    WORDS,
    Act,
    Bye,
    Done,
    FromServer,
    Pong,
    Refused,
    Replay,
    ReplayRound,
    ReplayStep,
    Sync,
    Table,
    TableInfo,
    Update,
    Watch,
    Welcome,
)
from renardiere.server.shell import Page

BASE = "http://localhost:8765"
GENEROUS = Limits(
    messages=(1e6, 1e6),
    requests=(1e6, 1e6),
    newcomers=(1e6, 1e6),
    leaving=(1e6, 1e6),
    replays=(1e6, 1e6),
    listed_tables=10**6,
)
PATIENCE = 20
"""Seconds after which a test that waits for a message fails; never waited for by a test that passes."""

M = TypeVar("M", bound=Welcome | Table | Sync | Update | Done | Refused | Pong | Bye)

decoder = msgspec.json.Decoder(FromServer)


def decoded(text: str | bytes) -> Any:
    """A message, its view and its events being those of the game that the view names."""
    told = msgspec.json.decode(text)
    if "view" not in told:
        return decoder.decode(text)
    return msgspec.structs.replace(
        msgspec.convert({**told, "events": [], "past": []}, FromServer), **in_words(told, "view", "events", "past")
    )


def in_words(told: dict[str, Any], *names: str) -> dict[str, Any]:
    """The view and the lists of events among these parts of a message, as values of their game."""
    view, event = WORDS[told["view"]["game"]]
    return {
        name: msgspec.convert(told[name], view if name == "view" else list[event])  # type: ignore[valid-type]
        for name in names
        if name in told
    }


def replayed(text: bytes) -> Replay:
    """The answer to ``replay``."""
    told = msgspec.json.decode(text)
    for steps in told["steps"]:
        steps[:] = [ReplayStep(turn=step["turn"], **in_words(step, "view", "events")) for step in steps]
    return Replay(**{**told, "rounds": msgspec.convert(told["rounds"], list[ReplayRound])})


class StillClock:
    """Stands still until it is moved; whoever sleeps goes on at once."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


class SeededChance:
    """Chance that can be repeated."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)

    def token(self, size: int) -> bytes:
        return self.random.randbytes(size)

    def uniform(self, low: float, high: float) -> float:
        return self.random.uniform(low, high)


class Socket:
    """One live connection, as the application sees it."""

    def __init__(self, app: App, headers: list[tuple[bytes, bytes]], address: str = "127.0.0.1") -> None:
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reading = asyncio.Event()
        self.reading.set()
        self.traffic: list[str] = []
        self.frames: list[bytes] = []
        self.closed: int | None = None
        self._inbox.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": "/api/live",
            "headers": headers,
            "client": (address, 5),
            "state": {},
        }
        self._task = asyncio.create_task(app(scope, self._inbox.get, self._take))

    async def _take(self, message: Any) -> None:
        await self.reading.wait()
        self._outbox.put_nowait(message)

    async def accepted(self) -> bool:
        async with asyncio.timeout(PATIENCE):
            return (await self._outbox.get())["type"] == "websocket.accept"

    def send(self, message: object) -> None:
        self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, text: str) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def send_bytes(self, message: bytes) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "bytes": message})

    async def text(self) -> str | None:
        """The next message as it travels; None once the connection is closed. Frames of a hand are put aside."""
        async with asyncio.timeout(PATIENCE):
            while "bytes" in (message := await self._outbox.get()):
                self.frames.append(message["bytes"])
        if message["type"] == "websocket.close":
            self.closed = message["code"]
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": message["code"]})
            return None
        text: str = message["text"]
        self.traffic.append(text)
        return text

    async def next(self) -> FromServer:
        text = await self.text()
        assert text is not None, f"closed with {self.closed}"
        return decoded(text)  # type: ignore[no-any-return]

    async def wait(self, kind: type[M]) -> M:
        """The next message of that kind; those before it are passed over."""
        while not isinstance(message := await self.next(), kind):
            pass
        return message

    async def watch(
        self, table: str, seat: int | None = None, epoch: str | None = None, after: int | None = None
    ) -> Any:
        """Follow a table: the ``sync`` or ``update`` that answers."""
        self.send(Watch(table, seat, epoch, after))
        while True:
            message = await self.next()
            if isinstance(message, (Sync, Update, Refused)) and getattr(message, "seat", seat) == seat:
                return message

    async def quiet(self) -> list[FromServer]:
        """All that has been sent up to now: a ping comes back after it, and says where everything stands."""
        from renardiere.server.messages import Ping

        self.send(Ping(77, where=True))
        before: list[FromServer] = []
        while not isinstance(message := await self.next(), Pong):
            before.append(message)
        return before

    async def close(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        self.reading.set()
        async with asyncio.timeout(PATIENCE):
            await self._task


class Browser:
    """Somebody with a cookie jar."""

    def __init__(self, app: App, name: str = "Alix", language: str = "fr", address: str = "127.0.0.1") -> None:
        self.app = app
        self.name = name
        self.address = address
        transport = httpx.ASGITransport(app, client=(address, 1))
        self.http = httpx.AsyncClient(transport=transport, base_url=BASE, headers={"accept-language": language})
        self.sockets: list[Socket] = []
        self._requests = 0

    def request_id(self) -> str:
        self._requests += 1
        return f"{self.name.lower()}-{self._requests:06}"

    async def call(self, method: str, path: str, body: object = None, status: int | None = None, **more: Any) -> Any:
        content = None if body is None else msgspec.json.encode(body)
        answer = await self.http.request(method, path, content=content, **more)
        if status is not None:
            assert answer.status_code == status, answer.text
        return answer

    async def make(
        self,
        *seats: object,
        options: dict[str, str] | None = None,
        request: str | None = None,
        game: str = "forest",
    ) -> TableInfo:
        wish = {
            "request": request or self.request_id(),
            "game": game,
            "options": options or {},
            "seats": list(seats),
        }
        answer = await self.call("POST", "/api/tables", wish, 201)
        return msgspec.json.decode(answer.content, type=TableInfo)

    async def sit(
        self, table: str, request: str | None = None, share: str | None = None, seat: int | None = None
    ) -> TableInfo:
        wish = {"request": request or self.request_id(), "name": self.name, "share": share, "seat": seat}
        answer = await self.call("POST", f"/api/tables/{table}/sit", wish, 200)
        return msgspec.json.decode(answer.content, type=TableInfo)

    async def info(self, table: str) -> TableInfo:
        answer = await self.call("GET", f"/api/tables/{table}", status=200)
        return msgspec.json.decode(answer.content, type=TableInfo)

    async def live(self, **headers: str) -> Socket:
        """A new live connection, welcomed. As in a browser, the page came first, and the cookie with it."""
        if not self.http.cookies:
            await self.call("GET", "/api/me", status=200)
        socket = self.socket(**headers)
        assert await socket.accepted()
        await socket.wait(Welcome)
        return socket

    def socket(self, **headers: str) -> Socket:
        cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        sent = {"host": "localhost:8765", "origin": BASE, **({"cookie": cookie} if cookie else {}), **headers}
        socket = Socket(
            self.app, [(name.encode(), value.encode()) for name, value in sent.items() if value], self.address
        )
        self.sockets.append(socket)
        return socket

    def act(self, table: str, seat: int, decision: int, action: str, request: str | None = None) -> Act:
        return Act(table, seat, decision, action, request or self.request_id())

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()
        await self.http.aclose()


@functools.cache
def fresh_database() -> bytes:
    """A database without anything in it. Migrations are tests of their own: the other houses begin with this."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fresh.sqlite3"
        upgrade(path)
        return path.read_bytes()


def furnish(folder: Path) -> None:
    """Put the fresh database into a new house's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (database := folder / "renardiere.sqlite3").exists():
        database.write_bytes(fresh_database())


@asynccontextmanager
async def open_house(
    folder: Path, seed: int = 1, page: Page | None = None, clock: StillClock | None = None, **config: Any
) -> AsyncIterator[App]:
    """A house on this folder; closed in good order at the end."""
    furnish(folder)
    settings = {"bot_pause": (0.0, 0.0), "trick_pause": 0.0, "limits": GENEROUS, **config}
    app = App(Config(folder, **settings), clock or StillClock(), SeededChance(seed), page or Page(folder / "none"))
    async with app.open():
        yield app


async def later(app: App, seconds: float) -> None:
    """Time passes, and what it brings about happens."""
    app.house.clock.time += seconds  # type: ignore[attr-defined]
    await app.house.alarms.tick()


class Pair:
    """Alix and Bo at a table of their own, both watching their seat; ``state`` is the last that each was sent."""

    def __init__(self, app: App, *browsers: Browser) -> None:
        self.app = app
        self.browsers = browsers
        self.sockets: list[Socket] = []
        self.state: list[Any] = []
        self.table = ""
        self.chance = random.Random(7)

    @classmethod
    async def seated(cls, app: App) -> Pair:
        pair = cls(app, Browser(app, "Alix"), Browser(app, "Bo"))
        alix, bo = pair.browsers
        pair.table = (await alix.make(ME, OPEN)).id
        await bo.sit(pair.table)
        for seat, browser in enumerate(pair.browsers):
            socket = await browser.live()
            pair.sockets.append(socket)
            pair.state.append(await socket.watch(pair.table, seat))
        return pair

    @property
    def truth(self) -> Any:
        """The game as only the house knows it."""
        return self.app.house._awake[self.table].table.state

    @property
    def to_act(self) -> int:
        seat: int = self.state[0].view.to_act[0]
        return seat

    def choice(self) -> Act:
        """Some legal action of whoever is to act."""
        seat = self.to_act
        action = self.chance.choice(self.state[seat].view.legal[str(seat)])
        return self.browsers[seat].act(self.table, seat, self.state[seat].decision, action)

    async def do(self, act: Act) -> None:
        """Act, and wait until both were told."""
        self.sockets[act.seat].send(act)
        for seat, socket in enumerate(self.sockets):
            self.state[seat] = await socket.wait(Update)

    async def play(self, actions: int) -> None:
        for _ in range(actions):
            await self.do(self.choice())

    async def close(self) -> None:
        for browser in self.browsers:
            await browser.close()


async def raw_call(
    app: App, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes = b"", query: bytes = b""
) -> Any:
    """A request that no client library would send: ``status``, ``headers`` and ``body`` of the answer."""
    sent: dict[str, Any] = {"body": b""}

    async def receive() -> Any:
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        sent.update({key: value for key, value in message.items() if key in ("status", "headers")})
        sent["body"] += message.get("body", b"")

    if not any(name == b"host" for name, _ in headers):
        headers = [(b"host", b"localhost:8765"), *headers]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8765),
        "scheme": "http",
        "http_version": "1.1",
    }
    await app(scope, receive, send)
    return sent


ME = {"who": "me", "name": "Alix"}
OPEN = {"who": "open"}


def bot(level: int = 1) -> dict[str, object]:
    return {"who": "bot", "level": level}
