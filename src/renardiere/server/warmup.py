"""Getting the kitchen ready in the background: importing and compiling the rules and the bots, while the house is
already open."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import structlog

from renardiere.server.config import Clock
from renardiere.server.journal.store import Unavailable
from renardiere.server.minds import Minds

__all__ = ["Warmup"]

log = structlog.get_logger("renardiere.warmup")


class Warmup:
    """Whoever needs the rules waits for ``rules``. A bot that is asked before its turn to be compiled has come
    compiles by itself."""

    def __init__(self, clock: Clock, minds: Minds) -> None:
        self._clock = clock
        self._minds = minds
        self._rules: asyncio.Future[None] | None = None
        self._bots: asyncio.Future[None] | None = None
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin; call it from the event loop."""
        self._rules = asyncio.ensure_future(self._run("rules", self._in_thread(warm_rules)))
        self._bots = asyncio.ensure_future(self._run("bots", self._warm_bots(self._rules)))

    async def stop(self) -> None:
        """Wait no longer. A compilation under way can't be stopped, but it has nothing to lose (see ``busy``)."""
        started = [future for future in (self._rules, self._bots) if future is not None]
        for future in started:
            future.cancel()
        await asyncio.gather(*started, return_exceptions=True)

    @property
    def done(self) -> bool:
        """Whether all is compiled."""
        return self._bots is not None and self._bots.done()

    @property
    def busy(self) -> bool:
        """Whether a thread is compiling."""
        return any(thread.is_alive() for thread in self._threads)

    async def rules(self) -> None:
        """Returns once games can be dealt and played; ``Unavailable`` if they never will."""
        assert self._rules is not None
        if not self._rules.done():
            await asyncio.wait([self._rules])
        if self._rules.exception() is not None:
            raise Unavailable("the rules could not be loaded")

    async def finished(self) -> None:
        """Returns once nothing more is to be compiled, however that went."""
        assert self._bots is not None
        await asyncio.wait([self._bots])

    async def loaded(self) -> None:
        """Returns once nothing more is to be loaded into this process, however that went: bots that think in processes
        of their own are not."""
        last = self._rules if self._minds.apart else self._bots
        assert last is not None
        await asyncio.wait([last])

    async def _warm_bots(self, rules: asyncio.Future[None]) -> None:
        await asyncio.wait([rules])
        if self._minds.apart:
            await self._minds.think(warm_bots)
        else:
            await self._in_thread(warm_bots)

    async def _run(self, what: str, work: Awaitable[None]) -> None:
        start = self._clock.monotonic()
        try:
            await work
        except Exception:
            log.exception("warm-up failed", what=what)
            raise
        log.info("warm", what=what, seconds=round(self._clock.monotonic() - start, 2))

    def _in_thread(self, work: Callable[[], None]) -> asyncio.Future[None]:
        """Not one of the loop's own threads: its end would wait for them."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def settle(error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

        def run() -> None:
            error: Exception | None = None
            try:
                work()
            except Exception as caught:
                error = caught
            with contextlib.suppress(RuntimeError):  # the house has closed meanwhile
                loop.call_soon_threadsafe(settle, error)

        thread = threading.Thread(target=run, name=work.__name__, daemon=True)
        self._threads.append(thread)
        thread.start()
        return done


def warm_rules() -> None:
    """Play the first actions of every game, so that all that a table needs is imported and compiled."""
    from renardiere.server.messages import PLAYED

    for state, _ in _to_decide(PLAYED):
        seat = state.to_act[0]
        state.apply(seat, state.legal(seat)[0])


def warm_bots() -> None:
    """Ask a bot of every level for one action, and for a hint."""
    from renardiere.bots import HINTS, bot, hint, levels
    from renardiere.games.play import Memory
    from renardiere.server.messages import PLAYED

    for state, heard in _to_decide(PLAYED):
        seat = state.to_act[0]
        memory = Memory(seat, state.view(seat), tuple(heard[seat]))
        for level in levels(state.game):
            bot(state.game, level, seed=0, iterations=1).act(memory)
        if state.game.name in HINTS:
            hint(state.game, memory)


def _to_decide(names: Iterable[str]) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    """A game of each of these kinds that has come to its first decision of a seat, by chance where the table reports
    what happened; and the events of each viewer so far."""
    from renardiere.games import GAMES, game
    from renardiere.games.play import option_pairs

    for name in names:
        for version in GAMES[name]:
            rules, source = game(name, version), random.Random(0)
            while True:  # a game that is searched may be over before there was anything to decide
                state = rules.new(rules.parse_options(option_pairs(rules.usual_options[0])))
                heard: dict[Any, list[Any]] = {}
                while state.awaits == "deal" or state.reported:
                    for viewer, events in _on(state, source).items():
                        heard.setdefault(viewer, []).extend(events)
                if state.to_act:
                    break
            yield state, heard


def _on(state: Any, source: random.Random) -> Any:
    """The next deal or report, by chance."""
    if state.awaits == "deal":
        return state.deal(state.draw(source))
    seat = source.choice(state.to_act)
    return state.apply(seat, source.choice(state.legal(seat) or state.unlisted(seat, source)))
