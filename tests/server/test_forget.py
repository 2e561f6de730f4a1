"""Being forgotten: nothing is left of who somebody was, and everybody else's games go on."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from journal_checks import Checker, post_mortem
from server_harness import ME, OPEN, PATIENCE, Browser, Pair, bot, later, open_house

from renardiere.server import forget
from renardiere.server.app import App
from renardiere.server.journal.store import Unavailable, Write
from renardiere.server.messages import Bye, Refused, Sync, Table, TableInfo, Update

NAME = "Wilhelmine Zéphyrin"
WILHELMINE = {"who": "me", "name": NAME}


class Her(Browser):
    """Her requests are not called by her name."""

    def request_id(self) -> str:
        self._requests += 1
        return f"hers-{self._requests:06}"


async def be_forgotten(browser: Browser) -> Any:
    return await browser.call("DELETE", "/api/me", {"sure": True}, 204)


async def say(browser: Browser, table: str, text: str) -> None:
    await browser.call("POST", f"/api/tables/{table}/say", {"request": browser.request_id(), "text": text}, 200)


def files_that_know(folder: Path, *secrets: str) -> list[tuple[str, str]]:
    """Where in a house's folder a text can be found, be it in a corner that no query reaches."""
    found = []
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        for secret in secrets:
            if any(form in data for form in (secret.encode(), msgspec.json.encode(secret)[1:-1])):
                found.append((path.name, secret))
    return found


def rows_that_know(connection: sqlite3.Connection, text: str) -> list[str]:
    """The tables of the database with a row that has this text."""
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [name for name in names if text in repr(connection.execute(f"SELECT * FROM {name}").fetchall())]


async def much_of_her(app: App, her: Browser, bo: Browser) -> dict[str, str]:
    """A table of hers of every kind; the names of those that the tests look at."""
    await her.call("PUT", "/api/me", {"name": NAME}, 200)
    await her.call("POST", "/api/me/words", status=200)
    await her.call("POST", "/api/me/link", status=200)
    tables = {"alone": (await her.make(WILHELMINE, bot())).id, "waiting": (await her.make(WILHELMINE, OPEN)).id}
    playing = (await her.make(WILHELMINE, OPEN)).id
    await bo.sit(playing)
    guest = (await bo.make(ME, OPEN)).id
    await her.sit(guest)
    was_here = (await bo.make(ME, OPEN)).id
    await her.sit(was_here)
    await her.call("POST", f"/api/tables/{was_here}/leave", {"request": her.request_id(), "seat": 1}, 200)
    over = (await her.make(WILHELMINE, OPEN)).id
    await bo.sit(over)
    await bo.call("POST", f"/api/tables/{over}/resign", {"request": bo.request_id(), "seat": 1}, 200)
    kept = (await her.make(WILHELMINE, OPEN)).id
    await bo.sit(kept)
    await bo.call("POST", f"/api/tables/{kept}/resign", {"request": bo.request_id(), "seat": 1}, 200)
    await bo.call("POST", f"/api/tables/{kept}/rematch", {"request": bo.request_id()}, 200)
    rematch = (await bo.info(kept)).next
    assert rematch is not None
    await say(her, playing, "A secret of Wilhelmine")
    await say(bo, playing, "Bo stays")
    await bo.call("POST", f"/api/tables/{playing}/mute", {"number": 1, "on": True}, 200)
    await bo.call("POST", f"/api/tables/{playing}/report", {"number": 1}, 204)
    return {**tables, "playing": playing, "guest": guest, "was": was_here, "over": over, "rematch": rematch}


def her(app: App) -> Browser:
    return Her(app, NAME)


async def test_she_has_to_be_sure(app: App) -> None:
    wilhelmine = her(app)
    table = await wilhelmine.make(WILHELMINE, OPEN)
    for body in ({}, {"sure": False}, {"sure": 1}, {"sure": "yes"}, None):
        assert (await wilhelmine.call("DELETE", "/api/me", body, 400)).json()["code"] == "bad_message"
    assert (await wilhelmine.info(table.id)).seats[0].mine
    await wilhelmine.close()


async def test_nobody_can_be_forgotten(app: App) -> None:
    """Somebody who has done nothing: there is nothing to forget."""
    browser = Browser(app)
    await be_forgotten(browser)
    assert app.house.store.read("SELECT * FROM gone") == []
    await browser.close()


