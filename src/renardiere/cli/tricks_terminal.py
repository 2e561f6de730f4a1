"""What terminals of games with suits and tricks have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text

from renardiere.cli.terminal import Terminal, plain
from renardiere.cli.texts import LANGUAGES, Texts

__all__ = ["TrickTerminal"]


class TrickTerminal(Terminal):
    """The person's side of a table of two."""

    game: ClassVar[str]
    cards: ClassVar[Mapping[str, int]]
    """Those there are, in notation."""
    colours: ClassVar[Mapping[str, str]]
    """By suit, in their order."""

    # ---- words ---------------------------------------------------------------------------------------------------

    def suit(self, suit: str) -> str:
        return f"[{self.colours[suit]}]{self.texts(f'suit_{suit}')}[/]"

    def card(self, card: str) -> str:
        """A card by its name, as in ``M7 (Treasure)``."""
        rank = card[1:]
        name = f" ({self.texts(f'rank_{rank}')})" if int(rank) % 2 else ""
        return f"[bold {self.colours[card[0]]}]{card}[/]{name}"

    def card_named(self, words: str) -> str | None:
        """The card of a name: ``M7``, ``7m``, ``lune 7``, ``7 of moons``; a suit may be cut short while it is clear."""
        names = [name for name in re.findall(r"[a-z]+", plain(words)) if name not in {"of", "de", "the", "le", "la"}]
        ranks = re.findall(r"\d+", words)
        if len(names) != 1 or len(ranks) != 1:
            return None
        suits = [suit for suit in self.colours if any(known.startswith(names[0]) for known in self.suit_names(suit))]
        card = f"{suits[0]}{int(ranks[0])}" if len(suits) == 1 else ""
        return card if card in self.cards else None

    def suit_names(self, suit: str) -> set[str]:
        """All that a suit is called, in every language."""
        every = [Texts(language, self.game) for language in LANGUAGES]
        return {suit.casefold(), *(plain(texts(f"{form}_{suit}")) for texts in every for form in ("one", "suit"))}

    # ---- what is seen --------------------------------------------------------------------------------------------

    def trick(self, view: Any) -> str:
        if not view.trick:
            return self.texts("table_empty")
        seats = (view.leader, 1 - view.leader)
        return ", ".join(
            self.texts(f"table_{self.who(seat)}", card=self.card(card))
            for seat, card in zip(seats, view.trick, strict=False)
        )

    def hand(self, view: Any, marked: str | None = None) -> Table:
        """The hand, a line a suit; cards that may be chosen stand in brackets; one may be marked."""
        chosen = {token.lstrip("x>g") for token in view.legal[str(self.me)]}
        grid = Table.grid(padding=(0, 1))
        for suit in self.colours:
            line = Text()
            for card in view.hands[self.me]:
                if card[0] == suit:
                    bright = card in chosen
                    style = f"bold {self.colours[suit]}" if bright else "dim"
                    line.append(f"[{card}]" if bright else f" {card} ", style=style)
                    if card == marked:
                        line.append(self.texts("drawn_mark"), style="italic")
            if line:
                grid.add_row(self.suit(suit), line)
        return grid

    # ---- what is asked -------------------------------------------------------------------------------------------

    def refuse_card(self, card: str, view: Any) -> None:
        """Why this card cannot be chosen, of those that the phase is about."""
        if card not in view.hands[self.me]:
            self.say("refused_not_in_hand", card=card)
            return
        refusal = view.refused[card]
        parts = {**refusal.details, "card": card, "suit": self.texts(f"one_{refusal.details['suit']}")}
        self.say(f"refused_{refusal.reason}", **parts)
