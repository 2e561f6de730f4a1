"""What those who play together settle: the deal that waits, a suggestion, giving up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from company import Company, Page, after_restart, do, idle, of_kind, offer, truth
from server_harness import ME, OPEN, Browser, bot, later, open_house

from renardiere.games import dealing
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.journal import facts

SHARED = {"who": "me", "name": "Bo"}


# ---- the deal that waits ---------------------------------------------------------------------------------------------


async def test_the_deal_waits_until_everybody_is_ready(app: App) -> None:
    """The first one too. One may take it back until all are; to say it again, or too late, is harmless."""
    company = await Company.seated(app, game="duet")
    watching = await Page.open(Browser(app, "Cy"), company.table)
    await company.look()
    for page in (*company.pages, watching):
        assert page.info["ready"] == [False, False]
        assert (page.state["view"]["phase"], page.state["view"]["to_act"], page.state["number"]) == ("deal", [], 0)
    assert (await company.do(1, "ready", seat=1, request="ready-001"))["ready"] == [False, True]
    assert (await company.do(1, "ready", seat=1))["ready"] == [False, True]
    assert (await company.do(1, "ready", seat=1, on=False))["ready"] == [False, False]
    assert (await company.do(0, "ready", seat=0))["ready"] == [True, False]
    await company.look()
    assert company.pages[1].info["ready"] == [True, False]
    assert not of_kind(app, company.table, facts.Dealt)
    assert (await company.do(1, "ready", seat=1))["ready"] is None
    await company.look()
    for page in company.pages:
        assert (page.info["ready"], page.state["number"], page.state["view"]["phase"]) == (None, 1, "play")
    assert await company.do(1, "ready", 409, seat=1) == "not_now"
    assert await company.do(0, "ready", 409, seat=0, on=False) == "not_now"
    assert (await company.do(1, "ready", seat=1, request="ready-001"))["ready"] is None
    assert len(of_kind(app, company.table, facts.Ready)) == 4
    await company.close()


async def test_who_may_be_ready(app: App) -> None:
    """One's own seat only, in a game that waits for it; minds are not changed for ever."""
    company = await Company.seated(app, game="duet")
    assert await company.do(0, "ready", 403, seat=1) == "not_yours"
    assert await do(Browser(app, "Cy"), company.table, "ready", 403, seat=0) == "not_yours"
    for turn in range(20):
        await company.do(0, "ready", seat=0, on=turn % 2 == 0)
    assert await company.do(0, "ready", 429, seat=0) == "too_fast"
    await company.close()
    forest = await Company.seated(app)
    assert forest.pages[0].info["ready"] is None
    assert await forest.do(0, "ready", 409, seat=0) == "not_now"
    alix = Browser(app)
    waiting = (await alix.make(ME, OPEN, game="duet")).id
    assert await do(alix, waiting, "ready", 409, seat=0) == "not_started"
    await forest.close()
    await alix.close()


async def test_a_restart_forgets_nobody_who_is_ready(tmp_path: Path) -> None:
    async with open_house(tmp_path) as app:
        company = await Company.seated(app, game="duet")
        await company.do(0, "ready", seat=0)
        table, bo = company.table, company.browsers[1]
    async with open_house(tmp_path) as app:
        back = after_restart(app, bo)
        assert (await back.info(table)).ready == [True, False]
        assert (await do(back, table, "ready", seat=1))["ready"] is None
        await back.close()


async def test_one_person_is_ready_for_all_their_seats(app: App) -> None:
    """On one device it is said once; beside a bot, by the person alone. Bots do not wait for each other."""
    for second in (SHARED, bot(1)):
        alix = Browser(app)
        made = await alix.make(ME, second, game="duet")
        assert made.ready == [False, second is not SHARED]
        assert (await do(alix, made.id, "ready", seat=0))["ready"] is None
        await idle(app)
        assert len(of_kind(app, made.id, facts.Dealt)) == 1
        await alix.close()


async def test_lists_say_for_whom_a_deal_waits(app: App) -> None:
    company = await Company.seated(app, game="duet", clock={"kind": "days", "days": 1})
    await company.do(0, "ready", seat=0)
    cards = [(await browser.call("GET", "/api/tables", status=200)).json()[0] for browser in company.browsers]
    assert [card["my_turn"] for card in cards] == [False, True]
    assert cards[1]["deadline"] == app.house.clock.now() + 86_400
    await company.close()


