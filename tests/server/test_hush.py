"""A game without talk in its rounds: what those who play may still say, and what they hear of others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from company import Company, Page, after_restart, do
from server_harness import GENEROUS, Browser, open_house

from renardiere.server.app import App
from renardiere.server.messages import SIGNALS

TALKATIVE = replace(GENEROUS, talk=(1e6, 1e6))


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_house(tmp_path, limits=TALKATIVE) as app:
        yield app


async def heard(browser: Browser, table: str) -> list[Any]:
    told = (await browser.call("GET", f"/api/tables/{table}/talk", status=200)).json()
    return [said["text"] or said["phrase"] for said in told]


async def playing(app: App, tricks: int = 0) -> Company:
    """A round of Duo under way."""
    company = await Company.seated(app, game="duet")
    await company.ready()
    await company.look()
    while company.pages[0].state["view"]["tricks_played"] < tricks:
        await company.play(1)
    return company


async def test_talk_is_open_but_in_a_round(app: App) -> None:
    """Before the first deal, while the forest token is placed, while a deal waits, after the end."""
    company = await Company.seated(app, game="duet")
    watching = await Page.open(Browser(app, "Cy"), company.table)

    async def how() -> list[Any]:
        await company.look()
        await watching.look()
        return [(page.info["talk"], page.info["quiet"]) for page in (*company.pages, watching)]

    free = [("free", False)] * 3
    assert await how() == free
    await company.do(0, "say", text="Prête ?")
    await company.ready()
    assert await how() == [("signals", True), ("signals", True), ("free", True)]
    for said in ({"text": "J’ai le 9 !"}, {"phrase": "sorry"}, {"phrase": "your_turn"}):
        assert await company.do(0, "say", 409, **said) == "signals_only"
    view = await company.until_phase("place")
    assert await how() == free
    await company.do(1, "say", text="À gauche ?")
    assert await company.pages[view.to_act[0]].act("f0") == "done"
    assert await how() == free
    await company.do(1, "say", text="Bien joué")
    await company.ready()
    assert await how() == [("signals", True), ("signals", True), ("free", True)]
    for seat in (0, 1):
        await company.do(seat, "resign", seat=seat)
    assert await how() == free
    assert await heard(company.browsers[0], company.table) == ["Prête ?", "À gauche ?", "Bien joué"]
    await watching.browser.close()
    await company.close()


async def test_a_forest_never_hushes(app: App) -> None:
    company = await Company.seated(app)
    assert (company.pages[0].info["talk"], company.pages[0].info["quiet"]) == ("free", False)
    await company.do(0, "say", text="À vous")
    await company.close()


async def test_one_signal_a_trick(app: App) -> None:
    """Heard by all, of those that say nothing of cards; another one comes with the next trick, whoever asks how."""
    company = await playing(app)
    watching = await Page.open(Browser(app, "Cy"), company.table)
    for trick, signal in enumerate(SIGNALS):
        await company.do(0, "say", phrase=signal, request=f"signal-{trick}")
        assert await company.do(0, "say", 429, phrase="hello") == "too_fast"
        repeated = await company.do(0, "say", phrase=signal, request=f"signal-{trick}")
        assert repeated["phrase"] == signal
        while company.pages[0].state["view"]["tricks_played"] == trick:
            await company.play(1)
    await company.do(1, "say", phrase="thanks")
    for page in (*company.pages, watching):
        await page.look()
        assert [said["phrase"] for said in page.said] == [*SIGNALS, "thanks"]
    await watching.browser.close()
    await company.close()


async def test_players_hear_spectators_after_the_round(app: App) -> None:
    """Neither live nor over HTTP, by no number, no beat, no answer can they tell that something was said; then they
    hear it, after their own signals. Those who watch hear each other."""
    company, silent = await playing(app), await playing(app)
    cy, di = Browser(app, "Cy"), Browser(app, "Di")
    pages = [await Page.open(browser, company.table) for browser in (cy, di)]
    tab = await Page.open(company.browsers[0], company.table)  # a player who looks on as if they did not play
    await do(cy, company.table, "say", text="Elle a la reine !")
    await do(di, company.table, "say", text="Chut")

    async def told(here: Company) -> list[Any]:
        """All that a player can find out about the talk."""
        alix = here.browsers[0]
        found: list[Any] = [await here.do(0, "say", phrase="hello", request="signal-1")]
        found += [(await alix.call("GET", f"/api/tables/{here.table}/talk", status=200)).json()]
        for number in range(1, 1100, 100):
            for what in ("mute", "report"):
                found.append(await do_any(alix, here.table, what, number))
        for page in here.pages:
            await page.look()
            assert page.place is not None
            found += [page.place["said"], page.said]
        return found

    assert await told(company) == await told(silent)
    await tab.look()
    assert [said["phrase"] for said in tab.said] == ["hello"]
    assert tab.place is not None
    assert tab.place["said"] == 1
    for page in pages:
        await page.look()
        assert [said["text"] or said["phrase"] for said in page.said] == ["Elle a la reine !", "Chut", "hello"]
    assert await heard(cy, company.table) == ["hello", "Elle a la reine !", "Chut"]

    await company.until_phase("place")
    for page in company.pages:
        assert [said["text"] or said["phrase"] for said in page.said] == ["hello", "Elle a la reine !", "Chut"]
        numbers = [said["number"] for said in page.said]
        assert numbers == sorted(numbers)
        await page.look()
        assert page.place is not None
        assert page.place["said"] == numbers[-1]
    for page in pages:  # once is enough
        await page.look()
        assert len(page.said) == 3
    assert await heard(company.browsers[1], company.table) == ["hello", "Elle a la reine !", "Chut"]
    await company.do(1, "say", text="Ah !")
    assert (await heard(cy, company.table))[-1] == "Ah !"
    for browser in (cy, di):
        await browser.close()
    await company.close()
    await silent.close()


async def do_any(browser: Browser, table: str, what: str, number: int) -> Any:
    body = {"number": number, **({"on": True} if what == "mute" else {})}
    answer = await browser.call("POST", f"/api/tables/{table}/{what}", body)
    return answer.status_code, answer.content


async def test_a_restart_changes_nothing_of_it(tmp_path: Path) -> None:
    """What was said in a round is withheld by a house that has just opened, too."""
    async with open_house(tmp_path, limits=TALKATIVE) as app:
        company = await playing(app)
        cy = Browser(app, "Cy")
        await cy.call("GET", "/api/me", status=200)
        await do(cy, company.table, "say", text="Psst")
        browsers, table = (cy, *company.browsers), company.table
    async with open_house(tmp_path, limits=TALKATIVE) as app:
        cy, alix, bo = (after_restart(app, browser) for browser in browsers)
        assert await heard(cy, table) == ["Psst"]
        assert await heard(alix, table) == []
        await do(bo, table, "say", phrase="hello")
        assert await heard(alix, table) == ["hello"]
        for browser in (cy, alix, bo):
            await browser.close()


async def test_a_house_without_talk_has_no_signals(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    company = await playing(app)
    monkeypatch.setattr(type(app.house.policy), "chat_open", False)
    assert await company.do(0, "say", 403, phrase="hello") == "chat_closed"
    assert (await company.browsers[0].info(company.table)).talk == "closed"
    await company.close()
