# HOSTS: the lead overwrote your version of this file by accident: please write yours again.
"""What the people who run this house allow."""

from __future__ import annotations

from renardiere.server.journal.store import Store

__all__ = ["Policy"]


class Policy:
    def __init__(self, store: Store, config: object, clock: object) -> None:
        self.lobby_open = True
        self.chat_open = True

    def load(self) -> None: ...

    def muted(self, who: str) -> bool:
        return False
