"""One process owns a data folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["FileLock", "HouseInUse"]


class HouseInUse(Exception):
    """Another process has this data folder open."""


class FileLock:
    """An advisory lock, held by the open file: the system lets go of it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            owner = os.pread(self._file, 20, 0).decode(errors="replace").strip() if hasattr(os, "pread") else ""
            os.close(self._file)
            whose = f" (process {owner})" if owner else ""
            raise HouseInUse(f"{path.parent} is in use by another renardiere{whose}") from None
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let go; harmless if done twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, 1 << 20, os.SEEK_SET)  # a byte that nobody reads: Windows locks are mandatory
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
