"""Once more: the rematch, which is made once for everybody, and taking back a decision against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from renardiere.games.play import SPECTATOR, Options
from renardiere.server.daily import check_uncounted
from renardiere.server.journal import facts
from renardiere.server.journal.facts import Fact
from renardiere.server.messages import Back, Rematch
from renardiere.server.problems import Refusal
from renardiere.server.table import Table

if TYPE_CHECKING:
    from renardiere.server.house import Awake, House

__all__ = ["Again"]

ENOUGH: Final = 1000
"""Times that a game may be taken back: each costs as much as all that was ever done at the table."""


class Again:
    """Decisions to play once more."""

    def __init__(self, house: House) -> None:
        self._house = house

    # ---- rematch ---------------------------------------------------------------------------------------------
    async def rematch(self, name: str, who: str, wish: Rematch) -> str:
        """The table of the next game: whoever asks first makes it, the others' seats are kept for them, and each sits
        down by asking too. Everybody at the old table is told where it is."""
        house = self._house
        async with house.decide(name) as awake:
            old = awake.table
            mine = old.seats_of(who)
            if not mine:
                raise Refusal("not_yours", "You did not play here.")
            if old.phase != "over":
                raise Refusal("not_over", "The rematch comes after the game.")
            if old.terms.day is not None:
                raise Refusal("daily", "There is no rematch of a day's deals.", "rematch")
            if old.next is None:
                return await self._make(awake, who, wish)
            new = old.next
        await self._join(new, who, wish, self._options(old, wish))
        return new

    @staticmethod
    def _options(old: Table, wish: Rematch) -> Options | None:
        """What somebody wants the next game to be; None if they leave that to the others."""
        return None if wish.options is None else old.game.parse_options({**old.terms.options, **wish.options})

    async def _make(self, awake: Awake, who: str, wish: Rematch) -> str:
        house = self._house
        old = awake.table
        house.seats.check_room(who)
        secret = house.chance.token(32).hex()
        terms = structs.replace(
            old.terms,
            rules=old.game.rules,
            secret=secret,
            listed=False,  # it is for those who have played
            before=old.id,
        )
        if (options := self._options(old, wish)) is not None:
            house.seats.check_count(old.game, options, len(old.seats))
            terms = structs.replace(terms, options={**terms.options, **(wish.options or {}), **options.tags()})
        draft = house.seats.draft(terms)
        for seat, sits in enumerate(old.seats):
            if sits.kind == "bot":
                assert sits.level is not None
                draft.add(house.seats.bot(old, seat, sits.level))
            elif sits.who == who:
                draft.add(facts.Sat(seat, who, sits.name or "", wish.shares.get(str(seat))))
            elif sits.who is not None and not house.identities.is_gone(sits.who):
                draft.add(facts.Kept(seat, sits.who, sits.name or ""))
        draft.start_if_full()
        followed = house.draft(awake)
        followed.add(facts.Followed(draft.table.id))
        request = f"rematch:{old.id}"  # no client's: theirs have no colon
        new = await house.make(draft, who, request, house.written(followed))
        house.take_over(awake, followed)
        return new

    async def _join(self, name: str, who: str, wish: Rematch, options: Options | None) -> None:
        house = self._house
        async with house.decide(name) as awake:
            kept = [seat for seat, sits in enumerate(awake.table.seats) if sits.kind == "open" and sits.who == who]
            if not kept:
                return
            proposed = awake.table.game.parse_options(awake.table.terms.options)
            if options not in (None, proposed):
                raise Refusal("not_now", "Another game was proposed meanwhile.", "options")
            draft = house.draft(awake)
            for seat in kept:
                name_ = awake.table.seats[seat].name or ""
                draft.add(facts.Sat(seat, who, name_, wish.shares.get(str(seat))))
            draft.start_if_full()
            await house.commit_once(awake, draft, who, wish.request)

    # ---- taking back -----------------------------------------------------------------------------------------
    async def back(self, name: str, who: str, wish: Back) -> None:
        """Return to one's last decision, where all others are bots. From then on the game no longer counts."""
        house = self._house
        async with house.decide(name) as awake:
            table = awake.table
            if house.store.has(name, who, wish.request):
                return
            mine = table.seats_of(who)
            if not mine:
                raise Refusal("not_yours", "That is not your seat.")
            if len(mine) != 1 or any(sits.kind != "bot" for seat, sits in enumerate(table.seats) if seat != mine[0]):
                raise Refusal("people_here", "Against people nothing is taken back.")
            if table.phase == "over":
                raise Refusal("over", "The game is over.")
            if table.game.searches:
                raise Refusal("nothing_to_take_back", "What was searched in the dark is not searched again.", "search")
            check_uncounted(table)
            if wish.decision != table.decision:
                raise Refusal("stale", "That decision is closed.", decision=table.decision)
            rows = house.history(name)
            if sum(isinstance(fact, facts.TakenBack) for _, fact in rows) >= ENOUGH:
                raise Refusal("nothing_to_take_back", "That was taken back often enough.", "enough")
            draft = house.draft(awake)
            draft.rebuild(rows, self._taken_back(table, rows, mine[0]))
            draft.rewound = True
            await house.commit_once(awake, draft, who, wish.request)

    @staticmethod
    def _taken_back(table: Table, rows: list[tuple[float, Fact]], seat: int) -> facts.TakenBack:
        """The fact that undoes all from the last action of ``seat`` on, as far as it has not been undone already."""
        undone = len(rows)
        for number in range(len(rows) - 1, -1, -1):
            fact = rows[number][1]
            if number >= undone:
                continue
            if isinstance(fact, facts.TakenBack):
                undone = fact.facts
            elif isinstance(fact, facts.Acted) and fact.seat == seat:
                numbers = [table.streams[viewer].number + 1 for viewer in (*range(len(table.seats)), SPECTATOR)]
                return facts.TakenBack(number, table.decision + 1, numbers)
        raise Refusal("nothing_to_take_back", "You have not decided anything yet.")
