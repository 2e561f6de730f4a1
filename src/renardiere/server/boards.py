"""A host's own boards of duet: files in the data folder (``boards/mine.toml``), which tables may name from then on.

A table keeps the board that it was made with, so that a file may change, or go.
"""

from __future__ import annotations

from pathlib import Path

import structlog

from renardiere.games.duet import boards
from renardiere.games.errors import BadOption

__all__ = ["lay_out"]

log = structlog.get_logger("renardiere.boards")


def lay_out(folder: Path) -> None:
    """Let tables name the boards in this folder, if there is one; what is wrong with a file goes to the log."""
    for path in sorted(folder.glob("*.toml")):
        try:
            boards.add(boards.load(path))
        except BadOption as error:
            log.warning("a board was left out", file=path.name, why=error.message)
