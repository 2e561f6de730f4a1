"""The open tables: which are there, for how long, and what is told of them."""

from __future__ import annotations

from typing import Any

import pytest
from company import Page, do, idle, truth
from server_harness import ME, OPEN, Browser, bot, later, open_house

from renardiere.server.app import App
from renardiere.server.lists import LISTED

DAYS = {"kind": "days", "days": 3}


async def listed(browser: Browser, *seats: Any, **terms: Any) -> str:
    wish = {"request": browser.request_id(), "game": "forest", "options": {}, "seats": list(seats), "listed": True}
    made = await browser.call("POST", "/api/tables", {**wish, **terms}, 201)
    return str(made.json()["id"])


async def lobby(browser: Browser) -> list[Any]:
    found: list[Any] = (await browser.call("GET", "/api/lobby", status=200)).json()
    return found


async def names(browser: Browser) -> list[str]:
    return [table["id"] for table in await lobby(browser)]


async def test_a_line_of_the_open_tables(app: App) -> None:
    """What there is to choose by, and nothing else."""
    alix, cy = Browser(app), Browser(app, "Cy")
    table = await listed(alix, ME, OPEN, options={"target": "33"}, clock={"kind": "move", "seconds": 60})
    made = app.house.clock.now()
    page = await Page.open(alix, table, 0)
    await later(app, 5)
    [line] = await lobby(cy)
    assert line == {
        "id": table,
        "game": "forest",
        "options": {"target": "33"},
        "names": ["Alix", None],
        "levels": [None, None],
        "free": 1,
        "clock": {"limit": 60, "sleeps": False},
        "made": made,
    }
    answer = await cy.call("GET", "/api/lobby", status=200)
    fold = truth(app, table)
    for secret in (fold.secret.hex(), fold.seats[0].who, alix.http.cookies["fox"]):
        assert secret is not None
        assert secret not in answer.text
    assert app.house.store.read("SELECT count(*) FROM identities") == [(1,)]  # a look is nobody's
    await page.close()
    await alix.close()
    await cy.close()


async def test_only_while_somebody_waits(app: App) -> None:
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    table = await listed(alix, OPEN, ME)
    page = await Page.open(alix, table, 1)
    assert await names(cy) == [table]
    await page.close()
    await later(app, 19.75)
    assert await names(cy) == [table]
    await later(app, 0.25)
    assert await names(cy) == []  # nobody is there
    looking = await Page.open(cy, table)
    assert await names(cy) == []  # a look is no waiting
    await looking.close()
    page = await Page.open(alix, table, 1)
    assert await names(cy) == [table]
    await do(bo, table, "sit", name="Bo")
    assert await names(cy) == []  # full: it is a game now
    await do(bo, table, "resign", seat=0)
    new = (await do(bo, table, "rematch"))["id"]
    await Page.open(bo, new, 0)
    assert await names(cy) == []  # a rematch is for those who have played
    for browser in (alix, bo, cy):
        await browser.close()


async def test_a_resting_table_is_not_woken_into_the_list(app: App) -> None:
    """That somebody looks at a table where nobody has been for long doesn't make its people wait there."""
    alix, cy = Browser(app), Browser(app, "Cy")
    table = await listed(alix, ME, OPEN)
    await later(app, 1000)
    await app.house.rest()
    assert not app.house._awake
    assert await names(cy) == []
    info = (await cy.call("GET", f"/api/tables/{table}")).json()
    assert not info["seats"][0]["present"]
    assert await names(cy) == []
    await alix.close()
    await cy.close()


async def test_with_a_day_clock_nobody_needs_to_wait(app: App) -> None:
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    table = await listed(alix, ME, OPEN, clock=DAYS)
    await later(app, 5 * 86_400)
    await app.house.rest()
    assert await names(cy) == [table]
    assert not app.house._awake  # told without waking it
    await do(bo, table, "sit", name="Bo")
    assert await names(cy) == []
    for browser in (alix, bo, cy):
        await browser.close()


