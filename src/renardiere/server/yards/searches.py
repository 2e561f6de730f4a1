"""A round of searching, at its table: once all are ready the box is shaken, on the count of three it is searched, and
what comes of that is written down as one decision.

What is under way is nowhere but in a process of its own (``keeper.py``). If that dies, or the house does, the masks
come up, nothing of it counts, and the next time the box lies otherwise.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, Protocol

import structlog

from renardiere.games.errors import FoxError
from renardiere.games.maitre.words import in_the_box
from renardiere.server.audience import encode
from renardiere.server.journal import facts
from renardiere.server.journal.store import Unavailable
from renardiere.server.messages import Hand, SearchInfo
from renardiere.server.problems import Refusal
from renardiere.server.table import Table
from renardiere.server.yards.keeper import Keeper, Live, Outcome
from renardiere.server.yards.words import Anew, Broken, Player, Stopped

if TYPE_CHECKING:
    from renardiere.server.house import Awake, House

__all__ = ["INPUT", "Search", "Searcher", "Searches", "seed_of"]

log = structlog.get_logger("renardiere.searches")

COUNT_SECONDS: Final = 3.0
RETRY_SECONDS: Final = 5.0
MADE_SECONDS: Final = 60.0
"""A box that is not shaken after so long never will be."""
DOMAIN: Final = "renardiere/yard/1"

INPUT: Final = {1: 3, 2: 1, 3: 1, 4: 1, 5: 2, 6: 1, 7: 2, 8: 1, 9: 2}
"""By its first byte, how long a message of a hand is."""


def seed_of(secret: bytes, number_of_round: int, shaken: int) -> bytes:
    """How the box lies: nobody can know before the table's secret is out, and no two times are the same."""
    return hmac.new(secret, f"{DOMAIN} {number_of_round} {shaken}".encode(), hashlib.sha256).digest()


class Searcher(Protocol):
    """A live connection that has a hand."""

    @property
    def delay(self) -> float:
        """Seconds that a message needs to get here, as measured."""

    def put(self, text: str) -> None:
        """Send, at once or soon; never waits."""

    def feel(self, frame: bytes) -> None:
        """Send a frame, or leave it out if the reader is behind."""

    def lost_hand(self) -> None:
        """Another connection has it now."""


class Search:
    """What goes on at a table beside its facts: whose connection has which hand, and the yard, while there is one."""

    __slots__ = ("begins", "film", "hands", "live", "round", "since", "task", "writing")

    def __init__(self) -> None:
        self.hands: dict[int, Searcher] = {}
        self.live: Live | None = None
        self.task: asyncio.Task[None] | None = None
        self.writing = False
        self.begins: float | None = None
        """When it begins, or did, ..."""
        self.since: float | None = None
        """... and that on the clock that only goes forward, once it has."""
        self.film = b""
        self.round = 0
        """The round that the film is of, or will be."""


