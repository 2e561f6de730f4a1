"""Fennecs at a table: two to five seats that play for themselves."""

from __future__ import annotations

import pytest
from company import Company, Page, do, of_kind
from server_harness import ME, OPEN, Browser, bot, replayed

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
