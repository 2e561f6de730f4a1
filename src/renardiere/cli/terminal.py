"""One person at a terminal, bots at the other seats: what all games have in common. Each game's own side of it is in
``<game>_terminal.py``, and what games of tricks share in ``tricks_terminal.py``.

Works line by line, so that it is as good in a window of 80 columns, through a pipe, and for a screen reader.
"""

from __future__ import annotations

import sys
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table

from renardiere.cli.texts import Texts
from renardiere.games.errors import BadOption
from renardiere.games.play import Action, Event, Options

__all__ = ["TERMINALS", "Left", "Terminal", "keys", "plain", "terminal"]

TERMINALS: Final[Mapping[str, str]] = {
    "forest": "renardiere.cli.forest_terminal:ForestTerminal",
    "duet": "renardiere.cli.duet_terminal:DuetTerminal",
    "fennecs": "renardiere.cli.fennecs_terminal:FennecsTerminal",
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
    """The person's side of the table, at seat ``me``. ``Any`` is the game's own view, action or event."""

    def __init__(self, console: Console, texts: Texts, me: int, options: Options) -> None:
        self.console = console
        self.texts = texts
        self.me = me
        self.options: Any = options

    # ---- what a game says of itself ------------------------------------------------------------------------------

    @abstractmethod
    def welcome(self, level: int) -> None:
        """What is played, with bots of which level."""

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


def plain(words: str) -> str:
    """In small letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", words.casefold()) if not unicodedata.combining(c))


def keys(text: str) -> str:
    """Markup for the keys in a text: `` `q` `` becomes bold."""
    parts = text.split("`")
    return "".join(f"[bold]{part}[/]" if number % 2 else part for number, part in enumerate(parts))
