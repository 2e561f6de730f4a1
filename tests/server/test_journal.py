"""The journal: group commit, all or nothing, one owner, migrations, a full disk."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from server_harness import ME, Browser, Pair, SeededChance, StillClock, bot, open_house
from sqlalchemy import create_engine

from renardiere.server.journal import database, facts
from renardiere.server.journal.lock import HouseInUse
from renardiere.server.journal.store import Conflict, FactRow, Store, Unavailable, Write
from renardiere.server.journal.upgrade import HEAD, upgrade
from renardiere.server.messages import Done, Refused, Sync, Update
from renardiere.server.table import Draft, Table

ROW = FactRow("aaaaaaaaaa", 0, 1.5, "who", "request-1", '{"fact":"x"}')


@pytest.fixture
async def store(tmp_path: Path) -> Any:
    store = Store(tmp_path)
    store.start()
    yield store
    await store.stop()


async def test_writes_that_wait_share_a_commit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    write_group = store._write_group

    def counted(group: list[Any]) -> None:
        groups.append(len(group))
        write_group(group)

    monkeypatch.setattr(store, "_write_group", counted)
    rows = [ROW._replace(number=number, request=None) for number in range(200)]
    await asyncio.gather(*(store.write(Write([row])) for row in rows))
    assert sum(groups) == 200
    assert len(groups) < 100
    assert store.facts("aaaaaaaaaa") == rows


async def test_a_write_is_done_whole_or_not_at_all(store: Store) -> None:
    await store.write(Write([ROW]))
    with pytest.raises(Conflict):  # the number is taken
        await store.write(Write([ROW._replace(number=1, request=None), ROW._replace(request="request-2")]))
    with pytest.raises(Conflict):  # the request was carried out
        await store.write(Write([ROW._replace(number=1)]))
    assert store.facts("aaaaaaaaaa") == [ROW]
    await store.write(Write([ROW._replace(number=1, author="another")]))  # the same words of somebody else
    await store.write(Write([ROW._replace(table="bbbbbbbbbb")]))  # or at another table
    assert len(store.facts("aaaaaaaaaa")) == 2


async def test_one_conflict_does_not_touch_its_group(store: Store) -> None:
    await store.write(Write([ROW]))
    rows = [ROW._replace(number=number, request=f"another-{place}") for place, number in enumerate((0, 1, 1, 2))]
    done = await asyncio.gather(*(store.write(Write([row])) for row in rows), return_exceptions=True)
    assert [type(answer) for answer in done] == [Conflict, type(None), Conflict, type(None)]
    assert [row.number for row in store.facts("aaaaaaaaaa")] == [0, 1, 2]


async def test_a_fact_survives_the_process(tmp_path: Path) -> None:
    """What was acknowledged is in the file, whoever reads it; FULL means that the disk has it."""
    store = Store(tmp_path)
    store.start()
    await store.write(Write([ROW]))
    reader = sqlite3.connect(store.path)
    assert reader.execute("SELECT count(*) FROM facts").fetchone() == (1,)
    reader.close()
    assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    await store.stop()


def test_one_owner(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(HouseInUse, match=re.escape(str(tmp_path))):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


# ---- migrations --------------------------------------------------------------------------------------------------


def schema(path: Path) -> set[str]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'")
    texts = {re.sub(r"[\s\"]+", " ", sql) for (sql,) in rows}
    connection.close()
    return texts


def test_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    """All migrations, from nothing: exactly what the metadata says."""
    migrated, made = tmp_path / "migrated.sqlite3", tmp_path / "made.sqlite3"
    upgrade(migrated)
    engine = create_engine(f"sqlite:///{made}")
    database.metadata.create_all(engine)
    engine.dispose()
    assert schema(migrated) == schema(made)
    engine = create_engine(f"sqlite:///{migrated}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), database.metadata) == []
    engine.dispose()


def test_head_is_the_newest_revision() -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "renardiere.sqlite3"
    upgrade(path)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(RuntimeError, match="newer version"):
        Store(tmp_path)
    assert path.read_bytes() == before


# ---- failures ----------------------------------------------------------------------------------------------------


async def full_disk(store: Store, full: bool) -> None:
    """SQLite's own limit on the size of a database: the same error as a full disk."""
    pages = store.read("PRAGMA page_count")[0][0] if full else 1_000_000
    await store.write(Write(statements=[(f"PRAGMA max_page_count = {pages}", ())]))


