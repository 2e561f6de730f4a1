"""A round of searching at its table: masks, the search in the dark, the stop, thefts and the count."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path
from typing import Any

import pytest
from company import Company, Page, do, of_kind, offer, truth
from dark import AGAIN, GRIP, IDLE, SACK, STOP, Dark, FakeYard, move, near, until
from journal_checks import index
from server_harness import ME, Browser, later, open_house

from renardiere import bots
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.server.messages import Reach

OPEN = {"who": "open"}


async def test_a_game_to_ten_eggs(app: App) -> None:
    """Alix finds the three missions each time: 3, 6, 9, 12 eggs. In round 3 Bo has a snake, and steals one of them: 8;
    in round 4 it is in nobody's sack."""
    dark = await Dark.seated(app)
    alix, bo = dark.company.pages
    await dark.round(0, dark.view["missions"], ())
    assert dark.view["eggs"] == [3, 0]
    assert alix.info["ready"] == [False, False]
    for number, theirs in ((2, ["fox"]), (3, ["snake"]), (4, [])):
        await dark.company.ready()  # for the next missions
        await dark.look()
        missions = dark.view["missions"]
        assert (dark.view["round"], dark.search["phase"]) == (number, "masks")
        await dark.round(0, missions, theirs)
        if number == 3:
            assert bo.legal == sorted([f"steal=0.{kind}" for kind in missions] + ["steal=-"])
            assert await bo.act(f"steal=0.{missions[0]}") == "done"
            await dark.look()
            # the stolen mission is a point for Bo, and the snake, which alone is no fox, nothing
            assert [count["score"] for count in dark.view["counts"]] == [2, 1]
    assert dark.view["eggs"] == [3 + 3 + 2 + 3, 0 + 1 + 1 + 0]
    assert alix.info["state"] == "over"
    index(app.house.store, [dark.company.table])
    assert alix.info["ended"]["winners"] == [0]
    secret = bytes.fromhex(alix.info["shuffle"]["secret"])
    assert [yard.seed for yard in FakeYard.made] == [
        hmac.new(secret, f"renardiere/yard/1 {number} {number}".encode(), hashlib.sha256).digest()
        for number in (1, 2, 3, 4)
    ]
    record = (await bo.browser.call("GET", f"/api/tables/{dark.company.table}/record", status=200)).text
    assert read(record).replay().scores == (11, 2)
    await dark.close()


async def test_the_box_holds_what_is_in_play(app: App) -> None:
    """24 tokens of loot; from round 2 the foxes. Hands are as fast as the table says."""
    dark = await Dark.seated(app, speeds=[60, 150], by_ear=True)
    assert dark.search == {
        "phase": "masks",
        "begins": None,
        "again": None,
        "film": False,
        "speeds": [60, 150],
        "by_ear": True,
    }
    await dark.round(0, dark.view["missions"], ())
    await dark.company.ready()
    await dark.ready()
    assert [len(made.tokens) for made in FakeYard.made] == [24, 26]
    assert FakeYard.made[1].tokens[24:] == ["fox", "fox"]
    assert FakeYard.made[1].speeds == (0.6, 1.5)
    await dark.close()


async def test_nobody_searches_before_all_are_ready(app: App) -> None:
    """One is ready, and takes it back, and is again; the search begins with the other, on the count of three."""
    dark = await Dark.seated(app)
    for on in (True, False, True):
        await dark.company.do(0, "ready", seat=0, on=on)
        await dark.look()
        assert dark.company.pages[1].info["ready"] == [on, False]
    assert not FakeYard.made
    assert app.house.searches.keeper.barns == [dark.barn], "a process is at hand"
    await dark.do(0, move(5))
    now = app.house.clock.now()
    await dark.company.do(1, "ready", seat=1)
    await dark.settle()
    assert (dark.search["phase"], dark.search["begins"]) == ("dark", now + 3)
    assert app.house.clock.slept[-1] == pytest.approx(3)  # type: ignore[attr-defined]
    assert dark.yard.at == [0, 0]
    assert await dark.company.do(0, "ready", 409, seat=0) == "not_now"
    await dark.close()


