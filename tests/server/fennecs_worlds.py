"""Worlds of fennecs: other hands, other cards face down, others set aside."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from worlds import Round, World, Worlds

from renardiere.games.fennecs.actions import TEXTS
from renardiere.games.fennecs.state import FennecsState
from renardiere.games.fennecs.words import FennecsDeal

__all__ = ["FennecsWorlds", "deeds"]


def deeds(world: World) -> set[tuple[int, str]]:
    """Who did what: ``?`` to hide a card, ``t`` to take a column, ``=`` to choose a total."""
    kinds = (("?", r".*\?"), ("t", "take.*"), ("=", "=.*"))
    done = [(seat, text) for part in world for seat, text in part.actions]
    return {(seat, kind) for seat, text in done for kind, form in kinds if re.fullmatch(form, text)}


class FennecsWorlds(Worlds):
    name = "fennecs"
    state_type = FennecsState
    tokens = TEXTS

    def chosen(self, legal: list[str], chance: random.Random) -> str:
        """Cards are fond of lying face down, and columns of growing."""
        placing = [text for text in legal if not text.startswith("take")]
        hiding = [text for text in placing if text.endswith("?")]
        return chance.choice(chance.choice([hiding, hiding, placing, legal]) or placing or legal)

    def hidden(self, action: str) -> bool:
        return action.endswith("?")

    def card_of(self, action: str) -> str:
        return action.partition("@")[0]

    def pasts(self, start: Round, seat: int, sampled: Any, seen: list[Any], chance: random.Random) -> Iterator[Round]:
        """The only one: what others hold and have hidden is known now, so they held it from the start."""
        open_ = sampled.reveal()
        actions = []
        held: list[list[str]] = [[] for _ in self.seats]
        lengths = [1] * len(self.seats)
        for who, text in start.actions:
            ours = text
            if not text.startswith(("take", "=")):
                column = int(text.partition("@")[2].rstrip("?"))
                place, cards = lengths[column], open_.columns[column]
                lengths[column] += 1
                if cards is not None and self.hidden(text):
                    ours = f"{cards[place].rstrip('?')}@{column}?"
                held[who].append(self.card_of(ours))
            actions.append((who, ours))
        hands = tuple((*held[who], *open_.hands[who]) for who in self.seats)
        deal = FennecsDeal(start.deal.first, hands, start.deal.starts, open_.set_aside)
        yield Round(deal, tuple(actions))
