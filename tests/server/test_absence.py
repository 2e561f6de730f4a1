"""Somebody is away, left, or gives up: who is offered what, when, and what comes of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from company import Company, Page, ToyBot, after_restart, do, idle, truth
from server_harness import GENEROUS, ME, OPEN, Browser, StillClock, bot, later, open_house

from renardiere import cli
from renardiere.games import dealing
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.server.journal.store import Unavailable


def offer(seat: int, why: str, **chosen: str) -> dict[str, Any]:
    choices = {"away": ["bot"], "left": ["bot", "end"], "time": ["wait", "bot", "end"]}[why]
    return {"seat": seat, "why": why, "choices": choices, "chosen": {name[1:]: what for name, what in chosen.items()}}


def history(app: App, table: str) -> list[tuple[str | None, facts.Fact]]:
    """Who wrote which facts."""
    return [(row.author, facts.decode(row.body)) for row in app.house.store.facts(table)]


def of_kind(app: App, table: str, kind: type[facts.Fact]) -> list[facts.Fact]:
    return [fact for _, fact in history(app, table) if isinstance(fact, kind)]


def json(value: Any) -> Any:
    """As it travels."""
    return msgspec.json.decode(msgspec.json.encode(value))


# ---- who is here ---------------------------------------------------------------------------------------------


async def test_absent_after_twenty_seconds_offered_after_sixty(app: App) -> None:
    """To the second, whenever the page was closed; and only the bot, since nobody said that they left."""
    company = await Company.seated(app)
    away = company.to_act[0]
    here = company.pages[1 - away]
    for _ in range(25):
        await later(app, 1)
    await company.pages[away].close()
    await later(app, 19.75)
    assert await here.kinds() == []
    await later(app, 0.25)
    assert await here.kinds() == ["table"]
    assert [seat["present"] for seat in here.info["seats"]] == [away == 1, away == 0]
    await later(app, 14.75)
    assert await here.kinds() == []
    await later(app, 0.25)
    assert await here.kinds() == ["table"]
    assert here.absences == [offer(away, "away")]
    assert not here.info["seats"][away]["left"]
    back = await Page.open(company.browsers[away], company.table, away)
    assert (await here.kinds(), here.absences, back.absences) == (["table"], [], [])
    await back.close()
    await later(app, 19.75)
    assert await here.kinds() == []
    await later(app, 0.25)  # it has long been their turn
    await here.look()
    assert here.absences == [offer(away, "away")]
    await later(app, 3600 * 24)
    await here.look()
    assert not here.info["seats"][away]["left"]  # however long: nothing happens by itself
    assert here.info["state"] == "playing"
    await company.close()


async def test_nothing_is_offered_about_somebody_who_is_not_awaited(app: App) -> None:
    """And the minute begins anew with each decision."""
    company = await Company.seated(app)
    away = 1 - company.to_act[0]
    here = company.pages[1 - away]
    await company.pages[away].close()
    await later(app, 300)
    await here.look()
    assert (here.info["seats"][away]["present"], here.absences) == (False, [])
    while company.to_act == [1 - away]:
        assert await here.act() == "done"
    assert here.absences == []
    await later(app, 59.75)
    await here.look()
    assert here.absences == []
    await later(app, 0.25)
    await here.look()
    assert here.absences == [offer(away, "away")]
    await company.close()


async def test_closing_one_of_two_tabs_is_no_absence(app: App) -> None:
    company = await Company.seated(app)
    away = company.to_act[0]
    second = await Page.open(company.browsers[away], company.table, away)
    watching = await Page.open(company.browsers[away], company.table)
    here = company.pages[1 - away]
    await company.pages[away].close()
    await second.close()
    await here.look()
    await later(app, 100)
    assert await here.kinds() == []  # one still watches, as a spectator
    await watching.unwatch()
    await later(app, 20)
    await here.look()
    assert here.absences == [offer(away, "away")]
    await company.close()


async def test_who_may_choose_what(app: App) -> None:
    company = await Company.seated(app)
    away = company.to_act[0]
    here = 1 - away
    cy = Browser(app, "Cy")
    await cy.call("PUT", "/api/me", {"name": "Cy"}, 200)
    wish: dict[str, Any] = {"about": away, "choice": "bot"}
    assert await company.do(here, "choose", 409, seat=here, **wish) == "no_offer"
    await company.pages[away].close()
    await later(app, 60)
    spectator = await Page.open(cy, company.table)
    assert spectator.absences == [offer(away, "away")]
    assert await do(cy, company.table, "choose", 403, seat=here, **wish) == "not_yours"
    assert await do(Browser(app), company.table, "choose", 403, seat=here, **wish) == "not_yours"
    assert await company.do(here, "choose", 403, seat=away, **wish) == "not_yours"
    assert await company.do(away, "choose", 409, seat=away, **wish) == "no_offer"  # about oneself
    for choice in ("end", "wait"):
        assert await company.do(here, "choose", 409, seat=here, about=away, choice=choice) == "no_offer"
    assert await company.do(here, "choose", 409, seat=here, about=here, choice="bot") == "no_offer"
    assert await company.do(here, "choose", 409, seat=here, about=4, choice="bot") == "no_offer"
    # who is not here has no say
    await company.pages[here].close()
    await later(app, 20)
    assert await company.do(here, "choose", 409, seat=here, **wish) == "no_offer"
    await spectator.look()
    assert spectator.absences == []
    assert not of_kind(app, company.table, facts.Agreed)
    await company.close()
    await cy.close()


# ---- leaving and coming back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("their_turn", [True, False])
async def test_leaving_is_offered_at_once(app: App, their_turn: bool) -> None:
    """To the others, as soon as the game waits for whoever left, page or no page."""
    company = await Company.seated(app)
    gone = company.to_act[0] if their_turn else 1 - company.to_act[0]
    here = company.pages[1 - gone]
    left = await company.do(gone, "leave", seat=gone, request="leaving-1")
    assert left["seats"][gone]["left"]
    assert await company.do(gone, "leave", seat=gone, request="leaving-1") == left
    assert (await company.do(gone, "leave", seat=gone)) == left
    assert len(of_kind(app, company.table, facts.Left)) == 1
    await here.look()
    assert here.info["seats"][gone]["left"]
    while not their_turn and company.to_act == [1 - gone]:
        assert here.absences == []
        assert await here.act() == "done"
    assert here.absences == [offer(gone, "left")]
    await company.do(gone, "return", seat=gone)
    await here.look()
    assert (here.absences, here.info["seats"][gone]["left"]) == ([], False)
    await company.do(gone, "return", seat=gone)
    assert len(of_kind(app, company.table, facts.Returned)) == 1
    await company.close()


async def test_acting_is_coming_back(app: App) -> None:
    """Both facts are its author's."""
    company = await Company.seated(app)
    gone = company.to_act[0]
    await company.do(gone, "leave", seat=gone)
    decision = company.pages[gone].state["decision"]
    action = company.pages[gone].legal[0]
    for _ in range(2):  # a repeated request is harmless
        assert await company.pages[gone].act(action, decision, "act-0001") == "done"
    assert not company.pages[gone].info["seats"][gone]["left"]
    assert app.house.store.facts(company.table)[-1].request == "act-0001"
    (first, returned), (second, acted) = history(app, company.table)[-2:]
    assert returned == facts.Returned(gone)
    assert isinstance(acted, facts.Acted)
    assert first == second == truth(app, company.table).seats[gone].who
    await company.close()


