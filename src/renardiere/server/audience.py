"""Who follows a table, and what they are sent.

A viewer is a seat or the spectators; each has its own stream of events, numbered without gaps. What a viewer is sent
is encoded once, from that viewer's own events and view; nothing is ever cut out of something larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
from msgspec import structs

from renardiere.games.play import SPECTATOR, Event, Viewer
from renardiere.server.messages import (
    ClockInfo,
    DailyTry,
    EndInfo,
    FromServer,
    Place,
    SeatInfo,
    Shuffle,
    Sync,
    TableInfo,
)
from renardiere.server.messages import Table as TableMessage
from renardiere.server.table import Seat

if TYPE_CHECKING:
    from renardiere.server.house import Awake, House

__all__ = ["Audience", "Listener", "encode"]

CROWD: Final = 32
CROWD_SECONDS: Final = 1.0

_encoder: Final = msgspec.json.Encoder()


def encode(message: FromServer | Sequence[Event] | float | None) -> str:
    """A message, or a part of one, as it travels."""
    return _encoder.encode(message).decode()


def _seat(viewer: Viewer) -> str:
    return "null" if viewer is SPECTATOR else str(viewer)


class Listener(Protocol):
    """A live connection."""

    @property
    def who(self) -> str | None:
        """Whose it is."""

    @property
    def delay(self) -> float:
        """Seconds that a message needs to get here, as measured."""

    def put(self, text: str) -> None:
        """Send, at once or soon; never waits."""
        ...

    def unwatched(self, table: str, viewer: Viewer) -> None:
        """This viewer is no longer the connection's to follow."""
        ...


