"""Who follows a table, and what they are sent.

A viewer is a seat or the spectators; each has its own stream of events, numbered without gaps. What a viewer is sent
is encoded once, from that viewer's own events and view; nothing is ever cut out of something larger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

import msgspec

from renardiere.games.play import SPECTATOR, Event, Viewer
from renardiere.server.messages import FromServer, SeatInfo, Shuffle, Sync, TableInfo, Update
from renardiere.server.messages import Table as TableMessage
from renardiere.server.table import Seat, Table

__all__ = ["Audience", "Listener", "encode"]

_encoder: Final = msgspec.json.Encoder()


def encode(message: FromServer) -> str:
    """A message as it travels."""
    return _encoder.encode(message).decode()


class Listener(Protocol):
    """A live connection."""

    @property
    def who(self) -> str | None:
        """Whose it is."""

    def put(self, text: str) -> None:
        """Send, at once or soon; never waits."""
        ...

    def unwatched(self, table: str, viewer: Viewer) -> None:
        """This viewer is no longer the connection's to follow."""
        ...


class HasTable(Protocol):
    table: Table


class Audience:
    """The live connections that follow one table."""

    def __init__(self, holder: HasTable, epoch: str) -> None:
        self._holder = holder
        self._epoch = epoch
        self._viewers: dict[Viewer, dict[Listener, None]] = {}
        self._seen: dict[Viewer, int] = {viewer: stream.number for viewer, stream in holder.table.streams.items()}
        """By viewer, the last event that it is known to have received: what came before is not shown again."""
        self._announced: TableInfo | None = None

    def __bool__(self) -> bool:
        return any(self._viewers.values())

    # ---- coming and going ------------------------------------------------------------------------------------
    def join(self, listener: Listener, viewer: Viewer, epoch: str | None, after: int | None) -> None:
        """Follow the table as ``viewer``: first its public state, then what was missed, or all of the view."""
        self._viewers.setdefault(viewer, {})[listener] = None
        self._announce_changes(but=listener)
        listener.put(self._table_message(listener.who))
        listener.put(self._resume(viewer, epoch, after))

    def part(self, listener: Listener, viewer: Viewer) -> None:
        """Follow no longer."""
        self._viewers.get(viewer, {}).pop(listener, None)
        self._announce_changes()

    def people(self) -> set[str]:
        """The identities that are here."""
        return {listener.who for listener in self._listeners() if listener.who is not None}

    def spectators(self) -> int:
        """How many connections watch without having a seat."""
        seated = {seat.who for seat in self._holder.table.seats if seat.who is not None}
        return sum(listener.who not in seated for listener in self._viewers.get(SPECTATOR, ()))

    def _listeners(self) -> dict[Listener, None]:
        return {listener: None for listeners in self._viewers.values() for listener in listeners}

    # ---- telling ---------------------------------------------------------------------------------------------
    def tell(self, events: Mapping[Viewer, tuple[Event, ...]]) -> None:
        """Send everybody their own new events."""
        for viewer, listeners in self._viewers.items():
            if listeners and viewer in events:
                text = self._update(viewer, list(events[viewer]))
                for listener in listeners:
                    listener.put(text)

    def announce(self) -> None:
        """The public state changed: tell everybody, and let go of those whose seat is no longer theirs."""
        table = self._holder.table
        let_go: list[Listener] = []
        for seat, sits in enumerate(table.seats):
            listeners = self._viewers.get(seat, {})
            for listener in [listener for listener in listeners if listener.who != sits.who]:
                del listeners[listener]
                listener.unwatched(table.id, seat)
                let_go.append(listener)
        self._announce_changes()
        for listener in let_go:
            listener.put(self._table_message(listener.who))

    def _announce_changes(self, but: Listener | None = None) -> None:
        info = self.info(None)
        if info == self._announced:
            return
        self._announced = info
        texts: dict[str | None, str] = {}
        for listener in self._listeners():
            if listener is not but:
                if listener.who not in texts:
                    texts[listener.who] = self._table_message(listener.who)
                listener.put(texts[listener.who])

    def resync(self) -> None:
        """Send everybody where they stand."""
        for viewer, listeners in self._viewers.items():
            for listener in listeners:
                listener.put(self.sync(viewer))

    def saw_all(self, viewer: Viewer) -> None:
        """Whoever answers a decision has seen what led to it."""
        self._seen[viewer] = self._holder.table.streams[viewer].number

    # ---- messages --------------------------------------------------------------------------------------------
    def catch_up(self, listener: Listener, viewer: Viewer) -> None:
        """What a connection that dropped its backlog needs instead."""
        listener.put(self._table_message(listener.who))
        listener.put(self.sync(viewer))

    def _resume(self, viewer: Viewer, epoch: str | None, after: int | None) -> str:
        """The events after ``after`` if they are of the trick in sight; those of the trick before it too, as long as
        the viewer has not seen them: a trick that ended while one was away is shown, once. If nothing was missed, or
        too much, a view."""
        stream = self._holder.table.streams.get(viewer)
        if stream is None or after is None or epoch != self._epoch or after >= stream.number:
            return self.sync(viewer)
        unseen = after >= max(stream.previous, self._seen.get(viewer, 0))
        if after < stream.trick and not unseen:
            return self.sync(viewer)
        self._seen[viewer] = stream.number
        return self._update(viewer, stream.after(after))

    def _update(self, viewer: Viewer, events: list[Event]) -> str:
        table = self._holder.table
        number = table.streams[viewer].number
        view = table.view(viewer)
        return encode(Update(table.id, viewer, number, table.decision, events, view))  # type: ignore[arg-type]

    def sync(self, viewer: Viewer) -> str:
        """Where a viewer stands, whole."""
        table = self._holder.table
        stream = table.streams.get(viewer)
        number = stream.number if stream else 0
        return encode(Sync(table.id, viewer, number, table.decision, table.view(viewer)))

    def _table_message(self, who: str | None) -> str:
        return encode(TableMessage(self.info(who)))

    def info(self, who: str | None) -> TableInfo:
        """The table as an identity may see it: its shuffle's secret only once the game is over."""
        table = self._holder.table
        here = self.people()

        def seat_info(seat: Seat) -> SeatInfo:
            person = seat.who is not None
            present = seat.kind == "bot" or (person and seat.who in here)
            return SeatInfo(seat.kind, seat.name, seat.level, person and seat.who == who, present)

        return TableInfo(
            id=table.id,
            game=table.game.name,
            rules=table.game.rules,
            options=table.pairs,
            seats=[seat_info(seat) for seat in table.seats],
            state=table.phase,
            to_act=list(table.to_act),
            scores=list(table.scores),
            spectators=self.spectators(),
            shuffle=Shuffle(table.commit, table.shares, table.secret.hex() if table.phase == "over" else None),
        )
