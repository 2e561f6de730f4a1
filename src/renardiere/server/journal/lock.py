"""One process owns a data folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["CannotOpen", "FileLock", "HouseInUse", "give_to_owner", "lock_folder"]


class CannotOpen(Exception):
    """Why a data folder can't be used, in one line for whoever runs the house."""


class HouseInUse(CannotOpen):
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
        give_to_owner(path)
        try:  # who has it is said as a courtesy; on a full disk it can't be
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())
        except OSError:
            pass

    def release(self) -> None:
        """Let go; harmless if done twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def lock_folder(folder: Path) -> FileLock:
    """Take a data folder, making it if it is missing; ``CannotOpen``, ``HouseInUse``."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return FileLock(folder / "renardiere.lock")
    except OSError as error:
        raise CannotOpen(f"cannot write in {folder}: {error.strerror}") from None


def give_to_owner(path: Path) -> None:
    """What root makes in somebody's data folder is theirs: the house may run as a user who could not open it."""
    if sys.platform != "win32" and os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


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