async def test_what_one_feels(app: App) -> None:
    """Thirty frames a second, of one's own hand and nothing else; and not one before the search, or after the stop."""
    dark = await Dark.seated(app)
    alix, bo = (page.socket for page in dark.company.pages)
    assert (alix.frames, bo.frames) == ([], [])
    await dark.ready()
    for _ in range(60):
        dark.tick()
        await dark.look()
    assert alix.frames == bo.frames == [bytes(3)] * 30
    await dark.do(0, move(5), GRIP)
    await dark.look()
    assert alix.frames[30:] == [bytes((1, 0, 5))]
    assert bo.frames[30:] == [bytes(3)]
    await dark.do(0, SACK)
    await dark.take(0, "goose", "goose")
    count = len(alix.frames)
    await dark.do(0, STOP)
    dark.tick(10)
    await dark.settle()
    assert len(alix.frames) in (count, count + 1)
    assert dark.search["phase"] == "lit"
    await dark.close()


async def test_a_stop_that_is_refused_tells_its_caller_alone(app: App) -> None:
    """Two tokens of loot and a fox are not enough: that hand is numb, and nobody else hears of it."""
    dark = await Dark.seated(app)
    await dark.round(0, dark.view["missions"], ())
    await dark.company.ready()
    await dark.ready()
    await dark.take(0, "hen", "pig", "fox")
    alix, bo = dark.company.pages
    await dark.do(0, STOP)
    dark.tick(2)
    assert await bo.look() == []
    assert await alix.look() == []
    assert alix.socket.frames[-1][0] == 32
    assert bo.socket.frames[-1][0] == 0
    assert dark.search["phase"] == "dark"
    await dark.take(0, "cow")
    await dark.do(0, STOP)
    await dark.settle()
    assert dark.view["stopped_by"] == 0
    await dark.close()


async def test_two_stops_in_one_tick(app: App) -> None:
    """One of them called it; it is written once, with both sacks, by nobody's hand but the table's."""
    dark = await Dark.seated(app)
    await dark.ready()
    await dark.take(0, "hen", "hen", "hen")
    await dark.take(1, "pig", "pig", "pig")
    for page in dark.company.pages:
        page.socket.send_bytes(STOP)
    await dark.look()
    dark.tick()
    await dark.settle()
    found = [fact.action for fact in of_kind(app, dark.company.table, facts.Acted)]  # type: ignore[attr-defined]
    assert found == ["sack=hen,hen,hen", "sack=pig,pig,pig", "stop"]
    authors = {row.author for row in app.house.store.facts(dark.company.table) if b"acted" in row.body.encode()}
    assert authors == {None}
    await dark.close()


async def test_nobody_says_what_they_found(app: App) -> None:
    """Sacks and the stop are the table's to say: from a client they are refused, whenever and whoever."""
    dark = await Dark.seated(app)
    page = dark.company.pages[0]
    for search in (False, True):
        if search:
            await dark.ready()
        for action in ("sack=hen,hen,hen", "sack=", "stop"):
            page.socket.send(page.browser.act(dark.company.table, 0, page.state["decision"], action))
            [refused] = [message for message in await page.look() if message["is"] == "refused"]
            assert (refused["problem"]["code"], refused["problem"]["reason"]) == ("illegal", "reported")
    await dark.close()


# ---- hands ---------------------------------------------------------------------------------------------------------


async def test_a_hand_has_one_connection(app: App) -> None:
    """The newest: the one before is told, feels nothing more, and what it still sends moves nothing."""
    dark = await Dark.seated(app)
    await dark.ready()
    first = dark.company.pages[0]
    second = await Page.open(first.browser, dark.company.table, 0)
    second.socket.send(Reach(dark.company.table, 0))
    assert [message["on"] for message in await second.look() if message["is"] == "hand"] == [True]
    assert [message["on"] for message in await first.look() if message["is"] == "hand"] == [False]
    first.socket.send_bytes(move(9))
    second.socket.send_bytes(move(4))
    for page in (first, second):
        assert "refused" not in await page.kinds()
    felt = len(first.socket.frames)
    dark.tick(2)
    await second.look()
    await first.look()
    assert dark.yard.at[0] == 4
    assert len(first.socket.frames) == felt
    assert second.socket.frames == [bytes((0, 0, 4))]
    await dark.close()


async def test_a_line_that_is_lost(app: App) -> None:
    """The hand lies still, and what it holds stays held; whoever is back goes on with it. At the stop the sack counts
    as it is."""
    dark = await Dark.seated(app)
    await dark.ready()
    mission = dark.view["missions"]
    await dark.take(1, mission[0])
    await dark.do(1, move(1), GRIP)
    await dark.company.pages[1].socket.close()
    dark.tick(2)
    assert dark.yard.held[1] is not None
    bo = dark.company.browsers[1]
    dark.company.pages[1] = back = await Page.open(bo, dark.company.table, 1)
    dark.reach(1)
    [hand] = [message for message in await back.look() if message["is"] == "hand"]
    assert (hand["on"], hand["elapsed"]) == (True, 0)
    dark.tick(2)
    await back.look()
    assert back.socket.frames[-1][:2] == bytes((1, 1))
    await back.socket.close()
    await dark.take(0, *mission)
    await dark.do(0, STOP)
    await until(lambda: not dark.barn.yards and not app.house.searches._tasks)
    await dark.company.pages[0].look()
    assert dark.view["sacks"][1] == [mission[0]]
    assert dark.view["eggs"] == [3, 1]
    await dark.close()