async def test_gone_at_once_when_all_have_left(app: App) -> None:
    alix, cy = Browser(app), Browser(app, "Cy")
    table = await listed(alix, ME, OPEN, clock=DAYS)
    await Page.open(alix, table, 0)
    assert await names(cy) == [table]
    await do(alix, table, "leave", seat=0)
    assert await names(cy) == []
    back = await do(alix, table, "sit", name="Alix")
    assert back["state"] == "waiting"
    assert await names(cy) == [table]
    await do(alix, table, "bot", seat=1, level=1)
    assert await names(cy) == []
    await idle(app)
    await alix.close()
    await cy.close()


async def test_seats_as_they_are(small_game: None, app: App) -> None:
    """Whoever comes and goes, and bots that the host seats and frees."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    table = await listed(alix, ME, OPEN, OPEN, game="toy", options={"players": "3"})
    await Page.open(alix, table, 0)

    async def line() -> tuple[Any, Any, Any]:
        [found] = await lobby(cy)
        return found["names"], found["levels"], found["free"]

    assert await line() == (["Alix", None, None], [None, None, None], 2)
    await do(alix, table, "bot", seat=2, level=2)
    assert await line() == (["Alix", None, None], [None, None, 2], 1)
    await do(alix, table, "free", seat=2)
    assert await line() == (["Alix", None, None], [None, None, None], 2)
    await do(bo, table, "sit", name="Bo", seat=2)
    assert await line() == (["Alix", None, "Bo"], [None, None, None], 1)
    await Page.open(bo, table, 2)
    await do(alix, table, "leave", seat=0)
    assert await line() == ([None, None, "Bo"], [None, None, None], 2)
    for browser in (alix, bo, cy):
        await browser.close()


async def test_what_is_not_listed_is_not_there(app: App) -> None:
    alix = Browser(app)
    table = (await alix.make(ME, OPEN)).id
    await Page.open(alix, table, 0)
    full = await listed(alix, ME, bot())
    await Page.open(alix, full, 0)
    await idle(app)
    assert await lobby(alix) == []
    await alix.close()


async def test_closed_by_the_house(app: App) -> None:
    """The list is empty at once and no table may be listed; those that are go on; open again, they are there."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    table = await listed(alix, ME, OPEN)
    page = await Page.open(alix, table, 0)
    await app.house.policy.set_open("lobby", False)
    assert await lobby(cy) == []
    assert not (await cy.call("GET", "/api/house")).json()["lobby"]
    wish = {"request": "one-more-1", "game": "forest", "options": {}, "seats": [ME, OPEN], "listed": True}
    assert (await bo.call("POST", "/api/tables", wish, 403)).json()["code"] == "lobby_closed"
    await bo.make(ME, OPEN, request="one-more-1")
    await app.house.policy.set_open("lobby", True)
    assert await names(cy) == [table]
    await app.house.policy.set_open("lobby", False)
    await do(cy, table, "sit", name="Cy")
    await page.look()
    assert page.info["state"] == "playing"
    for browser in (alix, bo, cy):
        await browser.close()


async def test_no_open_tables_in_this_house(tmp_path: Any) -> None:
    async with open_house(tmp_path, lobby=False) as app:
        alix = Browser(app)
        wish = {"request": "one-more-1", "game": "forest", "options": {}, "seats": [ME, OPEN], "listed": True}
        assert (await alix.call("POST", "/api/tables", wish, 403)).json()["code"] == "lobby_closed"
        assert await lobby(alix) == []
        await alix.close()


async def test_the_newest_first_and_not_too_many(app: App) -> None:
    alix, cy = Browser(app), Browser(app, "Cy")
    tables = []
    for _ in range(LISTED + 3):
        tables.append(await listed(alix, ME, OPEN, clock=DAYS))
        await later(app, 1)
    assert await names(cy) == tables[: -LISTED - 1 : -1]
    await do(alix, tables[-2], "leave", seat=0)
    assert (await names(cy))[:2] == [tables[-1], tables[-3]]
    await alix.close()
    await cy.close()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
async def test_the_list_is_to_be_read(app: App, method: str) -> None:
    assert (await Browser(app).call(method, "/api/lobby", {})).status_code == 405