@pytest.mark.parametrize(("choice", "winners"), [("bot", None), ("end", [])])
async def test_nobody_waits_for_ever(app: App, choice: str, winners: list[int] | None) -> None:
    """Whoever left is replaced by a bot, which is ready; or the game ends, and the team has not won."""
    company = await Company.seated(app, game="duet")
    await company.do(0, "ready", seat=0)
    await company.do(1, "leave", seat=1)
    await company.look()
    assert company.pages[0].absences == [offer(1, "left")]
    told = await company.do(0, "choose", seat=0, about=1, choice=choice)
    if winners is None:
        assert (told["ready"], told["seats"][1]["standin"]) == (None, 2)
        assert len(of_kind(app, company.table, facts.Dealt)) == 1
    else:
        assert told["ended"] == {"winners": [], "reason": "left", "seat": 1}
    await company.close()


async def test_who_comes_back_is_asked_again(app: App) -> None:
    """Away long enough, a bot stands in; who left is back by being ready."""
    company = await Company.seated(app, game="duet")
    await company.pages[1].close()
    await company.do(0, "ready", seat=0)
    await later(app, 20)
    await later(app, 60)
    await company.pages[0].look()
    assert company.pages[0].absences == [offer(1, "away")]
    await company.do(1, "leave", seat=1)
    told = await company.do(1, "ready", seat=1)
    assert (told["ready"], told["seats"][1]["left"]) == (None, False)
    await company.close()


async def test_the_clock_counts_while_a_deal_waits(app: App) -> None:
    """From when it began to wait; time that ran out is announced, and nothing happens by itself."""
    company = await Company.seated(app, game="duet", clock={"kind": "move", "seconds": 30})
    await later(app, 12)
    assert (await company.browsers[0].info(company.table)).ready == [False, False]
    fresh = await Page.open(company.browsers[0], company.table, 0)
    assert fresh.state["left"] == 18
    await company.do(0, "ready", seat=0)
    await later(app, 18.5)
    await company.look()
    assert company.pages[0].absences == [offer(1, "time")]
    await company.do(0, "choose", seat=0, about=1, choice="wait")
    await company.look()
    assert company.pages[0].absences == []
    assert company.pages[0].state["left"] == 30
    await company.do(1, "ready", seat=1)
    await company.look()
    assert company.pages[1].state["left"] == 30
    await company.close()


async def test_a_round_that_is_taken_back_is_waited_for_again(app: App) -> None:
    """Beside a bot: back from the pause, and from the next round, into the one before; then its end is waited for
    anew."""
    alix = Browser(app)
    table = (await alix.make(ME, bot(1), game="duet")).id
    await do(alix, table, "ready", seat=0)
    page = await Page.open(alix, table, 0)

    async def to_the_pause() -> None:
        while not truth(app, table).pauses:
            await idle(app)
            await page.look()
            if page.legal:
                assert await page.act(page.legal[-1]) == "done"
        await page.look()

    for dealt in (False, True):
        await to_the_pause()
        assert page.info["ready"] == [False, True]
        if dealt:
            await do(alix, table, "ready", seat=0)
            await idle(app)
            await page.look()
            assert page.state["view"]["round"] == 2
        told = await do(alix, table, "back", decision=page.state["decision"])
        assert (told["ready"], told["counted"]) == (None, False)
        await page.look()
        assert page.state["view"]["round"] == 1
        assert page.legal
    await alix.close()


# ---- a suggestion ----------------------------------------------------------------------------------------------------


async def test_the_partner_suggests_where_the_forest_grows(app: App) -> None:
    """To the one who places: seen by all, changed at will, and it binds nobody."""
    company = await Company.seated(app, game="duet")
    await company.ready()
    assert await company.do(0, "suggest", 409, seat=0, decision=0, action="f0") == "not_now"
    view = await company.until_phase("place")
    [places] = view.to_act
    partner = 1 - places
    decision = company.pages[0].state["decision"]
    assert await company.do(places, "suggest", 409, seat=places, decision=decision, action="f0") == "not_now"
    assert await company.do(places, "suggest", 403, seat=partner, decision=decision, action="f0") == "not_yours"
    assert await company.do(partner, "suggest", 409, seat=partner, decision=decision - 1, action="f0") == "stale"
    assert await company.do(partner, "suggest", 422, seat=partner, decision=decision, action="D7") == "illegal"
    assert await company.do(partner, "suggest", 422, seat=partner, decision=decision, action="resign") == "illegal"
    for action in ("f0", "f1", None, "f1"):
        told = await company.do(partner, "suggest", seat=partner, decision=decision, action=action)
        assert told["suggested"] == ({str(partner): action} if action else {})
        await company.look()
        assert company.pages[places].info["suggested"] == told["suggested"]
    assert await company.pages[places].act("f0") == "done"
    await company.look()
    assert company.pages[partner].info["suggested"] == {}
    assert company.pages[partner].info["ready"] == [False, False]
    await company.close()


# ---- giving up -------------------------------------------------------------------------------------------------------


