"""Searches over real sockets, in real processes, in a house that is killed; and all that travels meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from dark import GRIP, SACK, STOP, Dark, FakeYard, Near, move, near, until
from server_harness import GENEROUS, PATIENCE, Browser, SeededChance, StillClock, decoded, open_house
from websockets.asyncio.client import ClientConnection, connect
from wire import HouseProcess

from renardiere.cli.serve import _listen
from renardiere.games.maitre.words import LOOT
from renardiere.server.app import App
from renardiere.server.config import Config
from renardiere.server.listen import HouseServer
from renardiere.server.messages import Act, Ping, Reach, Watch
from renardiere.server.yards import searches
from renardiere.server.yards.keeper import Keeper, Process
from renardiere.yard import Yard

ME = {"who": "me", "name": "Alix"}
OPEN = {"who": "open"}


@contextlib.asynccontextmanager
async def served(folder: Path, send_buffer: int = 0) -> AsyncIterator[tuple[App, str]]:
    """uvicorn in this process, as ``renardiere serve`` sets it up."""
    config = Config(folder, bot_pause=(0, 0), trick_pause=0, limits=GENEROUS)
    listening = _listen("127.0.0.1", 0)
    if send_buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    opened = asyncio.Event()
    app = App(config, StillClock(), SeededChance())
    server = HouseServer(app, config, opened.set)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    task = asyncio.create_task(server.serve([listening]))
    await opened.wait()
    yield app, f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    await task


def asking(address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=address, timeout=3 * PATIENCE)


class Client:
    """Somebody at a seat, on a real connection: all that came, and where it led."""

    def __init__(self, http: httpx.AsyncClient, table: str, seat: int) -> None:
        self.http, self.table, self.seat = http, table, seat
        self.texts: list[str] = []
        self.frames: list[bytes] = []
        self.info: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.pongs = self.requests = 0
        self.connection: ClientConnection

    async def open(self) -> None:
        address = str(self.http.base_url).replace("http", "ws") + "/api/live"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        self.connection = await connect(address, additional_headers={"Cookie": cookie})
        await self.say(Watch(self.table, self.seat), Reach(self.table, self.seat))

    async def say(self, *messages: object) -> None:
        """Send, and take in all that comes up to the answer to what was sent last."""
        for message in messages:
            await self.connection.send(message if isinstance(message, bytes) else msgspec.json.encode(message).decode())
        await self.connection.send(msgspec.json.encode(Ping(self.pongs + 1)).decode())
        self.pongs += 1
        async with asyncio.timeout(PATIENCE):
            while True:
                came = await self.connection.recv()
                if isinstance(came, bytes):
                    self.frames.append(came)
                    continue
                self.texts.append(came)
                told = msgspec.json.decode(came)
                if told["is"] == "pong" and told["n"] == self.pongs:
                    return
                if told["is"] == "table":
                    self.info = told["info"]
                if told["is"] in ("sync", "update"):
                    self.state = told

    async def ask(self, method: str, path: str, **body: Any) -> Any:
        self.requests += 1
        sent = {"request": f"client-{self.seat}-{self.requests:04}", **body} if method == "POST" else None
        answer = await self.http.request(method, path, json=sent)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def until_phase(self, phase: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.info.get("search", {}).get("phase") != phase:
                await self.say()

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.state["view"]
        return view


@contextlib.asynccontextmanager
async def two_clients(address: str) -> AsyncIterator[list[Client]]:
    """Alix and Bo at a table, each with their hand."""
    async with asking(address) as first, asking(address) as second:
        alix, bo = Client(first, "", 0), Client(second, "", 1)
        made = await alix.ask("POST", "/api/tables", game="maitre", options={"players": "2"}, seats=[ME, OPEN])
        alix.table = bo.table = made["id"]
        await bo.ask("POST", f"/api/tables/{bo.table}/sit", name="Bo")
        for client in (alix, bo):
            await client.open()
        yield [alix, bo]
        for client in (alix, bo):
            await client.connection.close()


async def all_ready(clients: list[Client]) -> None:
    for client in clients:
        await client.ask("POST", f"/api/tables/{client.table}/ready", seat=client.seat)


async def test_a_game_between_two_clients(tmp_path: Path) -> None:
    """To ten eggs, over real connections; whatever came is a message of the protocol or a frame, and before each stop
    nothing but frames came."""
    async with served(tmp_path) as (app, address), two_clients(address) as clients:
        barn = near(app)
        alix, bo = clients
        while True:
            await all_ready(clients)
            for client in clients:
                await client.until_phase("dark")
            yard = FakeYard.made[-1]
            before = [len(client.texts) for client in clients]
            for mission in alix.view["missions"]:
                place = yard.tokens.index(mission)
                for message in (move(place - yard.at[0]), GRIP, SACK):
                    await alix.say(message)
                    await bo.say(move(random.Random(place).randrange(-5, 5)))
                    barn.holder.tick()
            await alix.say(STOP)
            for client in clients:
                await client.say()
            in_the_dark = [
                msgspec.json.decode(text)["is"] for c, n in zip(clients, before, strict=True) for text in c.texts[n:]
            ]
            assert set(in_the_dark) == {"pong"}
            barn.holder.tick()
            for client in clients:
                await client.until_phase("lit")
            if alix.info["state"] == "over":
                break
            await all_ready(clients)
            for client in clients:
                await client.until_phase("masks")
        assert alix.view["eggs"] == [12, 0]
        assert bo.info["ended"]["winners"] == [0]
        for client in clients:
            for text in client.texts:
                decoded(text)
            assert {len(frame) for frame in client.frames} == {3}
            assert len(client.frames) >= 4 * 4


async def test_a_peer_that_is_behind_is_sent_no_more(tmp_path: Path) -> None:
    """A thousand ticks a client does not read for: what waits for it is less than two frames."""
    async with served(tmp_path, send_buffer=4096) as (app, address), two_clients(address) as clients:
        barn = near(app)
        alix, bo = clients
        await all_ready(clients)
        for client in clients:
            await client.until_phase("dark")
        alix.connection.transport.pause_reading()
        [wire] = [
            connection._wire for connection in app.live._connections if connection._hand and connection._hand[1] == 0
        ]
        assert wire is not None
        yard = FakeYard.made[-1]
        yard.felt = lambda hand: bytes(2000)  # type: ignore[method-assign]  # fills what the system takes sooner
        for _ in range(3000):
            barn.holder.tick()
            await asyncio.sleep(0)
        waiting = wire.transport.get_write_buffer_size()  # type: ignore[attr-defined]
        assert 0 < waiting <= 2 * 2004
        del yard.felt
        alix.connection.transport.resume_reading()
        await alix.say()
        await alix.say(move(5))
        barn.holder.tick()
        barn.holder.tick()
        await alix.say()
        assert alix.frames[-1] == bytes((0, 0, 5))
        await bo.say()


# ---- what the others may notice --------------------------------------------------------------------------------------


class Shuffled(FakeYard):
    """Where the kinds lie follows from the seed; what is felt does not."""

    def __init__(self, seed: bytes, tokens: Any, speeds: Any) -> None:
        super().__init__(seed, tokens, speeds)
        random.Random(seed).shuffle(self.tokens)


async def world(
    folder: Path, seed: bytes, bo_does: list[tuple[bytes, ...]], monkeypatch: pytest.MonkeyPatch
) -> list[Any]:
    """All that Alix, who feels the same in every world, and somebody who watches are sent until the stop."""
    monkeypatch.setattr(searches, "seed_of", lambda *_: seed)
    async with open_house(folder) as app:
        barn = Near(Shuffled)

        async def start() -> Near:
            return barn

        dark = await Dark.seated(app)
        app.house.searches.keeper = Keeper(1, start)
        cy = Browser(app, "Cy")
        watching = await cy.live()
        await watching.watch(dark.company.table)
        await dark.ready()
        alix = dark.company.pages[0]
        for step, does in enumerate(bo_does):
            for did in does:
                dark.company.pages[1].socket.send_bytes(did)
            await dark.company.pages[1].look()
            for message in (move(1),) if step else (move(3), GRIP, SACK):
                alix.socket.send_bytes(message)
                await alix.look()
                barn.holder.tick()
            await alix.look()
            await watching.quiet()
        for action in ("stop", "sack=hen", "steal=-"):
            for seat in (0, 1):
                alix.socket.send(Act(alix.table, seat, 0, action, f"try-{action[:4]}-{seat:04}"))
        alix.socket.send(Reach(alix.table, 1))
        await alix.look()
        answers = []
        for browser in (alix.browser, cy):
            for place in ("", "/talk", "/past", "/record", "/film", "/replay"):
                answer = await browser.call("GET", f"/api/tables/{alix.table}{place}")
                answers.append((answer.status_code, answer.content))
            answers.append((await browser.call("GET", "/api/tables")).content)
        sent = [alix.socket.traffic, alix.socket.frames, watching.traffic, watching.frames, answers]
        assert [len(frame) for frame in alix.socket.frames]
        assert not watching.frames
        await cy.close()
        await dark.close()
    return sent


async def test_yards_that_feel_the_same_cannot_be_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other kinds in the same places, and another player who finds other things, or wants to stop: every byte that
    others are sent before the stop is the same."""
    worlds = [
        await world(tmp_path / str(number), seed, does, monkeypatch)
        for number, (seed, does) in enumerate(
            [
                (b"a", [(move(9),), (GRIP,), (SACK,), (b"\x09\x01",)]),
                (b"b", [(move(9),), (GRIP,), (SACK,), (b"\x09\x01",)]),
                (b"b", [(), (STOP, GRIP), (STOP,) * 5, ()]),
            ]
        )
    ]
    assert worlds[0] == worlds[1]
    assert worlds[0] == worlds[2]


