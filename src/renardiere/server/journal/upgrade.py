"""Bringing a database up to date at the start, and saying clearly what is wrong with one that can't be used."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from renardiere.server.journal.lock import CannotOpen, give_to_owner

__all__ = ["HEAD", "BadDatabase", "revision", "upgrade", "usable"]

HEAD: Final = "0005"
"""The newest revision under ``migrations/versions``."""


class BadDatabase(CannotOpen, RuntimeError):
    """This database can't be used; nothing was changed."""


@contextlib.contextmanager
def usable(path: Path) -> Iterator[None]:
    """What SQLite says of a database that can't be used becomes one clear line: ``CannotOpen``."""
    try:
        yield
    except sqlite3.Error as error:
        match error.sqlite_errorcode & 0xFF if hasattr(error, "sqlite_errorcode") else None:
            case sqlite3.SQLITE_NOTADB:
                raise BadDatabase(f"{path} is not a database") from None
            case sqlite3.SQLITE_CORRUPT:
                raise BadDatabase(f"{path} is damaged: restore a backup (renardiere restore FILE)") from None
            case sqlite3.SQLITE_FULL:
                raise CannotOpen(f"the disk of {path.parent} is full") from None
            case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
                raise CannotOpen(f"cannot write in {path.parent}: {error}") from None
            case sqlite3.SQLITE_IOERR:
                raise CannotOpen(f"the disk of {path.parent} is full or broken: {error}") from None
            case _:
                raise CannotOpen(f"cannot use {path}: {error}") from None


def upgrade(path: Path, to: str = HEAD) -> None:
    """Bring the database at ``path`` to revision ``to``, making it if there is none: all of it, or nothing.

    Raises ``BadDatabase`` if it was written by a newer version of this package, or is none of ours; SQLite's errors
    otherwise. Alembic takes a second to import, so it is, only where there is something to do.
    """
    found = revision(path)
    if found == to:
        return
    from alembic.command import upgrade as alembic_upgrade
    from alembic.config import Config
    from alembic.util import CommandError
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import DBAPIError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def _(connection: Any, _: object) -> None:
        connection.isolation_level = None  # else sqlite3 begins transactions by itself, and none for DDL

    @event.listens_for(engine, "begin")
    def _(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            alembic_upgrade(config, to)
    except CommandError:
        raise BadDatabase(f"{path} was written by a newer version of renardiere ({found})") from None
    except DBAPIError as error:
        raise error.orig or error from None
    finally:
        engine.dispose()
    give_to_owner(path)


def revision(path: Path) -> str | None:
    """The revision of a database; None if it is empty, or not there yet."""
    if not path.exists():
        return None
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            return None
        if not {"alembic_version", "facts"} <= names:
            raise BadDatabase(f"{path} is not a database of renardiere")
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return row[0] if row else None