async def test_a_team_gives_up_together(app: App) -> None:
    """One proposes, may withdraw, or the other declines; once a trick; when both want to, it is the rules' own end."""
    company = await Company.seated(app, game="duet")
    assert await company.do(0, "resign", 409, seat=0) == "not_now"
    await company.ready()
    await company.play(1)
    assert (await company.do(0, "resign", seat=0))["giving_up"] == [0]
    await company.look()
    assert company.pages[1].info["giving_up"] == [0]
    assert (await company.do(0, "resign", seat=0))["giving_up"] == [0]
    assert (await company.do(0, "resign", seat=0, withdraw=True))["giving_up"] == []
    assert await company.do(0, "resign", 429, seat=0) == "too_fast"
    assert (await company.do(1, "resign", seat=1))["giving_up"] == [1]
    assert await company.do(1, "resign", 403, seat=0) == "not_yours"
    while company.pages[0].state["view"]["tricks_played"] == 0:
        await company.play(1)
    assert company.pages[0].info["giving_up"] == [1]
    assert (await company.do(0, "resign", seat=0, withdraw=True))["giving_up"] == []  # declined
    await company.look()
    assert company.pages[1].info["giving_up"] == []
    assert (await company.do(0, "resign", seat=0, withdraw=True))["giving_up"] == []
    assert (await company.do(1, "resign", seat=1))["giving_up"] == [1]  # another trick, another time
    assert (await company.do(0, "resign", seat=0, withdraw=True))["giving_up"] == []
    assert (await company.do(0, "resign", seat=0))["giving_up"] == [0]
    assert (await company.do(1, "resign", seat=1, withdraw=True))["giving_up"] == []
    while company.pages[0].state["view"]["tricks_played"] == 1:
        await company.play(1)
    assert (await company.do(0, "resign", seat=0))["giving_up"] == [0]
    assert (await company.do(0, "resign", seat=0, withdraw=True))["giving_up"] == []
    assert (await company.do(1, "resign", seat=1))["giving_up"] == [1]  # to agree is no other proposal
    over = await company.do(0, "resign", seat=0)
    assert over["ended"] == {"winners": [], "reason": "resigned", "seat": None}
    await company.look()
    assert company.pages[1].events[-1] == {
        "event": "end",
        "outcome": {"winners": [], "reason": "resigned"},
        "count": None,
    }
    assert (company.pages[1].info["giving_up"], company.pages[1].state["view"]["to_act"]) == ([], [])
    text = (await company.browsers[1].call("GET", f"/api/tables/{company.table}/record", status=200)).text
    assert text.split()[-1] == "resign"
    assert "Termination" not in text
    record = read(text)
    assert dealing.verify(record).status == "right"
    outcome = record.replay().outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "resigned")
    await company.close()


async def test_nobody_ends_a_teams_game_alone(app: App) -> None:
    """Not by an action either: what all do together is refused from a seat, and nobody hears of it."""
    company = await Company.seated(app, game="duet")
    await company.ready()
    await company.look()
    seat = company.to_act[0]
    assert await company.pages[seat].act("resign") == "illegal"
    assert await company.pages[1 - seat].look() == []
    await company.do(1 - seat, "leave", seat=1 - seat)
    assert truth(app, company.table).phase == "playing"
    await company.close()


@pytest.mark.parametrize("second", [bot(1), SHARED])
async def test_who_plays_alone_gives_up_alone(app: App, second: dict[str, Any]) -> None:
    """A bot always agrees: it is the person's game. On one device it is said once."""
    alix = Browser(app)
    table = (await alix.make(ME, second, game="duet")).id
    await do(alix, table, "ready", seat=0)
    await idle(app)
    over = await do(alix, table, "resign", seat=0)
    assert over["ended"] == {"winners": [], "reason": "resigned", "seat": None}
    await alix.close()


async def test_a_proposal_counts_for_a_bot_that_comes_later(app: App) -> None:
    """One wanted to give up, the other left: the bot in their place agrees when one says it again."""
    company = await Company.seated(app, game="duet")
    await company.ready()
    await company.look()
    stays, goes = 1 - company.to_act[0], company.to_act[0]
    await company.do(stays, "resign", seat=stays)
    await company.do(goes, "leave", seat=goes)
    told = await company.do(stays, "choose", seat=stays, about=goes, choice="bot")
    assert told["state"] == "playing"
    over = await company.do(stays, "resign", seat=stays)
    assert over["ended"] == {"winners": [], "reason": "resigned", "seat": None}
    await company.close()


async def test_opponents_have_nothing_to_withdraw(app: App) -> None:
    company = await Company.seated(app)
    assert await company.do(0, "resign", 409, seat=0, withdraw=True) == "not_now"
    await company.close()
