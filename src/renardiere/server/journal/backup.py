"""Whole copies of the database: making one while the house goes on, and putting one in its place.

Everything is made beside the file that it is to become, checked, brought to the disk, and only then given its name:
whoever is killed in between leaves the old file or the new one, whole.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from renardiere.server.journal.lock import CannotOpen, give_to_owner
from renardiere.server.journal.upgrade import BadDatabase, revision, upgrade, usable

__all__ = ["DATABASE", "Contents", "check", "contents", "copy", "prepare", "staging", "swap", "sweep"]

DATABASE: Final = "renardiere.sqlite3"
STAGED: Final = "renardiere-incoming-"
SET_EPOCH: Final = "INSERT INTO house VALUES ('epoch', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


class Contents(Struct, frozen=True):
    """What a database holds. ``latest``: when something last happened at a table, in seconds since 1970."""

    revision: str
    tables: int
    people: int
    latest: float | None
    bytes: int


def contents(path: Path) -> Contents:
    """Counts of a database, of any revision."""
    found = revision(path)
    if found is None:
        raise BadDatabase(f"{path} is empty: no house was ever opened on it")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        [tables] = connection.execute("SELECT count(*) FROM tables").fetchone()
        [people] = connection.execute("SELECT count(*) FROM identities").fetchone()
        latest = connection.execute("SELECT max(at) FROM facts").fetchone()[0]
    return Contents(found, tables, people, latest, path.stat().st_size)


def check(path: Path) -> None:
    """``BadDatabase`` unless every page of a database is as it should be. Reads all of it."""
    with usable(path):
        if not path.is_file():
            raise CannotOpen(f"there is no file {path}")
        if revision(path) is None:
            raise BadDatabase(f"{path} is empty: no house was ever opened on it")
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise BadDatabase(f"{path} is damaged ({said.splitlines()[-1]})")


def copy(source: Path, target: Path, force: bool = False) -> Contents:
    """Copy a database as it is at this moment, even while a house writes to it, into one file that is complete by
    itself. ``CannotOpen`` if it can't be done: then there is no ``target``, or it is what it was."""
    if not source.is_file():
        raise CannotOpen(f"there is no house in {source.parent}")
    if target.exists() and not force:
        raise CannotOpen(f"{target} exists already; --force replaces it")
    if target.exists() and target.samefile(source):
        raise CannotOpen(f"{target} is the house's own database")
    with _beside(target) as temporary:
        with (
            usable(source),
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as house,
            usable(temporary),
            contextlib.closing(sqlite3.connect(temporary)) as made,
        ):
            house.backup(made)  # in one step: a snapshot, whatever is written meanwhile
            made.execute("PRAGMA journal_mode=DELETE")
        check(temporary)
        held = contents(temporary)
        _to_disk(temporary)
        if force:
            os.replace(temporary, target)
        else:
            _give_name(temporary, target)
        _to_disk(target.parent)
    return held


def staging(folder: Path) -> Path:
    """A new empty file in a data folder for a database on its way in."""
    path = folder / f"{STAGED}{secrets.token_hex(4)}.sqlite3"
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    give_to_owner(path)
    return path


def sweep(folder: Path) -> None:
    """Remove what a restore that was killed has left."""
    for left in folder.glob(f"{STAGED}*"):
        left.unlink(missing_ok=True)


def prepare(staged: Path, epoch: str) -> Contents:
    """Make a database that came in ready to take the house's place: whole, of this version, with an epoch of its own
    (numbers of streams may go back). Raises ``CannotOpen``."""
    check(staged)
    with usable(staged):
        upgrade(staged)
        with contextlib.closing(sqlite3.connect(staged, isolation_level=None)) as connection:
            connection.execute(SET_EPOCH, (epoch,))
            if connection.execute("PRAGMA journal_mode=DELETE").fetchone() != ("delete",):
                raise CannotOpen(f"{staged} is in use")
        held = contents(staged)
    _to_disk(staged)
    return held


def swap(folder: Path, staged: Path, now: float) -> Path | None:
    """Put a prepared database in the place of the folder's, which nobody has open: the path under which the previous
    one is kept, None if there was none. ``CannotOpen``: nothing was changed."""
    path = folder / DATABASE
    previous = None
    try:
        if path.exists():
            _fold_wal(path)
            previous = _free_name(folder, now)
            _give_name(path, previous, keep=True)
        os.replace(staged, path)
        _to_disk(folder)
    except OSError as error:
        raise CannotOpen(f"cannot write in {folder}: {error.strerror}") from None
    return previous


def _fold_wal(path: Path) -> None:
    """All of a database into its one file: a WAL that stayed behind would be taken for its successor's. A file that
    is no sound database has nothing to fold."""
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=5)) as connection:
            if connection.execute("PRAGMA journal_mode=DELETE").fetchone() != ("delete",):
                raise CannotOpen(f"another program has {path} open (a backup?); try again")
    except sqlite3.OperationalError as error:
        raise CannotOpen(f"another program has {path} open, or the disk is full ({error}); try again") from None
    except sqlite3.DatabaseError:
        for suffix in ("-wal", "-shm"):  # kept beside it, for whoever wants to save what can be saved
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}{suffix}", f"{path}{suffix}.damaged")


def _free_name(folder: Path, now: float) -> Path:
    stamp = datetime.fromtimestamp(now).astimezone().strftime("%Y-%m-%dT%H%M%S")
    names = (f"renardiere-before-{stamp}{more}.sqlite3" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new file in the folder of ``target``, removed at the end unless it got another name."""
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield temporary
    except OSError as error:
        raise CannotOpen(f"cannot write {target}: {error.strerror}") from None
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                os.unlink(f"{temporary}{suffix}")


def _give_name(path: Path, name: Path, keep: bool = False) -> None:
    """A second name (``keep``), or another, for a file; never one that is taken."""
    try:
        os.link(path, name)
    except FileExistsError:
        raise CannotOpen(f"{name} exists already; --force replaces it") from None
    except OSError:  # a file system without links
        if keep:
            with _beside(name) as temporary:
                temporary.write_bytes(path.read_bytes())
                _to_disk(temporary)
                os.replace(temporary, name)
        else:
            os.rename(path, name)
        return
    if not keep:
        path.unlink()


def _to_disk(path: Path) -> None:
    if path.is_dir() and os.name == "nt":  # Windows can't, and need not
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