async def test_a_hand_is_its_seats(app: App) -> None:
    """Of a seat that is another's, that one does not watch, or in a game without a search: none."""
    dark = await Dark.seated(app, reach=False)
    alix, bo = dark.company.pages
    cy = await Page.open(Browser(app, "Cy"), dark.company.table)
    for page, seat in ((alix, 1), (bo, 0), (cy, 0), (cy, 1)):
        page.socket.send(Reach(dark.company.table, seat))
        [refused] = [message for message in await page.look() if message["is"] == "refused"]
        assert refused["problem"]["code"] == "not_yours"
    forest = await Company.seated(app)
    forest.pages[0].socket.send(Reach(forest.table, 0))
    [refused] = [message for message in await forest.pages[0].look() if message["is"] == "refused"]
    assert refused["problem"]["code"] == "not_now"
    for browser in (*forest.browsers, cy.browser):
        await browser.close()
    await dark.close()


@pytest.mark.parametrize(
    "message", [b"", b"\x00", b"\x0a", b"\xff" * 3, b"\x01", b"\x01\x02", b"\x01\x02\x03\x04", b"\x02\x00", b"x" * 4000]
)
async def test_what_no_hand_can_do(app: App, message: bytes) -> None:
    """Is refused, and moves nothing; who goes on with it is shown the door."""
    dark = await Dark.seated(app)
    await dark.ready()
    page = dark.company.pages[0]
    for _ in range(5):
        page.socket.send_bytes(message)
    assert await page.kinds() == ["refused"] * 5
    dark.tick()
    assert dark.yard.moved == 0
    page.socket.send_bytes(message)
    while await page.socket.text() is not None:
        pass
    assert page.socket.closed == 1008
    await dark.close()


async def test_a_number_that_the_yard_does_not_know(app: App) -> None:
    """What has the right length, and is none all the same, is for the yard to refuse: it lives on."""
    from renardiere.games.errors import MalformedAction

    dark = await Dark.seated(app)
    await dark.ready()
    dark.yard.send = lambda hand, message: (_ for _ in ()).throw(MalformedAction("none"))  # type: ignore[method-assign]
    await dark.do(0, b"\x07\xff")
    del dark.yard.send
    await dark.do(0, move(3))
    assert dark.yard.at[0] == 3
    await dark.close()


async def test_more_than_a_hand_can_do(tmp_path: Path) -> None:
    """90 a second, 180 at once: what is more is left out, without a word; messages have a limit of their own."""
    from dataclasses import replace

    from server_harness import GENEROUS

    limits = replace(GENEROUS, messages=(20.0, 80.0))
    async with open_house(tmp_path, limits=limits) as app:
        dark = await Dark.seated(app)
        await dark.ready()
        page = dark.company.pages[0]
        for _ in range(300):
            page.socket.send_bytes(move(1))
        assert await page.kinds() == []
        dark.tick()
        assert dark.yard.at[0] == 180
        await later(app, 1)
        for _ in range(300):
            page.socket.send_bytes(move(-1))
        assert "refused" not in await page.kinds()
        dark.tick()
        assert dark.yard.at[0] == 90
        await dark.close()


async def test_who_does_not_read_is_not_waited_for(app: App) -> None:
    """A thousand frames that nobody reads do not gather: one waits."""
    dark = await Dark.seated(app)
    await dark.ready()
    socket = dark.company.pages[0].socket
    socket.reading.clear()
    for _ in range(1000):
        dark.tick(2)
        await dark.company.pages[1].look()
    socket.reading.set()
    await dark.company.pages[0].look()
    assert len(socket.frames) <= 2
    assert len(dark.company.pages[1].socket.frames) >= 999
    await dark.close()


# ---- a search that comes to nothing ----------------------------------------------------------------------------------


