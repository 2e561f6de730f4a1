"""Bad networks: messages are dropped, repeated, reordered, delayed and cut short, in both directions, and connections
break; whole games are played, each action is done once, and everybody hears each event once, in order."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from journal_checks import Checker, post_mortem
from server_harness import ME, OPEN, Browser, Socket, bot, open_house
from travellers import Message, Notes, Traveller

from renardiere.server.app import App

BARRIER = '{"is":"pong","n":77}'


class BadNetwork:
    """Between a traveller and the house. Time passes in steps; nothing waits."""

    def __init__(self, browser: Browser, player: Traveller, chance: random.Random) -> None:
        self.browser = browser
        self.player = player
        self.chance = chance
        self.socket: Socket | None = None
        self.up: list[str] = []
        self.down: list[str] = []

    async def step(self) -> None:
        """Send what there is to send, hear what there is to hear; a silence makes the player ask."""
        old = self.socket
        if old is None or self.chance.random() < 0.03:
            self.socket = self.browser.socket()
            assert await self.socket.accepted()
            self.up, self.down = [], []
            if old is not None:  # its last messages come late, and its end too
                for text in self.suffer(self.down):
                    old.send_text(text)
                await old.close()
        socket = self.socket
        assert socket is not None
        for text in self.suffer(self.up):
            socket.send_text(text)
        socket.send_text('{"is":"ping","n":77}')
        while (text := await socket.text()) != BARRIER:  # type: ignore[assignment]
            if text is None:  # too many malformed messages
                self.socket = None
                return
            self.down.append(text)
        heard = self.suffer(self.down)
        for text in heard:
            try:
                answers = self.player.hear(json.loads(text))
            except ValueError:  # half a message: the connection is of no use any more
                await socket.close()
                self.socket = None
                return
            self.up += map(json.dumps, answers)
        if not heard and not self.up:
            self.up += map(json.dumps, self.player.beat())

    def suffer(self, messages: list[str]) -> list[str]:
        """What arrives of these messages now; some stay for later."""
        arriving: list[str] = []
        later: list[str] = []
        for text in messages:
            fate = self.chance.random()
            if fate < 0.08:
                continue
            if fate < 0.16:
                later.append(text)
                continue
            if fate < 0.18:
                text = text[: self.chance.randrange(len(text))]
            arriving += [text, text] if fate > 0.9 else [text]
            if len(arriving) > 1 and self.chance.random() < 0.1:
                arriving[-2:] = reversed(arriving[-2:])
        messages[:] = later
        return arriving


async def play_through(app: App, seed: int, notes: Notes) -> None:
    """Three tables at once: two people and a spectator, and two people alone against a bot."""
    chance = random.Random(seed)
    alix, bo, cy = (Browser(app, name) for name in ("Alix", "Bo", "Cy"))
    short = {"target": "1"}
    pair = (await alix.make(ME, OPEN, options=short)).id
    await bo.sit(pair)
    lone = [(await browser.make(ME, bot(), options=short)).id for browser in (bo, cy)]
    await alix.call("GET", "/api/me")
    places: list[tuple[Browser, str, int | None]] = [(alix, pair, 0), (bo, pair, 1), (cy, pair, None)]
    places += [(bo, lone[0], 0), (cy, lone[1], 0)]
    networks = [BadNetwork(browser, Traveller(notes, table, seat, chance), chance) for browser, table, seat in places]
    for _ in range(2000):
        playing = [network for network in networks if not network.player.over]
        if not playing:
            break
        await chance.choice(playing).step()
    assert all(network.player.over for network in networks)
    for browser in (alix, bo, cy):
        await browser.close()


@pytest.mark.parametrize("seed", range(6))
async def test_games_over_bad_networks(tmp_path: Path, seed: int) -> None:
    notes = Notes()
    async with open_house(tmp_path / "data") as app:
        await play_through(app, seed, notes)
    checker = Checker()
    with post_mortem(tmp_path / "data", tmp_path / "copy") as journal:
        checker.check(journal)
    assert all(truth.table.phase == "over" for truth in checker.truths.values())
    assert notes.acknowledged
    for traveller in notes.travellers:
        truth = checker.truths[traveller.table]
        checker.told(traveller.table, traveller.seat, traveller.heard)
        view: Message = msgspec.json.decode(msgspec.json.encode(truth.table.view(traveller.seat)))
        assert traveller.view == view
    stored: dict[str, Any] = {
        request: fact for truth in checker.truths.values() for request, fact in truth.requests.items()
    }
    for request, act in notes.acknowledged.items():
        assert (stored[request].seat, stored[request].action) == (act["seat"], act["action"])