async def test_the_end_because_somebody_left(app: App) -> None:
    company = await Company.seated(app)
    gone = company.to_act[0]
    await company.do(gone, "leave", seat=gone)
    over = await company.do(1 - gone, "choose", seat=1 - gone, about=gone, choice="end", request="choose-1")
    assert over["ended"] == {"winners": [1 - gone], "reason": "left", "seat": gone}
    assert (over["state"], over["absences"], over["to_act"]) == ("over", [], [])
    again = await company.do(1 - gone, "choose", seat=1 - gone, about=gone, choice="end", request="choose-1")
    assert again == over
    for what in ("leave", "return", "resign"):
        assert await company.do(gone, what, 409, seat=gone) == "over"
    assert await company.do(1 - gone, "choose", 409, seat=1 - gone, about=gone, choice="bot") == "no_offer"
    text = (await company.browsers[0].call("GET", f"/api/tables/{company.table}/record", status=200)).text
    assert f'[Termination "left seat={gone}"]' in text
    await company.close()


async def test_against_bots_there_is_nobody_to_ask(app: App) -> None:
    alix = Browser(app)
    table = (await alix.make(ME, bot())).id
    page = await Page.open(alix, table, 0)
    await idle(app)
    await do(alix, table, "leave", seat=0)
    await page.look()
    assert (page.info["seats"][0]["left"], page.absences) == (True, [])
    assert await do(alix, table, "choose", 409, seat=0, about=0, choice="bot") == "no_offer"
    assert await do(alix, table, "choose", 409, seat=0, about=1, choice="end") == "no_offer"
    assert await page.act() == "done"
    assert not page.info["seats"][0]["left"]
    await alix.close()