async def test_shaken_anew(app: App) -> None:
    """When all want it, or nobody has moved for a minute: the masks come up, the missions stay, no eggs, and once all
    are ready the box lies otherwise."""
    dark = await Dark.seated(app)
    missions = dark.view["missions"]
    await dark.ready()
    index(app.house.store, [dark.company.table])  # as test_index looks at all other facts
    await dark.take(0, *missions)
    await dark.do(0, AGAIN)
    assert dark.search["phase"] == "dark"
    await dark.do(1, AGAIN)
    await dark.settle()
    assert (dark.search["phase"], dark.search["again"]) == ("masks", "anew")
    index(app.house.store, [dark.company.table])
    assert dark.company.pages[1].info["ready"] == [False, False]
    await dark.ready()
    assert dark.search["again"] is None
    dark.tick(IDLE)
    await dark.settle()
    assert (dark.search["phase"], dark.search["again"]) == ("masks", "anew")
    assert (dark.view["missions"], dark.view["eggs"]) == (missions, [0, 0])
    await dark.round(1, (), missions)
    assert dark.view["eggs"] == [0, 3]
    assert len({yard.seed for yard in FakeYard.made}) == 3
    await dark.close()


async def test_a_process_that_dies(app: App) -> None:
    """As if nobody had searched: the same missions, in a process that lives."""
    dark = await Dark.seated(app)
    missions = dark.view["missions"]
    await dark.ready()
    await dark.take(0, *missions)
    dark.barn.lost()
    dark.barn = near(app)
    await dark.settle()
    assert (dark.search["phase"], dark.search["again"]) == ("masks", "broken")
    await dark.round(0, missions[:1], missions)
    assert dark.view["eggs"] == [0, 0], "nobody has three"
    await dark.close()


async def test_a_yard_that_fails_takes_no_other_with_it(app: App) -> None:
    """Two tables in one process, of which one's yard breaks."""
    dark = await Dark.seated(app)
    await dark.ready()
    broken = dark.yard
    other = await Company.seated(app, game="maitre", options={"players": "2"})
    await other.ready()
    await other.look()
    await other.look()
    broken.step = None  # type: ignore[assignment]
    dark.tick()
    await dark.settle()
    assert dark.search["again"] == "broken"
    assert FakeYard.made[-1].tick == 1
    await other.close()
    await dark.close()


async def test_a_house_that_closes_in_a_search(tmp_path: Path) -> None:
    """When it opens again all are asked to be ready anew: what was searched is no more, and the box lies otherwise."""
    async with open_house(tmp_path) as app:
        dark = await Dark.seated(app)
        missions = dark.view["missions"]
        await dark.ready()
        await dark.take(0, *missions)
        seed = dark.yard.seed
        table = dark.company.table
        jars = [dict(browser.http.cookies) for browser in dark.company.browsers]
        await dark.close()
    async with open_house(tmp_path) as app:
        near(app)
        company = Company(app)
        company.table = table
        for seat, jar in enumerate(jars):
            browser = Browser(app, Company.NAMES[seat] + "b")
            browser.http.cookies.update(jar)
            company.browsers.append(browser)
            company.pages.append(await Page.open(browser, table, seat))
        info = company.pages[0].info
        assert (info["search"]["phase"], info["search"]["again"]) == ("masks", "broken")
        assert info["ready"] == [False, False]
        dark = Dark(company, near(app))
        assert company.pages[0].state["view"]["missions"] == missions
        await dark.ready()
        assert dark.yard.seed != seed
        await dark.close()


# ---- who is not there ------------------------------------------------------------------------------------------------


async def test_whoever_leaves_a_race(app: App) -> None:
    """Their hand lies still, the others go on; nobody waits for them any more, and they come back when they like."""
    dark = await Dark.seated(app, players=3)
    await dark.ready()
    await dark.company.do(2, "leave", seat=2)
    await dark.take(0, *dark.view["missions"])
    await dark.do(0, STOP)
    await dark.settle()
    assert dark.view["eggs"] == [3, 0, 0]
    assert dark.company.pages[0].info["ready"] == [False, False, True]
    for _ in range(2):
        for seat in (0, 1):
            await dark.company.do(seat, "ready", seat=seat)
    await dark.settle()
    assert dark.search["phase"] == "dark"
    await dark.company.do(2, "return", seat=2)
    await dark.do(2, move(7))
    assert dark.yard.at[2] == 7
    await dark.close()


