"""Fennecs at a table: two to five seats that play for themselves."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import ANY

import pytest
from company import Company, Page, do, history, idle, of_kind, truth
from server_harness import ME, OPEN, Browser, bot, open_house, replayed

from renardiere.games import dealing
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.journal import facts

SHARES = [f"{seat}{seat}" * 32 for seat in range(5)]


@pytest.mark.parametrize(("people", "variant"), [(2, "sandfox"), (3, "sahara"), (4, "base"), (5, "sandfox")])
async def test_a_whole_game(app: App, people: int, variant: str) -> None:
    """Everybody sits down with a share of their own. The game is over for all at once; its record replays, verifies
    with all shares, and can be looked back at."""
    options = {"players": str(people), "variant": variant}
    company = await Company.seated(app, people, game="fennecs", options=options, share=SHARES)
    begun = company.pages[0].info
    assert [seat["name"] for seat in begun["seats"]] == list(Company.NAMES[:people])
    assert (begun["state"], begun["options"], begun["dealer"]) == ("playing", options, None)
    assert begun["shuffle"]["shares"] == SHARES[:people]
    for page in company.pages:
        hands = page.state["view"]["hands"]
        assert ["?" not in hand for hand in hands] == [seat == page.seat for seat in range(people)]
    while not (view := company.pages[0].state["view"])["finished"]:
        await company.play(1)
    over = await company.browsers[-1].info(company.table)
    assert over.ended is not None
    stars = view["stars"]
    assert (over.state, over.scores) == ("over", stars)
    assert over.ended.winners == [seat for seat in range(people) if stars[seat] == max(stars)]
    assert (over.ended.reason, over.ended.seat) == (view["outcome"]["reason"], None)
    record = read((await company.browsers[0].call("GET", f"/api/tables/{company.table}/record", status=200)).text)
    assert [record.tags[f"Seat{seat}"] for seat in range(people)] == list(Company.NAMES[:people])
    verdict = dealing.verify(record)
    deals = len(of_kind(app, company.table, facts.Dealt))
    assert (verdict.status, verdict.deals, verdict.shares) == ("right", deals, people)
    told = await company.browsers[1].call("GET", f"/api/tables/{company.table}/replay", status=200)
    last = replayed(told.content)
    assert last.options == {key: value for key, value in options.items() if value != "base"}
    if len(last.rounds) == len(last.steps):
        assert last.steps[-1][-1].view == record.replay().reveal()
    await company.close()


async def test_whoever_is_at_the_table(app: App) -> None:
    """Two seats on one device, bots and people on any others, put there by the maker and by the host: the game begins
    with the last seat, for everybody at once."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    ada = {"who": "me", "name": "Ada"}
    made = await alix.make(OPEN, ME, OPEN, ada, bot(2), game="fennecs", options={"players": "5"})
    assert (made.state, made.host) == ("waiting", 1)
    assert (await bo.sit(made.id, seat=2)).state == "waiting"
    assert await do(bo, made.id, "bot", 403, seat=0, level=1) == "not_host"
    assert await do(alix, made.id, "bot", 409, seat=2, level=1) == "seat_taken"
    assert await do(alix, made.id, "bot", 400, seat=5, level=1) == "bad_message"
    assert (await do(alix, made.id, "free", seat=2))["seats"][2]["kind"] == "open"
    await cy.sit(made.id)
    page = await Page.open(cy, made.id, 0)
    assert page.state["view"]["phase"] == "deal"
    begun = await do(alix, made.id, "bot", seat=2, level=1)
    assert (begun["state"], [seat["mine"] for seat in begun["seats"]]) == ("playing", [False, True, False, True, False])
    assert [(seat["name"], seat["level"]) for seat in begun["seats"]] == [
        ("Cy", None),
        ("Alix", None),
        (None, 1),
        ("Ada", None),
        (None, 2),
    ]
    await page.look()
    assert page.state["view"]["phase"] == "play"
    assert await do(bo, made.id, "sit", 409, name="Bo") == "table_full"
    for browser in (alix, bo, cy):
        await browser.close()


# ---- leaving -------------------------------------------------------------------------------------------------


async def test_nobody_ends_the_game_for_the_others(app: App) -> None:
    """A bot plays for whoever leaves, at once, until they are back; only the last who is left may give up."""
    company = await Company.seated(app, 3, game="fennecs", options={"players": "3"})
    await company.play(4)
    gone, second, last = company.to_act[0], (company.to_act[0] + 1) % 3, (company.to_act[0] + 2) % 3
    page = company.pages[gone]
    assert page.info["resignable"] is False
    before = truth(app, company.table).number
    for seat in range(3):
        assert await company.do(seat, "resign", 409, seat=seat) == "people_here"
    assert truth(app, company.table).number == before
    left = await company.do(gone, "leave", seat=gone)
    assert (left["seats"][gone]["left"], left["seats"][gone]["standin"], left["absences"]) == (True, 2, [])
    await idle(app)
    written = history(app, company.table)[before:]
    author = truth(app, company.table).seats[gone].who
    assert [(by, type(fact)) for by, fact in written[:3]] == [
        (author, facts.Left),
        (None, facts.Stood),
        (None, facts.Acted),
    ]
    assert company.to_act == [second]
    assert await company.do(gone, "resign", 409, seat=gone) == "people_here"
    back = await company.do(gone, "return", seat=gone)
    assert (back["seats"][gone]["left"], back["seats"][gone]["standin"]) == (False, None)
    # the others leave; the last one gives up, and whoever is ahead of the others has won
    for seat in (second, gone):
        left = await company.do(seat, "leave", seat=seat)
    assert left["resignable"] is True
    assert await company.do(second, "resign", 409, seat=second) == "people_here"
    over = await company.do(last, "resign", seat=last)
    assert (over["ended"]["reason"], over["ended"]["seat"]) == ("resigned", last)
    await company.close()


