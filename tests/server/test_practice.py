"""Searching alone: a box of one's own, light for the asking, and nothing of it anywhere else."""

from __future__ import annotations

import random

import pytest
from dark import GRIP, SACK, STOP, Dark, FakeYard, Near, move, near, until
from server_harness import Browser, Socket, later

from renardiere.games.maitre.words import LOOT
from renardiere.server.app import App
from renardiere.server.messages import Lit, Look, Ping, Pong, Practice, Practise, Refused
from renardiere.server.yards import practice
from renardiere.server.yards.process import Holder
from renardiere.server.yards.words import Look as LookInto
from renardiere.server.yards.words import Open


async def told(socket: Socket, barn: Near, *messages: bytes) -> None:
    """Let the hand do that, one tick for each."""
    for message in messages:
        socket.send_bytes(message)
        socket.send(Ping(0))
        await socket.wait(Pong)
        barn.holder.tick()


async def begun(app: App, socket: Socket, tokens: int = 24) -> Practice:
    socket.send(Practise(tokens))  # type: ignore[arg-type]
    await until(lambda: bool(FakeYard.made))
    return await socket.wait(Practice)


async def test_from_the_box_to_the_sack_with_light_on_the_way(app: App) -> None:
    barn = near(app)
    alix = Browser(app)
    socket = await alix.live()
    dark = await begun(app, socket)
    yard = FakeYard.made[-1]
    assert (dark.phase, len(dark.missions), dark.sack) == ("dark", 3, ())
    assert sorted(yard.tokens) == sorted(3 * LOOT)
    place = yard.tokens.index(dark.missions[1])
    await told(socket, barn, move(place), GRIP, SACK)
    socket.send(Look())
    lit = (await socket.wait(Lit)).things
    assert lit[0] == ("hand", place, 0.0, 0.0, 0)
    assert [kind for kind, *_ in lit[1:]] == yard.tokens
    assert [thing for thing in lit[1:] if thing[4]] == [(dark.missions[1], place, 0.0, 180.0, 5)]
    # there is nobody to agree with: the box is not shaken anew, neither for the asking nor by itself
    await told(socket, barn, b"\x09\x01")
    assert yard.asks == [False]
    yard.moved = -99_999
    for other in (place - place % 3 + 3) % 24, (place - place % 3 + 6) % 24:
        await told(socket, barn, move(other - yard.at[0]), GRIP, SACK)
    await told(socket, barn, STOP)
    assert [thing[4] for thing in (await socket.wait(Lit)).things].count(5) == 3
    over = await socket.wait(Practice)
    assert (over.phase, over.missions) == ("over", dark.missions)
    assert over.sack == tuple(yard.tokens[token] for token in yard.sacks[0])
    # what comes too late is nothing
    socket.send(Look())
    await told(socket, barn, move(1))
    assert await socket.quiet() == []
    # and there may be another, until the line ends
    await begun(app, socket, 12)
    assert len(FakeYard.made) == 2
    await socket.close()
    await until(lambda: not barn.yards)
    await alix.close()


async def test_a_table_is_never_lit(app: App) -> None:
    """Not by its players' wish, nor would its process do so if the house asked."""
    dark = await Dark.seated(app)
    await dark.ready()
    page = dark.company.pages[0]
    page.socket.send(Look())
    dark.tick()
    assert "lit" not in await page.kinds()
    await dark.close()
    heard: list[object] = []
    holder = Holder(FakeYard, heard.append)
    for practised in (False, True):
        holder.take(Open(int(practised), b"", LOOT, (1.0,), practice=practised))
        holder.take(LookInto(int(practised)))
    assert [(type(message).__name__, message.yard) for message in heard] == [("Made", 0), ("Made", 1), ("Lit", 1)]  # type: ignore[attr-defined]


async def test_a_practice_takes_the_hand_from_a_table_and_gives_it_up_for_one(app: App) -> None:
    dark = await Dark.seated(app)
    await dark.ready()
    socket, table = dark.company.pages[0].socket, dark.yard
    socket.send(Practise(24))
    await until(lambda: len(FakeYard.made) == 2)
    alone = FakeYard.made[-1]
    await until(lambda: any(live.begun and live.lit for live in dark.barn.yards.values()))
    await dark.do(0, move(7))
    assert (table.at[0], alone.at) == (0, [7])
    dark.reach(0)
    await dark.do(0, move(5))
    assert (table.at[0], alone.at) == (5, [7])
    assert len(dark.barn.yards) == 1
    await dark.close()


