"""The rematch: made once, for everybody."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from company import Company, Page, after_restart, do, facts_of, idle, truth
from server_harness import GENEROUS, ME, OPEN, Browser, StillClock, bot, later, open_house

from renardiere.games import dealing
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.server.journal.store import Unavailable, Write
from renardiere.server.table import Table

SHARES = [f"{number:064x}" for number in range(1, 9)]


async def finished(app: App, **terms: Any) -> Company:
    """A table where the game is over, its pages open."""
    company = await Company.seated(app, **terms)
    await company.do(0, "resign", seat=0)
    await company.look()
    return company


def people(info: dict[str, Any]) -> list[tuple[str, str | None, bool]]:
    return [(seat["kind"], seat["name"], seat["kept"]) for seat in info["seats"]]


async def test_the_rematch_is_made_once(app: App) -> None:
    """Both ask at the same instant, and click twice: one table, both at their seats, everybody is told."""
    company = await finished(app)
    cy = Browser(app, "Cy")
    watching = [await Page.open(cy, company.table), await Page.open(company.browsers[0], company.table)]
    asked = await asyncio.gather(
        *(
            company.do(seat, "rematch", request=f"rematch-{seat}", shares={str(seat): SHARES[seat]})
            for seat in (0, 1, 0, 1)
        )
    )
    [new] = {info["id"] for info in asked}
    assert new != company.table
    info = (await cy.call("GET", f"/api/tables/{new}")).json()
    assert people(info) == [("person", "Alix", False), ("person", "Bo", False)]
    assert (info["state"], info["before"], info["next"]) == ("playing", company.table, None)
    assert info["shuffle"]["shares"] == SHARES[:2]
    for page in (*company.pages, *watching):
        await page.look()
        assert page.info["next"] == new
    assert [fact for fact in facts_of(app, company.table) if isinstance(fact, facts.Followed)] == [facts.Followed(new)]
    for seat in (0, 1):
        later_ = await company.do(seat, "rematch")
        assert later_["id"] == new
        cards = (await company.browsers[seat].call("GET", "/api/tables")).json()
        assert {card["id"]: card["next"] for card in cards} == {company.table: new, new: None}
    await company.close()
    await cy.close()


async def test_seats_are_kept(app: App) -> None:
    """Nobody else gets one; its person sits down by asking, or by the link; the terms are the same, but it is not
    listed."""
    clock = {"kind": "move", "seconds": 60}
    company = await finished(app, clock=clock, watchable=False, options={"target": "33"})
    made = await company.do(1, "rematch", shares={"1": SHARES[1], "0": SHARES[0]})
    new = made["id"]
    assert people(made) == [("open", "Alix", True), ("person", "Bo", False)]
    assert [seat["mine"] for seat in made["seats"]] == [False, True]
    assert (made["state"], made["host"], made["listed"], made["watchable"]) == ("waiting", 1, False, False)
    assert (made["clock"], made["options"]) == ({"limit": 60, "sleeps": False}, {"target": "33"})
    cy = Browser(app, "Cy")
    assert await do(cy, new, "sit", 409, name="Cy") == "table_full"
    assert await do(cy, new, "sit", 409, name="Cy", seat=0) in ("seat_taken", "table_full")
    assert await do(cy, company.table, "rematch", 403) == "not_yours"
    page = await cy.live()
    assert (await page.watch(new)).problem.code == "not_yours"
    assert (await page.watch(new, 0)).problem.code == "not_yours"
    # it is kept, not taken: whoever it is kept for sees the table, and no hand
    socket = await company.browsers[0].live()
    assert (await socket.watch(new, 0)).problem.code == "not_yours"
    assert (await socket.watch(new)).seat is None
    [card] = [card for card in (await company.browsers[0].call("GET", "/api/tables")).json() if card["id"] == new]
    assert (card["mine"], card["my_turn"], card["state"]) == ([], False, "waiting")
    begun = await do(company.browsers[0], new, "sit", name="Alix the second", share=SHARES[2])
    assert people(begun) == [("person", "Alix the second", False), ("person", "Bo", False)]
    assert begun["shuffle"]["shares"] == [SHARES[2], SHARES[1]]  # each speaks for their own seats
    await company.close()
    await cy.close()


async def test_the_next_game_may_be_another(app: App) -> None:
    """Whoever asks first says what it is to be; nobody is seated at another game than they asked for."""
    company = await finished(app, options={"target": "33"}, memory=True)
    for wrong in ({"target": "many"}, {"moons": "2"}):
        assert await company.do(0, "rematch", 422, options=wrong) == "bad_option"
    made = await company.do(0, "rematch", options={"target": "16"})
    assert (made["options"], made["memory"], made["state"]) == ({"target": "16"}, True, "waiting")
    for other in ({"target": "35"}, {}):
        assert await company.do(1, "rematch", 409, options=other) == "not_now"
    told = (await company.browsers[1].call("GET", f"/api/tables/{made['id']}")).json()
    assert people(told) == [("person", "Alix", False), ("open", "Bo", True)]
    begun = await company.do(1, "rematch", options={"target": "16"})
    assert (begun["id"], begun["state"]) == (made["id"], "playing")
    # without a wish one goes along, and the same again is what was played last
    first, company.table = company.table, begun["id"]
    await company.do(1, "resign", seat=1)
    third = await company.do(1, "rematch")
    assert (third["options"], third["before"]) == ({"target": "16"}, begun["id"])
    assert (await company.do(0, "rematch"))["state"] == "playing"
    assert (await company.browsers[0].info(first)).options == {"target": "33"}
    await company.close()


async def test_another_game_has_as_many_seats(small_game: None, app: App) -> None:
    company = await Company.seated(app, people=3)
    for seat in (1, 2):
        await company.do(seat, "leave", seat=seat)
    await company.do(0, "resign", seat=0)
    assert await company.do(0, "rematch", 422, options={"players": "2"}) == "bad_seats"
    assert (await company.do(0, "rematch", options={"players": "3"}))["state"] == "waiting"
    await company.close()


async def test_an_offer_that_is_not_answered_is_not_shown_for_ever(app: App) -> None:
    """One day among one's tables; whoever asked keeps the table, and the seat stays kept."""
    company = await finished(app)
    new = (await company.do(0, "rematch"))["id"]

    async def mine(seat: int) -> list[str]:
        cards = (await company.browsers[seat].call("GET", "/api/tables", status=200)).json()
        return [card["id"] for card in cards if card["state"] == "waiting"]

    assert await mine(0) == await mine(1) == [new]
    await later(app, 86_399)
    assert await mine(1) == [new]
    await later(app, 1)
    assert await mine(1) == []
    assert await mine(0) == [new]
    assert (await company.do(1, "rematch"))["id"] == new
    await company.close()


