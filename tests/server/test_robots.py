"""Bots at the tables: they pause like people, hold nobody up, and come back after a restart."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from server_harness import ME, Browser, bot, open_house

from renardiere import bots
from renardiere.server import warmup
from renardiere.server.app import App
from renardiere.server.messages import Ping, Pong, Refused, Sync, Update


class SlowBot:
    """Thinks until it is told to choose."""

    may_choose = threading.Event()
    asked = threading.Semaphore(0)

    def __init__(self, game: Any, **_: Any) -> None:
        self.game = game

    def act(self, memory: Any) -> Any:
        SlowBot.asked.release()
        assert SlowBot.may_choose.wait(20)
        assert memory.viewer == int(next(iter(memory.view.legal)))
        return self.game.parse_action(memory.view.legal[str(memory.viewer)][0], None)


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    SlowBot.may_choose.clear()
    slow = bots.Level(f"{__name__}:SlowBot", {})
    monkeypatch.setitem(bots.LEVELS, "forest", {1: slow})  # type: ignore[arg-type]
    monkeypatch.setattr(warmup, "warm_bots", lambda: None)


async def bot_to_act(alix: Browser) -> Any:
    """A table where the bot is to act."""
    while True:
        table = await alix.make(ME, bot())
        if table.to_act == [1]:
            return table


async def test_a_thinking_bot_holds_nobody_up(tmp_path: Path, slow_bots: None) -> None:
    async with open_house(tmp_path) as app:
        alix = Browser(app)
        table = await bot_to_act(alix)
        socket = await alix.live()
        state = await socket.watch(table.id, 0)
        await asyncio.to_thread(SlowBot.asked.acquire)
        socket.send(Ping(1))
        assert await socket.wait(Pong) == Pong(1)
        socket.send(alix.act(table.id, 0, 0, "B1"))
        assert (await socket.wait(Refused)).problem.code == "not_your_turn"
        assert (await socket.wait(Sync)).view == state.view
        SlowBot.may_choose.set()
        update = await socket.wait(Update)
        assert update.events[0].seat == 1
        await alix.close()


async def test_a_bots_turn_survives_a_restart(tmp_path: Path, slow_bots: None) -> None:
    """The house closes while a bot thinks: when it opens again, the bot acts, though nobody has come back yet."""
    async with open_house(tmp_path) as app:
        alix = Browser(app)
        table = await bot_to_act(alix)
        await asyncio.to_thread(SlowBot.asked.acquire)
        SlowBot.may_choose.set()  # too late to be heard: see below
        cookies = dict(alix.http.cookies)
        app.house.robots._stopping = True
        await app.house.robots.stop()
        assert app.house._awake[table.id].table.decision == 0
        await alix.close()
    async with open_house(tmp_path, seed=2) as app:
        while app.house.robots._tasks:
            await asyncio.wait(app.house.robots._tasks)
        assert app.house._awake[table.id].table.owes is None
        alix = Browser(app)
        alix.http.cookies.update(cookies)
        socket = await alix.live()
        assert (await socket.watch(table.id, 0)).view.to_act == (0,)
        await alix.close()


async def test_a_bot_chooses_while_it_pauses(tmp_path: Path, slow_bots: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a bot's card comes does not depend on whether it had to think: a forced one needs no time."""
    paused: list[bool] = []

    async def until_asked(seconds: float) -> None:
        paused.append(await asyncio.to_thread(SlowBot.asked.acquire, timeout=20))
        SlowBot.may_choose.set()

    async with open_house(tmp_path) as app:
        monkeypatch.setattr(app.house.clock, "sleep", until_asked)
        alix = Browser(app)
        table = await bot_to_act(alix)
        socket = await alix.live()
        await socket.watch(table.id, 0)
        while app.house.robots._tasks:
            await asyncio.wait(app.house.robots._tasks)
        assert paused
        assert all(paused), "the pause was over before the bot was asked"
        await alix.close()


async def test_bots_pause_like_people(tmp_path: Path) -> None:
    """A pause before each move, a longer one while a finished trick lies in sight."""
    async with open_house(tmp_path, bot_pause=(0.6, 1.2), trick_pause=1.5) as app:
        alix = Browser(app)
        table = await alix.make(ME, bot())
        socket = await alix.live()
        state = await socket.watch(table.id, 0)
        moves = len(state.view.trick)  # the bot may have led already
        short = long = 0
        for _ in range(40):
            if 0 in state.view.to_act:
                socket.send(alix.act(table.id, 0, state.decision, state.view.legal["0"][0]))
                state = await socket.wait(Update)
                continue
            leads = not state.view.trick and state.view.phase == "play" and state.view.finished_trick is not None
            state = await socket.wait(Update)
            pauses = [pause for pause in app.house.clock.slept if pause < 3]  # type: ignore[attr-defined]
            pause = pauses[moves]  # the others are chores'
            moves += 1
            if leads:
                assert 2.1 <= pause <= 2.7
                long += 1
            else:
                assert 0.6 <= pause <= 1.2
                short += 1
        assert long
        assert short
        await alix.close()


async def test_nobody_waits_for_the_warm_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While rules are being compiled the house is open; who needs them waits, the others don't."""
    ready = threading.Event()
    monkeypatch.setattr(warmup, "warm_rules", lambda: ready.wait(20))
    async with open_house(tmp_path) as app:
        alix = Browser(app)
        making = asyncio.create_task(alix.make(ME, bot()))
        bo = Browser(app, "Bo")
        await bo.call("GET", "/", status=503)  # no page here, but an answer
        await bo.call("PUT", "/api/me", {"name": "Bo"}, 200)
        await bo.call("GET", "/api/tables", status=200)
        await bo.call("GET", "/healthz", status=200)
        socket = await bo.live()
        socket.send(Ping(3))
        assert await socket.wait(Pong) == Pong(3)
        assert not making.done()
        ready.set()
        assert (await making).state == "playing"
        await alix.close()
        await bo.close()


async def test_a_warm_up_that_fails_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise OSError("no compiler")

    monkeypatch.setattr(warmup, "warm_rules", broken)
    async with open_house(tmp_path) as app:
        alix = Browser(app)
        wish = {"request": "aaaaaaaa", "game": "forest", "options": {}, "seats": [ME, bot()]}
        answer = await alix.call("POST", "/api/tables", wish, 503)
        assert answer.json()["code"] == "unavailable"
        await alix.close()


async def test_a_bot_that_breaks_the_rules_ends_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its move is neither replaced nor penalised: it is noted, and the table stays as it is."""

    class Cheat(SlowBot):
        def act(self, memory: Any) -> Any:
            return self.game.parse_action("x-", None)

    monkeypatch.setattr(bots, "bot", lambda game, level, **_: Cheat(game))
    alix = Browser(app)
    table = await bot_to_act(alix)
    while app.house.robots._tasks:
        await asyncio.wait(app.house.robots._tasks)
    assert (await alix.info(table.id)).to_act == [1]
    assert app.house._awake[table.id].table.decision == 0
    await alix.close()
