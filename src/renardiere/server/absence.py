"""Somebody is not here, or late, or gives up: what the others may do about it.

Absent is who has had no page open for 20 seconds; left is only who says so. Once a game has waited a minute for
somebody absent (never where a move has days: there the clock says how long), or once somebody left or their time ran
out, the others who are here agree on what follows: a bot stands in, they wait, or the game ends. Nothing happens by
itself, and whoever comes back has their seat at once.

Where more than two play for themselves, nobody ends the game for others: a bot stands in for whoever leaves, as they
leave.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from renardiere.bots import levels
from renardiere.server.clocks import deadline
from renardiere.server.guard import Buckets
from renardiere.server.journal import facts
from renardiere.server.journal.store import Unavailable
from renardiere.server.messages import Absence, AtSeat, Choice, Choose, ClockInfo
from renardiere.server.problems import Refusal
from renardiere.server.table import Draft, Table

if TYPE_CHECKING:
    from renardiere.server.house import Awake, House

__all__ = ["Absences"]

CREDIT: Final = 0.5
"""Seconds of measured delay that a clock forgives at most."""
STANDIN: Final = 2
"""The level of a bot that stands in."""
ENOUGH: Final = 100
"""Times that somebody may leave one game: each is a fact, and so is each return."""

CHOICES: Final[dict[str, list[Choice]]] = {
    "away": ["bot", "end"],
    "left": ["bot", "end"],
    "time": ["wait", "bot", "end"],
}


class Wish(Protocol):
    """What somebody asks for at their own seat."""

    @property
    def request(self) -> str: ...

    @property
    def seat(self) -> int: ...


class Absences:
    """Decisions about who is not here."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.leaving = Buckets(house.clock, house.config.limits.leaving)

    # ---- what is so now --------------------------------------------------------------------------------------
    def of(self, awake: Awake) -> list[Absence]:
        """For whom the game waits, where something may be done about it."""
        table = awake.table
        if table.phase != "playing":
            return []
        found = []
        for seat in table.awaited:
            why = self._why(awake, seat)
            if why is None or not self._voters(awake, seat):
                continue
            bots = bool(levels(table.game))
            end = not bots or not (table.apart or why == "away")  # where nobody can stand in, there is nothing else
            possible: dict[Choice, bool] = {"bot": bots, "end": end, "wait": True}
            if choices := [choice for choice in CHOICES[why] if possible[choice]]:
                chosen = {str(by): choice for by, choice in table.chosen.get(seat, {}).items()}
                found.append(Absence(seat, why, choices, chosen))  # type: ignore[arg-type]
        return found

    def _why(self, awake: Awake, seat: int) -> str | None:
        table = awake.table
        sits = table.seats[seat]
        if sits.plays is not None:
            return None
        if sits.left:
            return "left"
        if seat in table.late:
            return "time"
        missed = not table.terms.sleeps and self._house.clock.now() >= self._waited(table)
        return "away" if missed and not awake.audience.present(sits.who) else None

    def _waited(self, table: Table) -> float:
        """From when on a game has waited long enough for somebody absent."""
        return max(table.since, self._house.opened) + self._house.config.offer_after

    def _voters(self, awake: Awake, about: int) -> dict[str, list[int]]:
        """The others who are here, with their seats: they have to agree."""
        voters: dict[str, list[int]] = {}
        absent = awake.table.seats[about].who
        for seat, sits in enumerate(awake.table.seats):
            if sits.kind == "person" and sits.who is not None and sits.who != absent and sits.plays is None:
                voters.setdefault(sits.who, []).append(seat)
        return {
            who: seats
            for who, seats in voters.items()
            if awake.audience.present(who) and not any(awake.table.seats[seat].left for seat in seats)
        }

    def deadline(self, table: Table, seat: int) -> float | None:
        """When the time of a seat for which the game waits runs out; None: it has all the time."""
        terms = table.terms
        if terms.limit is None or table.phase != "playing" or table.seats[seat].plays is not None:
            return None
        return self.runs_out(table.since, ClockInfo(terms.limit, terms.sleeps), table.seats[seat].who)

    def runs_out(self, since: float, clock: ClockInfo, who: str | None) -> float:
        """When somebody's time for a decision that began at ``since`` runs out."""
        sleep = self._house.identities.sleep_of(who) if clock.sleeps and who is not None else None
        return deadline(since, clock.limit, self._house.hours.closed(since), sleep)

    def left(self, table: Table) -> float | None:
        """Seconds left for the decision under way."""
        if table.terms.limit is None:
            return None
        ends = [end for seat in table.awaited if (end := self.deadline(table, seat)) is not None]
        return round(max(0.0, min(ends) - self._house.clock.now()), 3) if ends else None

    def due(self, awake: Awake) -> float | None:
        """When something about a table changes by itself next."""
        table = awake.table
        now = self._house.clock.now()
        times = [time for time in awake.audience.fading() if time > now]
        if table.phase == "playing":
            if (waited := self._waited(table)) > now:
                times.append(waited)
            for seat in table.awaited:
                if seat not in table.late and (end := self.deadline(table, seat)) is not None:
                    times.append(end + self._credit(awake, seat))  # past already, if it ran out while nobody looked
        return min(times, default=None)

    def _credit(self, awake: Awake, seat: int) -> float:
        return min(CREDIT, awake.audience.delay(seat))

    async def review(self, awake: Awake) -> None:
        """Time has passed: note whose time ran out, and tell everybody what is new."""
        async with awake.lock:
            now = self._house.clock.now()
            table = awake.table
            late = [
                seat
                for seat in table.awaited
                if seat not in table.late
                and (end := self.deadline(table, seat)) is not None
                and now >= end + self._credit(awake, seat)
            ]
            if late:
                draft = self._house.draft(awake)
                draft.add(*(facts.TimedOut(seat) for seat in late))
                await self._house.commit(awake, draft, None, None)
            await self._settle(awake)
        awake.audience.announce()

    async def _settle(self, awake: Awake) -> None:
        """Somebody who had a say is no longer here: do what all the others have chosen already. The table is locked."""
        while (draft := self._overdue(awake)) is not None:
            await self._house.commit(awake, draft, None, None)

    def _overdue(self, awake: Awake) -> Draft | None:
        for offer in self.of(awake) if awake.table.chosen else ():
            draft = self._house.draft(awake)
            self._carry_out(awake, draft, offer)
            if draft.facts:
                return draft
        return None

    # ---- decisions -------------------------------------------------------------------------------------------
    async def choose(self, name: str, who: str, wish: Choose) -> None:
        """Choose what is to be done about an absent player; it is done once all others who are here agree."""
        house = self._house
        async with house.decide(name) as awake:
            if house.store.has(name, who, wish.request):
                return
            self._check_mine(awake.table, who, wish.seat)
            offer = next((offer for offer in self.of(awake) if offer.seat == wish.about), None)
            if offer is None or wish.choice not in offer.choices or who not in self._voters(awake, wish.about):
                raise Refusal("no_offer", "There is nothing to be done about that player.")
            draft = house.draft(awake)
            mine = awake.table.seats_of(who)
            if any(awake.table.chosen.get(wish.about, {}).get(seat) == wish.choice for seat in mine):
                return  # said already
            if self._said(name, mine) >= ENOUGH:
                raise Refusal("too_fast", "You have changed your mind often enough.")
            draft.add(facts.Agreed(wish.seat, wish.about, wish.choice))
            self._carry_out(awake, draft, offer)
            await house.commit_once(awake, draft, who, wish.request)

    def _said(self, name: str, seats: list[int]) -> int:
        """How often those seats have chosen something since the game went on last."""
        said = 0
        for _, fact in reversed(self._house.history(name)):
            if isinstance(fact, (facts.Acted, facts.Dealt, facts.Granted, facts.Stood)):
                break
            said += isinstance(fact, facts.Agreed) and fact.seat in seats
        return said

    def _agreed(self, awake: Awake, table: Table, about: int) -> str | None:
        """What all others who are here chose; None as long as they differ."""
        chosen = table.chosen.get(about, {})
        ballots = {
            next((chosen[seat] for seat in seats if seat in chosen), None)
            for seats in self._voters(awake, about).values()
        }
        return ballots.pop() if len(ballots) == 1 else None

    def _carry_out(self, awake: Awake, draft: Draft, offer: Absence) -> None:
        """If all others who are here agree, do as they chose."""
        about = offer.seat
        choice = self._agreed(awake, draft.table, about)
        if choice not in offer.choices:
            return
        match choice:
            case "wait":
                draft.add(facts.Granted(about))
            case "bot":
                self.stand_in(draft, about)
            case _:
                draft.forfeit(about, offer.why)

    def stand_in(self, draft: Draft, seat: int) -> None:
        """A bot plays for the person of ``seat`` until they are back. It is told all that they were told."""
        known = sorted(levels(draft.table.game))
        level = STANDIN if STANDIN in known else known[-1]
        rows = self._house.history(draft.table.id)
        seed = int.from_bytes(self._house.chance.token(6))
        draft.rebuild([*rows, *((draft.at, fact) for fact in draft.facts)], facts.Stood(seat, level, seed))
        draft.go_on()

    async def leave(self, name: str, who: str, wish: AtSeat) -> None:
        """Say that one leaves a game that goes on."""

        def decided(draft: Draft) -> None:
            if draft.table.seats[wish.seat].left:
                return
            said = sum(fact == facts.Left(wish.seat) for _, fact in self._house.history(name))
            if said >= ENOUGH or not self.leaving.take(who):
                raise Refusal("too_fast", "You have left often enough.")
            self.go(draft, wish.seat)

        await self.at_seat(name, who, wish, decided)

    def go(self, draft: Draft, seat: int) -> None:
        """The person of ``seat`` leaves."""
        draft.add(facts.Left(seat))
        if not draft.table.searching:
            self.relieve(draft)
            draft.go_on()  # a search does not wait for whoever left

    def relieve(self, draft: Draft) -> None:
        """Where more than two play for themselves, a bot stands in for whoever left; after a search in which they did,
        once it has ended."""
        table = draft.table
        if table.apart and levels(table.game) and table.outcome is None:
            for seat, sits in enumerate(table.seats):
                if sits.left and sits.standin is None:
                    self.stand_in(draft, seat)

    async def come_back(self, name: str, who: str, wish: AtSeat) -> None:
        """Take one's seat again, after leaving or from the bot that stands in."""

        def decided(draft: Draft) -> None:
            if self.is_out(draft.table, wish.seat):
                draft.add(facts.Returned(wish.seat))

        await self.at_seat(name, who, wish, decided)

    async def at_seat(
        self, name: str, who: str, wish: Wish, decided: Callable[[Draft], None], comes_back: bool = False
    ) -> None:
        """Something that somebody does once at their own seat, in a game that goes on. ``comes_back``: whoever does it
        has their seat again, if they were out."""
        house = self._house
        async with house.decide(name) as awake:
            if house.store.has(name, who, wish.request):
                return
            self._check_mine(awake.table, who, wish.seat)
            self._check_playing(awake.table)
            draft = house.draft(awake)
            if comes_back and self.is_out(awake.table, wish.seat):
                draft.add(facts.Returned(wish.seat))
                draft.own = 2
            decided(draft)
            if draft.facts:
                await house.commit_once(awake, draft, who, wish.request)
                await self._settle(awake)

    async def welcome_back(self, awake: Awake, seat: int) -> None:
        """The person of ``seat`` is looking at the table again: the bot that stood in gives way, unless they left, or
        it can't be written down just now. The table is locked."""
        sits = awake.table.seats[seat]
        if awake.table.phase == "playing" and sits.standin is not None and not sits.left:
            draft = self._house.draft(awake)
            draft.add(facts.Returned(seat))
            with suppress(Unavailable):
                await self._house.commit(awake, draft, sits.who, None)

    @staticmethod
    def is_out(table: Table, seat: int) -> bool:
        """Whether its person left, or a bot stands in."""
        return table.seats[seat].left or table.seats[seat].standin is not None

    @staticmethod
    def _check_mine(table: Table, who: str, seat: int) -> None:
        if seat not in table.seats_of(who):
            raise Refusal("not_yours", "That is not your seat.")

    @staticmethod
    def _check_playing(table: Table) -> None:
        if table.phase == "waiting":
            raise Refusal("not_started", "The game has not begun.")
        if table.phase == "over":
            raise Refusal("over", "The game is over.")