class Audience:
    """The live connections that follow one table."""

    def __init__(self, holder: Awake, house: House) -> None:
        self._holder = holder
        self._house = house
        self._epoch = house.epoch
        self._opened = max(house.opened, holder.table.at)
        """Until when whoever sits here may have been here, as far as is known."""
        self._gone: dict[str, float] = {}
        """When the last page of somebody who sits here was closed."""
        self._viewers: dict[Viewer, dict[Listener, None]] = {}
        self._seen: dict[Viewer, int] = {
            viewer: stream.number if viewer is SPECTATOR else stream.answered
            for viewer, stream in holder.table.streams.items()
        }
        """By viewer, the last event that it is known to have received: what came before is not shown again."""
        self._announced: TableInfo | None = None
        self.news = 0
        """How often the public state has changed."""
        self.said = 0
        """The number of the last message of the talk, if there was one meanwhile, ..."""
        self.said_to_players = 0
        """... and of the last that those who play were told."""

    def __bool__(self) -> bool:
        return any(self._viewers.values())

    # ---- coming and going ------------------------------------------------------------------------------------
    def join(self, listener: Listener, viewer: Viewer, epoch: str | None, after: int | None) -> None:
        """Follow the table as ``viewer``: first its public state, then what was missed, or all of the view."""
        self._viewers.setdefault(viewer, {})[listener] = None
        if listener.who is not None:
            self._gone.pop(listener.who, None)
        self._announce_changes(but=listener, patient=True)
        listener.put(self._table_message(listener.who))
        listener.put(self._resume(viewer, epoch, after))
        self._house.alarms.rouse(self._holder)

    def part(self, listener: Listener, viewer: Viewer) -> None:
        """Follow no longer."""
        self._viewers.get(viewer, {}).pop(listener, None)
        who = listener.who
        if who is not None and who not in self._here() and any(seat.who == who for seat in self._holder.table.seats):
            self._gone[who] = self._house.clock.now()
        self._announce_changes(patient=True)
        self._house.alarms.rouse(self._holder, sooner=True)

    def _here(self) -> set[str]:
        return {listener.who for listener in self.listeners() if listener.who is not None}

    def present(self, who: str | None) -> bool:
        """Whether somebody has the table open, or had a moment ago."""
        if who is None:
            return False
        gone = self._gone.get(who, self._opened)
        return who in self._here() or self._house.clock.now() < gone + self._house.config.absent_after

    def fading(self) -> Iterator[float]:
        """When those who sit here without a page count as absent."""
        here = self._here()
        for seat in self._holder.table.seats:
            if seat.kind == "person" and seat.who is not None and seat.who not in here:
                yield self._gone.get(seat.who, self._opened) + self._house.config.absent_after

    def delay(self, seat: int) -> float:
        """Seconds that a message of this seat needs to get here, as measured; 0 if unknown."""
        return min((listener.delay for listener in self._viewers.get(seat, ())), default=0.0)

    @property
    def offering(self) -> bool:
        """Whether those who are here were told of somebody absent."""
        return self._announced is not None and bool(self._announced.absences)

    def spectators(self) -> int:
        """How many connections watch without having a seat."""
        seated = {seat.who for seat in self._holder.table.seats if seat.who is not None}
        return sum(listener.who not in seated for listener in self._viewers.get(SPECTATOR, ()))

    def listeners(self) -> dict[Listener, None]:
        """All connections that follow, each once."""
        return {listener: None for listeners in self._viewers.values() for listener in listeners}

    # ---- telling ---------------------------------------------------------------------------------------------
    def tell(self, events: Mapping[Viewer, tuple[Event, ...]]) -> None:
        """Send everybody their own new events."""
        same: tuple[Event, ...] | None = None
        written = ""
        for viewer, listeners in self._viewers.items():
            if listeners and viewer in events:
                if events[viewer] is not same:  # what nobody may know alone is written once for all
                    same = events[viewer]
                    written = encode(same)
                text = self._update(viewer, written)
                for listener in listeners:
                    listener.put(text)

    def announce(self) -> None:
        """The public state changed: tell everybody, and let go of those who may no longer follow."""
        table = self._holder.table
        let_go: dict[Listener, None] = {}
        for viewer, listeners in self._viewers.items():
            for listener in [listener for listener in listeners if not self._may_follow(listener, viewer)]:
                del listeners[listener]
                listener.unwatched(table.id, viewer)
                let_go[listener] = None
        self._announce_changes()
        for listener in let_go:
            listener.put(self._table_message(listener.who))

    def _may_follow(self, listener: Listener, viewer: Viewer) -> bool:
        table = self._holder.table
        if viewer is not None:
            return listener.who == table.seats[viewer].who
        return table.terms.watchable or any(listener.who == seat.who for seat in table.seats if seat.who is not None)

    def _announce_changes(self, but: Listener | None = None, patient: bool = False) -> None:
        """``patient``: in a crowd, that somebody comes or goes can wait a second for others who do."""
        info = self.info(None)
        before = self._announced
        if info == before:
            return
        listeners = self.listeners()
        if (
            patient
            and before is not None
            and len(listeners) > CROWD
            and info == structs.replace(before, spectators=info.spectators)
        ):
            self._house.alarms.set(self._holder, self._house.clock.now() + CROWD_SECONDS)
            return
        self._announced = info
        self.news += 1
        seated = {seat.who for seat in self._holder.table.seats}
        texts: dict[str | None, str] = {}
        for listener in listeners:
            if listener is not but:
                who = listener.who if listener.who in seated else None
                if who not in texts:
                    texts[who] = self._table_message(who)
                listener.put(texts[who])

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
        return self._update(viewer, encode(stream.after(after)))

    def place(self, viewer: Viewer, who: str | None) -> Place:
        """The last numbers that somebody who follows as ``viewer`` was sent."""
        table = self._holder.table
        said = self.said_to_players if who is not None and table.knows(who) else self.said
        stream = table.streams.get(viewer)
        number = stream.number if stream else 0
        left = self._house.absences.left(table)
        return Place(table.id, viewer, number, table.decision, self.news, said, left)

    def _update(self, viewer: Viewer, events: str) -> str:
        """An ``Update``, its events and its view being written already."""
        table = self._holder.table
        return (
            f'{{"is":"update","table":"{table.id}","seat":{_seat(viewer)},"number":{table.streams[viewer].number},'
            f'"decision":{table.decision},"events":{events},"view":{table.view_json(viewer)},'
            f'"left":{encode(self._house.absences.left(table))}}}'
        )

    def sync(self, viewer: Viewer) -> str:
        """Where a viewer stands, whole."""
        table = self._holder.table
        stream = table.streams.get(viewer)
        number = stream.number if stream else 0
        past = list(stream.round) if stream and table.terms.memory else []
        left = self._house.absences.left(table)
        return encode(Sync(table.id, viewer, number, table.decision, table.view(viewer), left, past))

    def _table_message(self, who: str | None) -> str:
        return encode(TableMessage(self.info(who), self.news))

    def info(self, who: str | None) -> TableInfo:
        """The table as an identity may see it: its shuffle's secret only once the game is over (and its day closed)."""
        table = self._holder.table
        terms = table.terms

        def seat_info(seat: Seat) -> SeatInfo:
            person = seat.kind == "person"
            return SeatInfo(
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                mine=person and seat.who == who,
                present=seat.kind == "bot" or (person and self.present(seat.who)),
                kept=seat.kind == "open" and seat.who is not None,
                left=seat.left,
                standin=seat.standin,
            )

        ended = table.outcome
        told = table.phase == "over" and (terms.day is None or self._house.dailies.closed(terms.day))
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
            shuffle=Shuffle(table.commit, table.shares, table.secret.hex() if told else None),
            host=table.host if table.phase == "waiting" else None,
            listed=terms.listed,
            watchable=terms.watchable,
            clock=ClockInfo(terms.limit, terms.sleeps) if terms.limit is not None else None,
            absences=self._house.absences.of(self._holder),
            ended=EndInfo(ended.winners, ended.reason, ended.seat) if ended else None,
            counted=table.counted,
            talk=self._house.talk.manner(table, who),
            before=terms.before,
            next=table.next,
            memory=terms.memory,
            hints=table.hints,
            daily=DailyTry(terms.day, terms.first) if terms.day is not None else None,
            dealer=terms.dealer,
            quiet=table.quiet,
            ready=[seat not in table.unready for seat in range(len(table.seats))] if table.pauses else None,
            giving_up=sorted(table.giving_up) if table.phase == "playing" else [],
            suggested={str(seat): action for seat, action in table.suggested.items()},
            resignable=table.resignable,
            search=self._house.searches.info(self._holder),
        )