async def test_the_last_who_is_waited_for_leaves(app: App) -> None:
    """The other chooses a bot, and the search begins. If both have left it does not."""
    dark = await Dark.seated(app)
    await dark.company.do(0, "ready", seat=0)
    await dark.company.do(1, "leave", seat=1)
    await dark.look()
    assert dark.company.pages[0].absences == [offer(1, "left")]
    await dark.company.do(0, "choose", seat=0, about=1, choice="bot")
    await dark.settle()
    assert dark.search["phase"] == "dark"
    dark.barn.lost()
    dark.barn = near(app)
    await dark.settle()
    await dark.company.do(0, "leave", seat=0)
    await dark.settle()
    assert dark.search["phase"] == "masks"
    await dark.close()


@pytest.mark.parametrize(("bots_can", "choices"), [(True, ["bot"]), (False, ["end"])])
async def test_somebody_absent_before_a_search(
    app: App, bots_can: bool, choices: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot may stand in; in a game that has none, the others may end it. In the search itself nobody is waited for."""
    if not bots_can:
        monkeypatch.delitem(bots.LEVELS, "maitre")  # type: ignore[misc]
    dark = await Dark.seated(app)
    await dark.company.pages[1].socket.close()
    await later(app, 61)
    page = dark.company.pages[0]
    await page.look()
    assert page.absences == [{"seat": 1, "why": "away", "choices": choices, "chosen": {}}]
    dark.company.pages[1] = await Page.open(dark.company.browsers[1], dark.company.table, 1)
    await dark.ready()
    await dark.company.pages[1].socket.close()
    await later(app, 61)
    await page.look()
    assert page.absences == []
    await do(dark.company.browsers[0], dark.company.table, "resign", seat=0)
    await page.look()
    assert page.info["state"] == "over"
    assert page.info["search"]["phase"] == "lit"
    assert dark.barn.yards == {}
    await dark.close()


async def test_no_clock_runs_in_the_dark(app: App) -> None:
    dark = await Dark.seated(app, clock={"kind": "move", "seconds": 60})
    assert dark.company.pages[0].state["left"] == 60
    await dark.ready()
    await later(app, 100)
    await dark.look()
    assert truth(app, dark.company.table).late == frozenset()
    await dark.take(0, *dark.view["missions"])
    await dark.do(0, STOP)
    await dark.settle()
    assert dark.company.pages[0].state["left"] == 60
    await dark.close()


# ---- terms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"seats": [ME, ME]}, "bad_seats"),
        ({"seats": [ME, {"who": "bot", "level": 4}]}, "bad_option"),
        ({"speeds": [100]}, "bad_option"),
        ({"speeds": [59, 100]}, "bad_message"),
        ({"speeds": [100, 151]}, "bad_message"),
        ({"options": {"players": "2", "ages": "0,0"}}, "bad_option"),
        ({"game": "forest", "options": {}, "by_ear": True}, "bad_option"),
        ({"game": "forest", "options": {}, "speeds": [100, 100]}, "bad_option"),
    ],
)
async def test_tables_that_there_are_not(app: App, terms: dict[str, Any], code: str) -> None:
    alix = Browser(app)
    wish = {"request": "a-table-1", "game": "maitre", "options": {"players": "2"}, "seats": [ME, OPEN], **terms}
    answer = await alix.call("POST", "/api/tables", wish)
    assert answer.json()["code"] == code
    await alix.close()


async def test_a_rematch_has_the_same_terms(app: App) -> None:
    dark = await Dark.seated(app, speeds=[60, 100], options={"players": "2", "ages": "1,0"})
    await do(dark.company.browsers[0], dark.company.table, "resign", seat=0)
    new = await dark.company.do(1, "rematch")
    assert (new["search"]["speeds"], new["options"]["ages"]) == ([60, 100], "1,0")
    await dark.close()


# ---- the film --------------------------------------------------------------------------------------------------------


async def test_the_film(app: App) -> None:
    """After the stop, until the next missions are there; for whoever may watch."""
    dark = await Dark.seated(app, watchable=False)
    alix, cy = dark.company.browsers[0], Browser(app, "Cy")
    place = f"/api/tables/{dark.company.table}/film"
    await dark.ready()
    assert (await alix.call("GET", place)).status_code == 404
    await dark.take(0, "hen", "hen", "hen")
    await dark.do(0, STOP)
    await dark.settle()
    assert dark.search["film"] is True
    answer = await alix.call("GET", place, status=200)
    assert answer.content == b"film of " + dark.yard.seed
    assert answer.headers["content-type"] == "application/octet-stream"
    assert (await cy.call("GET", place)).status_code == 403
    await dark.company.ready()
    assert (await alix.call("GET", place)).status_code == 404
    await cy.close()
    await dark.close()
