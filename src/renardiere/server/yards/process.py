"""A process that holds yards: ``python -m renardiere.server.yards.process [MODULE:YARD]``.

It hears the house on standard input and answers on standard output; when the house is gone, however it went, so is it.
All yards tick together, sixty times a second. A tick that comes late is made up for, as far as a tenth of a second;
beyond that time stands still: a race must not be run at another pace.
"""

from __future__ import annotations

import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from math import degrees
from typing import Any, BinaryIO, Final, Protocol, TypeAlias

import structlog

from renardiere.games.errors import FoxError
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

__all__ = ["TICK", "YARD", "Holder", "Yard", "named"]

log = structlog.get_logger("renardiere.yards")

YARD: Final = "renardiere.yard:Yard"
TICK: Final = 1 / 60
BEHIND: Final = 6
"""Ticks that are made up for."""
TOLD: Final = 15
"""Ticks after which the house is told how late they were."""
EVERY: Final = 2
"""Ticks from one frame to the next."""
SWITCH_SECONDS: Final = 0.0005
"""How long the yards may keep the interpreter from the thread that listens."""


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
    def running(self) -> bool:
        """Whether there is anything to tick for."""
        return any(holding.begun for holding in self._yards.values())

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

    def tick(self) -> None:
        """One tick of all yards that are searched."""
        frames: list[tuple[int, int, bytes]] = []
        for number, holding in list(self._yards.items()):
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


def serve(holder: Holder, inbox: Inbox, tell: Callable[[FromYards], None]) -> None:
    """Tick, and listen in between, until the house is gone."""
    due = time.monotonic()
    late: list[float] = []
    while True:
        wait = max(0.0, due - time.monotonic()) if holder.running else None
        idle = not holder.running
        for message in heard(inbox, wait):
            if message is None:
                return
            if callable(message):
                message()
            else:
                holder.take(message)
        if idle:
            due = time.monotonic()
        behind = time.monotonic() - due
        if holder.running and behind >= 0:
            holder.tick()
            late.append(behind)
            due += TICK
            if behind > BEHIND * TICK:
                due = time.monotonic() + TICK
            if len(late) >= TOLD:
                tell(Pace(late))
                late = []


def listen(source: BinaryIO, inbox: Inbox) -> None:
    while len(head := source.read(HEAD)) == HEAD:
        inbox.put(to_yards.decode(source.read(int.from_bytes(head))))
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
    with suppress(BrokenPipeError):
        serve(Holder(named(place), tell, aside, inbox.put), inbox, tell)


if __name__ == "__main__":
    main(*sys.argv[1:])
