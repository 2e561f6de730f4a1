"""Whoever has no table and has not been seen for long is forgotten; nobody else is, and nobody at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from server_harness import OPEN, PATIENCE, Browser, StillClock, bot, open_house
from test_forget import files_that_know
from test_upgrade import ALIX, BO, Old, old, played

from renardiere.server import app as app_module
from renardiere.server import forget
from renardiere.server.app import App
from renardiere.server.journal.store import Write

__all__ = ["old"]

DAY = 86_400


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_house(tmp_path, clock=StillClock()) as app:
        yield app


def pass_days(app: App, days: int) -> None:
    app.house.clock.time += days * DAY  # type: ignore[attr-defined]


async def expire(app: App) -> None:
    await app.house.forgetting.expire()
    await app.house.forgetting.go_on()


def known(app: App) -> set[str]:
    return {name for (name,) in app.house.store.read("SELECT name FROM identities")}


async def named(app: App, name: str) -> Browser:
    """Somebody who has done no more than to say their name."""
    browser = Browser(app, name)
    await browser.call("PUT", "/api/me", {"name": name}, 200)
    return browser


async def leave(browser: Browser, table: str, seat: int) -> None:
    body = {"request": browser.request_id(), "seat": seat}
    await browser.call("POST", f"/api/tables/{table}/leave", body, 200)


async def test_who_is_forgotten_and_when(app: App) -> None:
    """Unseen for 400 days and without a table: on the 401st. Whoever sits anywhere, has made a table, has tried a deal
    of the day, or has been here since, stays."""
    names = ("Host", "Maker", "Player", "Daily", "Visitor", "Guest", "Talker")
    people = {name: await named(app, name) for name in names}
    host, maker, player, daily, visitor, guest, talker = people.values()
    waiting = (await host.make({"who": "me", "name": "Host"}, OPEN)).id
    over = (await player.make({"who": "me", "name": "Player"}, bot())).id
    await player.call("POST", f"/api/tables/{over}/resign", {"request": "resign-0001", "seat": 0}, 200)
    made = (await maker.make({"who": "me", "name": "Maker"}, OPEN)).id
    await leave(maker, made, 0)
    await guest.sit(made, seat=1)
    await leave(guest, made, 1)
    await daily.call("POST", "/api/daily", {"request": "daily-0001", "name": "Daily"}, 200)
    said = {"request": "say-000001", "text": "A secret of Talker"}
    await talker.call("POST", f"/api/tables/{waiting}/say", said, 200)
    await talker.call("POST", "/api/me/words", status=200)
    pass_days(app, 300)
    await visitor.call("GET", "/api/me", status=200)
    pass_days(app, 100)
    await expire(app)
    assert known(app) == set(names)
    pass_days(app, 1)
    await expire(app)
    assert set(names) - known(app) == {"Guest", "Talker"}
    assert files_that_know(app.house.store.path.parent, "Guest", "Talker") == []
    pass_days(app, 299)
    await expire(app)
    assert "Visitor" in known(app)
    pass_days(app, 1)
    await expire(app)
    assert known(app) == {"Host", "Maker", "Player", "Daily"}
    for browser in people.values():
        await browser.close()


async def test_a_visit_is_written_once_a_day(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes first: a request, or a live connection."""
    alix = await named(app, "Alix")
    written: list[Any] = []
    write = app.house.store.write

    async def noted(what: Write) -> None:
        # the house writes down now and then that it is open
        written.extend(statement for statement in what.statements if "identities" in statement[0])
        await write(what)

    monkeypatch.setattr(app.house.store, "write", noted)
    seen = "SELECT seen FROM identities"
    today = app.house.identities.today
    await alix.call("GET", "/api/me", status=200)
    assert (written, app.house.store.read(seen)) == ([], [(today,)])
    pass_days(app, 1)
    for _ in range(3):
        await alix.call("GET", "/api/me", status=200)
    assert (len(written), app.house.store.read(seen)) == (1, [(today + 1,)])
    pass_days(app, 1)
    await alix.live()
    await alix.call("GET", "/api/tables", status=200)
    assert (len(written), app.house.store.read(seen)) == (2, [(today + 2,)])
    await alix.close()


