"""Duo at a table: two people, a whole game, its record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from company import Company, Page, after_restart, of_kind
from server_harness import open_house, replayed

from renardiere.games import dealing
from renardiere.games.duet import boards
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.journal import facts

BOARD = "start=5 squares=0,1,0,1,2,0,1,0,0,1,0 diamonds=0,0,0,0,0,0,0,0,0,0,0 plus=0,0,1,0,0,0,0,0,1,0,0"


@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"options": {"level": "2"}, "dealer": 0},
        {"options": {"level": "3"}, "dealer": 1},
        {"options": {"board": "mine", "Board": BOARD}, "memory": True},
    ],
)
async def test_two_people(app: App, terms: dict[str, Any]) -> None:
    """A whole game: seen by both, the same score for both; its record replays, verifies, and can be looked back at."""
    company = await Company.seated(app, game="duet", **terms)
    await company.ready()
    await company.look()
    first = company.pages[0].state["view"]
    assert (first["game"], first["options"]) == (
        "duet",
        " ".join(f"{k}={v}" for k, v in terms.get("options", {}).items() if k != "Board"),
    )
    assert company.pages[0].info["dealer"] == terms.get("dealer")
    assert first["dealer"] == terms.get("dealer", first["dealer"])
    while not (view := company.pages[0].state["view"])["finished"]:
        await company.play(1)
    alix, bo = company.browsers
    over = await bo.info(company.table)
    assert (over.state, over.options) == ("over", terms.get("options", {}))
    assert over.ended is not None
    assert over.ended.reason == view["outcome"]["reason"] in ("won", "lost", "time")
    assert over.ended.winners == ([0, 1] if over.ended.reason == "won" else [])
    assert over.ended.seat is None
    record = read((await alix.call("GET", f"/api/tables/{company.table}/record", status=200)).text)
    verdict = dealing.verify(record)
    assert (verdict.status, verdict.deals) == ("right", len(of_kind(app, company.table, facts.Dealt)))
    assert list(record.replay().scores) == over.scores
    told = await bo.call("GET", f"/api/tables/{company.table}/replay", status=200)
    steps = [step for steps in replayed(told.content).steps for step in steps]
    assert len(steps) == len(record.entries)
    assert steps[-1].view == record.replay().reveal()
    await company.close()


async def test_a_dealer_that_was_named_is_the_one_who_deals(app: App) -> None:
    """The record says so, and verifies with nobody else."""
    text = ""
    for dealer in (0, 1):
        company = await Company.seated(app, game="duet", dealer=dealer)
        await company.ready()
        [dealt] = of_kind(app, company.table, facts.Dealt)
        assert f"dealer={dealer}" in str(dealt)
        for seat in (0, 1):
            await company.do(seat, "resign", seat=seat)
        text = (await company.browsers[0].call("GET", f"/api/tables/{company.table}/record", status=200)).text
        assert f'[Dealer "{dealer}"]' in text
        assert dealing.verify(read(text)).status == "right"
        await company.close()
    for other in (0, 2):
        assert dealing.verify(read(text.replace('[Dealer "1"]', f'[Dealer "{other}"]'))).status == "wrong"


async def test_a_board_of_the_hosts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables may name it, and keep it when it is gone; a file that is no board keeps nobody from opening."""
    monkeypatch.setattr(boards, "BOARDS", dict(boards.OURS))
    shelf = tmp_path / "boards"
    shelf.mkdir()
    (shelf / "mine.toml").write_text("start = 5\nsquares = [0, 1, 0, 1, 2, 0, 1, 0, 0, 1, 0]\n")
    (shelf / "odd.toml").write_text("start = 99\nsquares = [1]\n")
    async with open_house(tmp_path) as app:
        company = await Company.seated(app, game="duet", options={"board": "mine"})
        table, alix = company.table, company.browsers[0]
        assert company.pages[0].state["view"]["gems"] == [0, 1, 0, 1, 2, 0, 1, 0, 0, 1, 0]
        with pytest.raises(AssertionError, match="bad_option"):
            await company.seated(app, game="duet", options={"board": "odd"})
    assert "odd.toml" in capsys.readouterr().err
    (shelf / "mine.toml").unlink()
    monkeypatch.setattr(boards, "BOARDS", dict(boards.OURS))
    async with open_house(tmp_path) as app:
        back = after_restart(app, alix)
        page = await Page.open(back, table, 0)
        assert page.state["view"]["board"]["name"] == "mine"
        await back.close()


async def test_nobody_names_the_dealer_of_forest(app: App) -> None:
    company = Company(app)
    with pytest.raises(AssertionError, match="bad_option"):
        await company.seated(app, game="forest", dealer=0)
    with pytest.raises(AssertionError, match="bad_option"):
        await company.seated(app, game="duet", dealer=2)
