"""A bot stands in for somebody who is away, until they are back; it knows what they knew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from company import Company, Page, ToyBot, after_restart, history, idle, of_kind, truth
from server_harness import later, open_house

from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.server.journal.store import Unavailable


def json(value: Any) -> Any:
    """As it travels."""
    return msgspec.json.decode(msgspec.json.encode(value))


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


async def test_a_bot_that_stands_in_knows_what_its_person_knew(small_game: None, app: App) -> None:
    """All that they were told since the start, and nothing else; also when it comes a second time."""
    company = await Company.seated(app, 3)
    await company.play(4)  # the first trick, and the word of who won it
    away = company.to_act[0]
    for _ in range(2):
        told = company.pages[away].events
        await company.do(away, "leave", seat=away)
        await idle(app)
        memory = ToyBot.asked[0]
        ToyBot.asked.clear()
        assert (memory.viewer, json(memory.events)) == (away, told)
        assert told[0]["event"] == "dealt"
        assert "?" not in json(memory.view)["hands"][away]
        await company.do(away, "return", seat=away)
        await company.until(away) if away not in company.to_act else None
        await company.look()
    await company.close()
