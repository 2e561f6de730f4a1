"""Put another database in place, and be killed at step N: ``python swap_and_die.py FOLDER STAGED N``.

The steps are the calls that change what is on the disk under which name. Prints nothing; killed by itself.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from renardiere.server.journal.backup import swap

folder, staged, left = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])


def counted(call: Callable[..., Any]) -> Callable[..., Any]:
    def counting(*arguments: Any, **more: Any) -> Any:
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return call(*arguments, **more)

    return counting


for name in ("link", "replace", "fsync"):
    setattr(os, name, counted(getattr(os, name)))
swap(folder, staged, 1_800_000_000.0)
