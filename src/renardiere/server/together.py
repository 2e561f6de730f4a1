"""What those who play a game together settle among themselves: when to deal, what to suggest, giving up.

In a game with talk between its rounds, the deal waits until everybody is ready. A team's game is given up once all of
its people want to; bots always agree, since it is the people's game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from renardiere.games.errors import IllegalAction
from renardiere.server.journal import facts
from renardiere.server.messages import GiveUp, Ready, Suggest
from renardiere.server.problems import Refusal
from renardiere.server.table import Draft, Table

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["Together"]

ENOUGH: Final = 20
"""Times that somebody may change their mind about the same."""


class Together:
    """Decisions that several people have to agree about."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def ready(self, name: str, who: str, wish: Ready) -> None:
        """Be ready for the deal, or the search, that waits, or no longer; it comes once everybody is."""

        def decided(draft: Draft) -> None:
            table = draft.table
            if not table.pauses:
                raise Refusal("not_now", "Nothing waits for that.", "dealt")
            if (wish.seat in table.ready) == wish.on:
                return
            self._check_mind(name, facts.Ready, table.seats_of(who))
            draft.add(facts.Ready(wish.seat, wish.on))
            draft.go_on()

        await self._house.absences.at_seat(name, who, wish, decided, comes_back=wish.on)

    async def suggest(self, name: str, who: str, wish: Suggest) -> None:
        """Suggest what the one who is to act between two rounds might do; it binds nobody."""

        def decided(draft: Draft) -> None:
            table, state = draft.table, draft.table.state
            if state is None or not table.game.talks or not (state.between_rounds and table.to_act):
                raise Refusal("not_now", "There is nothing to suggest.", "round")
            if wish.decision != table.decision:
                raise Refusal("stale", "That decision is closed.", decision=table.decision)
            if wish.seat in table.to_act:
                raise Refusal("not_now", "That is yours to decide.", "yours")
            action = None
            if wish.action is not None:
                meant = table.game.parse_action(wish.action, table.options)
                if not any(meant in state.legal(seat) for seat in table.to_act):
                    raise IllegalAction("that cannot be done now")
                action = meant.text()
            if table.suggested.get(wish.seat) != action:
                self._check_mind(name, facts.Suggested, [wish.seat])
                draft.add(facts.Suggested(wish.seat, action))

        await self._house.absences.at_seat(name, who, wish, decided)

    async def give_up(self, name: str, who: str, wish: GiveUp) -> None:
        """Give up: alone in a game of opponents, who have won; in a team's game, once all its people want to. Nobody
        ends the game of several others who play for themselves."""

        def decided(draft: Draft) -> None:
            if draft.table.game.team:
                self._with_others(draft, wish)
            elif wish.withdraw:
                raise Refusal("not_now", "There is nothing to withdraw.", "alone")
            elif draft.table.apart and draft.table.others_play(who):
                raise Refusal("people_here", "The others play on: leave, and a bot plays for you.", "leave")
            else:
                draft.add(facts.Resigned(wish.seat))
                draft.forfeit(wish.seat, "resigned")

        await self._house.absences.at_seat(name, who, wish, decided)

    @staticmethod
    def _with_others(draft: Draft, wish: GiveUp) -> None:
        table = draft.table
        if not table.to_act:
            raise Refusal("not_now", "One gives up once the cards are dealt.", "waits")
        if wish.withdraw and wish.seat not in table.giving_up:  # somebody else proposes it: they play on
            for seat in sorted(table.giving_up):
                draft.add(facts.GivingUp(seat, False))
            return
        if (wish.seat in table.giving_up) != wish.withdraw:
            if not wish.withdraw and all_agree(table):  # a bot has come meanwhile
                draft.give_up()
            return
        if not wish.withdraw and not table.giving_up and table.proposals.get(wish.seat) == table.moment:
            raise Refusal("too_fast", "Once a trick is enough.", "proposal")
        draft.add(facts.GivingUp(wish.seat, not wish.withdraw))
        if all_agree(table):
            draft.give_up()

    def _check_mind(self, name: str, kind: type[facts.Ready | facts.Suggested], seats: list[int]) -> None:
        """``too_fast`` for somebody who has said that often enough since the game went on last."""
        said = 0
        for _, fact in reversed(self._house.history(name)):
            if isinstance(fact, (facts.Acted, facts.Frozen, facts.Shaken)):
                break
            said += isinstance(fact, kind) and fact.seat in seats
        if said >= ENOUGH:
            raise Refusal("too_fast", "You have changed your mind often enough.")


def all_agree(table: Table) -> bool:
    """Whether all people who play would give up."""
    return all(sits.plays is not None or seat in table.giving_up for seat, sits in enumerate(table.seats))
