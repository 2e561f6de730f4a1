"""The deal of the day: the same for everybody, known to nobody before, counted once."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from server_harness import Browser, StillClock, open_house

from renardiere.games import game
from renardiere.games.dealing import Shuffler, commitment, verify
from renardiere.games.record import read
from renardiere.server import daily
from renardiere.server.app import App
from renardiere.server.messages import Update

EIGHT = 1_800_000_000.0
"""2027-01-15, 08:00 UTC."""
HOUR = 3600.0
MIDNIGHT = EIGHT + 16 * HOUR
CLOSED = MIDNIGHT + 3 * HOUR
DAY = "2027-01-15"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "LEVEL", 1)


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_house(tmp_path, clock=StillClock()) as app:
        yield app


def at(app: App, time: float) -> None:
    app.house.clock.time = time  # type: ignore[attr-defined]


async def play(browser: Browser, status: int = 200, **more: str) -> Any:
    wish = {"request": browser.request_id(), "name": browser.name, **more}
    return (await browser.call("POST", "/api/daily", wish, status)).json()


async def told(browser: Browser, day: str = "today", of: str = "") -> Any:
    return (await browser.call("GET", f"/api/daily{of}", status=200)).json()[day]


async def finish(browser: Browser, table: str) -> list[int]:
    """Always the first legal action, until it is over; the scores."""
    socket = await browser.live()
    state = await socket.watch(table, 0)
    while (await browser.info(table)).state != "over":
        if 0 in state.view.to_act:
            socket.send(browser.act(table, 0, state.decision, state.view.legal["0"][0]))
        state = await socket.wait(Update)
    return (await browser.info(table)).scores


async def give_up(browser: Browser, table: str) -> None:
    """As soon as the cards are dealt: at a team's table whoever plays says when."""
    if (await browser.info(table)).ready is not None:
        wish = {"request": browser.request_id(), "seat": 0}
        await browser.call("POST", f"/api/tables/{table}/ready", wish, 200)
    wish = {"request": browser.request_id(), "seat": 0}
    await browser.call("POST", f"/api/tables/{table}/resign", wish, 200)


async def hand(browser: Browser, table: str) -> list[str]:
    socket = await browser.live()
    return sorted((await socket.watch(table, 0)).view.hands[0])


async def the_house_is_done(app: App, of: str = DAY) -> list[int]:
    table = app.house.store.made(daily.HOUSE, f"daily:{of}")
    assert table is not None
    async with app.house.hold(table) as awake:
        while awake.table.phase != "over":  # after a restart the bots are roused in a moment
            await (asyncio.wait([awake.robot]) if awake.robot is not None else asyncio.sleep(0))
        return list(awake.table.scores)


# ---- the same deals ----------------------------------------------------------------------------------------------
async def test_the_same_deals_for_everybody_of_this_house_and_of_no_other(app: App, tmp_path: Path) -> None:
    """They follow from the house's key and the date as ``docs/dealing.md`` says, and from nothing else."""
    alix, bo = Browser(app, "Alix"), Browser(app, "Bo")
    tables = [await play(alix), await play(bo)]
    assert tables[0]["id"] != tables[1]["id"]
    assert tables[0]["shuffle"]["commit"] == tables[1]["shuffle"]["commit"]
    assert tables[0]["shuffle"]["shares"] == ["", ""]

    key = bytes.fromhex(app.house.store.setting("key") or "")
    secret = hmac.digest(key, b"daily 2027-01-15", "sha256")
    assert tables[0]["shuffle"]["commit"] == commitment(secret)
    forest = game("forest")
    state = forest.new(forest.parse_options({"target": "16"}))
    state.deal(state.draw(Shuffler(secret, "forest", ["", ""], 1)))
    mine = sorted(state.view(0).hands[0])
    assert [await hand(browser, table["id"]) for browser, table in zip((alix, bo), tables, strict=True)] == [mine] * 2

    at(app, MIDNIGHT)
    tomorrow = await play(alix)
    assert tomorrow["shuffle"]["commit"] == commitment(hmac.digest(key, b"daily 2027-01-16", "sha256"))
    assert await hand(alix, tomorrow["id"]) != mine
    async with open_house(tmp_path / "other", seed=2) as other:
        stranger = Browser(other)
        assert await hand(stranger, (await play(stranger))["id"]) != mine
        await stranger.close()
    for browser in (alix, bo):
        await browser.close()


