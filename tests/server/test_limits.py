"""Each limit holds, and nobody else is hit by it: they count by identity, and by address only who has none."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from server_harness import GENEROUS, ME, OPEN, Browser, Pair, Socket, StillClock, bot, open_house, raw_call

from renardiere.server import bounds, identity
from renardiere.server.app import App
from renardiere.server.config import Limits
from renardiere.server.guard import Buckets, network_of
from renardiere.server.messages import Ping, Pong, Refused, Sync, Unwatch, Watch

HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"


async def known(app: App, name: str, address: str = HERE) -> Browser:
    """Somebody who has done something."""
    browser = Browser(app, name, address=address)
    await browser.call("PUT", "/api/me", {"name": name}, 200)
    return browser


async def refused(socket: Socket) -> str:
    return (await socket.wait(Refused)).problem.code


async def answers(socket: Socket) -> bool:
    """Whether a ping is answered; whatever else there is is passed over."""
    socket.send(Ping(4711))
    while (message := await socket.next()) != Pong(4711):
        if isinstance(message, Refused):
            return False
    return True


# ---- each of them ----------------------------------------------------------------------------------------------------
async def message_bytes(app: App) -> None:
    """uvicorn bounds frames before they are read: ``test_fuzz`` sends longer ones over a real network."""
    assert app.house.config.limits.message_bytes == Limits().message_bytes


async def body_bytes(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    for length, status in ((100, 200), (101, 413), (10**6, 413)):
        text = b'{"name":"' + b"x" * 10 + b'"}'
        answer = await flooder.http.put("/api/me", content=text + b" " * (length - len(text)))
        assert answer.status_code == status
    assert (await flooder.call("GET", "/api/me")).json()["name"] == "x" * 10
    await innocent.call("PUT", "/api/me", {"name": "Ino"}, 200)


async def messages(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    nobody, passer_by = Browser(app, "No", address=HERE), Browser(app, "By", address=ELSEWHERE)
    bad, again, good = await flooder.live(), await flooder.live(), await innocent.live()
    for socket in (bad, again, bad):
        assert await answers(socket)
    assert not await answers(again)  # all of its connections count together
    for socket in (good, await nobody.live(), await passer_by.live()):
        assert await answers(socket)
    app.house.clock.time += 3  # type: ignore[attr-defined]
    assert await answers(bad)


async def requests(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    strangers = [Browser(app, f"S{n}", address=HERE) for n in range(4)]
    assert [(await flooder.call("GET", "/api/lobby")).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert not await flooder.socket().accepted()  # a handshake is a request
    await innocent.call("GET", "/api/lobby", status=200)
    # whoever has no identity yet counts by address: forged cookies don't make it several
    for number, stranger in enumerate(strangers):
        stranger.http.cookies.set("fox", "A" * 42 + "BCDE"[number])
    codes = [(await stranger.call("GET", "/api/lobby")).status_code for stranger in strangers]
    assert codes == [200, 429, 429, 429]  # two of the address's three made the identities above
    await innocent.call("GET", "/api/lobby", status=200)
    await Browser(app, "By", address=ELSEWHERE).call("GET", "/api/lobby", status=200)


async def talk(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    tables = [(await flooder.make(ME, OPEN)).id for _ in range(2)]

    async def say(who: Browser, number: int) -> int:
        body = {"request": f"say-{number:06}", "text": "Ah."}
        answer = await who.call("POST", f"/api/tables/{tables[number % 2]}/say", body)
        return int(answer.status_code)

    assert [await say(flooder, number) for number in range(4)] == [200, 200, 429, 429]  # at all tables together
    assert await say(innocent, 9) == 200
    assert await say(flooder, 0) == 200  # said before: it is not said again


async def newcomers(app: App) -> None:
    old = await known(app, "Old")
    codes = []
    for number in range(3):
        answer = await Browser(app, f"N{number}", address=HERE).call("PUT", "/api/me", {"name": "x"})
        codes.append(answer.status_code)
    assert codes == [200, 429, 429]
    await old.call("PUT", "/api/me", {"name": "Old"}, 200)  # who is known already is none
    await known(app, "By", ELSEWHERE)
    assert len(app.house.store.read("SELECT 1 FROM identities")) == 3


async def connections(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    nobody = Browser(app, "No", address=HERE)
    mine = [await flooder.live() for _ in range(2)]
    assert not await flooder.socket().accepted()
    for _ in range(8):
        await nobody.live()
    assert not await nobody.socket().accepted()
    assert await answers(await innocent.live())
    await mine[0].close()
    assert await answers(await flooder.live())  # one has become free


async def connections_of_address(app: App) -> None:
    """A flooder with many identities fills an address, but not the house, nor what a proxy on this machine needs."""
    for number in range(3):
        await (await known(app, f"Flo{number}")).live()
    late = await known(app, "Late")
    assert not await late.socket().accepted()
    await late.call("GET", "/api/me", status=200)
    assert await answers(await (await known(app, "By", ELSEWHERE)).live())
    for number in range(4):
        assert await answers(await (await known(app, f"P{number}", "127.0.0.1")).live())


async def watches(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    tables = [(await flooder.make(ME, OPEN)).id for _ in range(3)]
    bad, good = await flooder.live(), await innocent.live()
    for table in tables[:2]:
        await bad.watch(table)
    assert (await bad.watch(tables[2])).problem.code == "too_many"
    assert isinstance(await bad.watch(tables[0]), Sync)  # one of them again
    assert isinstance(await good.watch(tables[2]), Sync)
    bad.send(Unwatch(tables[0]))
    assert isinstance(await bad.watch(tables[2]), Sync)


async def unfinished_tables(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    first = (await flooder.make(ME, OPEN)).id
    await flooder.make(ME, bot())
    wish = {"request": "one-more-1", "game": "forest", "options": {}, "seats": [ME, OPEN]}
    assert (await flooder.call("POST", "/api/tables", wish, 429)).json()["code"] == "too_many_tables"
    await innocent.make(ME, OPEN)
    await innocent.sit(first)


async def listed_tables(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")

    async def listed(browser: Browser, status: int) -> Any:
        wish = {"request": browser.request_id(), "game": "forest", "options": {}, "seats": [ME, OPEN], "listed": True}
        return (await browser.call("POST", "/api/tables", wish, status)).json()

    first = await listed(flooder, 201)
    await listed(flooder, 201)
    assert (await listed(flooder, 429))["code"] == "too_many_tables"
    await flooder.make(ME, OPEN)  # by a link it may have more
    await listed(innocent, 201)
    await innocent.sit(first["id"])
    await listed(flooder, 201)  # one of them is no longer open


async def backlog_messages(app: App) -> None:
    """A reader that is slow is resynchronised; the player across notices nothing."""
    pair = await Pair.seated(app)
    slow = await pair.browsers[0].live()
    await slow.watch(pair.table, 0)
    slow.reading.clear()
    await pair.play(20)
    for connection in app.live._connections:
        assert len(connection._outbox) <= app.house.config.limits.backlog_messages
        assert connection._size <= app.house.config.limits.backlog_bytes
    slow.reading.set()
    while (await slow.wait(Sync)).number < pair.state[0].number:
        pass
    await pair.close()


async def backlog_bytes(app: App) -> None:
    await backlog_messages(app)


async def strikes(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    bad, good = await flooder.live(), await innocent.live()
    for _ in range(4):
        bad.send_text("{")
    while await bad.text() is not None:
        pass
    assert bad.closed == 1008
    assert await answers(good)
    assert await answers(await flooder.live())  # it may try again


async def idle_seconds(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    forgotten = [(await flooder.make(ME, OPEN)).id for _ in range(5)]
    kept = (await innocent.make(ME, OPEN)).id
    socket = await innocent.live()
    await socket.watch(kept)
    app.house.clock.time += 11  # type: ignore[attr-defined]
    await app.house.rest()
    assert set(app.house._awake) == {kept}
    assert (await flooder.info(forgotten[0])).state == "waiting"  # it was not dropped
    socket.send(Watch(kept))
    assert await answers(socket)


async def leaving(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    tables = [(await flooder.make(ME, OPEN)).id for _ in range(2)]

    async def leave(who: Browser, number: int) -> int:
        body = {"request": f"leave-{number:04}", "seat": int(who is innocent)}
        code = (await who.call("POST", f"/api/tables/{tables[number % 2]}/leave", body)).status_code
        await who.call("POST", f"/api/tables/{tables[number % 2]}/return", {**body, "request": f"back-{number:05}"})
        return int(code)

    for table in tables:
        await innocent.sit(table)
    assert [await leave(flooder, number) for number in range(3)] == [200, 200, 429]
    assert await leave(innocent, 9) == 200


async def replays(app: App) -> None:
    flooder, innocent = await known(app, "Flo"), await known(app, "Ino")
    body = {"record": "no record"}
    codes = [(await flooder.call("POST", "/api/replay", body)).status_code for _ in range(3)]
    assert 429 not in codes[:2]
    assert codes[2] == 429
    assert (await innocent.call("POST", "/api/replay", body)).status_code != 429


LIMITS: dict[Callable[[App], Awaitable[None]], Any] = {
    message_bytes: Limits.__dataclass_fields__["message_bytes"].default,
    body_bytes: 100,
    messages: (1.0, 3.0),
    requests: (1.0, 3.0),
    talk: (0.1, 2.0),
    leaving: (0.1, 2.0),
    replays: (0.1, 2.0),
    newcomers: (0.1, 2.0),
    connections: 2,
    connections_of_address: 3,
    watches: 2,
    unfinished_tables: 2,
    listed_tables: 2,
    backlog_messages: 4,
    backlog_bytes: 4096,
    strikes: 3,
    idle_seconds: 10.0,
}


def test_there_is_one_for_each() -> None:
    others = {"recoveries", "recoveries_by_words"}  # test_recovery
    others |= {"inputs", "practices", "practices_in_all"}  # test_yards: more than a hand can do; test_practice
    assert {test.__name__ for test in LIMITS} | others == {field.name for field in fields(Limits)}


@pytest.mark.parametrize("test", LIMITS, ids=lambda test: test.__name__)
async def test_limit(tmp_path: Path, test: Callable[[App], Awaitable[None]]) -> None:
    limits = replace(GENEROUS, **{test.__name__: LIMITS[test]})
    async with open_house(tmp_path, limits=limits) as app:
        await test(app)


# ---- memory ----------------------------------------------------------------------------------------------------------
def test_buckets_of_many_keys() -> None:
    """However many keys come, there is room for so many; whoever is being slowed down stays slowed down."""
    clock = StillClock()
    buckets = Buckets(clock, (1, 2), keys=1000)
    slowed = [f"flooder {number}" for number in range(100)]
    for key in slowed * 2:
        assert buckets.take(key)
    for number in range(20_000):
        buckets.take(number)
        assert len(buckets._levels) <= 1001
    assert not any(buckets.take(key) for key in slowed)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::6", "2001:db8:1:2::"),
        ("2001:db8::a:b:c:d", "2001:db8::"),
        ("2001:db8::1", "2001:db8::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::1"),
        ("127.0.0.1", "127.0.0.1"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_addresses_that_one_has_many_of(address: str, counted: str) -> None:
    """Of IPv6 addresses everybody has 2⁶⁴, however they are written: they count as one."""
    assert network_of(address) == counted


async def test_the_memory_for_identities_is_bounded(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "KNOWN", 5)
    people = [await known(app, f"P{number}") for number in range(12)]
    assert len(app.house.identities._known) == 5
    names = [(await browser.call("GET", "/api/me")).json()["name"] for browser in people]
    assert names == [f"P{number}" for number in range(12)]
    assert len(app.house.identities._known) == 5


async def test_looks_cost_no_memory(app: App) -> None:
    """Crawlers, forged cookies, tables that are none: nothing is kept of them, neither in memory nor on the disk."""
    for number in range(50):
        cookie = (b"cookie", f"fox={number:043}".encode())
        for path, status in (("/api/me", 200), ("/", 503), (f"/api/tables/aaaaaaaa{number // 10 + 2}b", 404)):
            assert (await raw_call(app, "GET", path, [cookie]))["status"] == status
        browser = Browser(app, "Crawler", address=f"203.0.113.{number}")
        socket = browser.socket(cookie=cookie[1].decode())
        assert await socket.accepted()
        socket.send(Watch("aaaaaaaaaa"))
        assert await refused(socket) == "no_table"
        await browser.close()
    assert not app.house._awake
    assert not app.house.identities._known
    assert not app.live._connections
    assert not app.live._counts
    assert not app.house.store.read("SELECT 1 FROM identities UNION SELECT 1 FROM tokens UNION SELECT 1 FROM facts")


def test_asking_connections_are_counted_and_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one address so many may be open over which nothing was asked; this machine's own are not counted."""
    import asyncio

    class Transport:
        def __init__(self, address: str) -> None:
            self.address = address
            self.aborted = False

        def get_extra_info(self, name: str, default: object = None) -> object:
            return (self.address, 1) if name in ("peername", "sockname") else default

        def abort(self) -> None:
            self.aborted = True

        def is_closing(self) -> bool:
            return self.aborted

        def close(self) -> None:
            self.abort()

    async def attempt() -> None:
        import uvicorn
        from uvicorn.server import ServerState

        async def nothing(scope: object, receive: object, send: object) -> None: ...

        config = uvicorn.Config(nothing, log_config=None, lifespan="off")
        monkeypatch.setattr(bounds, "ASKING", 3)
        state = ServerState()
        opened: list[tuple[Any, Transport]] = []
        for address in itertools.chain([HERE] * 5, [ELSEWHERE], ["127.0.0.1"] * 5, ["2001:db8::1", "2001:db8::2"]):
            protocol, transport = bounds.BoundedHttp(config, state, {}), Transport(address)
            protocol.connection_made(transport)  # type: ignore[arg-type]
            opened.append((protocol, transport))
        assert [transport.aborted for _, transport in opened] == [*[False] * 3, True, True, *[False] * 8]
        assert bounds.BoundedHttp.asking["2001:db8::"] == 2
        for protocol, _ in opened:
            protocol.connection_lost(None)
        assert not bounds.BoundedHttp.asking

    asyncio.run(attempt())