# ---- real processes --------------------------------------------------------------------------------------------------


def children(process: int) -> list[int]:
    """The processes that one has begun."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def alive(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


@linux
@pytest.mark.slow
async def test_a_process_that_is_killed(tmp_path: Path) -> None:
    """Real yards, real time: the search comes to nothing, and the next one is in another process."""
    async with open_house(tmp_path) as app:
        dark = await Dark.seated(app)
        keeper = app.house.searches.keeper = Keeper(1)
        pids = []
        for round_ in range(2):
            await dark.ready()
            process = keeper.barns[-1]
            assert isinstance(process, Process)
            pids.append(process.pid)
            frames = dark.company.pages[0].socket.frames
            frames.clear()
            await until_looking(dark, lambda frames=frames: len(frames) >= 3)  # type: ignore[misc]
            assert {len(frame) for frame in frames} <= set(range(2, 13))
            if round_ == 0:
                os.kill(process.pid, signal.SIGKILL)
                await until_looking(dark, lambda: dark.search["phase"] == "masks")
                assert dark.search["again"] == "broken"
        assert pids[0] != pids[1]
        await dark.close()
    assert not any(map(alive, pids))


async def until_looking(dark: Dark, what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not what():
            await dark.look()


def kill(house: HouseProcess) -> None:
    house.process.kill()
    house.process.wait()
    assert house.process.stdout is not None
    house.process.stdout.close()


@linux
@pytest.mark.slow
async def test_a_house_that_is_killed_in_a_search(tmp_path: Path) -> None:
    """Its yards are gone with it. Whoever comes back is asked to be ready anew; the missions are the same."""
    house = HouseProcess(tmp_path)
    try:
        async with two_clients(house.address.rstrip("/")) as clients:
            alix, _ = clients
            missions = alix.view["missions"]
            await all_ready(clients)
            await alix.until_phase("count")
            await until(lambda: bool(children(house.process.pid)))
            yards = children(house.process.pid)
            kill(house)
            await until(lambda: not any(map(alive, yards)))
            cookies = dict(alix.http.cookies)
        house = HouseProcess(tmp_path)
        async with asking(house.address.rstrip("/")) as http:
            http.cookies.update(cookies)
            again = Client(http, alix.table, 0)
            await again.open()
            assert (again.info["search"]["phase"], again.info["search"]["again"]) == ("masks", "broken")
            assert again.info["ready"] == [False, False]
            assert again.view["missions"] == missions
            await again.connection.close()
    finally:
        kill(house)


async def test_the_real_yard_at_a_table(tmp_path: Path) -> None:
    """What a hand does at a page is what it does in the yard, byte for byte, and what it feels there is what it is
    sent; without a process, so that the ticks are the test's."""
    async with open_house(tmp_path) as app:
        dark = await Dark.seated(app, speeds=[100, 60])
        barn = Near(Yard)

        async def start() -> Near:
            return barn

        app.house.searches.keeper = Keeper(1, start)
        await dark.ready()
        page = dark.company.pages[0]
        table = app.house._awake[dark.company.table].table
        alone = Yard(searches.seed_of(table.secret, 1, 1), [kind for kind in LOOT for _ in range(3)], [1.0, 0.6])
        felt = []
        chance = random.Random(3)
        for _ in range(120):
            did = bytes((1, chance.randrange(256), chance.randrange(256)))
            page.socket.send_bytes(did)
            await page.look()
            barn.holder.tick()
            alone.send(0, did)
            alone.step()
            if alone.tick % 2 == 0:
                felt.append(alone.felt(0))
        await page.look()
        assert page.socket.frames == felt
        assert len(set(felt)) >= 10
        await dark.close()