async def test_nothing_is_left(app: App) -> None:
    """No row, and no byte of any file, has her name, or what she said; her cookie, her words and her link are void."""
    wilhelmine, bo = her(app), Browser(app, "Bo")
    tables = await much_of_her(app, wilhelmine, bo)
    folder = app.house.store.path.parent
    assert files_that_know(folder, NAME, "A secret of Wilhelmine")
    [(who,)] = app.house.store.read("SELECT id FROM identities WHERE name = ?", NAME)
    cookie = wilhelmine.http.cookies["fox"]
    answer = await be_forgotten(wilhelmine)
    assert answer.headers["set-cookie"] == "fox=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
    assert files_that_know(folder, NAME, "A secret of Wilhelmine") == []
    for table in ("identities", "tokens", "words", "links", "been", "talk", "reports", "mutes", "muted"):
        columns = {row[1] for row in app.house.store.read(f"PRAGMA table_info({table})")}
        for column in columns & {"id", "who", "muted", "reporter"}:
            assert not app.house.store.read(f"SELECT 1 FROM {table} WHERE {column} = ?", who), table
    assert files_that_know(folder, "Bo stays") != []
    assert not wilhelmine.http.cookies
    old = {"cookie": f"fox={cookie}"}
    assert (await wilhelmine.call("GET", "/api/tables", headers=old)).json() == []
    again = await wilhelmine.call("PUT", "/api/me", {"name": "Somebody else"}, 200, headers=old)
    assert cookie not in again.headers["set-cookie"]

    def names(info: TableInfo) -> list[str | None]:
        return [seat.name for seat in info.seats]

    assert names(await bo.info(tables["playing"])) == ["–", "Bo"]
    assert (await bo.info(tables["playing"])).seats[0].left
    assert (await bo.info(tables["waiting"])).seats[0].kind == "open"
    assert names(await bo.info(tables["guest"])) == ["Alix", "–"]
    rematch = await bo.info(tables["rematch"])
    assert [(seat.kind, seat.kept) for seat in rematch.seats] == [("open", False), ("person", False)]
    record = await bo.call("GET", f"/api/tables/{tables['over']}/record", status=200)
    assert '[Seat0 "–"]' in record.text
    cards = {card["id"]: card["names"] for card in (await bo.call("GET", "/api/tables")).json()}
    assert cards[tables["over"]] == ["–", "Bo"]
    heard = (await bo.call("GET", f"/api/tables/{tables['playing']}/talk")).json()
    assert [said["text"] for said in heard] == ["Bo stays"]
    for browser in (wilhelmine, bo):
        await browser.close()


async def test_after_a_restart_too(tmp_path: Path) -> None:
    """The journal itself has no name any more; what it says else is what it was, and its index agrees."""
    async with open_house(tmp_path / "house") as app:
        wilhelmine, bo = her(app), Browser(app, "Bo")
        tables = await much_of_her(app, wilhelmine, bo)
        before = {table: app.house.store.facts(table) for table in tables.values()}
        await be_forgotten(wilhelmine)
        cookie = bo.http.cookies["fox"]
        for table, facts in before.items():
            now = app.house.store.facts(table)
            assert [row._replace(body="") for row in now[: len(facts)]] == [row._replace(body="") for row in facts]
            assert [row.body for row in now[: len(facts)]] == [row.body.replace(NAME, "–") for row in facts]
        for browser in (wilhelmine, bo):
            await browser.close()
    with post_mortem(tmp_path / "house", tmp_path / "copy") as journal:
        Checker().check(journal)
        assert rows_that_know(journal, "Wilhelmine") == []
    async with open_house(tmp_path / "house", seed=2) as app:
        bo = Browser(app, "Bo")
        bo.http.cookies.set("fox", cookie)
        assert [seat.name for seat in (await bo.info(tables["playing"])).seats] == ["–", "Bo"]
        assert (await bo.info(tables["over"])).seats[1].mine
        await bo.close()


async def test_others_play_on(app: App) -> None:
    """They hear of it at once; a bot takes her place if they want one, and the rematch has a free seat for somebody."""
    pair = await Pair.seated(app)
    wilhelmine, bo = pair.browsers
    while pair.to_act != 0:
        await pair.play(1)
    await pair.sockets[1].quiet()
    await be_forgotten(wilhelmine)
    assert (await pair.sockets[0].wait(Bye)).why == "elsewhere"
    assert await pair.sockets[0].text() is None
    info = [message.info for message in await pair.sockets[1].quiet() if isinstance(message, Table)][-1]
    assert (info.seats[0].name, info.seats[0].left) == ("–", True)
    assert [(absence.seat, absence.why) for absence in info.absences] == [(0, "left")]
    choice = {"request": bo.request_id(), "seat": 1, "about": 0, "choice": "bot"}
    await bo.call("POST", f"/api/tables/{pair.table}/choose", choice, 200)
    assert (await pair.sockets[1].wait(Update)).number > pair.state[1].number
    await bo.call("POST", f"/api/tables/{pair.table}/resign", {"request": bo.request_id(), "seat": 1}, 200)
    await bo.call("POST", f"/api/tables/{pair.table}/rematch", {"request": bo.request_id()}, 200)
    rematch = (await bo.info(pair.table)).next
    assert rematch is not None
    assert (await bo.info(rematch)).seats[0].kept is False
    cy = Browser(app, "Cy")
    assert (await cy.sit(rematch)).state == "playing"
    for browser in (cy, *pair.browsers):
        await browser.close()


