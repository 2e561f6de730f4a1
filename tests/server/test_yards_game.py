"""Whole games with bots in the dark: yards and hands are real, and their time runs as fast as it goes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from company import idle, of_kind
from dark import Dark, until
from server_harness import ME, bot, open_house

from renardiere.bots.maitre.toucher import Toucher
from renardiere.cli import main
from renardiere.server.app import App
from renardiere.server.journal import facts
from renardiere.yard import Yard


@pytest.fixture
async def slow_thieves(tmp_path: Path) -> AsyncIterator[App]:
    async with open_house(tmp_path / "house", bot_pause=(0.25, 0.25), trick_pause=1.5) as app:
        yield app


async def test_a_person_and_three_bots_play_to_ten_eggs(slow_thieves: App, tmp_path: Path) -> None:
    """The person's hand, too, knows nothing but the frames that its page is sent. Every round ends with a stop; snakes
    of bots steal, once all had time to look; the record replays, and its missions follow from the secret."""
    app = slow_thieves
    seats = [ME, bot(1), bot(2), bot(3)]
    dark = await Dark.seated(app, 1, make=Yard, seats=seats, options={"players": "4"})
    page = dark.company.pages[0]
    rounds = 0
    while page.info["state"] == "playing":
        rounds += 1
        await dark.ready()
        hand = Toucher(3, rounds, dark.view["missions"])
        while dark.barn.yards:
            dark.tick(2)
            frames, page.socket.frames = page.socket.frames, []
            for frame in frames:
                for message in hand.feel(frame):
                    page.socket.send_bytes(message)
            await page.look()
        await until(lambda: not app.house.searches._tasks)
        await idle(app)
        await page.look()
        if page.legal:
            assert await page.act() == "done"
            await idle(app)
            await page.look()
        assert dark.search["again"] is None
        if page.info["state"] == "playing":
            await dark.company.ready()
            await page.look()
    assert max(dark.view["eggs"]) >= 10
    assert len(of_kind(app, dark.company.table, facts.Shaken)) == rounds
    acted = [(fact.seat, fact.action) for fact in of_kind(app, dark.company.table, facts.Acted)]  # type: ignore[attr-defined]
    thefts = sum(seat > 0 and action.startswith("steal=") for seat, action in acted)
    assert thefts > 0
    assert app.house.clock.slept.count(1.75) == thefts  # type: ignore[attr-defined]
    record = await page.browser.call("GET", f"/api/tables/{dark.company.table}/record", status=200)
    file = tmp_path / "four.fox"
    file.write_bytes(record.content)
    for command, says in ((["replay", str(file)], "10"), (["verify", str(file)], "right")):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
        assert says in done.output
    await dark.close()
