"""Worlds of forest: another hand, another pile, other cards under it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from worlds import Round, World, Worlds

from renardiere.games.forest.actions import TEXTS
from renardiere.games.forest.game import ForestState
from renardiere.games.forest.words import Drew, Exchanged, ForestDeal

__all__ = ["ForestWorlds", "abilities"]


def abilities(world: World) -> set[tuple[int, str]]:
    """Who used which: ``x`` and ``>`` for Foxes and Woodcutters."""
    return {(seat, text[0]) for part in world for seat, text in part.actions if text[0] in "x>"}


class ForestWorlds(Worlds):
    name = "forest"
    state_type = ForestState
    tokens = TEXTS

    def chosen(self, legal: list[str], chance: random.Random) -> str:
        """Foxes and Woodcutters are fond of being played."""
        return chance.choice([text for text in legal if text[1:] in ("3", "5")] or legal)

    def hidden(self, action: str) -> bool:
        return action[0] == ">"

    def card_of(self, action: str) -> str:
        return action.lstrip("x>")

    def pasts(self, start: Round, seat: int, sampled: Any, seen: list[Any], chance: random.Random) -> Iterator[Round]:
        other = 1 - seat
        open_ = sampled.reveal()
        burials = [card for card, who in zip(open_.pile, sampled._buriers, strict=True) if who == other]
        untouched = [card for card, who in zip(open_.pile, sampled._buriers, strict=True) if who is None]
        replaced = iter(burials)
        actions = tuple(
            (who, f">{next(replaced)}" if who == other and text[0] == ">" else text) for who, text in start.actions
        )
        dealt = max(place for place, event in enumerate(seen) if type(event).__name__ == "Dealt")
        draws = [event for event in seen[dealt:] if isinstance(event, Drew)]
        unknown = [place for place, event in enumerate(draws) if event.seat == other]
        held: Counter[str] = Counter(open_.hands[other])
        for who, text in actions:
            if who == other and text != "x-":
                held[text.lstrip("x>")] += 1
        held.subtract(event.took for event in seen[dealt:] if isinstance(event, Exchanged) and event.seat == other)
        candidates = sorted(card for card, count in held.items() if count)
        chance.shuffle(candidates)
        for cards in itertools.permutations(candidates, len(unknown)):
            drawn = [event.card for event in draws]
            for place, card in zip(unknown, cards, strict=True):
                drawn[place] = card
            hands = [*start.deal.hands]
            hands[other] = tuple(card for card in candidates if card not in cards)
            deal = ForestDeal(start.deal.dealer, (hands[0], hands[1]), start.deal.decree, (*drawn, *untouched))
            yield Round(deal, actions)
