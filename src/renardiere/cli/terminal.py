"""One person at a terminal, a bot at the other seat: what all games have in common. Each game's own side of it is in
``<game>_terminal.py``.

Works line by line, so that it is as good in a window of 80 columns, through a pipe, and for a screen reader.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Final

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from renardiere.cli.texts import LANGUAGES, Texts
from renardiere.games.errors import BadOption
from renardiere.games.play import Action, Event, Options

__all__ = ["TERMINALS", "Left", "Terminal", "keys", "terminal"]

TERMINALS: Final[Mapping[str, str]] = {
    "forest": "renardiere.cli.forest_terminal:ForestTerminal",
    "duet": "renardiere.cli.duet_terminal:DuetTerminal",
}
"""game -> its terminal, imported when it is needed."""


class Left(Exception):
    """The person wants to leave, or there is nobody to type any more."""


def terminal(game: str) -> type[Terminal]:
    """The terminal of a game; ``BadOption`` if it has none."""
    if game not in TERMINALS:
        raise BadOption(f"{game} cannot be played in a terminal yet; {', '.join(TERMINALS)} can")
    module, _, name = TERMINALS[game].partition(":")
    found: type[Terminal] = getattr(import_module(module), name)
    return found


class Terminal(ABC):
    """The person's side of the table, seat ``me`` of two. ``Any`` is the game's own view, action or event."""

    game: ClassVar[str]
    cards: ClassVar[Mapping[str, int]]
    """Those there are, in notation."""
    colours: ClassVar[Mapping[str, str]]
    """By suit, in their order."""

    def __init__(self, console: Console, texts: Texts, me: int, options: Options) -> None:
        self.console = console
        self.texts = texts
        self.me = me
        self.options: Any = options

    # ---- what a game says of itself ------------------------------------------------------------------------------

    @abstractmethod
    def welcome(self, level: int) -> None:
        """What is played, with a bot of which level."""

    @abstractmethod
    def tell_one(self, event: Any) -> None:
        """What happened, in words."""

    @abstractmethod
    def tell_end(self, view: Any) -> None:
        """How the game ended."""

    @abstractmethod
    def show(self, view: Any) -> None:
        """The table as the person sees it now."""

    @abstractmethod
    def prompt(self, view: Any) -> str:
        """What is asked."""

    @abstractmethod
    def understood(self, word: str, view: Any) -> Action | None:
        """The action that was typed."""

    @abstractmethod
    def example(self, view: Any) -> str:
        """What might be typed."""

    @abstractmethod
    def refuse(self, action: Any, view: Any) -> None:
        """Why this cannot be done."""

    # ---- words ---------------------------------------------------------------------------------------------------

    def say(self, key: str, **parts: object) -> None:
        self.console.print(keys(self.texts(key, **parts)))

    def who(self, seat: int) -> str:
        return "you" if seat == self.me else "bot"

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

    def tell(self, events: Sequence[Event]) -> None:
        """What happened, in words."""
        for event in events:
            self.tell_one(event)

    def head(self, text: str) -> None:
        """A line above what is shown next."""
        self.console.print()
        self.console.print(Rule(text, align="left", style="dim"))

    def rows(self) -> Table:
        """A table of labels and what they are about."""
        rows = Table.grid(padding=(0, 2))
        rows.add_column(style="dim", no_wrap=True)
        rows.add_column()
        return rows

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

    def help(self) -> None:
        """The reference card."""
        self.console.print()
        self.console.print(Rule(self.texts("help_title"), style="dim"))
        self.console.print(Padding(keys(self.texts("help")), (0, 1)))

    # ---- what is asked -------------------------------------------------------------------------------------------

    def ask(self, view: Any) -> Action:
        """What the person does: a legal action. ``Left`` if they leave."""
        self.show(view)
        prompt = self.prompt(view)
        while True:
            text = self.read(prompt)
            word = text.strip().casefold()
            if word in {"q", "quit", "quitter", "exit"}:
                raise Left
            if word in {"?", "h", "help", "aide"}:
                self.help()
                continue
            if not word:
                continue
            action = self.understood(word, view)
            if action is None:
                self.say("not_understood", text=escape(repr(text.strip()[:24])), example=f"`{self.example(view)}`")
            elif action.text() in view.legal[str(self.me)]:
                return action
            else:
                self.refuse(action, view)

    def read(self, prompt: str) -> str:
        self.console.print(f"[bold]{keys(prompt)}[/]", end="")
        try:
            text = self.console.input(" > ")
        except EOFError:
            self.console.print()
            raise Left from None
        if not sys.stdin.isatty():
            self.console.print(escape(text))
        return text

    def refuse_card(self, card: str, view: Any) -> None:
        """Why this card cannot be chosen, of those that the phase is about."""
        if card not in view.hands[self.me]:
            self.say("refused_not_in_hand", card=card)
            return
        refusal = view.refused[card]
        parts = {**refusal.details, "card": card, "suit": self.texts(f"one_{refusal.details['suit']}")}
        self.say(f"refused_{refusal.reason}", **parts)


def plain(words: str) -> str:
    """In small letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", words.casefold()) if not unicodedata.combining(c))


def keys(text: str) -> str:
    """Markup for the keys in a text: `` `q` `` becomes bold."""
    parts = text.split("`")
    return "".join(f"[bold]{part}[/]" if number % 2 else part for number, part in enumerate(parts))