async def test_visits_over_https_are_written_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There the cookie is given with each answer."""
    async with open_house(tmp_path, public_url="https://fox.example") as app:
        alix = Browser(app)
        https = {"host": "fox.example", "origin": "https://fox.example"}
        answer = await alix.call("PUT", "/api/me", {"name": "Alix"}, 200, headers=https)
        cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0], **https}
        with monkeypatch.context() as patch:
            patch.setattr(app.house.store, "write", None)
            answer = await alix.call("GET", "/api/me", status=200, headers=cookie)
        assert answer.json()["name"] == "Alix"
        assert "set-cookie" in answer.headers
        await alix.close()


async def test_nobody_where_the_house_forgets_nobody(tmp_path: Path) -> None:
    async with open_house(tmp_path, forget_after=0) as app:
        alix = await named(app, "Alix")
        pass_days(app, 10_000)
        await expire(app)
        assert known(app) == {"Alix"}
        await alix.close()


async def test_whoever_comes_back_at_that_moment_stays(tmp_path: Path) -> None:
    """Found to be unseen, and here again before that is written down: with their cookie, or in another browser by
    their words."""
    async with open_house(tmp_path, forget_after=100) as app:
        alix, bo = await named(app, "Alix"), await named(app, "Bo")
        words = (await bo.call("POST", "/api/me/words", status=200)).json()["words"]
        pass_days(app, 101)
        before = (app.house.identities.today - 100, (app.house.identities.today - 100) * DAY)
        await alix.call("GET", "/api/me", status=200)
        elsewhere = Browser(app, "Bo")
        resumed = {"words": " ".join(words)}
        assert (await elsewhere.call("POST", "/api/me/resume", resumed, 200)).json()["name"] == "Bo"
        for (who,) in app.house.store.read("SELECT id FROM identities"):
            await app.house.forgetting._mark(who, (forget.MARK_UNSEEN, (*before, who)))
        await expire(app)
        assert known(app) == {"Alix", "Bo"}
        assert (await alix.call("GET", "/api/me", status=200)).json()["name"] == "Alix"
        for browser in (alix, bo, elsewhere):
            await browser.close()


async def test_some_at_a_time_and_all_once_a_day(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forget, "AT_ONCE", 2)
    people = [await named(app, f"Nr {number}") for number in range(5)]
    pass_days(app, 401)
    left = []
    for _ in range(4):
        await expire(app)
        left.append(len(known(app)))
    assert left == [3, 1, 0, 0]
    late = await named(app, "Late")
    pass_days(app, 401)
    await expire(app)
    assert known(app) == set()
    for browser in (*people, late):
        await browser.close()


async def test_the_house_sees_to_it_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "REST_SECONDS", 0)
    async with open_house(tmp_path) as app:
        alix = await named(app, "Alix")
        pass_days(app, 401)
        async with asyncio.timeout(PATIENCE):
            while known(app):  # noqa: ASYNC110  # nobody is told of it
                await asyncio.sleep(0)
        await alix.close()


async def test_killed_before_it_was_done(tmp_path: Path) -> None:
    async with open_house(tmp_path) as app:
        alix = await named(app, "Alix")
        pass_days(app, 401)
        await app.house.forgetting.expire()
        assert known(app) == {"Alix"}
        await alix.close()
    async with open_house(tmp_path, seed=2) as app:
        await app.house.forgetting.go_on()
        assert known(app) == set()


async def test_from_the_first_version_on_it_counts_from_the_upgrade(old: Old, tmp_path: Path) -> None:
    facts, state = played([ALIX, ""], 4, until=0)
    old.table("playing222", [ALIX, ""], facts, state)
    old.connection.close()
    clock = StillClock()
    clock.time = time.time()
    async with open_house(tmp_path, clock=clock) as app:
        await expire(app)
        assert {who for (who,) in app.house.store.read("SELECT id FROM identities")} == {ALIX, BO}
        pass_days(app, 399)
        await expire(app)
        assert {who for (who,) in app.house.store.read("SELECT id FROM identities")} == {ALIX, BO}
        pass_days(app, 2)
        await expire(app)
        assert app.house.store.read("SELECT id FROM identities") == [(ALIX,)]