async def test_a_kept_seat_can_be_given_to_another(app: App) -> None:
    """Who doesn't want one more says so; the host frees it, or seats a bot."""
    company = await finished(app)
    new = (await company.do(0, "rematch"))["id"]
    declined = await do(company.browsers[1], new, "leave", seat=1)
    assert people(declined) == [("person", "Alix", False), ("open", None, False)]
    assert (await company.do(1, "rematch"))["id"] == new  # too late to have it kept, but a seat is free
    cy = Browser(app, "Cy")
    begun = await do(cy, new, "sit", name="Cy")
    assert (begun["state"], begun["seats"][1]["name"]) == ("playing", "Cy")
    await do(cy, new, "resign", seat=1)
    third = (await do(cy, new, "rematch"))["id"]
    assert await do(company.browsers[0], third, "free", 403, seat=1) == "not_host"
    await do(cy, third, "free", seat=0)
    seen = await do(cy, third, "bot", seat=0, level=3)
    assert [seat["level"] for seat in seen["seats"]] == [3, None]
    assert seen["state"] == "playing"
    await idle(app)
    await company.close()
    await cy.close()


async def test_the_host_may_seat_a_bot_where_a_seat_is_kept(app: App) -> None:
    company = await finished(app)
    new = (await company.do(0, "rematch", shares={"0": SHARES[0]}))["id"]
    seen = await do(company.browsers[0], new, "bot", seat=1, level=1)
    assert (seen["state"], seen["shuffle"]["shares"]) == ("playing", [SHARES[0], ""])
    assert new not in [card["id"] for card in (await company.browsers[1].call("GET", "/api/tables")).json()]
    await idle(app)
    await company.close()


async def test_when_there_is_a_rematch(app: App) -> None:
    company = await Company.seated(app)
    assert await company.do(0, "rematch", 409) == "not_over"
    assert await do(Browser(app), company.table, "rematch", 403) == "not_yours"
    assert await company.do(0, "rematch", 400, shares={"7": SHARES[0]}) == "bad_message"
    assert await company.do(0, "rematch", 400, shares={"0": "beef"}) == "bad_message"
    assert await do(company.browsers[0], "aaaaaaaaaa", "rematch", 404) == "no_table"
    await company.close()


