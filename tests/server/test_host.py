"""Whoever has been at a table longest is its host, and may free seats; at the instant of the start, too."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from company import Page, do, facts_of, idle, truth
from server_harness import GENEROUS, ME, OPEN, Browser, later, open_house

from renardiere.server.app import App
from renardiere.server.journal import facts


async def test_the_host_leaves_and_the_next_follows(small_game: None, app: App) -> None:
    """The host is whoever has been here longest; nothing is destroyed."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    wish = {"request": "waiting-1", "game": "toy", "options": {"players": "3"}, "seats": [OPEN, OPEN, ME]}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    sat = await do(bo, table, "sit", name="Bo", seat=1)
    assert sat["host"] == 2
    page = await Page.open(bo, table, 1)
    assert await do(bo, table, "free", 403, seat=2) == "not_host"
    assert await do(bo, table, "bot", 403, seat=0, level=1) == "not_host"
    assert await do(cy, table, "free", 403, seat=1) == "not_yours"  # nobody yet
    left = await do(alix, table, "leave", seat=2, request="leaving-1")
    await page.look()
    assert left["host"] == page.info["host"] == 1
    assert await do(alix, table, "leave", seat=2, request="leaving-1") == left
    assert await do(alix, table, "free", 403, seat=1) == "not_host"
    back = await do(alix, table, "sit", name="Alix")
    assert back["host"] == 1  # the line begins anew
    seen = await do(bo, table, "free", seat=0)
    assert seen["seats"][0]["kind"] == "open"
    await do(bo, table, "bot", seat=0, level=1, request="a-bot-001")
    await do(bo, table, "bot", seat=0, level=1, request="a-bot-001")
    assert await do(bo, table, "bot", 409, seat=0, level=1) == "seat_taken"
    assert await do(bo, table, "bot", 409, seat=1, level=1) == "seat_taken"
    assert await do(bo, table, "bot", 422, seat=2, level=5) == "bad_option"
    assert await do(bo, table, "bot", 422, seat=3, level=1) == "bad_seats"
    assert await do(bo, table, "free", 422, seat=4) == "bad_seats"
    freed = await do(bo, table, "free", seat=0)  # a bot's too
    assert [seat["kind"] for seat in freed["seats"]] == ["open", "person", "open"]
    await do(bo, table, "bot", seat=0, level=1)
    begun = await do(bo, table, "bot", seat=2, level=2)
    assert (begun["state"], begun["host"]) == ("playing", None)
    assert await do(bo, table, "free", 409, seat=0) == "started"
    assert await do(bo, table, "bot", 409, seat=0, level=1) == "started"
    await idle(app)
    for browser in (alix, bo, cy):
        await browser.close()


async def test_a_freed_person_is_let_go(small_game: None, app: App) -> None:
    """Their connection hears of it, and then no more of that seat; they may sit down again."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    wish = {
        "request": "waiting-1",
        "game": "toy",
        "options": {"players": "3"},
        "seats": [ME, OPEN, OPEN],
        "watchable": False,
    }
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    await do(bo, table, "sit", name="Bo")
    b, also = await Page.open(bo, table, 1), await Page.open(bo, table)
    freed = await do(alix, table, "free", seat=1, request="free-0001")
    assert freed["seats"][1]["kind"] == "open"
    for page in (b, also):
        await page.look()
        assert page.info["seats"][1]["kind"] == "open"
    await do(cy, table, "sit", name="Cy", seat=1)
    await do(alix, table, "free", seat=1, request="free-0001")  # a late echo frees nobody else
    assert truth(app, table).seats[1].name == "Cy"
    await do(alix, table, "bot", seat=2, level=1)
    assert truth(app, table).phase == "playing"
    await idle(app)
    for page in (b, also):  # a table for its players only: nothing comes here, of no viewer
        assert await page.kinds() == []
    assert [card["id"] for card in (await bo.call("GET", "/api/tables")).json()] == []
    for browser in (alix, bo, cy):
        await browser.close()


async def test_leaving_and_starting_at_the_same_instant(app: App) -> None:
    """Either the seat is free again and nothing began, or the game began and goes on: never something between."""
    for order in range(2):
        alix, bo = Browser(app), Browser(app, "Bo")
        table = (await alix.make(ME, OPEN)).id
        sitting = bo.call("POST", f"/api/tables/{table}/sit", {"request": "sitting-1", "name": "Bo"})
        leaving = alix.call("POST", f"/api/tables/{table}/leave", {"request": "leaving-1", "seat": 0})
        sat, left = await asyncio.gather(*((sitting, leaving) if order else (leaving, sitting)))
        assert {sat.status_code, left.status_code} <= {200, 409}
        state = truth(app, table)
        if state.phase == "playing":
            assert all(seat.kind == "person" for seat in state.seats)
        else:
            assert state.phase == "waiting"
            assert [seat.name for seat in state.seats if seat.kind == "person"] == ["Bo"]
            assert [state.seats[seat].name for seat in range(2) if seat == state.host] == ["Bo"]
        await alix.close()
        await bo.close()


async def test_freeing_is_bounded(small_game: None, tmp_path: Path) -> None:
    """Twenty times at once, then one every ten seconds; and a hundred times the same seat. Nobody else is hindered, and
    the table is not: its seats are taken, and the game begins."""
    async with open_house(tmp_path, limits=replace(GENEROUS, leaving=(0.1, 20.0))) as app:
        alix, bo, cy = (Browser(app, name) for name in ("Alix", "Bo", "Cy"))
        wish = {"request": "make-00001", "game": "toy", "options": {"players": "3"}, "seats": [ME, OPEN, OPEN]}
        table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
        for number in range(100):
            await do(alix, table, "bot", seat=1, level=1)
            if number >= 20:
                assert await do(alix, table, "free", 429, seat=1) == "too_fast"
                await later(app, 10)
            await do(alix, table, "free", seat=1)
            await do(alix, table, "free", seat=1)  # free already
        await later(app, 1000)
        await cy.sit(table, seat=1)
        assert await do(alix, table, "free", 429, seat=1) == "too_fast"
        await do(cy, table, "leave", seat=1)
        assert len([fact for fact in facts_of(app, table) if fact == facts.Freed(1)]) == 101
        await do(alix, table, "bot", seat=1, level=1)
        assert (await bo.sit(table)).state == "playing"
        for browser in (alix, bo, cy):
            await browser.close()
