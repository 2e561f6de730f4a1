"""Whole games between real clients and a real house, over TCP, by a network that loses, repeats, delays and cuts what
it carries, and connections too: each action is done once, everybody ends up with the same game, and nobody was sent
what they may not know."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from click.testing import CliRunner
from crash_life import Alone, Guest, Life
from inquest import Inquest
from journal_checks import post_mortem
from lossy import LIVING, Lossy, Odds
from test_network import served
from travellers import CrashHouse, Message, Notes, client

from renardiere.cli.replay import command as replay
from renardiere.games.play import Viewer
from renardiere.server.journal import facts
from renardiere.server.table import Table

pytestmark = pytest.mark.slow

GAMES = 2
SECONDS = 240
"""After which a test fails; never waited for by one that passes."""
PLAIN = ("id", "options", "scores", "state", "ended", "shuffle", "counted")
"""What everybody is told of a table alike, and for good once it is over."""


def plain(view: Any) -> Message:
    """As it travels."""
    travelled: Message = msgspec.json.decode(msgspec.json.encode(view))
    return travelled


class Player(Guest):
    """Talks, takes back, and stays until both the table and the game have ended."""

    HABITS = (("say", 0.1), ("back", 0.3))

    @property
    def over(self) -> bool:
        return super().over and bool(self.view.get("finished"))


class Witness:
    """Compares all that was seen, on the wire and at its ends, with what the journal tells."""

    def __init__(self, ways: Iterable[Lossy], notes: Notes, folder: Path) -> None:
        self.crossings = [crossing for lossy in ways for crossing in lossy.crossings]
        self.notes = notes
        inquest = Inquest(folder, notes)
        inquest.close()
        self.truths = inquest.checker.truths
        self.shown: dict[tuple[str, Viewer], dict[tuple[int, int], list[Message]]] = {}
        """By viewer, the views that there were to see, by number and decision."""
        with post_mortem(folder / "data", folder / "copy") as journal:
            for table in self.truths:
                self._replay(journal, table)

    def _replay(self, journal: sqlite3.Connection, table: str) -> None:
        rows = journal.execute("SELECT at, body FROM facts WHERE table_id = ? ORDER BY number", (table,))
        history = [(at, facts.decode(body)) for at, body in rows]
        fold = Table(table)
        for place, (at, fact) in enumerate(history, 1):
            if isinstance(fact, facts.TakenBack):
                fold = Table.of(history[:place], table)
            else:
                fold.fold(fact, at)
            for viewer in (None, *range(len(fold.seats))):
                stream = fold.streams.get(viewer)
                views = self.shown.setdefault((table, viewer), {})
                views.setdefault((stream.number if stream else 0, fold.decision), []).append(plain(fold.view(viewer)))

    def wires(self) -> None:
        """Whatever the house sent is a view, or events, of the very viewers whom it may send them to."""
        seats: dict[str, set[tuple[str, Viewer]]] = defaultdict(set)
        for traveller in self.notes.travellers:
            seats[traveller.person.visitor.name].add((traveller.table, traveller.seat))
        for crossing in self.crossings:
            for message in map(json.loads, crossing.down):
                if message["is"] in ("sync", "update"):
                    assert (message["table"], message["seat"]) in seats[crossing.traveller]
                    self._seen(**message)
                elif message["is"] == "table":
                    info = message["info"]
                    assert (info["shuffle"]["secret"] is None) == (info["state"] != "over")

    def _seen(self, table: str, seat: Viewer, number: int, decision: int, view: Message, **more: Any) -> None:
        assert view in self.shown[table, seat][number, decision]
        if not view["finished"] and view["game"] != "duet":  # where a gift is known
            for other, hand in enumerate(view["hands"]):
                assert (other == seat and "?" not in hand) or set(hand) <= {"?"}
        events, stream = more.get("events", []), self.truths[table].streams.get(seat, {})
        assert events == [stream[place] for place in range(number - len(events) + 1, number + 1)]

    def once(self) -> None:
        """Whatever somebody did was done once, and nobody did anything else."""
        sent = {request: act for traveller in self.notes.travellers for request, act in traveller.sent.items()}
        for truth in self.truths.values():
            asked = {request: fact for request, fact in truth.requests.items() if isinstance(fact, facts.Acted)}
            for request, fact in asked.items():
                assert (fact.seat, fact.action) == (sent[request]["seat"], sent[request]["action"])
            people = {number for number, seat in enumerate(truth.table.seats) if seat.kind == "person"}
            assert sum(isinstance(fact, facts.Acted) and fact.seat in people for fact in truth.facts) == len(asked)

    async def ends(self) -> None:
        """All saw the same game to its end; its record is one."""
        for traveller in self.notes.travellers:
            truth = self.truths[traveller.table].table
            assert traveller.view == plain(truth.view(traveller.seat))
            visitor = traveller.person.visitor
            info = await traveller.person.ask("GET", f"/tables/{truth.id}")
            assert {key: info[key] for key in PLAIN} == {key: traveller.info[key] for key in PLAIN}
            record = await asyncio.to_thread(visitor.text, f"/api/tables/{truth.id}/record")
            assert record == truth.record()
            assert CliRunner().invoke(replay, ["-"], input=record).exit_code == 0


class Pair(Life):
    """They wait for each other."""

    async def without_bo(self) -> None:
        await self.once_more()


class Duo(Pair):
    """They are ready for each deal, and give each other cards at the same time."""

    TERMS: ClassVar[dict[str, object]] = {"game": "duet", "options": {}}


class Trio(Pair):
    """Three people, each with a seat."""

    TERMS: ClassVar[dict[str, object]] = {"game": "fennecs", "options": {"players": "3"}}

    async def game(self) -> None:
        alix, *others = self.people
        for person in self.people:
            await person.ask("GET", "/me")
        opened = [{"who": "open"}] * 2
        self.table = await alix.make({"who": "me", "name": "Alix"}, *opened, **self.TERMS)
        await asyncio.gather(*(other.do(self.table, "sit", name=other.name[:2]) for other in others))
        seats = (await alix.ask("GET", f"/tables/{self.table}"))["seats"]
        names = [seat["name"] for seat in seats]
        guests = [
            self.guest(person, self.table, names.index(name), self.chance)
            for person, name in zip(self.people, ("Alix", "Bo", "Cy"), strict=True)
        ]
        await asyncio.gather(*(guest.play(self.house) for guest in guests))


async def play(lossy: Lossy, notes: Notes) -> None:
    """Two people at a table of theirs with somebody who watches, and somebody alone with a bot: each plays a game, and
    a rematch. Beside them a team plays a game of Duo, or three one of Fennecs."""
    chance = random.Random(lossy.seed)
    lives: list[Life] = [
        Pair(lossy, notes, chance, f"a{lossy.seed}", Player),
        Alone(lossy, notes, chance, f"b{lossy.seed}", Player),
    ]
    more = Trio if lossy.seed == 2 else Duo  # one of each is enough
    lives.append(more(lossy, notes, chance, f"c{lossy.seed}", Player))

    async def games(life: Life) -> None:
        for _ in range(1 if isinstance(life, more) else GAMES):
            await life.game()

    await asyncio.gather(*map(games, lives))


async def play_all(folder: Path, seeds: Iterable[int], odds: Odds, patience: float) -> tuple[list[Lossy], Notes]:
    """At one house, over one network for each of the seeds; and look closely at what came of it."""
    notes = Notes()
    (folder / "data").mkdir()
    async with asyncio.timeout(SECONDS), CrashHouse.on(folder / "data", pace=1) as house, AsyncExitStack() as stack:
        assert await house.start() is None
        networks = [Lossy.to(house.address, seed, odds, patience=patience) for seed in seeds]
        ways = [await stack.enter_async_context(network) for network in networks]
        await asyncio.gather(*(play(lossy, notes) for lossy in ways))
        witness = Witness(ways, notes, folder)
        witness.wires()
        witness.once()
        await witness.ends()
    return ways, notes


async def test_games_over_lossy_networks(tmp_path: Path) -> None:
    ways, notes = await play_all(tmp_path, (1, 2), Odds(), patience=2)
    for lossy in ways:
        for fate in Odds._fields[:7]:
            assert lossy.counts[f"up {fate}"] + lossy.counts[f"down {fate}"] > 0, fate
        assert all(lossy.counts[fate] for fate in Odds._fields[7:])
    assert notes.returns > 20
    assert {deed.what for deed in notes.deeds} >= {"say", "back", "rematch", "sit", "ready"}


async def test_beats_mend_what_living_connections_lose(tmp_path: Path) -> None:
    """No connection is ever cut, and none is given up: whoever missed something is told so by the beats alone."""
    [lossy], notes = await play_all(tmp_path, (4,), LIVING, patience=SECONDS)
    assert len(lossy.crossings) == len(notes.travellers)
    assert all(lossy.counts[f"{way} {fate}"] > 3 for way in ("up", "down") for fate in ("lost", "twice", "late"))


async def test_the_example_client_on_a_lossy_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with asyncio.timeout(SECONDS), served(tmp_path) as address, Lossy.to(address, 5, Odds()) as lossy:
        monkeypatch.setattr(client, "House", lambda _: lossy.visitor())
        after = await client.main(address, seed=4, **lossy.pace)
    assert after["state"] == "over"
    assert max(after["scores"]) >= 16
    assert min(lossy.counts[f"{way} {fate}"] for way in ("up", "down") for fate in ("lost", "twice", "late")) > 3
    assert len(lossy.crossings) > 1
