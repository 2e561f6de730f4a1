"""Duo at a table: two people, a whole game, its record."""

from __future__ import annotations

import random
from typing import Any

import pytest
from company import do
from server_harness import ME, OPEN, Browser, Socket, replayed

from renardiere.games import dealing
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.messages import Update

BOARD = "start=5 squares=0,1,0,1,2,0,1,0,0,1,0 diamonds=0,0,0,0,0,0,0,0,0,0,0 plus=0,0,1,0,0,0,0,0,1,0,0"


class Two:
    """Alix and Bo at a table of Duo, both watching their seat; ``state`` is the last that each was sent."""

    def __init__(self, app: App) -> None:
        self.browsers = (Browser(app), Browser(app, "Bo"))
        self.sockets: list[Socket] = []
        self.state: list[Any] = []
        self.table = ""

    @classmethod
    async def seated(cls, app: App, **options: str) -> Two:
        two = cls(app)
        alix, bo = two.browsers
        two.table = (await alix.make(ME, OPEN, game="duet", options=options)).id
        await bo.sit(two.table)
        for seat, browser in enumerate(two.browsers):
            socket = await browser.live()
            two.sockets.append(socket)
            two.state.append(await socket.watch(two.table, seat))
        return two

    async def act(self, seat: int, action: str) -> None:
        act = self.browsers[seat].act(self.table, seat, self.state[seat].decision, action)
        self.sockets[seat].send(act)
        for each, socket in enumerate(self.sockets):
            self.state[each] = await socket.wait(Update)

    async def close(self) -> None:
        for browser in self.browsers:
            await browser.close()


@pytest.mark.parametrize("options", [{}, {"level": "2"}, {"level": "3"}, {"board": "mine", "Board": BOARD}])
async def test_two_people(app: App, options: dict[str, str]) -> None:
    """A whole game: seen by both, the same score for both; its record replays, verifies, and can be looked back at."""
    two = await Two.seated(app, **options)
    chance = random.Random(3)
    while to_act := two.state[0].view.to_act:
        seat = chance.choice(to_act)
        await two.act(seat, chance.choice(two.state[seat].view.legal[str(seat)]))
    alix, bo = two.browsers
    over = await bo.info(two.table)
    view = two.state[0].view
    assert (over.state, over.options, view.game) == ("over", options, "duet")
    assert over.ended is not None
    assert over.ended.reason in ("won", "lost", "time")
    assert over.ended.winners == ([0, 1] if over.ended.reason == "won" else [])
    record = read((await alix.call("GET", f"/api/tables/{two.table}/record", status=200)).text)
    assert dealing.verify(record).status == "right"
    assert list(record.replay().scores) == over.scores
    told = await bo.call("GET", f"/api/tables/{two.table}/replay", status=200)
    steps = [step for steps in replayed(told.content).steps for step in steps]
    assert len(steps) == len(record.entries)
    assert steps[-1].view == record.replay().reveal()
    await two.close()


async def test_a_bot_is_refused_as_long_as_there_is_none(app: App) -> None:
    alix = Browser(app)
    table = (await alix.make(ME, OPEN, game="duet")).id
    assert await do(alix, table, "bot", 422, seat=1, level=1) == "bad_option"
    await alix.close()
