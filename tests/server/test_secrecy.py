"""Nobody is sent what they may not know: whole games, every byte of the traffic."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fennecs_worlds import FennecsWorlds, deeds
from forest_worlds import ForestWorlds, abilities
from leaks import LEAKS, LEAKS_OF_FENNECS
from server_harness import ME, Browser, Pair, bot
from stage import Broken, first_difference, received
from worlds import World, Worlds, cut, length

from renardiere.games.forest.words import Buried, Dealt, Exchanged
from renardiere.games.play import Viewer
from renardiere.server.app import App
from renardiere.server.messages import Sync, Update

CARD = re.compile(r"(?<![A-Za-z0-9])[BKM](?:1[01]|[1-9])(?![0-9])")


def cards(text: str) -> set[str]:
    return set(CARD.findall(text))


async def test_a_spectator_is_sent_no_hidden_card(app: App) -> None:
    """At every moment of a game: nothing that lies in a hand or in the pile, but a decree card just taken up."""
    pair = await Pair.seated(app)
    cy = Browser(app, "Cy")
    socket = await cy.live()
    await socket.watch(pair.table)
    trick: set[str] = set()
    while pair.truth.awaits == "action":
        seen = len(socket.traffic)
        act = pair.choice()
        await pair.do(act)
        update = await socket.wait(Update)
        assert update.view == pair.truth.view(None)
        later = await cy.live()
        resumed = await later.watch(pair.table, None, app.house.epoch, update.number - len(update.events))
        fresh = await later.watch(pair.table)
        assert isinstance(fresh, Sync)
        looked = (await cy.call("GET", f"/api/tables/{pair.table}")).text
        open_ = pair.truth.reveal()
        hidden = {*open_.hands[0], *open_.hands[1], *open_.pile}
        known = {event.took for event in update.events if hasattr(event, "took")}
        if isinstance(update.events[-1], Dealt):  # the trick that ended the round lay open, its cards are dealt anew
            known |= trick | {event.card for event in update.events if hasattr(event, "card")}
        trick = set(update.view.trick)
        assert resumed.events == update.events
        for text in (*socket.traffic[seen:], *later.traffic, looked):
            assert not cards(text) & (hidden - known), text
            assert app.house._awake[pair.table].table.secret.hex() not in text or pair.truth.awaits == "nothing"
        await later.close()
    await pair.close()
    await cy.close()


async def test_a_player_is_sent_no_hidden_card(app: App) -> None:
    """The same for a seat, refusals included: the other hand and what it does not know of the pile."""
    pair = await Pair.seated(app)
    known: list[set[str]] = [set(), set()]
    trick: set[str] = set()
    for _ in range(120):
        marks = [len(socket.traffic) for socket in pair.sockets]
        act = pair.choice()
        for seat, browser in enumerate(pair.browsers):
            pair.sockets[seat].send(browser.act(pair.table, seat, pair.state[seat].decision, "K11x"))
            pair.sockets[seat].send(browser.act(pair.table, seat, 10**6, "K11"))
        await pair.do(act)
        open_ = pair.truth.reveal()
        for seat in (0, 1):
            texts = pair.sockets[seat].traffic[marks[seat] :]
            for event in pair.state[seat].events:
                if isinstance(event, Exchanged):
                    known[seat].add(event.took)
                elif isinstance(event, Buried) and event.seat == seat and event.card:
                    known[seat].add(event.card)
                elif isinstance(event, Dealt):  # of the round before, the last trick is still in sight
                    known[seat] = trick | {event.card for event in pair.state[seat].events if hasattr(event, "card")}
                    texts = texts[-1:]
            hidden = {*open_.hands[1 - seat], *open_.pile} - known[seat]
            for text in texts:
                assert not cards(text.replace("K11x", "")) & hidden, text
        trick = set(pair.state[0].view.trick)
        if pair.truth.awaits != "action":
            break
    await pair.close()


# ---- worlds that a viewer cannot tell apart -----------------------------------------------------------------------
def twins(worlds: Worlds, world: World, viewer: Viewer, seed: int, moments: tuple[int | None, ...]) -> list[World]:
    """Other worlds that look the same to ``viewer``."""
    chance = random.Random(seed)
    found = [worlds.twin(world, viewer, at, chance) for at in moments]
    for other in found:
        same = cut(world, length(other))
        assert other != same
        assert worlds.told(other, viewer) == worlds.told(same, viewer)
    return found


FOREST = ForestWorlds(target="999")


@pytest.mark.slow
@pytest.mark.parametrize("robot", [None, 1])
@pytest.mark.parametrize("viewer", [0, 1, None])
async def test_what_cannot_be_known_changes_nothing(tmp_path: Path, viewer: Viewer, robot: int | None) -> None:
    """Two rounds and everything around them, in worlds that differ only in what ``viewer`` cannot know, drawn by the
    game's own sampling: each byte that it is sent is the same, and each pause of a bot. A bot is a viewer as well."""
    world = FOREST.random_world(3, 2)
    assert abilities(world) == set(itertools.product((0, 1), "x>"))
    await the_same(tmp_path, FOREST, world, viewer, (None, 5, 15) if robot is None else (8,), robot)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "viewer", "robot"),
    [
        ({"players": "2", "variant": "sandfox"}, 0, None),
        ({"players": "3"}, 1, 2),
        ({"players": "3"}, None, None),
        ({"players": "5", "variant": "sandfox"}, 3, None),
        ({"players": "5", "variant": "sandfox"}, None, 0),
    ],
)
async def test_what_cannot_be_known_in_fennecs_changes_nothing(
    tmp_path: Path, options: dict[str, str], viewer: Viewer, robot: int | None
) -> None:
    """The same with two, three and five seats, all of which hide a card: who did knows it, and nobody else. A column is
    taken, too, and its cards are turned up."""
    worlds = FennecsWorlds(**options)
    starts = (worlds.random_world(seed, 1) for seed in itertools.count())
    everybody = {(seat, "?") for seat in worlds.seats}
    world = next(cut(start, 14) for start in starts if everybody < deeds(cut(start, 14)))
    await the_same(tmp_path, worlds, world, viewer, (4, 9), robot)


