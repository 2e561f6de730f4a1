"""A house without limits or pauses, to be killed: ``python crash_house.py FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from server_harness import GENEROUS

from renardiere.cli.serve import _listen
from renardiere.server.app import App
from renardiere.server.config import Config
from renardiere.server.listen import HouseServer

config = Config(Path(sys.argv[1]), bot_pause=(0, 0), trick_pause=0, limits=GENEROUS)
listening = _listen("127.0.0.1", 0)
address = f"http://127.0.0.1:{listening.getsockname()[1]}"


def say() -> None:
    sys.stdout.write(f"The house is open at {address}\n")
    sys.stdout.flush()


HouseServer(App(config), config, say).run([listening])
