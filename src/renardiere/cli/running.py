"""Talking to a house that runs on this machine."""

from __future__ import annotations

import http.client
from pathlib import Path
from typing import IO

import msgspec

from renardiere.cli import BadInput
from renardiere.server.admin import PREFIX, Answer, Note
from renardiere.server.journal.lock import FileLock, HouseInUse, lock_folder
from renardiere.server.messages import Problem

__all__ = ["Running", "reach"]

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 600.0


class Running:
    """A running house."""

    def __init__(self, note: Note, connection: http.client.HTTPConnection) -> None:
        self._note = note
        self._connection = connection

    def ask(self, what: str, body: bytes | IO[bytes], size: int) -> Answer:
        """``BadInput`` with what the house said, if it refuses."""
        headers = {"Host": "localhost", "Authorization": f"Bearer {self._note.secret}", "Content-Length": str(size)}
        assert self._connection.sock is not None
        self._connection.sock.settimeout(ANSWER_SECONDS)
        try:
            self._connection.request("POST", PREFIX + what, body, headers)
            response = self._connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise BadInput(f"the house does not answer ({error}); see its log") from None
        finally:
            self._connection.close()
        try:
            if response.status == 200:
                answer: Answer = msgspec.json.decode(text, type=Answer)
                return answer
            raise BadInput(msgspec.json.decode(text, type=Problem).message)
        except msgspec.DecodeError:
            raise BadInput(f"what listens on port {self._note.port} is no house of this version") from None


def reach(folder: Path) -> Running | FileLock:
    """The house that runs on this data folder; if none does, the folder itself, locked.

    A note that a killed house left behind leads nowhere: the lock says whether a house runs.
    """
    if not folder.is_dir():
        raise BadInput(f"there is no house in {folder}")
    try:
        lock = lock_folder(folder)
    except HouseInUse as error:
        note = Note.read(folder)
        if note is None:
            raise BadInput(f"{error}; it is just opening or closing: try again in a moment") from None
        connection = http.client.HTTPConnection(note.host, note.port, timeout=CONNECT_SECONDS)
        try:
            connection.connect()
        except OSError as refused:
            raise BadInput(f"{error}, which does not answer ({refused})") from None
        return Running(note, connection)
    Note.remove(folder)
    return lock