async def test_against_a_bot_it_begins_at_once(app: App) -> None:
    """The same level, another bot, another shuffle."""
    alix = Browser(app)
    table = (await alix.make({**ME, "share": SHARES[0]}, bot(2))).id
    await do(alix, table, "resign", seat=0)
    new = await do(alix, table, "rematch", shares={"0": SHARES[1]})
    assert (new["state"], [seat["level"] for seat in new["seats"]]) == ("playing", [None, 2])
    assert new["shuffle"]["shares"] == [SHARES[1], ""]
    await idle(app)
    old, again = truth(app, table), truth(app, new["id"])
    assert old.seats[1].seed != again.seats[1].seed
    assert old.secret != again.secret
    assert (await do(alix, table, "rematch"))["id"] == new["id"]
    await alix.close()


async def test_on_one_device_it_begins_at_once(app: App) -> None:
    alix = Browser(app)
    table = (await alix.make(ME, {**ME, "name": "Bo"})).id
    await do(alix, table, "resign", seat=1)
    new = await do(alix, table, "rematch", shares={"0": SHARES[0], "1": SHARES[1]})
    assert people(new) == [("person", "Alix", False), ("person", "Bo", False)]
    assert (new["state"], new["shuffle"]["shares"]) == ("playing", SHARES[:2])
    await alix.close()


async def test_several_seats_of_one_person_are_kept_together(small_game: None, app: App) -> None:
    alix, bo = Browser(app), Browser(app, "Bo")
    seats = [ME, {**ME, "name": "Al"}, OPEN]
    wish = {"request": "two-seats", "game": "toy", "options": {"players": "3"}, "seats": seats}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    await do(bo, table, "sit", name="Bo")
    await do(bo, table, "leave", seat=2)
    await do(alix, table, "resign", seat=0)
    new = await do(bo, table, "rematch")
    assert people(new) == [("open", "Alix", True), ("open", "Al", True), ("person", "Bo", False)]
    begun = await do(alix, table, "rematch", request="both-seats", shares={"0": SHARES[0], "1": SHARES[1]})
    assert (begun["state"], begun["shuffle"]["shares"]) == ("playing", [*SHARES[:2], ""])
    assert [seat["mine"] for seat in begun["seats"]] == [True, True, False]
    assert (await do(alix, table, "rematch", request="both-seats"))["id"] == new["id"]
    await alix.close()
    await bo.close()


async def test_a_chain_of_rematches(tmp_path: Path) -> None:
    """Through a restart in the middle; each table knows the one before and the next."""
    clock = StillClock()
    async with open_house(tmp_path, clock=clock) as app:
        company = await finished(app)
        chain = [company.table]
        for _ in range(2):
            [new] = {(await do(browser, chain[-1], "rematch"))["id"] for browser in company.browsers}
            await do(company.browsers[0], new, "resign", seat=0)
            chain.append(new)
        await do(company.browsers[1], chain[-1], "rematch")
        await company.close()
    async with open_house(tmp_path, seed=2, clock=clock) as app:
        alix, bo = (after_restart(app, browser) for browser in company.browsers)
        last = await do(alix, chain[-1], "rematch")
        chain.append(last["id"])
        assert last["state"] == "playing"
        infos = [(await bo.call("GET", f"/api/tables/{table}")).json() for table in chain]
        assert [info["before"] for info in infos] == [None, *chain[:-1]]
        assert [info["next"] for info in infos] == [*chain[1:], None]
        await alix.close()
        await bo.close()