async def the_same(
    folder: Path, worlds: Worlds, world: World, viewer: Viewer, moments: tuple[int | None, ...], robot: int | None
) -> None:
    """``viewer`` is sent the same in this world and in its twins."""
    first = await received(folder / "first", worlds, world, viewer, robot=robot)
    assert len(first) == length(world)
    for number, other in enumerate(twins(worlds, world, viewer, 1, moments)):
        second = await received(folder / f"{number}", worlds, other, viewer, like=world, robot=robot)
        assert len(second) == length(other)
        assert first_difference(first, second) is None


@pytest.fixture(scope="module")
def eventful() -> dict[Viewer, list[World]]:
    """The beginning of a round in which everybody's Foxes and Woodcutters come at once; its twins, by viewer."""
    starts = (cut(FOREST.random_world(seed, 1), 14) for seed in itertools.count())
    start = next(start for start in starts if abilities(start) == set(itertools.product((0, 1), "x>")))
    return {viewer: [start, *twins(FOREST, start, viewer, 1, (None, 6, 9))] for viewer in (0, None)}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_leak_is_found(
    tmp_path: Path,
    eventful: dict[Viewer, list[World]],
    leak: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The test above can fail: whatever is let out, it sees."""
    leak(monkeypatch)
    for viewer, (world, *others) in eventful.items():
        robot = None if viewer is None else 1 - viewer
        first = await received(tmp_path / f"{viewer}", FOREST, world, viewer, robot=robot)
        for number, other in enumerate(others):
            try:
                second = await received(tmp_path / f"{viewer}-{number}", FOREST, other, viewer, like=world, robot=robot)
            except Broken:  # what was let out, or kept back, has other consequences yet
                return
            if first_difference(first, second):
                return
    pytest.fail("nothing was seen")


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS_OF_FENNECS, ids=lambda leak: leak.__name__)
async def test_a_leak_in_fennecs_is_found(
    tmp_path: Path, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = FennecsWorlds(players="3")
    world = cut(worlds.random_world(1, 1), 7)
    [other] = twins(worlds, world, 0, 1, (5,))
    leak(monkeypatch)
    first = await received(tmp_path / "first", worlds, world, 0)
    assert first_difference(first, await received(tmp_path / "other", worlds, other, 0, like=world))


async def test_a_bots_seat_is_nobodys(app: App) -> None:
    alix = Browser(app)
    table = await alix.make(ME, bot())
    socket = await alix.live()
    assert (await socket.watch(table.id, 1)).problem.code == "not_yours"
    await alix.close()


async def test_one_device_never_holds_two_hands(app: App) -> None:
    """Of two seats of one person, a connection follows one; what it was sent before holds only that hand."""
    alix = Browser(app)
    table = await alix.make(ME, {"who": "me", "name": "Bo"})
    first, second = await alix.live(), await alix.live()
    mine = await first.watch(table.id, 0)
    theirs = await second.watch(table.id, 1)
    assert set(mine.view.hands[1]) == set(theirs.view.hands[0]) == {"?"}
    hands = [set(mine.view.hands[0]), set(theirs.view.hands[1])]
    assert not cards("".join(first.traffic)) & hands[1]
    assert not cards("".join(second.traffic)) & hands[0]
    await first.watch(table.id, 1)
    seat = mine.view.to_act[0]
    second.send(alix.act(table.id, seat, 0, ([mine, theirs][seat]).view.legal[str(seat)][0]))
    for socket in (first, second):
        told = [message for message in await socket.quiet() if isinstance(message, Update)]
        assert [message.seat for message in told] in ([1], [])
    await alix.close()
