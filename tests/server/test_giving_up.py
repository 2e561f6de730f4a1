"""Giving up ends a game, whoever is to act."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from company import Company, Page, do, idle, of_kind, truth
from server_harness import ME, OPEN, Browser, bot

from renardiere import cli
from renardiere.games import dealing
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.journal import facts


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
