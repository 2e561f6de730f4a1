"""A process that holds yards: ``python -m renardiere.server.yards.process [MODULE:YARD]``.

It hears the house on standard input and answers on standard output; when the house is gone, however it went, so is it.
Each yard ticks sixty times a second, at moments of its own, so that none waits for the others. A tick that comes late
is made up for, as far as a tenth of a second; beyond that time stands still: a race must not be run at another pace.
"""

from __future__ import annotations

import gc
import io
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from math import degrees
from typing import Any, Final, Protocol, TypeAlias

import structlog

from renardiere.games.errors import FoxError
from renardiere.games.maitre.words import TOKENS
from renardiere.server.logs import configure_logs
from renardiere.server.yards.words import (
    HEAD,
    Anew,
    Begin,
    Broken,
    Close,
    Did,
    Felt,
    FromYards,
    Held,
    Lit,
    Look,
    Made,
    Open,
    Pace,
    Player,
    Stopped,
    ToYards,
    packed,
    to_yards,
)
from renardiere.yard.messages import shake
from renardiere.yard.outlines import outline

__all__ = ["TICK", "YARD", "Holder", "Yard", "named"]

log = structlog.get_logger("renardiere.yards")

YARD: Final = "renardiere.yard:Yard"
TICK: Final = 1 / 60
BEHIND: Final = 6
"""Ticks that are made up for."""
TOLD: Final = 15
"""Ticks of each yard after which the house is told how late they were."""
EVERY: Final = 2
"""Ticks from one frame to the next."""
SWITCH_SECONDS: Final = 0.0005
"""How long the yards may keep the interpreter from the thread that listens."""
AT_ONCE: Final = 65536
"""Bytes that are read at once."""
COLLECT_AFTER: Final = (5_000, 20, 20)
"""For the collector of cycles; what was loaded before the first search it never looks at."""

Inbox: TypeAlias = "queue.SimpleQueue[ToYards | Callable[[], None] | None]"
"""What the house says, or what follows from work that was done aside; None: the house is gone."""


class Yard(Protocol):
    """What a yard is to its process."""

    @property
    def tick(self) -> int: ...
    @property
    def ended(self) -> Any: ...
    @property
    def shake_wanted(self) -> bool: ...
    @property
    def film(self) -> bytes: ...
    @property
    def lit(self) -> Sequence[Any]: ...
    def place(self, hand: int) -> tuple[float, float]: ...
    def send(self, hand: int, message: bytes) -> None: ...
    def delay(self, hand: int, seconds: float) -> None: ...
    def step(self) -> None: ...
    def felt(self, hand: int) -> bytes: ...


class YardMaker(Protocol):
    def __call__(self, seed: bytes, tokens: Sequence[str], speeds: Sequence[float]) -> Yard: ...


class Toucher(Protocol):
    """A bot's hand."""

    def feel(self, frame: bytes) -> list[bytes]: ...


def toucher(player: Player, order: Open) -> Toucher:
    kind = named("renardiere.bots.maitre.toucher:Toucher")
    made: Toucher = kind(player.level, player.seed, order.missions, order.speeds[player.hand])
    return made


def named(place: str) -> Any:
    """What ``MODULE:NAME`` names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


class Holding:
    """A yard, once it is made, and the hands in it."""

    def __init__(self, order: Open) -> None:
        self.order = order
        self.yard: Yard | None = None
        self.delays: dict[int, float] = {}
        self.players: dict[int, Toucher] = {}
        self.begun = False

    def make(self, maker: YardMaker) -> None:
        """Shake the box. That may take a second, and is done in a thread: nothing here is asked for meanwhile."""
        order = self.order
        yard = maker(order.seed, order.tokens, order.speeds)
        self.players = {player.hand: toucher(player, order) for player in order.players}
        if len(self.players) < len(order.speeds):
            for hand in self.players:  # it is for people to say whether the box is shaken anew
                yard.send(hand, shake(True))
        self.yard = yard

    def take_over(self, yard: Yard, hand: int) -> None:
        """Whoever is back has their hand, where the bot left it."""
        if self.players.pop(hand, None) is not None:
            yard.send(hand, shake(False))

    def feel(self, yard: Yard, frames: list[tuple[int, int, bytes]]) -> None:
        """People's frames are for the house to send, bots answer them at once."""
        for hand in range(len(self.order.speeds)):
            frame = yard.felt(hand)
            if (player := self.players.get(hand)) is None:
                frames.append((self.order.yard, hand, frame))
            else:
                for message in player.feel(frame):
                    yard.send(hand, message)


