"""Bringing a database up to date at the start."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

__all__ = ["HEAD", "upgrade"]

HEAD: Final = "0002"
"""The newest revision under ``migrations/versions``."""


def upgrade(path: Path) -> None:
    """Bring the database at ``path`` to ``HEAD``, making it if there is none.

    Raises ``RuntimeError`` if it was written by a newer version of this package. Alembic takes a second to import, so
    it is, only where there is something to do.
    """
    found = _revision(path)
    if found == HEAD:
        return
    from alembic.command import upgrade as alembic_upgrade
    from alembic.config import Config
    from alembic.util import CommandError
    from sqlalchemy import create_engine

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            alembic_upgrade(config, HEAD)
    except CommandError as error:
        raise RuntimeError(f"{path} was written by a newer version of renardiere ({found})") from error
    finally:
        engine.dispose()


def _revision(path: Path) -> str | None:
    if not path.exists():
        return None
    connection = sqlite3.connect(path)
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError:
        return None
    finally:
        connection.close()
    return row[0] if row else None
