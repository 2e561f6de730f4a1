"""What must be true of a journal at any instant, whatever happened to those who wrote it."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from renardiere.games.play import Viewer
from renardiere.server.journal import facts
from renardiere.server.journal.store import Store
from renardiere.server.table import Table

NAME = "renardiere.sqlite3"

Stream = dict[int, Any]
"""A viewer's events by their numbers, as they travel."""


class Deed(NamedTuple):
    """A request to a table, and what the house answered."""

    what: str
    table: str
    body: dict[str, Any]
    answer: dict[str, Any]


class Truth(NamedTuple):
    """A table as its facts tell it."""

    table: Table
    streams: dict[Viewer, Stream]
    requests: dict[str, facts.Fact]
    facts: list[facts.Fact]


@contextmanager
def post_mortem(folder: Path, place: Path) -> Iterator[sqlite3.Connection]:
    """The database as it lies there, read in a copy: recovering it is the next house's work."""
    place.mkdir(exist_ok=True)
    for left in place.iterdir():
        left.unlink()
    for name in (NAME, NAME + "-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, place / name)
    connection = sqlite3.connect(place / NAME)
    try:
        yield connection
    finally:
        connection.close()


class Checker:
    """Checks a journal again and again; tables that have not changed are not read again."""

    def __init__(self) -> None:
        self.truths: dict[str, Truth] = {}

    def check(self, journal: sqlite3.Connection) -> None:
        """Numbers without gaps; every decision whole; every action its seat's; the index says what the facts say."""
        assert journal.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        rows = journal.execute("SELECT table_id, count(*), min(number), max(number) FROM facts GROUP BY table_id")
        counts = {}
        for table, count, least, most in rows:
            assert (least, most) == (0, count - 1), "a gap in the numbers"
            assert count >= (self.truths[table].table.number if table in self.truths else 0), "facts were lost"
            counts[table] = count
        assert self.truths.keys() <= counts.keys(), "a table was lost"
        indexed = {row[0]: row[1:] for row in journal.execute("SELECT id, maker, request, over, owes FROM tables")}
        assert indexed.keys() == counts.keys(), "orphans"
        seats: dict[str, dict[int, str]] = {}
        for table, seat, who in journal.execute("SELECT table_id, seat, who FROM seats"):
            seats.setdefault(table, {})[seat] = who
        assert seats.keys() <= counts.keys(), "orphans"
        people = {row[0] for row in journal.execute("SELECT id FROM identities UNION SELECT who FROM gone")}
        assert {row[0] for row in journal.execute("SELECT who FROM tokens")} <= people
        assert {row[0] for row in journal.execute("SELECT author FROM facts WHERE author IS NOT NULL")} <= people
        for table, count in counts.items():
            if table not in self.truths or self.truths[table].table.number != count:
                self.truths[table] = read(journal, table)
            fold = self.truths[table].table
            maker, request, over, owes = indexed[table]
            assert maker in people
            assert request in self.truths[table].requests
            assert (bool(over), bool(owes)) == (fold.phase == "over", fold.owes is not None)
            sitting = {number: seat.who for number, seat in enumerate(fold.seats) if seat.who}
            assert seats.get(table, {}) == sitting
        for table, truth in self.truths.items():
            before, after = truth.table.terms.before, truth.table.next
            assert before is None or self.truths[before].table.next == table, "a rematch that its game knows nothing of"
            assert after is None or self.truths[after].table.terms.before == table, "a rematch that was not made"

    def done(self, deed: Deed) -> None:
        """What was acknowledged is there."""
        truth = self.truths[deed.table]
        body, fact = deed.body, truth.requests.get(deed.body["request"])
        match deed.what:
            case "rematch":
                assert truth.table.next == deed.answer["id"]
            case "leave":
                assert fact in (facts.Left(body["seat"]), facts.Freed(body["seat"]))
            case "return":  # done already by whoever plays a card, or comes to look
                assert fact in (facts.Returned(body["seat"]), None)
            case "choose":  # said already, if asked for a second time
                assert facts.Agreed(body["seat"], body["about"], body["choice"]) in ([fact] if fact else truth.facts)
            case "act":
                assert fact == facts.Acted(body["seat"], body["action"])
            case "ready":
                assert fact in (facts.Ready(body["seat"], True), None)  # None: they were already
            case "resign" if truth.table.game.team:
                assert fact == facts.GivingUp(body["seat"], True) or truth.facts[-2] == facts.Acted(0, "resign")
            case "resign" | "back" | "bot" | "free" | "sit" as what:
                kinds = {"resign": facts.Resigned, "back": facts.TakenBack, "bot": facts.BotSat}
                assert isinstance(fact, {**kinds, "free": facts.Freed, "sit": facts.Sat}[what])

    def told(self, table: str, viewer: Viewer, heard: list[tuple[int, Any]]) -> None:
        """What a viewer heard is what happened: each event at most once, in order."""
        numbers = [number for number, _ in heard]
        assert numbers == sorted(set(numbers)), "an event came twice, or late"
        stream = self.truths[table].streams[viewer]
        assert heard == [(number, stream[number]) for number in numbers]


def read(journal: sqlite3.Connection, table: str) -> Truth:
    """Fold a table's facts, decision by decision."""
    rows = journal.execute(
        "SELECT at, author, request, body FROM facts WHERE table_id = ? ORDER BY number", (table,)
    ).fetchall()
    history = [(at, facts.decode(body)) for at, _, _, body in rows]
    fold = Table(table)
    streams: dict[Viewer, Stream] = {}
    requests: dict[str, facts.Fact] = {}
    for place, ((at, fact), (_, author, request, _)) in enumerate(zip(history, rows, strict=True)):
        if request is not None:
            assert request not in requests or author is None, "a request acted twice"
            requests[request] = fact
        if isinstance(fact, facts.Acted) and fact.action != "resign":  # that is nobody's own
            seat = fold.seats[fact.seat]
            assert (author == seat.who) if seat.plays is None else (author is None), "somebody else's action"
        if isinstance(fact, facts.TakenBack):
            fold = Table.of(history[: place + 1], table)
            continue
        for viewer, events in (fold.fold(fact, at) or {}).items():
            first = fold.streams[viewer].number - len(events) + 1
            for number, event in enumerate(events, first):
                streams.setdefault(viewer, {})[number] = msgspec.json.decode(msgspec.json.encode(event))
    for (_, fact), following in itertools.zip_longest(history, history[1:]):
        if isinstance(fact, facts.Resigned):
            assert isinstance((following or (0, None))[1], facts.Ended), "given up, and not over"
    assert fold.number == len(rows)
    # what follows from a decision is written with it
    if all(seat.kind != "open" for seat in fold.seats):
        assert fold.state is not None, "the last seat was taken, and no game began"
    if fold.state is not None:
        assert fold.state.awaits != "deal" or fold.unready, "nobody is waited for, and nothing is dealt"
        assert (fold.state.awaits == "nothing") <= (fold.phase == "over")
    return Truth(fold, streams, requests, [fact for _, fact in history])


def index(store: Store, names: Sequence[str]) -> None:
    """What stands beside the journal is what its facts say."""
    for name in names:
        rows = store.facts(name)
        fold = Table.of([(row.at, facts.decode(row.body)) for row in rows], name)
        [(over, owes, listed)] = store.read("SELECT over, owes, open FROM tables WHERE id = ?", name)
        assert bool(over) == (fold.phase == "over"), name
        assert bool(owes) == (fold.owes is not None), name
        assert bool(listed) == (fold.phase == "waiting" and fold.terms.listed and bool(fold.people)), name
        seats = dict(store.read("SELECT seat, who FROM seats WHERE table_id = ?", name))
        assert seats == {number: seat.who for number, seat in enumerate(fold.seats) if seat.who}, name
