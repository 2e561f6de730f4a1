"""Where bots think: in processes of their own at lower priority, or in one thread of this process.

A thread is not enough for a house with many guests. Where it has a lower priority, the system may make it wait while it
holds the interpreter, and with it everybody; where it has not, it takes a core from those who play.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

import structlog

from renardiere.server.journal.store import Unavailable

__all__ = ["Minds"]

log = structlog.get_logger("renardiere.minds")
T = TypeVar("T")

NICE: Final = 10
ATTEMPTS: Final = 3


class Minds:
    """Does work for bots. ``processes``: how many of them there may be; 0: in a thread of this process."""

    def __init__(self, processes: int) -> None:
        self.apart = processes > 0
        self.workers = max(1, processes)
        self._pool: Executor | None = None
        self._stopped = False

    async def think(self, work: Callable[..., T], *about: Any) -> T:
        """The result of ``work``, a function that another process can import; what it takes and gives is pickled.

        Raises what it raises; ``Unavailable`` if the process that does it dies again and again, or the house closes.
        """
        for _ in range(ATTEMPTS):
            if self._stopped:
                break
            pool = self._pool = self._pool or self._begin()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *about)
            except BrokenExecutor:
                log.warning("a process of the bots has died")
                if self._pool is pool:
                    self._pool = None
        raise Unavailable("nobody thinks")

    async def stop(self) -> None:
        """Let go of what is under way: nobody needs it any more."""
        self._stopped = True
        pool, self._pool = self._pool, None
        if isinstance(pool, ProcessPoolExecutor):
            for process in list((pool._processes or {}).values()):  # 3.14 has terminate_workers()
                process.terminate()
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    def _begin(self) -> Executor:
        if self.apart:
            context = multiprocessing.get_context("spawn")
            try:
                return ProcessPoolExecutor(self.workers, context, _settle_in)
            except (ImportError, OSError) as error:  # a system without semaphores
                log.warning("bots think in the house's own process", reason=str(error))
                self.apart = False
        return ThreadPoolExecutor(self.workers, "mind")


def _settle_in() -> None:
    """In a new process: at lower priority, not to be interrupted by Ctrl-C, gone when the house is, however it goes."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(NICE)
    threading.Thread(target=_leave_with_the_house, name="house", daemon=True).start()


def _leave_with_the_house() -> None:
    house = multiprocessing.parent_process()
    assert house is not None
    wait([house.sentinel])
    os._exit(0)