async def test_against_level_three_to_sixteen_points(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    alix = Browser(app)
    table = await play(alix)
    assert [seat["level"] for seat in table["seats"]] == [None, 3]
    assert table["options"] == {"target": "16"}
    assert table["daily"] == {"day": DAY, "counts": True}
    assert not table["watchable"]
    await alix.close()


# ---- the first try -----------------------------------------------------------------------------------------------
async def test_one_try_counts_whatever_is_clicked(app: App) -> None:
    """Two tabs, double clicks: one table, until it is over; then tables that don't count."""
    alix = Browser(app)
    assert (await told(alix))["state"] == "new"
    tables = await asyncio.gather(*(play(alix) for _ in range(6)))
    [table] = {info["id"] for info in tables}
    assert all(info["daily"]["counts"] for info in tables)
    assert app.house.store.read("SELECT day, table_id FROM tries") == [(DAY, table)]
    assert app.house.store.read("SELECT count(*) FROM tables WHERE maker <> 'house'") == [(1,)]
    today = await told(alix)
    assert (today["state"], today["table"], today["own"], today["house"]) == ("playing", table, None, None)
    [card] = (await alix.call("GET", "/api/tables")).json()
    assert card["day"] == DAY

    scores = await finish(alix, table)
    today = await told(alix)
    assert (today["state"], today["own"], today["played"]) == ("over", scores, 1)
    again = await play(alix)
    assert again["id"] != table
    assert again["daily"] == {"day": DAY, "counts": False}
    await give_up(alix, again["id"])
    assert (await told(alix))["own"] == scores
    await alix.close()


async def test_a_repeated_request_makes_one_table(app: App) -> None:
    alix = Browser(app)
    await give_up(alix, (await play(alix))["id"])
    wish = {"request": "the-same-one", "name": "Alix"}
    answers = await asyncio.gather(*(alix.call("POST", "/api/daily", wish, 200) for _ in range(4)))
    assert len({answer.json()["id"] for answer in answers}) == 1
    await alix.close()


async def test_nothing_helps_with_the_try_that_counts(app: App) -> None:
    """Nothing is taken back, there is no rematch; a later try is a game like any other."""
    alix = Browser(app)
    table = (await play(alix))["id"]
    socket = await alix.live()
    state = await socket.watch(table, 0)
    while 0 not in state.view.to_act:
        state = await socket.wait(Update)
    socket.send(alix.act(table, 0, state.decision, state.view.legal["0"][0]))
    state = await socket.wait(Update)
    back = {"request": "take-it-back", "decision": state.decision}
    answer = await alix.call("POST", f"/api/tables/{table}/back", back, 409)
    assert (answer.json()["code"], answer.json()["reason"]) == ("daily", "counts")
    await give_up(alix, table)
    answer = await alix.call("POST", f"/api/tables/{table}/rematch", {"request": "once-more", "shares": {}}, 409)
    assert answer.json()["code"] == "daily"
    await alix.close()


# ---- the result --------------------------------------------------------------------------------------------------
async def test_giving_up_is_losing(app: App) -> None:
    """At 0 to 0 the other is taken to have reached 16."""
    alix, bo = Browser(app), Browser(app, "Bo")
    await give_up(alix, (await play(alix))["id"])
    house = await the_house_is_done(app)
    assert await told(alix) == {
        "day": DAY,
        "commit": (await told(bo))["commit"],
        "secret": None,
        "table": (await told(alix))["table"],
        "state": "over",
        "own": [0, 16],
        "house": house,
        "played": 1,
        "others": {"spread": [1, 0, 0, 0, 0], "better": 0, "same": 0, "worse": 0},
    }
    await play(bo)
    unknown = await told(bo)
    assert (unknown["house"], unknown["others"], unknown["played"]) == (None, None, 1)
    for browser in (alix, bo):
        await browser.close()


def others(rows: list[tuple[int, int]], game: str = "forest") -> list[Any]:
    sql = "INSERT INTO tries (day, game, who, table_id, own, other) VALUES (?, ?, ?, ?, ?, ?)"
    return [(sql, (DAY, game, f"other{n}", f"{game}{n}", *row)) for n, row in enumerate(rows)]


MINE = "UPDATE tries SET own = ?, other = ? WHERE who NOT LIKE 'other%'"


@pytest.mark.parametrize(
    ("own", "place"),
    [
        # the others: −16, −6, −5, 0, 0, 5, 6
        ([3, 19], {"spread": [3, 1, 2, 1, 1], "better": 6, "same": 1, "worse": 0}),
        ([12, 17], {"spread": [2, 2, 2, 1, 1], "better": 4, "same": 1, "worse": 2}),
        ([16, 16], {"spread": [2, 1, 3, 1, 1], "better": 2, "same": 2, "worse": 3}),
        ([17, 16], {"spread": [2, 1, 2, 2, 1], "better": 2, "same": 0, "worse": 5}),
        ([16, 9], {"spread": [2, 1, 2, 1, 2], "better": 0, "same": 0, "worse": 7}),
    ],
)
async def test_ones_place_among_the_others(app: App, own: list[int], place: dict[str, Any]) -> None:
    """Lost by six or more, lost, drawn, won, won by six or more; counts only, no names."""
    alix = Browser(app)
    await give_up(alix, (await play(alix))["id"])
    store = app.house.store
    rows = [(0, 16), (10, 16), (11, 16), (16, 16), (17, 17), (21, 16), (16, 10)]
    await store.write(daily.Write(statements=[*others(rows), (MINE, tuple(own))]))
    today = await told(alix)
    assert (today["own"], today["others"], today["played"]) == (own, place, 8)
    await alix.close()


async def test_the_house_plays_the_same_way_every_time(tmp_path: Path) -> None:
    """What it makes of the deals follows from the key and the date; one house goes through a restart on the way."""
    results = []
    for name in ("one", "two"):
        async with open_house(tmp_path / name) as app:
            alix = Browser(app)
            table = (await play(alix))["id"]
            if name == "one":
                await the_house_is_done(app)
            await alix.close()
        async with open_house(tmp_path / name, seed=3) as app:
            again = Browser(app)
            again.http.cookies = alix.http.cookies
            assert (await told(again))["table"] == table
            assert (await play(again))["id"] == table
            results.append(await the_house_is_done(app))
            await again.close()
    assert results[0] == results[1]
    assert max(results[0]) >= 16


# ---- a game that is played together ---------------------------------------------------------------------------------
DUET = "?game=duet"


async def test_duo_has_deals_of_its_own(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another secret, another first try; level 2 on the plain board, with a partner of level 3."""
    monkeypatch.undo()
    alix = Browser(app)
    first, table = await play(alix), await play(alix, game="duet")
    key = bytes.fromhex(app.house.store.setting("key") or "")
    secret = hmac.digest(key, b"daily duet 2027-01-15", "sha256")
    assert table["shuffle"]["commit"] == commitment(secret) != first["shuffle"]["commit"]
    assert (table["game"], table["options"]) == ("duet", {"level": "2"})
    assert [seat["level"] for seat in table["seats"]] == [None, 3]
    assert table["daily"] == {"day": DAY, "counts": True}
    assert (await play(alix, game="duet"))["id"] == table["id"]
    assert [(await told(alix, of=of))["table"] for of in ("", "?game=forest", DUET)] == [
        first["id"],
        first["id"],
        table["id"],
    ]
    for kind in ("fennecs", ""):
        await alix.call("GET", f"/api/daily?game={kind}", status=400)
    await alix.close()


async def test_a_team_has_one_score_and_none_if_it_gives_up(app: App) -> None:
    """The house's two bots play the same deals to their end; what is said of forest stays untouched."""
    alix = Browser(app)
    table = (await play(alix, game="duet"))["id"]
    await give_up(alix, table)
    house = await the_house_is_done(app, f"duet:{DAY}")
    assert house[0] == house[1]
    today = await told(alix, of=DUET)
    assert (today["state"], today["own"], today["house"], today["played"]) == ("over", [0], [house[0]], 1)
    assert today["others"] == {"spread": [1, 0, 0, 0, 0], "better": 0, "same": 0, "worse": 0}
    forest = await told(alix)
    assert (forest["state"], forest["played"], forest["house"]) == ("new", 0, None)
    assert (await play(alix, game="duet"))["daily"] == {"day": DAY, "counts": False}
    await alix.close()


@pytest.mark.parametrize(
    ("own", "place"),
    [
        # the others: lost, 24, 25, 29, 30, 39, 40
        (0, {"spread": [2, 1, 2, 2, 1], "better": 6, "same": 1, "worse": 0}),
        (21, {"spread": [1, 2, 2, 2, 1], "better": 6, "same": 0, "worse": 1}),
        (29, {"spread": [1, 1, 3, 2, 1], "better": 3, "same": 1, "worse": 3}),
        (33, {"spread": [1, 1, 2, 3, 1], "better": 2, "same": 0, "worse": 5}),
        (46, {"spread": [1, 1, 2, 2, 2], "better": 0, "same": 0, "worse": 7}),
    ],
)
async def test_a_teams_place_is_by_its_points(app: App, own: int, place: dict[str, Any]) -> None:
    """Lost; won with less than 25, 30, 40; with more."""
    alix = Browser(app)
    await give_up(alix, (await play(alix, game="duet"))["id"])
    rows = [(score, 0) for score in (0, 24, 25, 29, 30, 39, 40)]
    elsewhere = others([(16, 3)])
    await app.house.store.write(daily.Write(statements=[*others(rows, "duet"), *elsewhere, (MINE, (own, 0))]))
    today = await told(alix, of=DUET)
    assert (today["own"], today["others"], today["played"]) == ([own], place, 8)
    await alix.close()


def test_what_a_team_wins_is_what_counts() -> None:
    """A win of 34 points is noted as that, and not as a draw of 34 to 34."""
    terms = SimpleNamespace(day=DAY, first=True)
    before = SimpleNamespace(outcome=None)
    after = SimpleNamespace(
        id="table", terms=terms, game=game("duet"), scores=(34, 34), outcome=SimpleNamespace(seat=None)
    )
    [(_, noted)] = daily.result(cast(Any, before), cast(Any, after), EIGHT)
    assert noted == (34, 0, "table")


# ---- secrecy and verification ------------------------------------------------------------------------------------
async def test_nothing_is_told_before_the_day_is_closed(app: App) -> None:
    """Whoever gives up, or has finished, learns no card that they have not seen: others may still play. Then the
    secret is there, and every record of the day proves the same commitment."""
    alix, bo = Browser(app), Browser(app, "Bo")
    table, given_up = (await play(alix))["id"], (await play(bo))["id"]
    secret = app.house.dailies.secret(daily.day_of(EIGHT)).hex()
    await finish(alix, table)
    await give_up(bo, given_up)
    paths = ["/api/daily", "/api/tables", *(f"/api/tables/{name}" for name in (table, given_up))]
    for time in (EIGHT, CLOSED - 1):
        at(app, time)
        for browser, mine in ((alix, table), (bo, given_up)):
            for path in paths:
                assert secret not in (await browser.call("GET", path, status=200)).text
            assert (await browser.call("GET", f"/api/tables/{mine}/replay", status=409)).json()["code"] == "daily"
            answer = await browser.call("GET", f"/api/tables/{mine}/record", status=409)
            assert answer.json()["code"] == "daily"
        refused = await (await bo.live()).watch(table, None)  # for its player only
        assert refused.problem.code == "not_yours"
    commit = (await told(alix, "yesterday"))["commit"]
    at(app, CLOSED)
    assert (await told(alix, "yesterday"))["secret"] == secret
    assert (await alix.info(table)).shuffle.secret == secret
    for browser, mine in ((alix, table), (bo, given_up)):
        record = read((await browser.call("GET", f"/api/tables/{mine}/record", status=200)).text)
        assert (record.tags["Commit"], record.tags["Day"]) == (commit, DAY)
        assert verify(record).status == "right"
    for browser in (alix, bo):
        await browser.close()


# ---- days --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("ends", "counts"), [(CLOSED - 1, True), (CLOSED, False)])
async def test_a_day_changes_at_midnight_and_closes_three_hours_later(app: App, ends: float, counts: bool) -> None:
    alix = Browser(app)
    at(app, MIDNIGHT - 1)
    late = (await play(alix))["id"]
    assert (await told(alix))["day"] == DAY
    at(app, MIDNIGHT)
    status = (await alix.call("GET", "/api/daily", status=200)).json()
    assert (status["today"]["day"], status["today"]["state"]) == ("2027-01-16", "new")
    assert (status["yesterday"]["day"], status["yesterday"]["state"]) == (DAY, "playing")
    assert status["until"] == MIDNIGHT + 24 * HOUR
    fresh = await play(alix)
    assert (fresh["id"] != late, fresh["daily"]) == (True, {"day": "2027-01-16", "counts": True})
    at(app, ends)
    await give_up(alix, late)
    yesterday = await told(alix, "yesterday")
    assert (yesterday["state"], yesterday["own"]) == ("over", [0, 16] if counts else None)
    assert yesterday["played"] == int(counts)
    await alix.close()


async def test_who_is_forgotten_leaves_no_try(app: App) -> None:
    alix, bo = Browser(app), Browser(app, "Bo")
    for browser in (alix, bo):
        await give_up(browser, (await play(browser))["id"])
    await alix.call("DELETE", "/api/me", {"sure": True})
    today = await told(bo)
    assert (today["played"], today["others"]["same"]) == (1, 0)
    assert len(app.house.store.read("SELECT * FROM tries")) == 1
    for browser in (alix, bo):
        await browser.close()
