"""What the people who run a house have decided: whether the open tables and talk are open, and who is muted.

It is kept in the database, so it outlives a restart; what the settings close stays closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from renardiere.server.config import Clock, Config
from renardiere.server.journal.store import Store, Write

__all__ = ["Place", "Policy"]

Place: TypeAlias = Literal["lobby", "chat"]
PLACES: Final[tuple[Place, ...]] = ("lobby", "chat")
CLOSED: Final = "closed"
SET: Final = "INSERT INTO house (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
MUTE: Final = "INSERT INTO muted (who, at) VALUES (?, ?) ON CONFLICT (who) DO NOTHING"


class Policy:
    """Asking costs nothing: it is all in memory. ``load`` it once the store can be read."""

    def __init__(self, store: Store, config: Config, clock: Clock) -> None:
        self._store = store
        self._allowed: dict[Place, bool] = {"lobby": config.lobby, "chat": config.chat}
        self._clock = clock
        self._closed: set[Place] = set()
        self._muted: set[str] = set()
        self.changed: Callable[[], None] = lambda: None
        """Called when the open tables or talk were opened or closed, so that open pages can be told."""

    def load(self) -> None:
        """Read what was decided before."""
        self._closed = {place for place in PLACES if self._store.setting(place) == CLOSED}
        self._muted = {who for (who,) in self._store.read("SELECT who FROM muted")}

    @property
    def lobby_open(self) -> bool:
        """Whether tables may be listed, and their list seen."""
        return self.is_open("lobby")

    @property
    def chat_open(self) -> bool:
        """Whether anybody may write anything."""
        return self.is_open("chat")

    def is_open(self, place: Place) -> bool:
        return self._allowed[place] and place not in self._closed

    def allowed(self, place: Place) -> bool:
        """Whether the settings allow it to be open."""
        return self._allowed[place]

    def muted(self, who: str) -> bool:
        """Whether this identity may write nothing."""
        return who in self._muted

    def all_muted(self) -> list[str]:
        """Everybody who may write nothing."""
        return sorted(self._muted)

    async def set_open(self, place: Place, opened: bool) -> None:
        """Open or close; holds until it is set again."""
        await self._write(SET, place, "open" if opened else CLOSED)
        if opened:
            self._closed.discard(place)
        else:
            self._closed.add(place)
        self.changed()

    async def mute(self, who: str, muted: bool) -> None:
        """Let somebody write no more, or again."""
        if muted:
            await self._write(MUTE, who, self._clock.now())
            self._muted.add(who)
        else:
            await self._write("DELETE FROM muted WHERE who = ?", who)
            self._muted.discard(who)

    async def _write(self, sql: str, *parameters: object) -> None:
        await self._store.write(Write(statements=[(sql, parameters)]))
