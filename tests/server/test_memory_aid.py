"""Looking back at the tricks of a round: with the memory aid all of them, without it nothing but the trick in sight."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from company import Company, Page, after_restart, idle
from server_harness import ME, Browser, bot, open_house

from renardiere.server.app import App

CARD = re.compile(r'"[x>]?([BKM](?:1[01]|[1-9]))"')


def since_the_deal(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    start = max(place for place, event in enumerate(events) if event["event"] == "dealt")
    return events[start:]


def out_of_sight(events: list[dict[str, Any]]) -> set[str]:
    """The cards of this round's tricks before the last one that was finished or begun."""
    cards = [event["card"] for event in since_the_deal(events) if event["event"] == "played"]
    tricks = [cards[place : place + 2] for place in range(0, len(cards), 2)]
    return {card for trick in tricks[:-1] for card in trick}


async def test_without_it_a_past_card_is_never_sent_again(app: App) -> None:
    """Over two rounds, every byte that anybody is sent who comes to the table, comes back, or looks at it. A card that
    was played lies in no hand, and in neither pile: it can only be named as the past (forest § A trick, 6)."""
    company = await Company.seated(app)
    cy = Browser(app, "Cy")
    looked = 0
    for number in range(75):
        await company.play(1)
        gone = out_of_sight(company.pages[0].events)
        if number % 5 or not gone:
            continue
        looked += 1
        for browser, seat in ((company.browsers[0], 0), (company.browsers[1], 1), (cy, None)):
            fresh = await Page.open(browser, company.table, seat)
            again = await Page.open(browser, company.table, seat, app.house.epoch, fresh.state["number"] - 1)
            texts = [*fresh.socket.traffic, *again.socket.traffic]
            texts += [
                (await browser.call("GET", path)).text for path in ("/api/tables", f"/api/tables/{company.table}")
            ]
            assert "past" not in fresh.state
            assert not set(CARD.findall("".join(texts))) & gone
            for page in (fresh, again):
                await page.socket.close()
                browser.sockets.remove(page.socket)
    assert looked >= 10
    await company.close()
    await cy.close()


async def test_with_it_everybody_finds_what_they_were_told(tmp_path: Path) -> None:
    """Who comes back, or looks for the first time, is told all since the deal: as at their own place, no more; also
    after the house was closed."""
    async with open_house(tmp_path) as app:
        company = await Company.seated(app, memory=True)
        assert company.pages[0].info["memory"]
        watching = await Page.open(Browser(app, "Cy"), company.table, None, app.house.epoch, 0)
        company.pages.append(watching)
        for _ in range(12):
            await company.play(5)
            for page in company.pages:
                fresh = await Page.open(page.browser, company.table, page.seat)
                assert fresh.state["past"] == since_the_deal(page.events)
        drew = [event for event in company.pages[2].events if event["event"] in ("drew", "buried")]
        assert drew
        assert all(event["card"] is None for event in drew)
        told = [since_the_deal(page.events) for page in company.pages]
        await company.close()
        await watching.browser.close()
    async with open_house(tmp_path, seed=2) as app:
        for seat, browser in enumerate(company.browsers):
            back = after_restart(app, browser)
            assert (await Page.open(back, company.table, seat)).state["past"] == told[seat]
            await back.close()


async def test_what_was_taken_back_is_no_past(app: App) -> None:
    alix = Browser(app)
    wish = {"request": "aaaaaaaa", "game": "forest", "options": {}, "seats": [ME, bot()], "memory": True}
    table = (await alix.call("POST", "/api/tables", wish, 201)).json()["id"]
    await idle(app)
    page = await Page.open(alix, table, 0)
    for _ in range(9):
        assert await page.act(page.legal[0]) == "done"
        await idle(app)
        await page.look()
    page = await Page.open(alix, table, 0)
    before = page.state["past"]
    assert await page.act(page.legal[0]) == "done"
    await idle(app)
    answer = await alix.call(
        "POST",
        f"/api/tables/{table}/back",
        {"request": "bbbbbbbb", "decision": (await Page.open(alix, table, 0)).state["decision"]},
        200,
    )
    assert not answer.json()["counted"]
    assert (await Page.open(alix, table, 0)).state["past"] == before
    await alix.close()
