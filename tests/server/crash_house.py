"""Houses to be killed, one after the other on one folder and one port: ``python crash_house.py FOLDER PACE``.

Each line on standard input opens a house in a fork of this process, which has loaded all that a house needs: a start
takes milliseconds. A line is a fault to die of, ``{"die": "after commit", "at": 17}``, or ``{}``. Answered are lines:
``open PID ADDRESS`` when it can be reached, ``ended STATUS`` (a negative signal, or the exit code) when it is gone.

Time goes ``PACE`` times as fast as elsewhere, so that clocks run out and people are missed while a house lives.

The ways to die: ``before commit`` and ``after commit`` number ``at`` (after: on the disk, and nobody has heard);
``in commit``: among its statements, at the ``at``-th hundred of the database's steps; ``in write``: when a file of the
database, be it in the middle of a page, has grown by ``at`` bytes.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import socket
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from server_harness import GENEROUS

from renardiere import bots
from renardiere.cli.serve import _listen
from renardiere.server import app
from renardiere.server.app import App
from renardiere.server.config import Config, RealClock
from renardiere.server.journal.store import Store
from renardiere.server.listen import HouseServer
from renardiere.server.warmup import warm_rules

PACE = int(sys.argv[2])
BEGAN = time.time()


class FastClock(RealClock):
    """The same for all houses: they are forks of one process."""

    def now(self) -> float:
        return BEGAN + PACE * (time.time() - BEGAN)

    def monotonic(self) -> float:
        return PACE * time.monotonic()


def die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Countdown:
    """Dies when it is called for the ``at``-th time."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, *_: Any) -> None:
        self.left -= 1
        if self.left <= 0:
            die()


def doom(store: Store, how: str, at: int) -> None:
    """Let this process die of that."""
    countdown = Countdown(at)
    writer = store._writer
    match how:
        case "before commit":
            writer.set_trace_callback(lambda statement: countdown() if statement == "COMMIT" else None)
        case "after commit":
            take_back = store._take_back
            store._take_back = lambda group: (countdown(), take_back(group))[1]  # type: ignore[method-assign]
        case "in commit":
            writer.set_progress_handler(countdown, 100)
        case "in write":
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python would rather have an error
            sizes = [path.stat().st_size for path in store.path.parent.glob(store.path.name + "*")]
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (max(sizes) + at, resource.RLIM_INFINITY))
        case _:
            raise ValueError(how)


def serve(folder: Path, port: int, fault: dict[str, Any]) -> None:
    house = prepare(folder)
    if fault:
        house._app.house.store._writer.execute(f"PRAGMA wal_autocheckpoint={fault.get('checkpoint', 2000)}")
        doom(house._app.house.store, fault["die"], fault["at"])
    house._on_open = lambda: tell(f"open {os.getpid()} http://127.0.0.1:{port}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as the command does
    with contextlib.suppress(KeyboardInterrupt):
        house.run([_listen("127.0.0.1", port)])


def prepare(folder: Path) -> HouseServer:
    limits = replace(GENEROUS, talk=(1e6, 1e6))
    config = Config(folder, bot_pause=(0, 0), trick_pause=0, limits=limits)
    return HouseServer(App(config, FastClock()), config)


def rehearse() -> None:
    """Open a house and close it: all that one needs is loaded then."""
    warm_rules()
    with TemporaryDirectory() as folder:
        house = prepare(Path(folder))
        house._on_open = lambda: setattr(house, "should_exit", True)
        house.run([_listen("127.0.0.1", 0)])
    for thread in threading.enumerate():  # a fork has no threads, but would have the locks that they hold
        if thread is not threading.current_thread():
            thread.join()


def tell(text: str) -> None:
    os.write(1, text.encode() + b"\n")


def main(folder: Path) -> None:
    quick = bots.Level("renardiere.bots.random:RandomBot", {})
    app.TICK_SECONDS = 0.02
    for game in list(bots.LEVELS):
        bots.LEVELS[game] = dict.fromkeys((1, 2, 3), quick)  # type: ignore[index]
    rehearse()
    with contextlib.closing(socket.socket()) as reserved:  # nobody else gets the port while the house is closed
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(("127.0.0.1", 0))
        tell("ready")
        for line in sys.stdin:
            pid = os.fork()
            if pid == 0:
                serve(folder, reserved.getsockname()[1], json.loads(line))
                sys.exit()
            tell(f"ended {os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