class Holder:
    """The yards of one process; it knows no clock. ``aside`` does what takes long, ``later``, here, what follows."""

    def __init__(
        self,
        make: YardMaker,
        tell: Callable[[FromYards], None],
        aside: Callable[[Callable[[], None]], None] = lambda work: work(),
        later: Callable[[Callable[[], None]], None] = lambda work: work(),
    ) -> None:
        self._make = make
        self._tell = tell
        self._aside = aside
        self._later = later
        self._yards: dict[int, Holding] = {}

    @property
    def running(self) -> list[int]:
        """The yards that are searched."""
        return [number for number, holding in self._yards.items() if holding.begun and holding.yard is not None]

    def take(self, message: ToYards) -> None:
        """Do what the house says. What is about a yard that is gone, came too late."""
        if isinstance(message, Open):
            holding = self._yards[message.yard] = Holding(message)
            self._aside(lambda: self._open(holding))
        elif (known := self._yards.get(message.yard)) is not None:
            try:
                self._do(known, message)
            except Exception:
                self._break(message.yard)

    def _open(self, holding: Holding) -> None:
        number = holding.order.yard
        try:
            holding.make(self._make)
        except Exception:
            log.exception("a box could not be shaken")
            self._later(lambda: self._end(Broken(number)))
        else:
            self._later(lambda: self._tell(Made(number)))

    def _do(self, holding: Holding, message: ToYards) -> None:
        yard = holding.yard
        match message:
            case Did(_, hand, said) if yard is not None:
                with suppress(FoxError):  # no message of a hand: whoever sent it hears nothing of that
                    yard.send(hand, said)
            case Begin():
                holding.begun = True
            case Held(_, hand, delay):
                holding.delays[hand] = delay
            case Look(number) if yard is not None and holding.order.practice:
                self._light(number, yard)
            case Close(number):
                del self._yards[number]

    def _light(self, number: int, yard: Yard) -> None:
        """Only ever of a box that is for practice: there is nobody else in it."""
        things = [(lying.kind, lying.x, lying.y, degrees(lying.angle), lying.where) for lying in yard.lit]
        told = [("hand", *yard.place(0), 0.0, 0), *things]
        self._tell(Lit(number, [(kind, round(x, 1), round(y, 1), round(turn, 1), at) for kind, x, y, turn, at in told]))

    def tick(self, *numbers: int) -> None:
        """One tick of these yards, or of all that are searched."""
        frames: list[tuple[int, int, bytes]] = []
        for number in numbers or self.running:
            holding = self._yards[number]
            yard = holding.yard
            if yard is None or not holding.begun:
                continue
            try:
                while holding.delays:
                    hand, delay = holding.delays.popitem()
                    holding.take_over(yard, hand)
                    yard.delay(hand, delay)
                yard.step()
                if (stop := yard.ended) is not None:
                    if holding.order.practice:
                        self._light(number, yard)
                    self._end(Stopped(number, stop.caller, tuple(map(tuple, stop.sacks)), yard.film))
                elif yard.shake_wanted and not holding.order.practice:
                    self._end(Anew(number))
                elif yard.tick % EVERY == 0:
                    holding.feel(yard, frames)
            except Exception:
                self._break(number)
        if frames:
            self._tell(Felt(frames))

    def _end(self, how: Stopped | Anew | Broken) -> None:
        self._yards.pop(how.yard, None)
        self._tell(how)

    def _break(self, number: int) -> None:
        log.exception("a yard failed")
        self._end(Broken(number))


