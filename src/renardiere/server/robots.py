"""Bots at the tables. That a bot is to act follows from the table's facts, so it acts after a restart as well.

Choosing happens elsewhere (``minds.py``), so that the house answers meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import structlog

from renardiere.games.play import Action, Game, Memory
from renardiere.server.journal.store import Unavailable
from renardiere.server.metrics import BOT_SECONDS, BOTS_ACTIONS
from renardiere.server.table import Draft

if TYPE_CHECKING:
    from renardiere.server.house import Awake, House

__all__ = ["Robots"]

log = structlog.get_logger("renardiere.robots")

RETRY_SECONDS: Final = 5.0
AT_ONCE: Final = 32
"""Tables with a bot at work beyond which no more are taken up of those that were owed a move at the start."""


class Robots:
    """Plays the seats that are bots'."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    def check(self, game: Game[Any, Any, Any, Any], level: int) -> None:
        """``bad_option`` if the game has no bot of this level."""
        from renardiere.bots import levels
        from renardiere.games.errors import BadOption

        known = levels(game)
        if level not in known:
            raise BadOption(f"{game.name} has no bot of level {level}", reason="level", level=level)

    def start(self, owing: Iterable[str]) -> None:
        """Take up what was owed when the house last closed, however it closed."""
        self._begin(self._take_up(list(owing)))

    async def stop(self) -> None:
        """Begin nothing more, and let go of what is under way."""
        self._stopping = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def poke(self, awake: Awake) -> None:
        """A table has moved on: if a bot is to act, it will."""
        if awake.robot is None and not self._stopping and awake.table.owes is not None:
            awake.robot = self._begin(self._play(awake))

    def _begin(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _take_up(self, owing: list[str]) -> None:
        """A few at a time: to wake a table takes a moment in which nobody else is heard."""
        for table in owing:
            await self._resume(table)
            while len(self._tasks) > AT_ONCE:
                await asyncio.wait(self._tasks - {asyncio.current_task()}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(0)

    async def _resume(self, table: str) -> None:
        try:
            async with self._house.hold(table) as awake:
                self.poke(awake)
        except Exception:
            log.exception("a table could not be taken up again", table=table[:4])

    async def _play(self, awake: Awake) -> None:
        """Act for bots until a person is to act."""
        house, clock = self._house, self._house.clock
        try:
            while (seat := awake.table.owes) is not None:
                decision = awake.table.decision
                # it chooses while it pauses: how long that takes would tell a forced card from a free one
                async with asyncio.TaskGroup() as meanwhile:
                    choosing = meanwhile.create_task(self._choose(awake, seat))
                    await clock.sleep(self._pause(awake))
                action = choosing.result()
                try:
                    async with awake.lock:
                        if awake.table.decision != decision or awake.table.owes != seat:
                            continue
                        draft = Draft(awake.table, clock.now())
                        draft.act(seat, action.text())
                        await house.commit(awake, draft, None, None)
                except Unavailable:
                    log.warning("a bot's action could not be written", table=awake.table.id[:4])
                    await clock.sleep(RETRY_SECONDS)
                else:
                    BOTS_ACTIONS.inc()
        except Exception:
            log.exception("a bot failed", table=awake.table.id[:4])
        finally:
            awake.robot = None

    def _pause(self, awake: Awake) -> float:
        """A human pause; longer where a finished trick, or a column that was taken, lies in sight."""
        config = self._house.config
        pause = self._house.chance.uniform(*config.bot_pause)
        return pause + config.trick_pause if awake.table.in_sight else pause

    async def _choose(self, awake: Awake, seat: int) -> Action:
        table = awake.table
        level, seed = table.seats[seat].plays, table.seats[seat].seed
        assert level is not None
        # what a bot chooses follows from its seed and the decision: not from when the house was restarted
        seed = seed * 1_000_003 + table.decision
        with BOT_SECONDS.time():
            return await self._house.minds.think(_think, table.game, level, seed, table.memory(seat))


def _think(game: Game[Any, Any, Any, Any], level: int, seed: int, memory: Memory) -> Action:
    from renardiere.bots import bot

    return bot(game, level, seed=seed).act(memory)