async def test_boxes_are_bounded_and_cleared_away(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    barn = near(app)
    alix = Browser(app)
    sockets = [await alix.live() for _ in range(practice.OF_ONE + 1)]
    for socket in sockets[:-1]:
        assert (await begun(app, socket)).phase == "dark"
    sockets[-1].send(Practise(24))
    assert (await sockets[-1].wait(Refused)).problem.code == "too_many"
    # one more instead of one's own is no more
    assert (await begun(app, sockets[0])).phase == "dark"
    assert len(barn.yards) == practice.OF_ONE
    monkeypatch.setattr(practice, "MOST", practice.OF_ONE)
    bo = Browser(app, "Bo", address="198.51.100.7")
    his = await bo.live()
    his.send(Practise(12))
    assert (await his.wait(Refused)).problem.code == "too_many"
    # who has not moved for minutes is not there; who has, is
    await later(app, practice.IDLE_SECONDS - 1)
    await told(sockets[1], barn, move(3))
    await later(app, 2)
    await until(lambda: len(barn.yards) == 1)
    assert (await sockets[0].wait(Practice)).phase == "gone"
    await later(app, practice.IDLE_SECONDS - 3)
    assert len(barn.yards) == 1
    await told(sockets[1], barn, move(3))
    app.house.clock.time += practice.LONGEST_SECONDS  # type: ignore[attr-defined]
    await told(sockets[1], barn, move(3))
    await later(app, 0)
    assert (await sockets[1].wait(Practice)).phase == "gone"
    for socket in (*sockets, his):
        await socket.close()
    for browser in (alix, bo):
        await browser.close()


async def test_boxes_are_not_shaken_without_end(app: App) -> None:
    """To shake one is work, and tables wait for it: six at once, then one in two seconds."""
    barn = near(app)
    alix, bo = Browser(app), Browser(app, "Bo", address="198.51.100.7")
    socket, his = await alix.live(), await bo.live()
    for _ in range(6):
        assert (await begun(app, socket)).phase == "dark"
    socket.send(Practise(24))
    assert (await socket.wait(Refused)).problem.code == "too_many"
    assert len(FakeYard.made) == 6
    assert (await begun(app, his)).phase == "dark"
    await later(app, 2)
    assert (await begun(app, socket)).phase == "dark"
    socket.send(Practise(24))
    assert (await socket.wait(Refused)).problem.code == "too_many"
    assert len(barn.yards) == 1  # his: hers made room for one that was not to be
    for each in (socket, his):
        await each.close()
    for browser in (alix, bo):
        await browser.close()


async def test_nor_by_many_together(app: App) -> None:
    """Sixteen at once, of whomever, then four a second: the last one asks for no more than their own sixth."""
    barn = near(app)
    people = [Browser(app, f"N{number}", address=f"198.51.100.{number}") for number in range(3)]
    sockets = [await person.live() for person in people]
    for number in range(16):
        assert (await begun(app, sockets[number % 3])).phase == "dark"
    sockets[1].send(Practise(24))
    assert (await sockets[1].wait(Refused)).problem.code == "too_many"
    assert len(barn.yards) == 2
    await later(app, 0.3)
    assert (await begun(app, sockets[2])).phase == "dark"
    for socket, person in zip(sockets, people, strict=True):
        await socket.close()
        await person.close()


async def test_a_process_that_dies_takes_its_boxes_with_it(app: App) -> None:
    barn = near(app)
    alix = Browser(app)
    socket = await alix.live()
    await begun(app, socket)
    barn.lost()
    assert (await socket.wait(Practice)).phase == "gone"
    await socket.close()
    await alix.close()


def test_what_lies_in_a_box() -> None:
    """All the loot; or twelve, of which each mission can be found twice at least, and no kind more than three times."""
    assert sorted(practice.box_of(24, random.Random(1))[1]) == sorted(3 * LOOT)
    for seed in range(50):
        missions, box = practice.box_of(12, random.Random(seed))
        assert len(set(missions)) == 3
        assert len(box) == 12
        assert all(box.count(kind) == 2 for kind in missions)
        assert all(box.count(kind) <= 3 for kind in LOOT)
    assert Open(1, b"", (), ()).practice is False