def heard(inbox: Inbox, wait: float | None) -> list[ToYards | Callable[[], None] | None]:
    """All that has come, once something has or the time is over; None: that does not end."""
    messages = []
    with suppress(queue.Empty):
        messages.append(inbox.get(timeout=wait) if wait else inbox.get(block=wait is None))
        while True:
            messages.append(inbox.get_nowait())
    return messages


class Timetable:
    """When each yard's next tick is due."""

    def __init__(self) -> None:
        self._due: dict[int, float] = {}

    def follow(self, running: Collection[int], now: float) -> None:
        """These are searched now. A new one ticks where there is most room between the others' ticks."""
        for gone in self._due.keys() - running:
            del self._due[gone]
        for number in running:
            if number not in self._due:
                self._due[number] = now + self._room(now) if self._due else now

    def _room(self, now: float) -> float:
        taken = sorted((due - now) % TICK for due in self._due.values())
        gaps = [after - before for before, after in zip(taken, [*taken[1:], taken[0] + TICK], strict=True)]
        widest = gaps.index(max(gaps))
        return (taken[widest] + gaps[widest] / 2) % TICK

    def wait(self, now: float) -> float | None:
        """Seconds until something is due; None: until there is something."""
        return max(0.0, min(self._due.values()) - now) if self._due else None

    def next(self, now: float) -> tuple[int, float] | None:
        """The yard whose tick has been due for longest, and for how many seconds; its next one is due after that."""
        if not self._due:
            return None
        number = min(self._due, key=self._due.__getitem__)
        behind = now - self._due[number]
        if behind < 0:
            return None
        self._due[number] += TICK
        if behind > BEHIND * TICK:
            self._due[number] = now + TICK
        return number, behind

    def __len__(self) -> int:
        return len(self._due)


def serve(holder: Holder, inbox: Inbox, tell: Callable[[FromYards], None]) -> None:
    """Tick, and listen in between, until the house is gone."""
    timetable = Timetable()
    late: list[float] = []
    while True:
        for message in heard(inbox, timetable.wait(time.monotonic())):
            if message is None:
                return
            if callable(message):
                message()
            else:
                holder.take(message)
        timetable.follow(holder.running, time.monotonic())
        if (due := timetable.next(time.monotonic())) is not None:
            number, behind = due
            holder.tick(number)
            late.append(behind)
            if len(late) >= TOLD * len(timetable):
                tell(Pace(late))
                late = []


def messages_of(source: io.BufferedIOBase) -> Iterator[ToYards]:
    """What the house says, until it is gone."""
    begun = b""
    while more := source.read1(AT_ONCE):
        begun, at = begun + more, 0
        while len(begun) >= (start := at + HEAD) and len(begun) >= (end := start + int.from_bytes(begun[at:start])):
            yield to_yards.decode(begun[start:end])
            at = end
        begun = begun[at:]


def listen(source: io.BufferedIOBase, inbox: Inbox) -> None:
    for message in messages_of(source):
        inbox.put(message)
    inbox.put(None)


def main(place: str = YARD) -> None:
    """Hold yards until the house is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setswitchinterval(SWITCH_SECONDS)
    configure_logs()
    said, sys.stdout = sys.stdout.buffer, sys.stderr

    def tell(message: FromYards) -> None:
        said.write(packed(message))
        said.flush()

    def aside(work: Callable[[], None]) -> None:
        threading.Thread(target=work, daemon=True).start()

    inbox: Inbox = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, inbox), daemon=True).start()
    maker = named(place)
    for kind in TOKENS:
        outline(kind)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    with suppress(BrokenPipeError):
        serve(Holder(maker, tell, aside, inbox.put), inbox, tell)


if __name__ == "__main__":
    main(*sys.argv[1:])
