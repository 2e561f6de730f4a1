"""What a host can do to a house that is open: who is let in, and what reaches the open pages."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_harness import ME, OPEN, Browser, Pair, StillClock, bot, open_house, raw_call

from renardiere.server.admin import (
    Admin,
    Answer,
    Desk,
    Forget,
    HouseStatus,
    Order,
    ReportList,
    Reports,
    Restored,
    Said,
    SetHandled,
    SetMuted,
    SetOpen,
    Status,
)
from renardiere.server.app import App
from renardiere.server.config import Config
from renardiere.server.journal.backup import DATABASE, contents, copy
from renardiere.server.journal.store import Store
from renardiere.server.messages import Bye, Sync, Table, Update
from renardiere.server.policy import Policy

SECRET = "only-for-this-test"
LOCAL = [(b"host", b"127.0.0.1:8765"), (b"authorization", b"Bearer " + SECRET.encode())]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[App]:
    async with open_house(tmp_path / "data") as app:
        app._admin = Admin(app, SECRET)
        yield app


async def order(app: App, wish: Order) -> Any:
    sent = await raw_call(app, "POST", "/admin/order", LOCAL, msgspec.json.encode(wish))
    assert sent["status"] == 200, sent
    return msgspec.json.decode(sent["body"], type=Answer)


async def restore(app: App, database: bytes) -> tuple[int, Any]:
    sent = await raw_call(app, "POST", "/admin/restore", LOCAL, database)
    return sent["status"], msgspec.json.decode(sent["body"])


# ---- who is let in -----------------------------------------------------------------------------------------------
NOT_THERE = b'{"code":"not_found","message":"There is nothing here.","reason":"","details":{}}'


@pytest.mark.parametrize(
    "headers",
    [
        LOCAL[:1],
        [LOCAL[0], (b"authorization", b"Bearer wrong")],
        [LOCAL[0], (b"authorization", SECRET.encode())],
        [*LOCAL, LOCAL[1]],
        [*LOCAL, (b"x-forwarded-for", b"127.0.0.1")],
        [*LOCAL, (b"forwarded", b"for=127.0.0.1")],
        [*LOCAL, (b"origin", b"http://evil.example")],
        [(b"host", b"fox.example"), LOCAL[1]],
    ],
)
async def test_nobody_else_is_let_in(tmp_path: Path, headers: list[tuple[bytes, bytes]]) -> None:
    """Not without the secret, not through a proxy, not by the name that the world knows, not from another page."""
    async with open_house(tmp_path, public_url="https://fox.example") as app:
        app._admin = Admin(app, SECRET)
        sent = await raw_call(app, "POST", "/admin/order", headers, b'{"do":"open","place":"lobby","opened":false}')
        assert sent["status"] in (403, 404)
        assert (sent["body"] == NOT_THERE) == (sent["status"] == 404)
        assert b"set-cookie" not in dict(sent["headers"])
        assert app.house.policy.lobby_open


@pytest.mark.parametrize("client", ["192.0.2.7", "2001:db8::1", "::ffff:192.0.2.7", "", "localhost"])
async def test_nobody_from_elsewhere_is_let_in(house: App, client: str) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b'{"do":"status"}'}

    scope = {"type": "http", "method": "POST", "path": "/admin/order", "headers": LOCAL}
    await house({**scope, "client": (client, 5)}, receive, send)
    assert (sent[0]["status"], sent[1]["body"]) == (404, NOT_THERE)
    for local in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        sent.clear()
        await house({**scope, "client": (local, 5)}, receive, send)
        assert sent[0]["status"] == 200
        assert not [name for name, _ in sent[0]["headers"] if name.startswith(b"access-control")]


async def test_a_house_without_a_secret_takes_no_orders(app: App) -> None:
    sent = await raw_call(app, "POST", "/admin/order", LOCAL, b'{"do":"status"}')
    assert sent["status"] in (404, 405)


async def test_orders_are_no_part_of_the_protocol(house: App) -> None:
    schema = (await Browser(house).call("GET", "/api/schema/openapi.json", status=200)).json()
    assert "/api/house" in schema["paths"]
    assert not [path for path in schema["paths"] if "admin" in path]


@pytest.mark.parametrize(
    "body", [b"", b"{}", b'{"do":"open","place":"cellar","opened":true}', b"[" * 4000, b"x" * 5000]
)
async def test_nonsense_is_refused(house: App, body: bytes) -> None:
    sent = await raw_call(house, "POST", "/admin/order", LOCAL, body)
    assert sent["status"] in (400, 413)
    for method, path in (("GET", "/admin/order"), ("POST", "/admin/else")):
        assert (await raw_call(house, method, path, LOCAL, b""))["status"] == 404


# ---- what is ordered ---------------------------------------------------------------------------------------------
async def test_closing_reaches_open_pages(house: App) -> None:
    pair = await Pair.seated(house)
    for socket in pair.sockets:
        await socket.quiet()
    assert await order(house, SetOpen("chat", False)) == Said("Talk is closed.")
    for socket in pair.sockets:
        assert (await socket.wait(Table)).info.talk == "closed"
    said = {"request": "12345678", "text": "Bonsoir"}
    refused = await pair.browsers[0].call("POST", f"/api/tables/{pair.table}/say", said)
    assert refused.json()["code"] == "chat_closed"
    alix = pair.browsers[0]
    assert (await alix.call("GET", "/api/house", status=200)).json()["chat"] is False
    await order(house, SetOpen("chat", True))
    assert (await pair.sockets[0].wait(Table)).info.talk == "free"
    await alix.call("POST", f"/api/tables/{pair.table}/say", said, 200)
    await order(house, SetOpen("lobby", False))
    info = (await alix.call("GET", "/api/house", status=200)).json()
    assert (info["lobby"], info["chat"]) == (False, True)
    await pair.close()


async def test_settings_are_stronger(tmp_path: Path) -> None:
    async with open_house(tmp_path, chat=False) as app:
        app._admin = Admin(app, SECRET)
        assert await order(app, SetOpen("chat", True)) == Said("Talk stays closed: the settings say so.")
        assert (await order(app, Status())).chat == "closed by the settings"


async def test_reports_lead_to_a_mute(house: App) -> None:
    pair = await Pair.seated(house)
    alix, bo = pair.browsers
    talk = f"/api/tables/{pair.table}"
    await bo.call("POST", f"{talk}/say", {"request": "12345678", "text": "Grr\u2019 <b>"}, 200)
    assert await order(house, Reports()) == ReportList([])
    for _ in range(2):  # a double click
        await alix.call("POST", f"{talk}/report", {"number": 1}, 204)
    [report] = (await order(house, Reports())).reports
    assert (report.table, report.number, report.text) == (pair.table, 1, "Grr\u2019 <b>")
    assert (report.handled, report.muted) == (False, False)
    assert (await order(house, Status())).reports == 1
    assert (await order(house, SetMuted(str(report.id), True))).text.startswith(report.who)
    refused = await bo.call("POST", f"{talk}/say", {"request": "12345679", "text": "Encore"})
    assert refused.json()["code"] == "chat_closed"
    await alix.call("POST", f"{talk}/say", {"request": "12345678", "text": "Merci"}, 200)
    await order(house, SetHandled(report.id))
    assert await order(house, Reports()) == ReportList([])
    [known] = (await order(house, Reports(all=True))).reports
    assert (known.handled, known.muted) == (True, True)
    assert (await order(house, Status())).muted == [report.who]
    await order(house, SetMuted(report.who, False))
    await bo.call("POST", f"{talk}/say", {"request": "12345679", "text": "Pardon"}, 200)
    for wish in (SetMuted("nobodynobodynobo", True), SetMuted("99", True), SetHandled(99)):
        sent = await raw_call(house, "POST", "/admin/order", LOCAL, msgspec.json.encode(wish))
        assert sent["status"] == 422
    await pair.close()


async def test_status_counts(house: App) -> None:
    alix = Browser(house)
    await alix.make(ME, OPEN)
    socket = await alix.live()
    status = await order(house, Status())
    assert isinstance(status, HouseStatus)
    assert (status.state, status.tables, status.unfinished, status.people) == ("ok", 1, 1, 1)
    assert (status.connections, status.tables_awake) == (1, 1)
    assert status.database >= (house.house.config.data / DATABASE).stat().st_size > 0
    await socket.close()


# ---- another database --------------------------------------------------------------------------------------------
async def test_restore_while_people_play(house: App, tmp_path: Path) -> None:
    """Everybody is told to come back, finds the game where it was at the backup, and plays on."""
    folder = house.house.config.data
    pair = await Pair.seated(house)
    await pair.play(5)
    backed_up = [state.view for state in pair.state]
    number = pair.state[0].number
    held = copy(folder / DATABASE, tmp_path / "backup.sqlite3")
    assert (held.tables, held.people) == (1, 2)
    await pair.play(6)
    later = (await pair.browsers[0].make(ME, bot())).id
    epoch = house.house.epoch

    status, answer = await restore(house, (tmp_path / "backup.sqlite3").read_bytes())
    assert (status, answer["contents"]["tables"]) == (200, 1)
    for socket in pair.sockets:
        assert (await socket.wait(Bye)).why == "restart"
        assert await socket.text() is None
        assert socket.closed == 1012
    assert house.house.epoch != epoch
    await pair.browsers[0].call("GET", f"/api/tables/{later}", status=404)
    assert (await pair.browsers[0].call("GET", "/healthz", status=200)).json()["status"] == "ok"
    for seat, browser in enumerate(pair.browsers):
        pair.sockets[seat] = await browser.live()
        state = await pair.sockets[seat].watch(pair.table, seat, epoch, number + 3)
        assert isinstance(state, Sync)  # numbers of before mean nothing now
        assert (state.view, state.number) == (backed_up[seat], number if seat == 0 else state.number)
        pair.state[seat] = state
    await pair.play(4)
    previous = Path(answer["previous"])
    assert previous.parent == folder
    assert contents(previous).tables == 2
    await pair.close()


async def test_bots_go_on_after_a_restore(house: App, tmp_path: Path) -> None:
    alix = Browser(house)
    table = await alix.make(ME, bot(), options={"target": "35"})
    socket = await alix.live()
    state = await socket.watch(table.id, 0)
    while 0 not in state.view.to_act:
        state = await socket.wait(Update)
    submit = house.house.store.submit
    stuck: list[object] = []

    def only_people(what: Any, done: Any) -> None:  # the house is killed before the bot has acted, so to speak
        if what.facts and what.facts[0].author is None:
            stuck.append(what)
            done(sqlite3.OperationalError("never"))
        else:
            submit(what, done)

    house.house.store.submit = only_people  # type: ignore[method-assign]
    while True:
        socket.send(alix.act(table.id, 0, state.decision, state.view.legal["0"][0]))
        state = await socket.wait(Update)
        if 0 not in state.view.to_act:
            break
    while not stuck:  # noqa: ASYNC110  # the bot is about to act
        await asyncio.sleep(0)
    copy(house.house.store.path, tmp_path / "backup.sqlite3")
    status, _ = await restore(house, (tmp_path / "backup.sqlite3").read_bytes())
    assert status == 200
    socket = await alix.live()
    state = await socket.watch(table.id, 0)
    while 0 not in state.view.to_act and not state.view.outcome:
        state = await socket.wait(Update)
    await alix.close()


def damaged(database: bytes) -> bytes:
    """A page in the middle of the file is overwritten."""
    middle = len(database) // 2 // 4096 * 4096
    return database[:middle] + b"\xff" * 4096 + database[middle + 4096 :]


def newer(path: Path) -> bytes:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    return path.read_bytes()


def foreign(path: Path) -> bytes:
    path.unlink()
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE cats (name TEXT)")
    connection.close()
    return path.read_bytes()


@pytest.mark.parametrize("what", ["empty", "text", "cut", "damaged", "newer", "foreign"])
async def test_a_bad_backup_touches_nothing(house: App, tmp_path: Path, what: str) -> None:
    folder = house.house.config.data
    pair = await Pair.seated(house)
    await pair.play(3)
    path = tmp_path / "backup.sqlite3"
    copy(folder / DATABASE, path)
    database = path.read_bytes()
    bad = {
        "empty": lambda: b"",
        "text": lambda: b"not a database at all" * 1000,
        "cut": lambda: database[: len(database) // 2],
        "damaged": lambda: damaged(database),
        "newer": lambda: newer(path),
        "foreign": lambda: foreign(path),
    }[what]()
    files = sorted(entry.name for entry in folder.iterdir())
    epoch = house.house.epoch
    status, answer = await restore(house, bad)
    assert (status, answer["code"]) == (422, "cannot")
    assert "Traceback" not in answer["message"]
    assert "\n" not in answer["message"]
    assert house.house.epoch == epoch
    assert sorted(entry.name for entry in folder.iterdir()) == files
    await pair.play(2)  # nobody has noticed
    await pair.close()


async def test_what_comes_while_another_database_is_put_in_place(house: App, tmp_path: Path) -> None:
    """It is told to come back in a moment."""
    alix = Browser(house)
    await alix.make(ME, OPEN)
    async with house._changing:
        refused = await alix.call("GET", "/api/tables")
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        socket = alix.socket()
        assert await socket.accepted()
        assert (await socket.wait(Bye)).why == "restart"
        assert await socket.text() is None
        assert socket.closed == 1012
    await alix.call("GET", "/api/tables", status=200)
    await alix.close()


async def test_a_reader_keeps_the_database_in_its_place(house: App, tmp_path: Path) -> None:
    """While another program reads it, its WAL can't be folded in: the house opens again as it was."""
    alix = Browser(house)
    table = (await alix.make(ME, OPEN)).id
    copy(house.house.store.path, tmp_path / "backup.sqlite3")
    reader = sqlite3.connect(house.house.store.path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM facts").fetchone()
    status, answer = await restore(house, (tmp_path / "backup.sqlite3").read_bytes())
    assert status == 422
    assert "open" in answer["message"]
    reader.close()
    await alix.info(table)
    status, answer = await restore(house, (tmp_path / "backup.sqlite3").read_bytes())
    assert status == 200
    assert msgspec.convert(answer, Restored, strict=False).contents.tables == 1


async def test_somebody_is_forgotten_for_the_host(house: App, tmp_path: Path) -> None:
    """By the number of a report; their pages are told, their name is gone, and there is no second time."""
    alix, bo = Browser(house), Browser(house, "Bo")
    table = (await alix.make(ME, OPEN)).id
    await bo.sit(table)
    await alix.call("POST", f"/api/tables/{table}/say", {"request": "say-00001", "text": "Hm."}, 200)
    await bo.call("POST", f"/api/tables/{table}/report", {"number": 1}, 204)
    socket = await alix.live()
    [report] = (await order(house, Reports())).reports
    done = await order(house, Forget(str(report.id)))
    assert done == Said(f"{report.who} is forgotten.")
    assert (await socket.wait(Bye)).why == "elsewhere"
    info = await bo.info(table)
    assert [seat.name for seat in info.seats] == ["–", "Bo"]
    assert info.seats[0].left
    assert (await order(house, Reports())).reports == []
    for wish in (Forget(report.who), Forget(str(report.id)), Forget("nobody")):
        sent = await raw_call(house, "POST", "/admin/order", LOCAL, msgspec.json.encode(wish))
        assert sent["status"] in (404, 409, 400, 422)
    await alix.close()
    await bo.close()


async def test_somebody_is_forgotten_while_the_house_is_closed(tmp_path: Path) -> None:
    """They are nobody at once; the next house does the rest."""
    async with open_house(tmp_path / "data") as app:
        alix = Browser(app)
        table = (await alix.make(ME, OPEN)).id
        [(who,)] = app.house.store.read("SELECT id FROM identities")
        await alix.close()
    store = Store(tmp_path / "data")
    store.start()
    desk = Desk(store, Policy(store, Config(tmp_path / "data"), StillClock()))
    for _ in range(2):
        assert str(await desk.carry_out(Forget(who))).count(f"{who} is nobody any more") == 1
    assert store.read("SELECT 1 FROM tokens") == []
    await store.stop()
    async with open_house(tmp_path / "data", seed=2) as app:
        assert app.house.forgetting._task is not None
        await app.house.forgetting._task
        assert app.house.store.read("SELECT 1 FROM identities") == []
        bo = Browser(app, "Bo")
        assert [seat.kind for seat in (await bo.info(table)).seats] == ["open", "open"]
        await bo.close()