class Searches:
    """The searches of a house's tables."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.keeper = Keeper(house.config.yard_processes)
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    async def stop(self) -> None:
        """Let go of what is under way: it is shaken anew when the house opens again."""
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.keeper.stop()

    def info(self, awake: Awake) -> SearchInfo | None:
        """What everybody may know of it."""
        table, search = awake.table, awake.search
        if search is None:
            return None
        state = table.state
        if table.searching and search.live is not None:
            phase = "dark" if search.since is not None else "count"
        elif table.phase == "playing" and state is not None and state.reported:
            phase = "count" if search.begins is not None else "masks"
        else:
            phase = "lit"
        return SearchInfo(
            phase=phase,  # type: ignore[arg-type]
            begins=search.begins,
            again=table.lifted,  # type: ignore[arg-type]
            film=bool(search.film),
            speeds=list(table.terms.speeds or (100,) * len(table.seats)),
            by_ear=table.terms.by_ear,
        )

    # ---- a round ---------------------------------------------------------------------------------------------
    def poke(self, awake: Awake) -> None:
        """A table has moved on: if it is searched now, there will be a yard; if no longer, there is none."""
        table, search = awake.table, awake.search
        if search is None:
            return
        if search.round != table.rounds:
            search.round, search.film = table.rounds, b""
        if table.searching and search.task is None and not self._stopping:
            search.begins = self._house.clock.now() + COUNT_SECONDS
            search.task = self._begin(self._run(awake, search))
        elif not table.searching and search.task is not None and not search.writing:
            search.task.cancel()  # the game has ended meanwhile

    async def woke(self, awake: Awake) -> None:
        """A table was taken from the journal: what was searched then is no more."""
        if awake.table.searching:
            awake.search = search = awake.search or Search()
            search.task = self._begin(self._write(awake, search, awake.table.shaken, Broken(0)))
            await asyncio.wait([search.task], timeout=RETRY_SECONDS)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run(self, awake: Awake, search: Search) -> None:
        """The search of a round, from the count of three to what came of it."""
        table = awake.table
        try:
            outcome = await self._search(awake, search, table)
        except asyncio.CancelledError:
            search.task = None
            raise
        except Exception:
            log.exception("a search failed", table=table.id[:4])
            outcome = Broken(0)
        finally:
            search.live = search.begins = search.since = None
        await self._write(awake, search, table.shaken, outcome)

    async def _search(self, awake: Awake, search: Search, table: Table) -> Outcome:
        def felt(seat: int, frame: bytes) -> None:
            if (hand := search.hands.get(seat)) is not None:
                hand.feel(frame)

        clock = self._house.clock
        live = await self._open(table, felt)
        try:
            search.live = live
            for seat, hand in search.hands.items():
                self.measured(awake, seat, hand)
            await clock.sleep((search.begins or 0.0) - clock.now())
            await asyncio.wait_for(asyncio.shield(live.made), MADE_SECONDS)
            live.begin()
            search.since = clock.monotonic()
            awake.audience.announce()
            for seat in search.hands:
                self._tell(awake, seat)
            return await live.outcome
        finally:
            live.close()

    async def _open(self, table: Table, felt: Any) -> Live:
        assert table.state is not None
        view = table.state.view(None)
        speeds = table.terms.speeds or (100,) * len(table.seats)
        return await self.keeper.open(
            felt,
            seed_of(table.secret, table.rounds, table.shaken),
            in_the_box(view.ruses_in_play),
            tuple(percent / 100 for percent in speeds),
            view.missions,
            tuple(
                Player(seat, sits.plays, (sits.seed * 1_000_003 + table.shaken) % 2**63)
                for seat, sits in enumerate(table.seats)
                if sits.plays is not None
            ),
        )

    async def _write(self, awake: Awake, search: Search, shaken: int, outcome: Outcome) -> None:
        """What came of it becomes facts, unless the table has moved on."""
        house = self._house
        search.writing = True
        try:
            while True:
                try:
                    async with awake.lock:
                        if not awake.table.searching or awake.table.shaken != shaken:
                            return
                        await self._decide(awake, search, outcome)
                    return
                except Unavailable:
                    log.warning("what came of a search could not be written", table=awake.table.id[:4])
                    await house.clock.sleep(RETRY_SECONDS)
                except FoxError:
                    log.exception("a yard reported what cannot be", table=awake.table.id[:4])
                    outcome = Broken(0)
        finally:
            search.task, search.writing = None, False

    async def _decide(self, awake: Awake, search: Search, outcome: Outcome) -> None:
        draft = self._house.draft(awake)
        if isinstance(outcome, Stopped):
            draft.report(outcome.sacks, outcome.caller)
            search.film = outcome.film
        else:
            draft.add(facts.Lifted("anew" if isinstance(outcome, Anew) else "broken"))
        self._house.absences.relieve(draft)
        await self._house.commit(awake, draft, None, None)

    # ---- hands -----------------------------------------------------------------------------------------------
    def reach(self, awake: Awake, seat: int, searcher: Searcher) -> None:
        """A connection has the hand of a seat, which is its own; whichever had it before is told."""
        search = self._of(awake)
        self._begin(self.keeper.prepare())
        before = search.hands.get(seat)
        search.hands[seat] = searcher
        if before is not None and before is not searcher:
            before.lost_hand()
            before.put(encode(Hand(awake.table.id, seat, False)))
        self._tell(awake, seat)
        self.measured(awake, seat, searcher)

    def let_go(self, awake: Awake, seat: int, searcher: Searcher) -> None:
        """A connection gives the hand up, if it has it: it lies still."""
        if awake.search is not None and awake.search.hands.get(seat) is searcher:
            del awake.search.hands[seat]

    def measured(self, awake: Awake, seat: int, searcher: Searcher) -> None:
        """How long the messages of a hand need to get here."""
        if (live := self._searched_by(awake, seat)) is not None:
            live.held(seat, searcher.delay)

    def did(self, awake: Awake, seat: int, message: bytes) -> None:
        """What a hand does; nothing, unless there is searched."""
        if (live := self._searched_by(awake, seat)) is not None:
            live.did(seat, message)

    @staticmethod
    def _searched_by(awake: Awake, seat: int) -> Live | None:
        """What is searched with this hand by its person; nothing while a bot plays for them."""
        return awake.search.live if awake.search is not None and awake.table.seats[seat].plays is None else None

    def _tell(self, awake: Awake, seat: int) -> None:
        search = self._of(awake)
        elapsed = None if search.since is None else round(self._house.clock.monotonic() - search.since, 3)
        search.hands[seat].put(encode(Hand(awake.table.id, seat, True, elapsed)))

    @staticmethod
    def _of(awake: Awake) -> Search:
        if awake.search is None:
            raise Refusal("not_now", "Nobody searches in this game.", "search")
        return awake.search

    async def film(self, name: str, who: str | None) -> bytes:
        """The film of the search that ended last; ``not_found`` once there is another deal."""
        async with self._house.hold(name) as awake:
            self._house.check_may_watch(awake.table, who)
            if awake.search is None or not awake.search.film:
                raise Refusal("not_found", "There is no film.")
            return awake.search.film