async def test_bots_do_not_play_on_among_themselves(app: App) -> None:
    """Once everybody has left, somebody who was forgotten among them, nothing happens until one is back."""
    company = await Company.seated(app, 3, game="fennecs", options={"players": "3"})
    company.app.house.robots._stopping = True
    order = [(company.to_act[0] + turn) % 3 for turn in range(3)]
    for seat in order[:2]:
        await company.do(seat, "leave", seat=seat)
    await company.browsers[order[2]].call("DELETE", "/api/me", {"sure": True}, 204)
    assert [seat.standin for seat in truth(app, company.table).seats] == [2, 2, 2]
    company.app.house.robots._stopping = False
    app.house.robots.poke(app.house._awake[company.table])
    await idle(app)
    assert not of_kind(app, company.table, facts.Acted)
    await company.do(order[1], "return", seat=order[1])
    await idle(app)
    assert of_kind(app, company.table, facts.Acted) == [facts.Acted(order[0], ANY)]
    assert company.to_act == [order[1]]
    await company.close()


async def test_one_person_at_all_seats_may_give_up(app: App) -> None:
    """Of the others whoever is ahead has won: one star is gained by a card that is placed open, one laid on another."""
    alix = Browser(app)
    table = await alix.make(ME, ME, ME, game="fennecs", options={"players": "3"})
    assert table.resignable
    first = table.to_act[0]
    order = [(first + turn) % 3 for turn in range(3)]
    for seat, down in zip(order, (False, True, False), strict=True):
        page = await Page.open(alix, table.id, seat)
        assert await page.act(next(word for word in page.legal if word.endswith("?") == down)) == "done"
    over = await do(alix, table.id, "resign", seat=order[2])
    assert [over["scores"][seat] for seat in order] == [5, 3, 5]
    assert over["ended"] == {"winners": [first], "reason": "resigned", "seat": order[2]}
    await alix.close()


# ---- around the game -----------------------------------------------------------------------------------------


async def test_an_open_table_with_several_free_seats(app: App) -> None:
    """It stays among the open tables until the last seat is taken."""
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    wish = {"request": "five-1234", "game": "fennecs", "options": {"players": "5"}, "listed": True}
    seats = [ME, OPEN, bot(1), OPEN, {"who": "me", "name": "Ada"}]
    table = (await alix.call("POST", "/api/tables", {**wish, "seats": seats}, 201)).json()["id"]
    page = await Page.open(alix, table, 0)
    for free, name, newcomer in ((2, None, bo), (1, "Bo", cy)):
        [line] = (await cy.call("GET", "/api/lobby", status=200)).json()
        assert (line["free"], line["options"], line["levels"]) == (free, {"players": "5"}, [None, None, 1, None, None])
        assert line["names"] == ["Alix", name, None, None, "Ada"]
        await newcomer.sit(table)
    assert (await cy.call("GET", "/api/lobby", status=200)).json() == []
    await page.look()
    assert page.info["state"] == "playing"
    for browser in (alix, bo, cy):
        await browser.close()


async def test_the_next_game_without_one_of_them(app: App) -> None:
    """Seats are kept for all who played; whoever asked first gives that of one who stays away to a bot. The tally and
    the log are of the same players only."""
    company = await Company.seated(app, 3, game="fennecs", options={"players": "3"})
    alix, bo, _ = company.browsers
    for seat in (1, 2):
        await company.do(seat, "leave", seat=seat)
    over = await company.do(0, "resign", seat=0)
    assert over["ended"]["winners"]
    new = await do(alix, company.table, "rematch")
    assert [(seat["name"], seat["kept"]) for seat in new["seats"]] == [("Alix", False), ("Bo", True), ("Cy", True)]
    past = (await bo.call("GET", f"/api/tables/{company.table}/past", status=200)).json()
    assert past["wins"] == [seat in over["ended"]["winners"] for seat in range(3)]
    assert [game["id"] for game in past["games"]] == [company.table]
    begun = await do(alix, new["id"], "bot", seat=2, level=1)
    assert begun["state"] == "waiting"
    begun = await do(bo, company.table, "rematch")
    assert (begun["id"], begun["state"], begun["options"]) == (new["id"], "playing", {"players": "3"})
    past = (await bo.call("GET", f"/api/tables/{new['id']}/past", status=200)).json()
    assert (past["wins"], past["games"]) == ([0, 0, 0], [])
    await company.close()


async def test_a_column_that_was_taken_is_looked_at(tmp_path: Path) -> None:
    """A bot that acts after that takes its time, whoever took it; after any card that is placed it does not."""
    async with open_house(tmp_path, bot_pause=(0.6, 1.2), trick_pause=1.5) as app:
        alix = Browser(app)
        table = await alix.make(ME, bot(), bot(), game="fennecs", options={"players": "3"})
        page = await Page.open(alix, table.id, 0)
        while truth(app, table.id).rounds < 3:
            await idle(app)
            assert await page.act() == "done"
        await idle(app)
        pauses = iter([pause for pause in app.house.clock.slept if pause < 3])  # type: ignore[attr-defined]  # not chores'
        seen, before = set(), ""
        for fact in of_kind(app, table.id, facts.Acted):
            assert isinstance(fact, facts.Acted)
            if fact.seat != 0:
                seen.add((before.startswith(("take", "=")), next(pauses) >= 2.1))
            before = fact.action
        assert seen == {(True, True), (False, False)}
        await alix.close()
