"""Tables over HTTP: making, sitting, lists, records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from server_harness import GENEROUS, ME, OPEN, Browser, bot, open_house

from renardiere.server.app import App


async def test_making_and_sitting(app: App) -> None:
    """A double click makes one table and takes one seat; a look takes none; one person takes one seat."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    first = await alix.make(ME, OPEN, request="click-001")
    second = await alix.make(ME, OPEN, request="click-001")
    assert first == second
    assert (await bo.info(first.id)).seats[1].kind == "open"
    sat = await bo.sit(first.id, request="click-002")
    assert sat == await bo.sit(first.id, request="click-002") == await bo.sit(first.id)
    assert [seat.name for seat in sat.seats] == ["Alix", "Bo"]
    for wish in ({}, {"seat": 0}):
        full = await cy.call("POST", f"/api/tables/{first.id}/sit", {"request": "click-003", "name": "Cy", **wish}, 409)
        assert full.json()["code"] == "table_full"
    assert len((await alix.call("GET", "/api/tables")).json()) == 1
    assert (await cy.call("GET", "/api/tables")).json() == []
    for browser in (alix, bo, cy):
        await browser.close()


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 422, "unknown_game"),
        ({"game": "maitre"}, 422, "bad_option"),  # for how many?
        ({"game": "duet", "options": {"target": "21"}}, 422, "bad_option"),
        ({"game": "duet", "options": {"level": "4"}}, 422, "bad_option"),
        ({"game": "duet", "options": {"board": "B"}}, 422, "bad_option"),  # too few spaces for level 1
        ({"game": "duet", "options": {"board": "b" * 513}}, 400, "bad_message"),
        ({"game": "fennecs"}, 422, "bad_option"),  # for how many?
        ({"game": "fennecs", "options": {"players": "1"}}, 422, "bad_option"),
        ({"game": "fennecs", "options": {"players": "6"}}, 422, "bad_option"),
        ({"game": "fennecs", "options": {"players": "2", "variant": "snow"}}, 422, "bad_option"),
        ({"game": "fennecs", "options": {"players": "3"}}, 422, "bad_seats"),
        ({"game": "fennecs", "options": {"players": "5"}, "seats": [ME, *[OPEN] * 5]}, 400, "bad_message"),
        ({"game": "fennecs", "options": {"players": "2"}, "dealer": 0}, 422, "bad_option"),  # chance says who begins
        ({"options": {"target": "0"}}, 422, "bad_option"),
        ({"options": {"speed": "1"}}, 422, "bad_option"),
        ({"seats": [OPEN, OPEN]}, 422, "bad_seats"),
        ({"seats": [ME, OPEN, OPEN]}, 422, "bad_seats"),
        ({"seats": [ME]}, 400, "bad_message"),
        ({"seats": [ME, {"who": "bot", "level": 5}]}, 422, "bad_option"),
        ({"seats": [ME, {"who": "bot", "level": 9}]}, 400, "bad_message"),
        ({"seats": [{"who": "me", "name": "\u202e"}, OPEN]}, 422, "bad_name"),
        ({"seats": [{"who": "me", "name": "x", "share": "zz"}, OPEN]}, 400, "bad_message"),
        ({"request": "short"}, 400, "bad_message"),
        ({"surprise": 1}, 400, "bad_message"),
    ],
)
async def test_a_table_that_cannot_be(app: App, change: dict[str, Any], status: int, code: str) -> None:
    alix = Browser(app)
    wish = {"request": "aaaaaaaa", "game": "forest", "options": {}, "seats": [ME, OPEN], **change}
    answer = await alix.call("POST", "/api/tables", wish, status)
    assert answer.json()["code"] == code
    assert app.house.store.read("SELECT * FROM facts") == []
    await alix.close()


async def test_tables_are_limited(tmp_path: Path) -> None:
    async with open_house(tmp_path, limits=replace(GENEROUS, unfinished_tables=2)) as app:
        alix = Browser(app)
        for _ in range(2):
            await alix.make(ME, OPEN)
        wish = {"request": "one-more-1", "game": "forest", "options": {}, "seats": [ME, OPEN]}
        assert (await alix.call("POST", "/api/tables", wish, 429)).json()["code"] == "too_many_tables"
        await alix.close()


async def test_my_games(app: App) -> None:
    """Those where I am to play come first."""
    alix, bo = Browser(app), Browser(app, "Bo")
    waiting = await alix.make(ME, OPEN)
    app.house.clock.time += 1  # type: ignore[attr-defined]
    playing = await alix.make(ME, OPEN)
    started = await bo.sit(playing.id)
    cards = (await alix.call("GET", "/api/tables")).json()
    first = playing.id if started.to_act == [0] else None
    assert {card["id"] for card in cards} == {waiting.id, playing.id}
    assert [card["my_turn"] for card in cards] == [first is not None, False]
    assert cards[0]["id"] == playing.id
    assert cards[0]["names"] == ["Alix", "Bo"]
    assert cards[1] == {
        "id": waiting.id,
        "game": "forest",
        "names": ["Alix", None],
        "levels": [None, None],
        "mine": [0],
        "state": "waiting",
        "my_turn": False,
        "scores": [0, 0],
        "updated": 1_800_000_000.0,
        "deadline": None,
        "next": None,
        "day": None,
        "ended": None,
        "counted": True,
    }
    await alix.close()
    await bo.close()


async def test_the_record_comes_with_the_end(app: App) -> None:
    alix = Browser(app)
    table = await alix.make(ME, bot())
    answer = await alix.call("GET", f"/api/tables/{table.id}/record", status=409)
    assert answer.json()["code"] == "not_over"
    assert (await alix.call("GET", "/api/tables/aaaaaaaaaa/record", status=404)).json()["code"] == "no_table"
    await alix.close()
