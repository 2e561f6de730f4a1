"""« Coup de pouce »: what a person who plays against bots had better do, and why.

A hint is made of what the asking seat was shown and told, like a bot's choice, where bots think. One is made for
each decision, however often it is asked for, and only so many at a time.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from renardiere.games.play import Game, Memory
from renardiere.server.messages import AskHint, Hint
from renardiere.server.problems import Refusal

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["Hints"]

KEPT: Final = 256
"""Tables of which the last hint is remembered."""
AT_ONCE: Final = 4
"""Hints that are being made, for each of the bots' workers."""


class Hints:
    """Gives hints. Nothing of it is written down: a hint changes nothing."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._given: dict[str, tuple[tuple[int, int], asyncio.Future[Hint]]] = {}

    async def hint(self, name: str, who: str, wish: AskHint) -> Hint:
        """What ``who`` had better do at the seat that is to act."""
        house = self._house
        async with house.hold(name) as awake:
            table = awake.table
            if wish.seat not in table.seats_of(who):
                raise Refusal("not_yours", "That is not your seat.")
            if not table.hints:
                raise Refusal("no_hints", "There are no hints at this table.")
            if wish.decision != table.decision or wish.seat not in table.to_act:
                raise Refusal("stale", "That decision is closed.", decision=table.decision)
            asked = wish.seat, wish.decision
            known = self._given.get(name)
            if known is None or known[0] != asked:
                if sum(not made.done() for _, made in self._given.values()) >= AT_ONCE * house.minds.workers:
                    raise Refusal("too_fast", "Others are being given hints; wait a moment.")
                made = asyncio.ensure_future(self._made(table.game, table.memory(wish.seat)))
                known = asked, made
                self._given.pop(name, None)
                self._given[name] = known
                self._forget()
            return await asyncio.shield(known[1])  # whoever asked may go away, others may have asked for the same

    async def _made(self, game: Game[Any, Any, Any, Any], memory: Memory) -> Hint:
        await self._house.warmup.finished()  # bots are not to wait for a compiler
        return await self._house.minds.think(_hint, game, memory)

    def _forget(self) -> None:
        for name in list(self._given)[:-KEPT]:
            if self._given[name][1].done():
                del self._given[name]


def _hint(game: Game[Any, Any, Any, Any], memory: Memory) -> Hint:
    from renardiere.bots import hint

    return hint(game, memory)