# ---- a bot stands in -----------------------------------------------------------------------------------------


async def test_a_bot_stands_in_and_its_person_comes_back(app: App) -> None:
    """The bot plays on as soon as it is chosen; whoever opens the page again has their seat at once."""
    company = await Company.seated(app)
    away = company.to_act[0]
    here = company.pages[1 - away]
    await company.pages[away].close()
    await later(app, 60)
    chosen = await company.do(here.seat or 0, "choose", seat=here.seat, about=away, choice="bot")
    assert chosen["seats"][away]["standin"] == 2
    await idle(app)
    for _ in range(6):
        await idle(app)
        assert company.to_act == [here.seat]
        await here.look()
        assert (here.absences, here.info["seats"][away]["standin"]) == ([], 2)
        assert (here.info["seats"][away]["kind"], here.info["seats"][away]["present"]) == ("person", False)
        assert await here.act() == "done"
    tabs = [await Page.open(company.browsers[away], company.table, away) for _ in range(2)]
    assert [tab.info["seats"][away]["standin"] for tab in tabs] == [None, None]
    await here.look()
    assert here.info["seats"][away]["standin"] is None
    assert len(of_kind(app, company.table, facts.Returned)) == 1
    while company.to_act != [away]:
        assert await here.act() == "done"
    await idle(app)
    assert company.to_act == [away]  # no bot any more
    assert await tabs[1].act() == "done"
    authors = {away: truth(app, company.table).seats[away].who}
    acted = [author for author, fact in history(app, company.table) if isinstance(fact, facts.Acted)]
    assert None in acted
    assert acted[-1] == authors[away]
    await company.close()


async def test_acting_while_a_bot_stands_in(app: App) -> None:
    """Whoever ran out of patience finds the seat taken by a bot under an open page: acting takes it back."""
    company = await Company.seated(app, clock={"kind": "move", "seconds": 10})
    late = company.to_act[0]
    page, here = company.pages[late], company.pages[1 - late]
    await later(app, 10)
    app.house.robots._stopping = True  # it thinks
    await company.do(1 - late, "choose", seat=1 - late, about=late, choice="bot")
    await page.look()
    assert (page.info["seats"][late]["standin"], page.info["seats"][late]["present"]) == (2, True)
    assert await page.act("Z9") == "malformed"
    assert truth(app, company.table).seats[late].standin == 2  # a refused action changes nothing
    assert await page.act() == "done"
    assert page.info["seats"][late]["standin"] is None
    (one, returned), (two, acted) = history(app, company.table)[-2:]
    assert (returned, isinstance(acted, facts.Acted)) == (facts.Returned(late), True)
    assert one == two == truth(app, company.table).seats[late].who
    await here.look()
    assert here.absences == []
    await company.close()


