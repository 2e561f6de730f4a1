"""Backups and their way back into the house, as files."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from server_harness import furnish

from renardiere.server.journal import backup
from renardiere.server.journal.backup import DATABASE, check, contents, copy, prepare, staging, swap
from renardiere.server.journal.lock import CannotOpen
from renardiere.server.journal.store import FactRow, Store, Write
from renardiere.server.journal.upgrade import HEAD


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A data folder; nobody has it open."""
    folder = tmp_path / "data"
    furnish(folder)
    return folder


def facts(path: Path) -> int:
    connection = sqlite3.connect(path)
    [(count,)] = connection.execute("SELECT count(*) FROM facts").fetchall()
    connection.close()
    return int(count)


def add(path: Path, table: str, count: int = 1) -> None:
    connection = sqlite3.connect(path)
    with connection:
        rows = [(table, number, 1.0, "{}") for number in range(count)]
        connection.executemany("INSERT INTO facts (table_id, number, at, body) VALUES (?, ?, ?, ?)", rows)
    connection.close()


# ---- backup ------------------------------------------------------------------------------------------------------
def test_a_backup_is_one_file_for_its_owner_alone(house: Path, tmp_path: Path) -> None:
    add(house / DATABASE, "aaaaaaaaaa", 3)
    target = tmp_path / "b.sqlite3"
    held = copy(house / DATABASE, target)
    assert (held.revision, held.latest, held.bytes) == (HEAD, 1.0, target.stat().st_size)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert facts(target) == 3
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.sqlite3", "data"]


