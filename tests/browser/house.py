"""A real house in a process of its own, for browsers to visit: ``python -m tests.browser.house FOLDER``.

It prints its address and serves until its standard input closes; a line there is a number of seconds that pass at
once, the folder of the page that is shown from then on, or what the next searches come to (``rehearsed.py``). Bots
answer almost at once, whoever goes away is missed after a second (after those that two numbers after the folder say:
here, and on turn), and all chance on the server's side comes from a seed, so that a page whose own random numbers are
fixed sees the same games every time.
"""

from __future__ import annotations

import faulthandler
import random
import socket
import sys
import threading
from pathlib import Path

import msgspec

from renardiere.server.app import App
from renardiere.server.config import Config, Limits, RealClock
from renardiere.server.listen import HouseServer
from renardiere.server.shell import Page
from tests.browser.rehearsed import Search, rehearse

LEGAL = """\
<b>Alix Martin</b>, javascript:alert(1)
12 rue du Terrier

https://fox.example/legal?a=1, alix@fox.example
"""


class Seeded:
    """Chance that repeats itself."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def token(self, size: int) -> bytes:
        return self._random.randbytes(size)

    def uniform(self, low: float, high: float) -> float:
        return self._random.uniform(low, high)


class Ahead(RealClock):
    """The real time, and what was added to it."""

    def __init__(self) -> None:
        self.more = 0.0

    def now(self) -> float:
        return super().now() + self.more

    def monotonic(self) -> float:
        return super().monotonic() + self.more


def main(folder: str, absent_after: float = 0.5, offer_after: float = 1.0) -> None:
    faulthandler.enable()  # if it is aborted because it does not close, it says where it was
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    often = (500.0, 1000.0)  # automata are faster than fingers
    limits = Limits(
        messages=often, requests=often, talk=often, recoveries=often, replays=often, recoveries_by_words=often
    )
    config = Config(
        Path(folder),
        hosts=frozenset({"renardiere.lan"}),
        bot_pause=(0.0, 0.02),
        bot_processes=1,
        trick_pause=0.0,
        limits=limits,
        absent_after=absent_after,
        offer_after=offer_after,
        legal={"fr": LEGAL, "en": LEGAL},
        contact="fox@fox.example",
    )
    clock = Ahead()
    app = App(config, clock, Seeded(1))
    server = HouseServer(app, config, lambda: print(address, flush=True))  # noqa: T201

    comes = rehearse(app)

    def close_with_stdin() -> None:
        for line in sys.stdin:
            if line.startswith("/"):
                app._page = Page(Path(line.strip()))
            elif line.startswith("["):
                comes(msgspec.json.decode(line, type=list[Search]))
            else:
                clock.more += float(line)
        server.should_exit = True

    threading.Thread(target=close_with_stdin, daemon=True).start()
    server.run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
