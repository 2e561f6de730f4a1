"""One person at a terminal, one bot across the table: shows what the person may see, asks what they do.

Works line by line, so that it is as good in a window of 80 columns, through a pipe, and for a screen reader.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from renardiere.cli.texts import ALL, Texts
from renardiere.games.forest.words import (
    CARD,
    RANKS,
    SUITS,
    Buried,
    Bury,
    Dealt,
    Drew,
    Exchange,
    Exchanged,
    ForestAction,
    ForestEvent,
    ForestView,
    GameEnded,
    Kept,
    Play,
    Played,
    RoundEnded,
    TrickWon,
)
from renardiere.games.play import HIDDEN

__all__ = ["Left", "Terminal"]

COLOURS: Final = {"B": "yellow", "K": "cyan", "M": "magenta"}
BANDS: Final = ((3, "humble"), (6, "defeated"), (9, "victorious"), (13, "greedy"))


KINDS: Final[Mapping[str, type[Play | Exchange | Bury]]] = {"play": Play, "exchange": Exchange, "bury": Bury}
SUIT_NAMES: Final = {
    suit: {suit.casefold(), *(texts[f"{form}_{suit}"] for texts in ALL.values() for form in ("one", "suit"))}
    for suit in SUITS
}


class Left(Exception):
    """The person wants to leave, or there is nobody to type any more."""


class Terminal:
    """The person's side of the table, seat ``me`` of a game to ``target`` points."""

    def __init__(self, console: Console, texts: Texts, me: int, target: int) -> None:
        self.console = console
        self.texts = texts
        self.me = me
        self.target = target

    # ---- words ---------------------------------------------------------------------------------------------------

    def say(self, key: str, **parts: object) -> None:
        self.console.print(keys(self.texts(key, **parts)))

    def who(self, seat: int) -> str:
        return "you" if seat == self.me else "bot"

    def suit(self, suit: str) -> str:
        return f"[{COLOURS[suit]}]{self.texts(f'suit_{suit}')}[/]"

    def card(self, card: str) -> str:
        """A card by its name, as in ``M7 (Treasure)``."""
        rank = card[1:]
        name = f" ({self.texts(f'rank_{rank}')})" if int(rank) % 2 else ""
        return f"[bold {COLOURS[card[0]]}]{card}[/]{name}"

    # ---- what happened -------------------------------------------------------------------------------------------

    def tell(self, events: Sequence[ForestEvent]) -> None:
        """What happened, in words."""
        for event in events:
            self.tell_one(event)

    def tell_one(self, event: ForestEvent) -> None:
        match event:
            case Dealt():
                dealer = self.texts("you_deal" if event.dealer == self.me else "bot_deals")
                self.console.print()
                self.say("round_begins", round=event.round, dealer=dealer)
            case Played():
                self.say(f"{self.who(event.seat)}_played", card=self.card(event.card))
            case Exchanged():
                took, gave = self.card(event.took), self.card(event.gave)
                self.say(f"{self.who(event.seat)}_exchanged", took=took, gave=gave, suit=self.suit(event.gave[0]))
            case Kept():
                self.say(f"{self.who(event.seat)}_kept")
            case Drew():
                self.say(f"{self.who(event.seat)}_drew", card=self.card(event.card) if event.card else "")
            case Buried():
                self.say(f"{self.who(event.seat)}_buried", card=self.card(event.card) if event.card else "")
            case TrickWon():
                self.tell_trick(event)
            case RoundEnded():
                self.tell_round(event)
            case GameEnded():
                pass  # its words need the scores: see ``tell_end``

    def tell_trick(self, event: TrickWon) -> None:
        words = [self.texts(f"{self.who(event.seat)}_won", number=event.number)]
        if event.treasures:
            words.append(self.texts.count("treasures", event.treasures))
        if event.leads != event.seat:
            words.append(self.texts(f"swan_{self.who(event.leads)}"))
        self.console.print(f"[bold]{' '.join(words)}[/]")

    def tell_round(self, event: RoundEnded) -> None:
        table = Table(box=None, padding=(0, 2, 0, 0))
        table.add_column("")
        for name in ("tricks", "points", "treasures", "total", "score"):
            table.add_column(self.texts(f"column_{name}"), justify="right")
        for seat in (self.me, 1 - self.me):
            points, treasures = event.points[seat], event.treasures[seat]
            table.add_row(
                self.texts(self.who(seat)),
                f"{event.tricks[seat]} ({self.band(event.tricks[seat])})",
                str(points),
                f"+ {treasures}",
                f"= {points + treasures}",
                str(event.scores[seat]),
            )
        self.console.print()
        self.console.print(Rule(self.texts("round_over", round=event.round), style="dim"))
        self.console.print(table)
        self.console.print(f"[dim]{self.texts('bands')}[/]")

    def tell_end(self, view: ForestView) -> None:
        """How the game ended."""
        assert view.outcome is not None
        you, bot = view.scores[self.me], view.scores[1 - self.me]
        self.console.print()
        if len(view.outcome.winners) > 1:
            self.say("drawn", you=you)
            return
        if you == bot:
            self.say("tie_broken")
        self.say("won" if self.me in view.outcome.winners else "lost", you=you, bot=bot)

    def band(self, tricks: int) -> str:
        name = next(name for most, name in BANDS if tricks <= most)
        return self.texts(f"band_{name}")

    # ---- what is seen --------------------------------------------------------------------------------------------

    def show(self, view: ForestView) -> None:
        """The table as the person sees it now."""
        texts = self.texts
        assert view.decree is not None
        self.console.print()
        head = texts("head", round=view.round, trick=sum(view.tricks) + 1)
        self.console.print(Rule(head, align="left", style="dim"))
        rows = Table.grid(padding=(0, 2))
        rows.add_column(style="dim", no_wrap=True)
        rows.add_column()
        rows.add_row(
            texts("label_score"),
            texts("standing", you=view.scores[self.me], bot=view.scores[1 - self.me], target=self.target),
        )
        tricks = " · ".join(
            f"{texts(self.who(seat))} {view.tricks[seat]} ({self.band(view.tricks[seat])})"
            for seat in (self.me, 1 - self.me)
        )
        rows.add_row(texts("label_tricks"), f"{tricks}\n[dim]{texts('bands')}[/]")
        rows.add_row(texts("label_decree"), texts("trump", card=self.card(view.decree), suit=self.suit(view.decree[0])))
        rows.add_row(texts("label_table"), self.trick(view))
        mine = [card for card in view.pile if card != HIDDEN]
        if mine:
            cards = ", ".join(map(self.card, mine))
            rows.add_row(texts("label_buried"), texts("buried_mine", cards=cards))
        rows.add_row(texts("label_hand"), self.hand(view))
        self.console.print(rows)

    def trick(self, view: ForestView) -> str:
        if not view.trick:
            return self.texts("table_empty")
        seats = (view.leader, 1 - (view.leader or 0))
        return ", ".join(
            self.texts(f"table_{self.who(seat or 0)}", card=self.card(card))
            for seat, card in zip(seats, view.trick, strict=False)
        )

    def hand(self, view: ForestView) -> Table:
        """The hand, a line a suit; cards that may be chosen stand in brackets."""
        chosen = {card_of(token) for token in view.legal[str(self.me)]}
        grid = Table.grid(padding=(0, 1))
        for suit in SUITS:
            line = Text()
            for card in view.hands[self.me]:
                if card[0] == suit:
                    bright = card in chosen
                    style = f"bold {COLOURS[suit]}" if bright else "dim"
                    line.append(f"[{card}]" if bright else f" {card} ", style=style)
                    if card == view.drawn:
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

    def ask(self, view: ForestView) -> ForestAction:
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
            action = understood(word, view.phase)
            if action is None:
                example = next(card_of(token) for token in view.legal[str(self.me)] if card_of(token) != "-")
                self.say("not_understood", text=escape(repr(text.strip()[:24])), example=f"`{example}`")
            elif action.text() in view.legal[str(self.me)]:
                return action
            else:
                self.refuse(action, view)

    def prompt(self, view: ForestView) -> str:
        if view.phase != "play":
            return self.texts(f"ask_{view.phase}")
        if not view.trick:
            return self.texts("ask_lead")
        suit = view.trick[0][0]
        if not view.refused and not any(card[0] == suit for card in view.hands[self.me]):
            return self.texts("ask_free", suit=self.texts(f"one_{suit}"))
        monarch = int(view.trick[0][1:]) == RANKS
        return self.texts("ask_monarch" if monarch else "ask_follow", suit=self.texts(f"one_{suit}"))

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

    def refuse(self, action: ForestAction, view: ForestView) -> None:
        """Why this cannot be done."""
        card = action.card
        if not isinstance(action, KINDS[view.phase]) or card is None:
            self.say(f"refused_{view.phase}_awaited")
        elif card not in view.hands[self.me]:
            self.say("refused_not_in_hand", card=card)
        else:
            refusal = view.refused[card]
            parts = {**refusal.details, "card": card, "suit": self.texts(f"one_{refusal.details['suit']}")}
            self.say(f"refused_{refusal.reason}", **parts)


