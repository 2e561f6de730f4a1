"""Somebody is away, or left: who is offered what, when, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from company import Company, Page, after_restart, do, history, idle, of_kind, offer, truth
from server_harness import GENEROUS, ME, OPEN, Browser, StillClock, bot, later, open_house

from renardiere.server.app import App
from renardiere.server.journal import facts

MOVE = {"kind": "move", "seconds": 30}

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


async def test_where_a_move_has_days_nobody_is_missed(app: App) -> None:
    """They are shown to be away; until their time has run out nobody else plays for them."""
    company = await Company.seated(app, clock={"kind": "days", "days": 1})
    away = company.to_act[0]
    here = company.pages[1 - away]
    await company.pages[away].close()
    await later(app, 86_399)
    await here.look()
    assert (here.info["seats"][away]["present"], here.absences) == (False, [])
    await later(app, 1)
    await here.look()
    assert here.absences == [{**offer(away, "away"), "why": "time", "choices": ["wait", "bot", "end"]}]
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


# ---- three at a table ----------------------------------------------------------------------------------------


async def test_all_who_are_here_have_to_agree(small_game: None, app: App) -> None:
    company = await Company.seated(app, 3, clock=MOVE)
    one, two, three = company.pages
    for page in (one, two):
        assert await page.act() == "done"
    await later(app, 31)
    seen = await company.do(0, "choose", seat=0, about=2, choice="wait")
    assert (seen["state"], seen["absences"]) == ("playing", [offer(2, "time", end=False, s0="wait")])
    await two.look()
    assert two.absences == [offer(2, "time", end=False, s0="wait")]
    assert await company.do(1, "choose", 409, seat=1, about=2, choice="end") == "no_offer"
    seen = await company.do(1, "choose", seat=1, about=2, choice="bot")
    assert seen["absences"] == [offer(2, "time", end=False, s0="wait", s1="bot")]
    facts_so_far = truth(app, company.table).number
    await company.do(1, "choose", seat=1, about=2, choice="bot")  # said already
    assert truth(app, company.table).number == facts_so_far
    seen = await company.do(0, "choose", seat=0, about=2, choice="bot")
    assert (seen["absences"], seen["seats"][2]["standin"]) == ([], 2)
    await idle(app)
    # the next time what was said before counts no more
    await company.do(2, "return", seat=2)
    await company.until(2)
    for page in (one, two):
        await page.look()
        assert page.seat not in company.to_act or await page.act() == "done"
    await later(app, 31)
    await three.look()
    assert three.absences == [offer(2, "time", end=False)]
    await company.close()


async def test_those_who_are_not_here_need_not_agree(small_game: None, app: App) -> None:
    """Whoever closed the page, or left, has no say; what the others chose is done once they are all that is left."""
    company = await Company.seated(app, 3)
    await company.pages[2].close()
    await later(app, 60)
    await company.do(0, "choose", seat=0, about=2, choice="bot")
    await company.pages[1].close()
    await later(app, 19.75)
    assert truth(app, company.table).seats[2].standin is None
    await later(app, 0.25)
    assert truth(app, company.table).seats[2].standin == 2
    await idle(app)
    # one is away and one left: the third decides
    await company.pages[0].look()
    assert company.pages[0].absences == [offer(1, "away")]
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
    await b.close()
    await later(app, 60)
    seen = await do(alix, table, "choose", seat=1, about=2, choice="bot")
    assert seen["seats"][2]["standin"] == 2
    b = await Page.open(bo, table, 2)
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


async def test_changing_ones_mind_is_bounded(small_game: None, app: App) -> None:
    """A hundred times about a decision; it is still done once the other agrees."""
    company = await Company.seated(app, 3, clock=MOVE)
    for page in company.pages[:2]:
        assert await page.act() == "done"
    await later(app, 31)
    for number in range(100):
        await company.do(0, "choose", seat=0, about=2, choice=("bot", "wait")[number % 2])
    assert await company.do(0, "choose", 429, seat=0, about=2, choice="bot") == "too_fast"
    assert len(of_kind(app, company.table, facts.Agreed)) == 100
    await company.do(1, "choose", seat=1, about=2, choice="wait")
    assert of_kind(app, company.table, facts.Granted) == [facts.Granted(2)]
    await company.close()