async def test_a_rematch_is_one_transaction(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new table and the word about it at the old one: both or neither; and asking again does it."""
    company = await finished(app)
    write = app.house.store.write
    written: list[Write] = []

    async def no_room(what: Write) -> None:
        written.append(what)
        raise Unavailable("no room")

    tables = len(app.house.store.read("SELECT id FROM tables"))
    monkeypatch.setattr(app.house.store, "write", no_room)
    assert await company.do(0, "rematch", 503) == "unavailable"
    monkeypatch.setattr(app.house.store, "write", write)
    [attempt] = written
    assert len({row.table for row in attempt.facts}) == 2
    assert len(app.house.store.read("SELECT id FROM tables")) == tables
    assert truth(app, company.table).next is None
    new = await company.do(0, "rematch")
    assert (await company.do(1, "rematch"))["id"] == new["id"]
    await company.close()


async def test_a_clients_request_is_never_taken_for_the_houses(app: App) -> None:
    """A table made with a request that looks like a rematch is just that."""
    company = await finished(app)
    alix = company.browsers[0]
    other = await alix.make(ME, OPEN, request=f"rematch-{company.table}")
    new = await company.do(0, "rematch")
    assert new["id"] != other.id
    assert (await alix.info(company.table)).next == new["id"]
    assert (await company.do(1, "rematch"))["state"] == "playing"
    rows = app.house.store.facts(company.table)
    assert [row.number for row in rows] == list(range(len(rows)))
    assert Table.of([(row.at, facts.decode(row.body)) for row in rows], company.table).next == new["id"]
    wish = {"request": f"rematch:{company.table}", "game": "forest", "options": {}, "seats": [ME, OPEN]}
    await alix.call("POST", "/api/tables", wish, 400)
    await company.close()


async def test_too_many_games_are_too_many_rematches(tmp_path: Path) -> None:
    """Seats that others keep for one do not count, nor tables that one has left."""
    async with open_house(tmp_path, limits=replace(GENEROUS, unfinished_tables=3)) as app:
        alix, bo = Browser(app), Browser(app, "Bo")
        old = []
        for _ in range(3):
            table = (await alix.make(ME, OPEN)).id
            await do(bo, table, "sit", name="Bo")
            await do(bo, table, "resign", seat=1)
            old.append(table)
        for table in old:
            await do(alix, table, "rematch")  # Bo does not answer
        assert (await do(alix, old[0], "rematch"))["before"] == old[0]  # it is there already
        wish = {"game": "forest", "options": {}, "seats": [ME, OPEN]}
        full = await alix.call("POST", "/api/tables", {"request": "one-more-1", **wish}, 429)
        assert full.json()["code"] == "too_many_tables"
        for n in range(3):
            made = (await bo.call("POST", "/api/tables", {"request": f"bo-makes-{n}", **wish}, 201)).json()["id"]
            if n == 2:
                await do(bo, made, "leave", seat=0)
        await bo.call("POST", "/api/tables", {"request": "bo-makes-4", **wish}, 201)
        await bo.call("POST", "/api/tables", {"request": "bo-makes-5", **wish}, 429)
        await alix.close()
        await bo.close()


async def test_a_shuffle_with_kept_seats_and_seated_bots_is_right(small_game: None, app: App) -> None:
    """Shares by seat, whoever sat down in which order; bots and those who gave none have none."""
    alix, bo = Browser(app), Browser(app, "Bo")
    wish = {"request": "waiting-1", "game": "toy", "options": {"players": "3"}, "seats": [OPEN, OPEN, ME]}
    wish["seats"][2] = {**ME, "share": SHARES[2]}  # type: ignore[index]
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    await do(bo, table, "sit", name="Bo", seat=1, share=SHARES[7])
    await do(bo, table, "leave", seat=1)
    await do(bo, table, "sit", name="Bo", seat=1, share=SHARES[1])
    begun = await do(alix, table, "bot", seat=0, level=1)
    assert begun["shuffle"]["shares"] == ["", SHARES[1], SHARES[2]]
    await do(bo, table, "leave", seat=1)
    await do(alix, table, "resign", seat=2)
    new = await do(alix, table, "rematch", shares={"2": SHARES[4]})
    assert people(new)[1:] == [("open", "Bo", True), ("person", "Alix", False)]
    begun = await do(bo, table, "rematch", shares={"1": SHARES[3], "2": SHARES[0]})
    assert begun["shuffle"]["shares"] == ["", SHARES[3], SHARES[4]]
    await idle(app)
    await do(alix, new["id"], "leave", seat=2)
    await do(bo, new["id"], "resign", seat=1)
    for name, shares in ((table, ["", *SHARES[1:3]]), (new["id"], ["", *SHARES[3:5]])):
        text = (await alix.call("GET", f"/api/tables/{name}/record", status=200)).text
        record = read(text)
        assert [record.tags.get(f"Share{seat}", "") for seat in range(3)] == shares
        assert dealing.verify(record).status == "right"
        assert record.tags["Commit"] == truth(app, name).commit
    await alix.close()
    await bo.close()