async def test_all_her_browsers_are_nobody(app: App) -> None:
    wilhelmine, phone, bo = her(app), her(app), Browser(app, "Bo")
    tables = await much_of_her(app, wilhelmine, bo)
    secret = (await wilhelmine.call("POST", "/api/me/link", status=200)).json()["link"].partition("#")[2]
    await phone.call("POST", "/api/me/resume", {"link": secret}, 200)
    socket = await phone.live()
    assert isinstance(await socket.watch(tables["playing"], 0), Sync)
    await be_forgotten(wilhelmine)
    assert (await socket.wait(Bye)).why == "elsewhere"
    assert await socket.text() is None
    again = await phone.live()
    assert isinstance(await again.watch(tables["playing"], 0), Refused)
    for browser in (wilhelmine, phone, bo):
        await browser.close()


async def test_asked_twice_at_once(app: App) -> None:
    wilhelmine, bo = her(app), Browser(app, "Bo")
    await much_of_her(app, wilhelmine, bo)
    await asyncio.gather(*(be_forgotten(wilhelmine) for _ in range(3)))
    assert files_that_know(app.house.store.path.parent, NAME) == []
    assert app.house.store.read("SELECT done FROM gone") == [(2,)]
    for browser in (wilhelmine, bo):
        await browser.close()


async def test_what_was_still_under_way(app: App) -> None:
    """Sitting down and talking, where the table was busy until she had been forgotten: neither happens."""
    wilhelmine, bo = her(app), Browser(app, "Bo")
    await much_of_her(app, wilhelmine, bo)
    new = (await bo.make(ME, OPEN)).id
    sit = {"request": wilhelmine.request_id(), "name": NAME}
    talk = {"request": wilhelmine.request_id(), "text": NAME}
    begun = asyncio.Event()
    app.house.identities.ended = lambda hashes, why: begun.set()
    async with app.house.decide(new):
        under_way = [
            asyncio.create_task(wilhelmine.call("POST", f"/api/tables/{new}/sit", sit, 403)),
            asyncio.create_task(wilhelmine.call("POST", f"/api/tables/{new}/say", talk, 403)),
            asyncio.create_task(be_forgotten(wilhelmine)),
        ]
        async with asyncio.timeout(PATIENCE):
            await begun.wait()
    await asyncio.gather(*under_way)
    assert (await bo.info(new)).seats[1].kind == "open"
    assert rows_that_know(app.house.store._reader, NAME) == []
    for browser in (wilhelmine, bo):
        await browser.close()


async def test_at_the_same_instant(app: App) -> None:
    """Whatever else is asked for together with it: it is done and then forgotten, or it is not done."""
    wilhelmine, bo = her(app), Browser(app, "Bo")
    tables = await much_of_her(app, wilhelmine, bo)
    await asyncio.gather(
        wilhelmine.call("PUT", "/api/me", {"name": NAME + "!"}),
        wilhelmine.call("POST", "/api/me/words"),
        be_forgotten(wilhelmine),
        wilhelmine.call("POST", "/api/me/link"),
        wilhelmine.call("POST", "/api/tables", {"request": "at-once-1", "game": "forest", "options": {}, "seats": []}),
        bo.call("POST", f"/api/tables/{tables['over']}/rematch", {"request": bo.request_id()}),
    )
    assert rows_that_know(app.house.store._reader, NAME) == []
    assert app.house.store.read("SELECT * FROM links UNION SELECT * FROM words") == []
    for browser in (wilhelmine, bo):
        await browser.close()