# ---- what was typed ----------------------------------------------------------------------------------------------


def understood(word: str, phase: str) -> ForestAction | None:
    """The action that was typed: a card means what the phase is about, ``x`` and ``>`` are those of the notation."""
    if word in {"-", "x-", "–", "−"}:
        return Exchange(None)
    kind = KINDS[phase]
    if word[0] in "x>":
        kind = Exchange if word[0] == "x" else Bury
        word = word[1:]
    card = card_named(word)
    return None if card is None else kind(card)


def card_named(words: str) -> str | None:
    """The card of a name: ``M7``, ``7m``, ``lune 7``, ``7 of moons``; a suit may be cut short while it is clear."""
    plain = "".join(c for c in unicodedata.normalize("NFD", words.casefold()) if not unicodedata.combining(c))
    names = [name for name in re.findall(r"[a-z]+", plain) if name not in {"of", "de", "the", "le", "la"}]
    ranks = re.findall(r"\d+", plain)
    if len(names) != 1 or len(ranks) != 1:
        return None
    suits = [suit for suit in SUITS if any(known.startswith(names[0]) for known in SUIT_NAMES[suit])]
    card = f"{suits[0]}{int(ranks[0])}" if len(suits) == 1 else ""
    return card if card in CARD else None


def card_of(token: str) -> str:
    """The card in a token of the notation; ``-`` where the decree is kept."""
    return token.lstrip("x>")


def keys(text: str) -> str:
    """Markup for the keys in a text: `` `q` `` becomes bold."""
    parts = text.split("`")
    return "".join(f"[bold]{part}[/]" if number % 2 else part for number, part in enumerate(parts))
