"""Who sits where before the game: making a table, taking, keeping and freeing seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from renardiere.games import game as find_game
from renardiere.games.errors import BadOption, UnknownGame
from renardiere.games.play import Options
from renardiere.server.identity import new_id
from renardiere.server.journal import facts
from renardiere.server.messages import (
    OFFERED,
    PLAYED,
    AtSeat,
    BotSeat,
    Clock,
    DayClock,
    MoveClock,
    MySeat,
    NewTable,
    SeatBot,
    Sit,
)
from renardiere.server.problems import Refusal
from renardiere.server.table import AnyGame, Draft, Seat, Table
from renardiere.server.text import clean_name

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["Seats"]

DAY: Final = 86_400
ENOUGH: Final = 100
"""Times that somebody may free a seat of a table."""


class Seats:
    """Decisions about the seats of a house's tables."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def make(self, who: str, wish: NewTable) -> str:
        """Make a table and return its name; the same request gives the same table."""
        house = self._house
        if made := house.store.made(who, wish.request):
            return made
        await house.warmup.rules()
        return await house.make(self._draft(who, wish), who, wish.request)

    def _draft(self, who: str, wish: NewTable) -> Draft:
        house = self._house
        if wish.game not in PLAYED:
            raise UnknownGame(f"there is no game of that name; there are: {', '.join(PLAYED)}")
        game = find_game(wish.game)
        options = game.parse_options(wish.options)
        self.check_count(game, options, len(wish.seats))
        if not any(isinstance(seat, MySeat) for seat in wish.seats):
            raise Refusal("bad_seats", "A table's maker sits at it.", "nobody")
        if wish.listed and not house.policy.lobby_open:
            raise Refusal("lobby_closed", "The open tables are closed in this house.")
        if wish.listed and house.store.listed(who) >= house.config.limits.listed_tables:
            raise Refusal("too_many_tables", "Enough of your tables are open already.")
        if wish.dealer is not None and (not game.names_dealer or wish.dealer >= len(wish.seats)):
            raise BadOption(f"nobody names the dealer of {game.name}, or that seat is none", reason="dealer")
        self._check_search(game, wish)
        self.check_room(who)
        limit, sleeps = _limit(wish.clock)
        draft = self.draft(
            facts.Made(
                game.name,
                game.rules,
                {**wish.options, **options.tags()},  # a board may not always be there
                len(wish.seats),
                house.chance.token(32).hex(),
                limit,
                sleeps,
                wish.listed,
                wish.watchable,
                memory=wish.memory,
                dealer=wish.dealer,
                speeds=wish.speeds,
                by_ear=wish.by_ear,
            )
        )
        for number, seat in enumerate(wish.seats):
            match seat:
                case MySeat(name, share):
                    draft.add(facts.Sat(number, who, clean_name(name), share))
                case BotSeat(level):
                    draft.add(self.bot(draft.table, number, level))
        draft.start_if_full()
        return draft

    @staticmethod
    def _check_search(game: AnyGame, wish: NewTable) -> None:
        if wish.listed and game.name not in OFFERED:
            raise BadOption(f"{game.name} is not among the open tables yet", reason="listed")
        if (wish.speeds or wish.by_ear) and not game.searches:
            raise BadOption(f"nobody searches in {game.name}", reason="search")
        if wish.speeds and len(wish.speeds) != len(wish.seats):
            raise BadOption("speeds has one entry a seat", reason="speeds")
        if game.searches and sum(isinstance(seat, MySeat) for seat in wish.seats) > 1:
            raise Refusal("bad_seats", "All search at once: each on a device of their own.", "one_device")

    @staticmethod
    def check_count(game: AnyGame, options: Options, count: int) -> None:
        """``bad_seats`` if the game has another number of seats with these options."""
        if count != game.seats(options):
            raise Refusal("bad_seats", "The game has another number of seats.", "count", seats=game.seats(options))

    def check_room(self, who: str) -> None:
        """``too_many_tables`` if somebody has enough unfinished games."""
        if self._house.store.unfinished(who) >= self._house.config.limits.unfinished_tables:
            raise Refusal("too_many_tables", "Finish some of your games first.")

    def draft(self, made: facts.Made) -> Draft:
        """A table that is being made."""
        draft = Draft(Table(new_id(self._house.chance, 10)), self._house.clock.now())
        draft.add(made)
        return draft

    def bot(self, table: Table, seat: int, level: int) -> facts.BotSat:
        """A bot for a seat; ``bad_option`` if the game has none of this level."""
        self._house.robots.check(table.game, level)
        return facts.BotSat(seat, level, int.from_bytes(self._house.chance.token(6)))

    # ---- at a table that waits -------------------------------------------------------------------------------
    async def sit(self, table: str, who: str, wish: Sit) -> None:
        """Take a seat, unless one has one already; the game starts with the last."""
        house = self._house
        async with house.decide(table) as awake:
            seats = awake.table.seats
            if awake.table.seats_of(who):
                return
            if awake.table.phase != "waiting":
                raise Refusal("table_full", "All seats are taken.")
            kept = [number for number, seat in enumerate(seats) if seat.kind == "open" and seat.who == who]
            free = kept or [number for number, seat in enumerate(seats) if seat.kind == "open" and seat.who is None]
            if not free:
                raise Refusal("table_full", "All seats are taken.")
            seat = free[0] if wish.seat is None else wish.seat
            if seat not in free:
                raise Refusal("seat_taken", "Somebody sits there.", seat=seat)
            self.check_room(who)
            draft = house.draft(awake)
            draft.add(facts.Sat(seat, who, clean_name(wish.name), wish.share))
            draft.start_if_full()
            await house.commit_once(awake, draft, who, wish.request)

    async def leave(self, table: str, who: str, wish: AtSeat) -> None:
        """Give one's seat back before the start."""
        await self._free(table, who, wish, host=False)

    async def free(self, table: str, who: str, wish: AtSeat) -> None:
        """As the host, free a seat before the start, whoever has it."""
        await self._free(table, who, wish, host=True)

    async def _free(self, table: str, who: str, wish: AtSeat, host: bool) -> None:
        house = self._house
        async with house.decide(table) as awake:
            if house.store.has(table, who, wish.request):
                return
            seat = self._seat(awake.table, wish.seat)
            if host:
                self._check_host(awake.table, who)
            elif seat.who != who:
                raise Refusal("not_yours", "That is not your seat.")
            self._check_waiting(awake.table)
            if seat.kind == "open" and seat.who is None:
                return
            freed = sum(
                row.author == who and facts.decode(row.body) == facts.Freed(wish.seat)
                for row in house.store.facts(table)
            )
            if freed >= ENOUGH or not house.absences.leaving.take(who):
                raise Refusal("too_fast", "You have freed that seat often enough.")
            draft = house.draft(awake)
            draft.add(facts.Freed(wish.seat))
            await house.commit_once(awake, draft, who, wish.request)

    async def seat_bot(self, table: str, who: str, wish: SeatBot) -> None:
        """As the host, give a free seat to a bot; the game starts with the last."""
        house = self._house
        async with house.decide(table) as awake:
            if house.store.has(table, who, wish.request):
                return
            self._check_waiting(awake.table)
            self._check_host(awake.table, who)
            if self._seat(awake.table, wish.seat).kind != "open":
                raise Refusal("seat_taken", "Somebody sits there.", seat=wish.seat)
            draft = house.draft(awake)
            draft.add(self.bot(awake.table, wish.seat, wish.level))
            draft.start_if_full()
            await house.commit_once(awake, draft, who, wish.request)

    @staticmethod
    def _seat(table: Table, seat: int) -> Seat:
        if seat >= len(table.seats):
            raise Refusal("bad_seats", "There is no such seat.", "count", seats=len(table.seats))
        return table.seats[seat]

    @staticmethod
    def _check_waiting(table: Table) -> None:
        if table.phase != "waiting":
            raise Refusal("started", "The game has begun.")

    @staticmethod
    def _check_host(table: Table, who: str) -> None:
        if not table.people or table.people[0] != who:
            raise Refusal("not_host", "Only the host may do that.")


def _limit(clock: Clock | None) -> tuple[int | None, bool]:
    match clock:
        case MoveClock(seconds):
            return seconds, False
        case DayClock(days):
            return days * DAY, True
        case None:
            return None, False