async def killed_after(writes: int, house: Path, left_behind: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Let her be forgotten, but nothing be written after so many writes; what then lies on the disk is copied. Whether
    there were as many."""
    async with open_house(house) as app:
        wilhelmine, bo = her(app), Browser(app, "Bo")
        await wilhelmine.call("PUT", "/api/me", {"name": NAME}, 200)
        playing = (await bo.make(ME, OPEN)).id
        await wilhelmine.make(WILHELMINE, OPEN)
        await wilhelmine.sit(playing)
        await say(wilhelmine, playing, f"I am {NAME}")
        submit, done = app.house.store.submit, 0

        def mortal(wish: Write, written: Callable[[Exception | None], None]) -> None:
            nonlocal done
            if "INTO hours" in str(wish.statements):  # a chore's
                written(None)
                return
            if done == writes:
                raise Unavailable("killed")
            done += 1
            submit(wish, written)

        async def dead(pack: bool) -> None:
            raise Unavailable("killed")

        with monkeypatch.context() as patch:
            patch.setattr(app.house.store, "submit", mortal)
            patch.setattr(app.house.store, "clean", dead)
            await wilhelmine.call("DELETE", "/api/me", {"sure": True}, 204 if writes else 503)
            shutil.copytree(house, left_behind)
        for browser in (wilhelmine, bo):
            await browser.close()
    return done == writes


async def test_killed_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each of the writes that forgetting her takes: nothing has happened, or the next house finishes it."""
    writes = 0
    while await killed_after(writes, tmp_path / f"house-{writes}", (folder := tmp_path / f"{writes}"), monkeypatch):
        assert files_that_know(folder, NAME)
        async with open_house(folder, seed=2) as app:
            if (task := app.house.forgetting._task) is not None:
                await task
            people = [name for (name,) in app.house.store.read("SELECT name FROM identities")]
            assert (NAME in people) == (writes == 0)
            assert bool(files_that_know(folder, NAME)) == (writes == 0)
        with post_mortem(folder, tmp_path / "copy") as journal:
            checker = Checker()
            checker.check(journal)
            seats = [truth.table.seats for truth in checker.truths.values()]
            assert any(seat.left for table in seats for seat in table) == (writes > 0)
        writes += 1
    assert writes == 5  # up to: nothing, that it is to be done, one seat, the other, all of it


@pytest.fixture
def packed(app: App, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Each cleaning, and whether all was packed anew, which takes a second here."""
    cleaned: list[bool] = []
    clean = app.house.store.clean

    async def noted(pack: bool) -> None:
        cleaned.append(pack)
        app.house.clock.time += pack  # type: ignore[attr-defined]
        await clean(pack)

    monkeypatch.setattr(app.house.store, "clean", noted)
    return cleaned


async def one_is_forgotten(app: App) -> None:
    wilhelmine = her(app)
    await wilhelmine.make(WILHELMINE, OPEN)
    await be_forgotten(wilhelmine)
    assert rows_that_know(app.house.store._reader, NAME) == []
    await wilhelmine.close()


async def test_packing_takes_a_hundredth_of_the_time(app: App, packed: list[bool]) -> None:
    """Whoever begins and is forgotten again and again does not keep the house from writing."""
    await one_is_forgotten(app)
    await one_is_forgotten(app)
    assert packed == [True, False]
    assert app.house.store.read("SELECT done FROM gone ORDER BY done") == [(1,), (2,)]
    await later(app, 99)
    await app.house.forgetting.go_on()
    assert packed == [True, False, False]
    await later(app, 1)
    await app.house.forgetting.go_on()
    await app.house.forgetting.go_on()
    assert packed == [True, False, False, True]
    assert app.house.store.read("SELECT done FROM gone") == [(2,), (2,)]
    assert files_that_know(app.house.store.path.parent, NAME) == []


async def test_a_large_house_is_packed_when_nobody_plays(
    app: App, packed: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or after a day at the latest."""
    monkeypatch.setattr(forget, "SMALL", 0)
    await one_is_forgotten(app)
    assert packed == [False]
    await later(app, 301)
    await app.house.rest()
    await app.house.forgetting.go_on()
    assert packed == [False, True]
    bo = Browser(app, "Bo")
    socket = await bo.live()
    await socket.watch((await bo.make(ME, OPEN)).id, 0)
    await one_is_forgotten(app)
    await later(app, 24 * 3600 - 1)
    await app.house.rest()
    await app.house.forgetting.go_on()
    assert packed == [False, True, False, False]
    await later(app, 1)
    await app.house.forgetting.go_on()
    assert packed == [False, True, False, False, True]
    assert files_that_know(app.house.store.path.parent, NAME) == []
    await bo.close()


async def test_no_corner_of_a_page_remembers(app: App) -> None:
    """Many rows, in an order that divides pages in their middle, and one that was deleted without care."""
    wilhelmine, bo = her(app), Browser(app, "Bo")
    for number in range(40):
        await wilhelmine.sit((await bo.make(ME, OPEN, request=f"bo-table-{number:04}")).id)
    with contextlib.closing(sqlite3.connect(app.house.store.path, isolation_level=None)) as careless:
        careless.execute("PRAGMA secure_delete=OFF")
        careless.execute("INSERT INTO house (key, value) VALUES ('x', ?)", (NAME,))
        careless.execute("DELETE FROM house WHERE key = 'x'")
    await be_forgotten(wilhelmine)
    assert files_that_know(app.house.store.path.parent, NAME) == []
    for browser in (wilhelmine, bo):
        await browser.close()