def test_nothing_is_overwritten_unless_asked_for(house: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.sqlite3"
    target.write_bytes(b"precious")
    with pytest.raises(CannotOpen, match="--force"):
        copy(house / DATABASE, target)
    assert target.read_bytes() == b"precious"
    copy(house / DATABASE, target, force=True)
    assert facts(target) == 0
    with pytest.raises(CannotOpen, match="own database"):
        copy(house / DATABASE, house / DATABASE, force=True)


def test_a_file_that_appears_meanwhile_is_not_overwritten(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "b.sqlite3"

    def late(path: Path) -> None:
        target.write_bytes(b"precious")
        check(path)

    monkeypatch.setattr(backup, "check", late)
    with pytest.raises(CannotOpen, match="exists already"):
        copy(house / DATABASE, target)
    assert target.read_bytes() == b"precious"


def test_a_damaged_house_gives_no_backup(house: Path, tmp_path: Path) -> None:
    """A copy that is as damaged as the house would be found out when it is needed."""
    add(house / DATABASE, "aaaaaaaaaa", 5000)
    path, target = house / DATABASE, tmp_path / "b.sqlite3"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + b"\xff" * 8192 + whole[len(whole) // 2 + 8192 :])
    target.write_bytes(b"yesterday's")
    with pytest.raises(CannotOpen, match="damaged"):
        copy(path, target, force=True)
    assert target.read_bytes() == b"yesterday's"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.sqlite3", "data"]


@pytest.mark.parametrize("folder", ["none", "file"])
def test_a_backup_that_cannot_be_written_says_so(house: Path, tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotOpen, match="cannot write"):
        copy(house / DATABASE, tmp_path / folder / "b.sqlite3")
    with pytest.raises(CannotOpen, match="no house"):
        copy(tmp_path / "elsewhere" / DATABASE, tmp_path / "b.sqlite3")


async def test_a_backup_while_the_house_writes_is_one_moment(tmp_path: Path) -> None:
    """Writes of two rows each never come apart, and the house does not wait for the backup."""
    furnish(tmp_path / "data")
    store = Store(tmp_path / "data")
    store.start()
    copies: list[Path] = []

    def copying() -> None:
        for number in range(5):
            target = tmp_path / f"{number}.sqlite3"
            copy(store.path, target)
            copies.append(target)

    thread = threading.Thread(target=copying)
    thread.start()
    written = 0
    while thread.is_alive():
        two = [FactRow(table, written, 1.0, None, None, "{}") for table in ("aaaaaaaaaa", "bbbbbbbbbb")]
        await store.write(Write(two))
        written += 1
    thread.join()
    await store.stop()
    assert len(copies) == 5
    for path in copies:
        connection = sqlite3.connect(path)
        counts = connection.execute("SELECT count(*) FROM facts GROUP BY table_id").fetchall()
        connection.close()
        assert len(set(counts)) <= 1
        assert facts(path) <= 2 * written


# ---- restore -----------------------------------------------------------------------------------------------------
def staged(house: Path, table: str, count: int) -> Path:
    """A database with so many facts, ready to be put in place."""
    path = staging(house)
    copy(house / DATABASE, path, force=True)
    add(path, table, count)
    prepare(path, "new-epoch")
    return path


def test_the_previous_database_is_kept(house: Path) -> None:
    add(house / DATABASE, "aaaaaaaaaa", 1)
    kept = []
    for count in (2, 3):
        previous = swap(house, staged(house, f"bbbbbbbbb{count}", count), 1_800_000_000.0)
        assert previous is not None
        kept.append(previous)
    assert [facts(path) for path in [*kept, house / DATABASE]] == [1, 3, 6]
    assert len({path.name for path in kept}) == 2
    assert all(path.name.startswith("renardiere-before-2027-01-15T") for path in kept)


def test_into_an_empty_folder(house: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    path = staged(house, "aaaaaaaaaa", 4)
    os.replace(path, new / path.name)
    assert swap(new, new / path.name, 1.0) is None
    assert facts(new / DATABASE) == 4


def test_what_is_in_the_wal_is_kept_and_not_taken_over(house: Path) -> None:
    """The house was killed: its last writes are in the WAL. They belong to the old database, and to it alone."""
    killed = sqlite3.connect(house / DATABASE)
    killed.execute("PRAGMA journal_mode=WAL")
    killed.execute("SELECT count(*) FROM facts").fetchall()
    add(house / DATABASE, "aaaaaaaaaa", 7)
    files = {entry.name: entry.read_bytes() for entry in house.iterdir()}
    killed.close()
    for name, data in files.items():  # as the kill left it
        (house / name).write_bytes(data)
    assert (house / f"{DATABASE}-wal").stat().st_size > 0
    fresh = staging(house)
    furnish(house / "fresh")
    os.replace(house / "fresh" / DATABASE, fresh)
    prepare(fresh, "new-epoch")
    previous = swap(house, fresh, 1.0)
    assert previous is not None
    assert facts(house / DATABASE) == 0
    assert facts(previous) == 7
    assert not (house / f"{DATABASE}-wal").exists()


def test_a_damaged_house_can_be_restored(house: Path) -> None:
    path = staged(house, "aaaaaaaaaa", 4)
    (house / DATABASE).write_bytes(b"\xff" * 10_000)
    (house / f"{DATABASE}-wal").write_bytes(b"\xee" * 10_000)
    previous = swap(house, path, 1.0)
    assert previous is not None
    assert previous.read_bytes() == b"\xff" * 10_000
    assert not (house / f"{DATABASE}-wal").exists()
    check(house / DATABASE)
    assert facts(house / DATABASE) == 4


def test_a_file_system_without_links(house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    add(house / DATABASE, "aaaaaaaaaa", 2)
    monkeypatch.setattr(os, "link", none)
    copy(house / DATABASE, tmp_path / "b.sqlite3")
    assert facts(tmp_path / "b.sqlite3") == 2
    previous = swap(house, staged(house, "bbbbbbbbbb", 1), 1.0)
    assert previous is not None
    assert (facts(previous), facts(house / DATABASE)) == (2, 3)


def test_killed_in_the_middle_of_a_restore(house: Path) -> None:
    """Whatever the step: the old database is there or the new one, whole; the next house cleans up and opens."""
    add(house / DATABASE, "aaaaaaaaaa", 1)
    path = Path(__file__).with_name("swap_and_die.py")
    seen = []
    for step in range(10):
        before = facts(house / DATABASE)
        coming = staged(house, f"bbbbbbbb{step:02}", 1)
        done = subprocess.run([sys.executable, path, house, coming, str(step)], check=False)
        check(house / DATABASE)
        now = facts(house / DATABASE)
        assert now in (before, before + 1)
        seen.append(now - before)
        store = Store(house)  # sweeps up
        assert list(store.read("SELECT value FROM house WHERE key = 'epoch'")) in ([], [("new-epoch",)])
        store.close()
        assert not list(house.glob("renardiere-incoming-*"))
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
    assert done.returncode == 0
    assert sorted(set(seen)) == [0, 1]
    assert len(seen) >= 3
    assert contents(house / DATABASE).revision == HEAD


async def test_what_comes_in_gets_an_epoch_of_its_own(tmp_path: Path, house: Path) -> None:
    store = Store(house)
    store.start()
    await store.write(Write(statements=[("INSERT INTO house VALUES ('epoch', 'old-epoch')", ())]))
    await store.stop()
    path = staging(house)
    copy(house / DATABASE, path, force=True)
    assert prepare(path, "new-epoch").revision == HEAD
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT value FROM house WHERE key = 'epoch'").fetchall() == [("new-epoch",)]
    connection.close()