async def test_coming_back_to_a_full_disk(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sees the table all the same; the seat is one's own again as soon as that can be written down."""
    company = await Company.seated(app)
    away = company.to_act[0]
    await company.pages[away].close()
    await later(app, 60)
    app.house.robots._stopping = True
    await company.do(1 - away, "choose", seat=1 - away, about=away, choice="bot")

    def no_room(*_: object) -> None:
        raise Unavailable("no room")

    with monkeypatch.context() as patch:
        patch.setattr(app.house.store, "submit", no_room)
        page = await Page.open(company.browsers[away], company.table, away)
        assert page.legal
        assert page.info["seats"][away]["standin"] == 2
        assert await page.act() == "unavailable"
    assert await page.act() == "done"
    assert page.info["seats"][away]["standin"] is None
    await company.close()


async def test_after_leaving_only_a_word_brings_one_back(app: App) -> None:
    """Who said that they leave may look, and a bot goes on playing; ``return`` ends that."""
    company = await Company.seated(app)
    gone = company.to_act[0]
    here = company.pages[1 - gone]
    await company.do(gone, "leave", seat=gone)
    await company.do(1 - gone, "choose", seat=1 - gone, about=gone, choice="bot")
    await company.pages[gone].close()
    looking = await Page.open(company.browsers[gone], company.table, gone)
    assert (looking.info["seats"][gone]["standin"], looking.info["seats"][gone]["left"]) == (2, True)
    await idle(app)
    assert company.to_act == [1 - gone]
    assert await here.act() == "done"
    await company.do(gone, "return", seat=gone, request="return-1")
    await company.do(gone, "return", seat=gone, request="return-1")
    await looking.look()
    assert (looking.info["seats"][gone]["standin"], looking.info["seats"][gone]["left"]) == (None, False)
    assert len(of_kind(app, company.table, facts.Returned)) == 1
    await company.close()


async def test_a_bot_that_stands_in_survives_a_restart(tmp_path: Path) -> None:
    """The house closes while it is about to act: it acts when the house opens, and knows all it must."""
    async with open_house(tmp_path) as app:
        company = await Company.seated(app)
        away = company.to_act[0]
        await company.play(4)
        await company.until(away)
        await company.pages[away].close()
        await later(app, 60)
        app.house.robots._stopping = True
        await company.do(1 - away, "choose", seat=1 - away, about=away, choice="bot")
        decision = truth(app, company.table).decision
        memory = truth(app, company.table).memory(away)
        await company.close()
    async with open_house(tmp_path, seed=2) as app:
        await idle(app)
        table = truth(app, company.table)
        assert table.decision > decision
        assert table.seats[away].standin == 2
        assert table.memory(away).events[: len(memory.events)] == memory.events
        person = after_restart(app, company.browsers[away])
        page = await Page.open(person, company.table, away)
        assert page.info["seats"][away]["standin"] is None
        assert page.info["seats"][away]["mine"]
        await person.close()


# ---- three at a table ----------------------------------------------------------------------------------------


async def test_a_bot_that_stands_in_knows_what_its_person_knew(small_game: None, app: App) -> None:
    """All that they were told since the start, and nothing else; also when it comes a second time."""
    company = await Company.seated(app, 3)
    await company.play(4)  # the first trick, and the word of who won it
    away = company.to_act[0]
    others = [seat for seat in range(3) if seat != away]
    for _ in range(2):
        told = company.pages[away].events
        await company.do(away, "leave", seat=away)
        for seat in others:
            await company.do(seat, "choose", seat=seat, about=away, choice="bot")
        await idle(app)
        memory = ToyBot.asked.pop()
        assert (memory.viewer, json(memory.events)) == (away, told)
        assert told[0]["event"] == "dealt"
        assert "?" not in json(memory.view)["hands"][away]
        await company.do(away, "return", seat=away)
        await company.until(away) if away not in company.to_act else None
        await company.look()
    await company.close()


async def test_all_who_are_here_have_to_agree(small_game: None, app: App) -> None:
    company = await Company.seated(app, 3)
    one, two, three = company.pages
    await company.do(2, "leave", seat=2)
    seen = await company.do(0, "choose", seat=0, about=2, choice="end")
    assert (seen["state"], seen["absences"]) == ("playing", [offer(2, "left", s0="end")])
    await two.look()
    assert two.absences == [offer(2, "left", s0="end")]
    seen = await company.do(1, "choose", seat=1, about=2, choice="bot")
    assert seen["absences"] == [offer(2, "left", s0="end", s1="bot")]
    facts_so_far = truth(app, company.table).number
    await company.do(1, "choose", seat=1, about=2, choice="bot")  # said already
    assert truth(app, company.table).number == facts_so_far
    seen = await company.do(0, "choose", seat=0, about=2, choice="bot")
    assert (seen["absences"], seen["seats"][2]["standin"]) == ([], 2)
    await idle(app)
    # the next time what was said before counts no more
    await company.do(2, "return", seat=2)
    await one.look()
    while 2 not in company.to_act:
        await company.play(1)
    await company.do(2, "leave", seat=2)
    await three.look()
    assert three.absences == [offer(2, "left")]
    await company.close()


async def test_those_who_are_not_here_need_not_agree(small_game: None, app: App) -> None:
    """Whoever closed the page, or left, has no say; what the others chose is done once they are all that is left."""
    company = await Company.seated(app, 3)
    await company.do(2, "leave", seat=2)
    await company.do(0, "choose", seat=0, about=2, choice="bot")
    await company.pages[1].close()
    await later(app, 19.75)
    assert truth(app, company.table).seats[2].standin is None
    await later(app, 0.25)
    assert truth(app, company.table).seats[2].standin == 2
    await idle(app)
    # one is away and one left: the third decides about both
    await company.do(2, "return", seat=2)
    await later(app, 40)
    await company.pages[0].look()
    assert [absence["seat"] for absence in company.pages[0].absences] == [1]
    assert await company.do(1, "choose", 409, seat=1, about=2, choice="bot") == "no_offer"
    await company.do(2, "leave", seat=2)
    assert await company.do(2, "choose", 409, seat=2, about=1, choice="bot") == "no_offer"
    seen = await company.do(0, "choose", seat=0, about=1, choice="bot")
    assert seen["seats"][1]["standin"] == 2
    await company.close()


async def test_whoever_has_answered_is_not_waited_for(small_game: None, app: App) -> None:
    """In a decision that all take at the same time, only those who have not."""
    company = await Company.seated(app, 3)
    assert company.to_act == [0, 1, 2]
    assert await company.pages[0].act() == "done"
    for seat in (0, 1):
        await company.pages[seat].close()
    await later(app, 60)
    await company.pages[2].look()
    assert company.pages[2].absences == [offer(1, "away")]
    await company.close()


async def test_one_person_at_two_seats(small_game: None, app: App) -> None:
    """They agree with themselves; absent, they are so at both seats, and each comes back by itself."""
    alix, bo = Browser(app), Browser(app, "Bo")
    wish = {"request": "two-seats", "game": "toy", "options": {"players": "3"}, "seats": [ME, ME, OPEN]}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    await do(bo, table, "sit", name="Bo")
    a, b = await Page.open(alix, table, 0), await Page.open(bo, table, 2)
    await do(bo, table, "leave", seat=2)
    seen = await do(alix, table, "choose", seat=1, about=2, choice="bot")
    assert seen["seats"][2]["standin"] == 2
    await do(bo, table, "return", seat=2)
    await b.look()
    await a.close()
    await later(app, 60)
    await b.look()
    waited = [absence["seat"] for absence in b.absences]
    assert waited == [0, 1]
    for seat in waited:
        app.house.robots._stopping = True
        await do(bo, table, "choose", seat=2, about=seat, choice="bot")
    assert [seat.standin for seat in truth(app, table).seats] == [2, 2, None]
    await Page.open(alix, table, 1)
    assert [seat.standin for seat in truth(app, table).seats] == [2, None, None]
    await alix.close()
    await bo.close()


# ---- giving up -----------------------------------------------------------------------------------------------


def accepts(text: str, folder: Path) -> None:
    """``renardiere replay`` and ``verify`` take the record."""
    file = folder / "game.fox"
    file.write_text(text)
    for command in ("replay", "verify"):
        shown = CliRunner().invoke(cli.main, [command, str(file)], catch_exceptions=False)
        assert shown.exit_code == 0, shown.output


@pytest.mark.parametrize("on_turn", [True, False])
async def test_giving_up(app: App, tmp_path: Path, on_turn: bool) -> None:
    """Whoever's turn it is: the other has won, and nothing is left to do."""
    company = await Company.seated(app)
    await company.play(5)
    loser = company.to_act[0] if on_turn else 1 - company.to_act[0]
    who = company.to_act[0]
    over = await company.do(loser, "resign", seat=loser, request="resign-01")
    assert over["ended"] == {"winners": [1 - loser], "reason": "resigned", "seat": loser}
    assert (over["state"], over["to_act"]) == ("over", [])
    assert over["shuffle"]["secret"]
    assert await company.do(loser, "resign", seat=loser, request="resign-01") == over
    assert await company.do(1 - loser, "resign", 409, seat=1 - loser) == "over"
    await company.look()
    for page in company.pages:
        assert page.info["ended"] == over["ended"]
    spectator = await Page.open(Browser(app, "Cy"), company.table)
    fresh = [await Page.open(company.browsers[seat], company.table, seat) for seat in (0, 1)]
    for page in (*company.pages, spectator, *fresh):  # whoever was there, and whoever comes
        view = page.state["view"]
        assert (view["to_act"], view["legal"], view["refused"]) == ([], {}, {})
    assert await company.pages[who].act("B1") == "game_over"
    assert await company.pages[1 - who].act("B1") == "game_over"
    text = (await company.browsers[0].call("GET", f"/api/tables/{company.table}/record", status=200)).text
    record = read(text)
    assert record.tags["Termination"] == f"resigned seat={loser}"
    assert "Counted" not in record.tags
    assert dealing.verify(record).status == "right"
    accepts(text, tmp_path)
    cards = (await company.browsers[loser].call("GET", "/api/tables")).json()
    assert [(card["state"], card["my_turn"]) for card in cards] == [("over", False)]
    await spectator.browser.close()
    await company.close()


async def test_who_may_give_up(app: App) -> None:
    alix, bo, cy = Browser(app), Browser(app, "Bo"), Browser(app, "Cy")
    table = (await alix.make(ME, OPEN)).id
    assert await do(alix, table, "resign", 409, seat=0) == "not_started"
    assert await do(alix, table, "return", 409, seat=0) == "not_started"
    await do(bo, table, "sit", name="Bo")
    await cy.call("PUT", "/api/me", {"name": "Cy"}, 200)
    for what in ("resign", "leave", "return"):
        assert await do(bo, table, what, 403, seat=0) == "not_yours"
        assert await do(cy, table, what, 403, seat=0) == "not_yours"
        assert await do(Browser(app), table, what, 403, seat=0) == "not_yours"
        assert await do(alix, "aaaaaaaaaa", what, 404, seat=0) == "no_table"
    await do(bo, table, "leave", seat=1)
    over = await do(bo, table, "resign", seat=1)  # also after leaving
    assert over["ended"]["winners"] == [0]
    for browser in (alix, bo, cy):
        await browser.close()


async def test_giving_up_one_of_ones_seats(app: App) -> None:
    alix = Browser(app)
    table = (await alix.make(ME, ME)).id
    over = await do(alix, table, "resign", seat=1)
    assert over["ended"] == {"winners": [0], "reason": "resigned", "seat": 1}
    await alix.close()


async def test_giving_up_against_a_bot_that_thinks(app: App) -> None:
    alix = Browser(app)
    app.house.robots._stopping = True
    while (table := await alix.make(ME, bot())).to_act != [1]:
        pass
    app.house.robots._stopping = False
    app.house.robots.poke(app.house._awake[table.id])
    await do(alix, table.id, "resign", seat=0)
    await idle(app)
    assert not of_kind(app, table.id, facts.Acted)
    assert truth(app, table.id).owes is None
    await alix.close()


# ---- the host ------------------------------------------------------------------------------------------------


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


async def test_an_absence_is_noticed_after_a_restart(tmp_path: Path) -> None:
    """Those who do not come back count as absent 20 s after the opening, and are waited for 60 s."""
    clock = StillClock()
    async with open_house(tmp_path, clock=clock) as app:
        company = await Company.seated(app)
        away = company.to_act[0]
        await company.close()
        clock.time += 500
    async with open_house(tmp_path, seed=2, clock=clock) as app:
        here = await Page.open(after_restart(app, company.browsers[1 - away]), company.table, 1 - away)
        assert here.info["seats"][away]["present"]
        await later(app, 20)
        await here.look()
        assert not here.info["seats"][away]["present"]
        await later(app, 39.75)
        await here.look()
        assert here.absences == []
        await later(app, 0.25)
        await here.look()
        assert here.absences == [offer(away, "away")]
        await here.browser.close()


async def test_leaving_is_bounded(tmp_path: Path) -> None:
    """Twenty times at once, then one every ten seconds; and a hundred times in one game. Coming back is always free,
    and the other is not hindered."""
    async with open_house(tmp_path, limits=replace(GENEROUS, leaving=(0.1, 20.0))) as app:
        company = await Company.seated(app, watched=False)
        for number in range(100):
            if number >= 20:
                assert await company.do(0, "leave", 429, seat=0) == "too_fast"
                await later(app, 10)
            await company.do(0, "leave", seat=0)
            await company.do(0, "leave", seat=0)  # said already
            await company.do(0, "return", seat=0)
        await later(app, 1000)
        facts = truth(app, company.table).number
        assert await company.do(0, "leave", 429, seat=0) == "too_fast"
        assert truth(app, company.table).number == facts
        await company.do(1, "leave", seat=1)
        await company.close()