async def test_a_full_disk_leaves_the_table_where_it_was(tmp_path: Path) -> None:
    """No room: the action is refused, nobody hears of it, nothing is half done; with room again it all goes on."""
    async with open_house(tmp_path) as app:
        pair = await Pair.seated(app)
        await full_disk(app.house.store, True)
        refused = None
        while refused is None:  # some writes still fit into the last page
            act = pair.choice()
            socket = pair.sockets[act.seat]
            socket.send(act)
            while not isinstance(message := await socket.next(), (Done, Refused)):
                pass
            if isinstance(message, Refused):
                refused = message
            else:
                await pair.sockets[1 - act.seat].wait(Update)
                pair.state = [await s.watch(pair.table, seat) for seat, s in enumerate(pair.sockets)]
        assert (refused.request, refused.problem.code) == (act.request, "unavailable")
        assert (await socket.wait(Sync)).decision == act.decision
        assert not [m for m in await pair.sockets[1 - act.seat].quiet() if isinstance(m, Update)]
        assert (await pair.browsers[0].call("GET", "/healthz")).status_code == 503
        new = await pair.browsers[0].call(
            "POST", "/api/tables", {"request": "no-room-1", "game": "forest", "options": {}, "seats": [ME, bot()]}
        )
        assert (new.status_code, new.json()["code"]) == (503, "unavailable")

        await full_disk(app.house.store, False)
        await pair.do(act)  # the same request
        assert pair.state[0].decision == act.decision + 1
        assert (await pair.browsers[0].call("GET", "/healthz")).status_code == 200
        await pair.play(3)
        position = pair.truth
        stored = app.house._load(pair.table)
        assert stored.state == position
        await pair.close()


async def test_a_bot_waits_for_the_disk(tmp_path: Path) -> None:
    """A bot's action that could not be written is tried again."""
    async with open_house(tmp_path) as app:
        alix = Browser(app)
        submit, failures = app.house.store.submit, 3

        def failing(what: Write, done: Callable[[Exception | None], None]) -> None:
            nonlocal failures
            if failures and what.facts and what.facts[0].author is None:
                failures -= 1
                done(Unavailable("no room"))
            else:
                submit(what, done)

        app.house.store.submit = failing  # type: ignore[method-assign]
        table = await alix.make(ME, bot())
        socket = await alix.live()
        state = await socket.watch(table.id, 0)
        while failures or 0 not in state.view.to_act:
            if 0 in state.view.to_act:
                socket.send(alix.act(table.id, 0, state.decision, state.view.legal["0"][0]))
            state = await socket.wait(Update)
        assert app.house.clock.slept.count(5.0) == 3  # type: ignore[attr-defined]
        await alix.close()


async def test_the_index_says_what_the_facts_say(tmp_path: Path) -> None:
    """Tables and seats are an index over the journal: the fold of all facts gives the same."""
    async with open_house(tmp_path) as app:
        pair = await Pair.seated(app)
        await pair.play(7)
        alix = pair.browsers[0]
        await alix.make(ME, bot())
        lonely = await alix.make(ME, {"who": "open"})
        await alix.call("POST", f"/api/tables/{lonely.id}/leave", {"request": "leave-1234", "seat": 0}, 200)
        await pair.close()
    store = Store(tmp_path)
    tables = [row[0] for row in store.read("SELECT id FROM tables")]
    assert len(tables) == 3
    for table in tables:
        rows = store.facts(table)
        assert [row.number for row in rows] == list(range(len(rows)))
        fold = Table.of([(row.at, facts.decode(row.body)) for row in rows], table)
        [(over, owes)] = store.read("SELECT over, owes FROM tables WHERE id = ?", table)
        assert (bool(over), bool(owes)) == (fold.phase == "over", fold.owes is not None)
        seats = dict(store.read("SELECT seat, who FROM seats WHERE table_id = ?", table))
        assert seats == {number: seat.who for number, seat in enumerate(fold.seats) if seat.who}
    store.close()


async def test_tables_at_rest_come_back(tmp_path: Path) -> None:
    """A table that nobody watches leaves memory; its list entry and its game are as before."""
    async with open_house(tmp_path) as app:
        pair = await Pair.seated(app)
        await pair.play(9)
        cards = [(await browser.call("GET", "/api/tables")).json() for browser in pair.browsers]
        states = pair.state
        app.house.clock.time += 1000  # type: ignore[attr-defined]
        await app.house.rest()
        assert pair.table in app.house._awake  # somebody watches
        for socket in pair.sockets:
            await socket.close()
        await app.house.rest()
        assert not app.house._awake
        assert [(await browser.call("GET", "/api/tables")).json() for browser in pair.browsers] == cards
        assert not app.house._awake  # the list was told without waking anybody
        for seat, browser in enumerate(pair.browsers):
            socket = await browser.live()
            state = await socket.watch(pair.table, seat, app.house.epoch, states[seat].number)
            assert (state.number, state.decision, state.view) == (
                states[seat].number,
                states[seat].decision,
                states[seat].view,
            )
        await pair.close()


def test_a_draft_that_is_dropped_changes_nothing() -> None:
    """Folding happens on a copy: game, streams and seats of the table are untouched."""
    chance = SeededChance()
    draft = Draft(Table("aaaaaaaaaa"), StillClock().now())
    draft.add(facts.Made("forest", "1", {}, 2, chance.token(32).hex()))
    draft.add(facts.Sat(0, "a", "Alix", None), facts.Sat(1, "b", "Bo", None))
    draft.start_if_full()
    table = draft.table
    assert table.state is not None
    before = (table.number, table.decision, table.state.copy(), table.streams[0].events, table.streams[0].number)
    for _ in range(3):
        seat = table.to_act[0]
        for action in table.state.legal(seat):
            Draft(table, 2.0).act(seat, action.text())
    after = (table.number, table.decision, table.state, table.streams[0].events, table.streams[0].number)
    assert after == before
