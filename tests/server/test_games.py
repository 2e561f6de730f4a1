"""Whole games through the application."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from server_harness import ME, OPEN, Browser, Socket, bot

from renardiere.games import dealing
from renardiere.games.record import read
from renardiere.server.app import App
from renardiere.server.messages import Sync, Update


async def play_out(table: str, players: dict[int, tuple[Browser, Socket]], state: dict[int, Any]) -> None:
    """Choose at random, whoever is to act, until the game is over. ``state``: the last sync or update by seat."""
    chance = random.Random(7)
    while to_act := state[0].view.to_act:
        seat = to_act[0]
        browser, socket = players[seat]
        legal = state[seat].view.legal[str(seat)]
        socket.send(browser.act(table, seat, state[seat].decision, chance.choice(legal)))
        for seat, (_, socket) in players.items():
            before = state[seat].number
            state[seat] = await socket.wait(Update)
            assert state[seat].number == before + len(state[seat].events)


async def test_two_people(app: App) -> None:
    """A link, two browsers, a whole game; the record replays and its shuffle verifies."""
    alix, bo = Browser(app), Browser(app, "Bo")
    share = "ab" * 32
    table = await alix.make({**ME, "share": "cd" * 32}, OPEN, options={"target": "16"})
    assert (table.state, table.shuffle.shares, table.shuffle.secret) == ("waiting", None, None)
    a, b = await alix.live(), await bo.live()
    first = await a.watch(table.id, 0)
    assert isinstance(first, Sync)
    assert (first.number, first.view.phase, first.view.to_act) == (0, "deal", ())
    begun = await bo.sit(table.id, share=share)
    assert begun.state == "playing"
    assert begun.shuffle.shares == ["cd" * 32, share]
    assert begun.shuffle.commit == table.shuffle.commit
    state = {0: await a.wait(Update), 1: await b.watch(table.id, 1)}
    assert state[0].events[0].hand == state[0].view.hands[0]
    await play_out(table.id, {0: (alix, a), 1: (bo, b)}, state)

    over = await bo.info(table.id)
    assert over.state == "over"
    record = read((await alix.call("GET", f"/api/tables/{table.id}/record", status=200)).text)
    assert record.tags["Seat0"] == "Alix"
    assert record.tags["Seat1"] == "Bo"
    assert record.tags["Commit"] == table.shuffle.commit
    assert record.tags["Secret"] == over.shuffle.secret
    verdict = dealing.verify(record)
    assert (verdict.status, verdict.shares) == ("right", 2)
    assert list(record.replay().scores) == over.scores
    await alix.close()
    await bo.close()


async def test_against_a_bot(app: App) -> None:
    alix = Browser(app)
    table = await alix.make(ME, bot(2))
    assert table.state == "playing"
    socket = await alix.live()
    state = await socket.watch(table.id, 0)
    chance = random.Random(3)
    while not state.view.finished:
        if 0 in state.view.to_act:
            socket.send(alix.act(table.id, 0, state.decision, chance.choice(state.view.legal["0"])))
        state = await socket.wait(Update)
    cards = msgspec.json.decode((await alix.call("GET", "/api/tables")).content)
    assert [(card["state"], card["levels"], card["mine"]) for card in cards] == [("over", [None, 2], [0])]
    await alix.close()


async def test_on_one_device(app: App) -> None:
    """Pass-and-play: two seats of one person; watching one hand lets go of the other."""
    alix = Browser(app)
    table = await alix.make(ME, {"who": "me", "name": "Bo"})
    socket = await alix.live()
    state: Any = await socket.watch(table.id, 0)
    chance = random.Random(5)
    for _ in range(60):
        seat = state.view.to_act[0]
        if seat != state.seat:
            state = await socket.watch(table.id, seat)
        assert set(state.view.hands[1 - seat]) <= {"?"}
        socket.send(alix.act(table.id, seat, state.decision, chance.choice(state.view.legal[str(seat)])))
        state = await socket.wait(Update)
        assert state.seat == seat
        assert not any(isinstance(message, (Sync, Update)) for message in await socket.quiet())
    await alix.close()
