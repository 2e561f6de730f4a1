"""Le Renard des Bois in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rich.rule import Rule
from rich.table import Table

from renardiere.cli.tricks_terminal import TrickTerminal
from renardiere.games.forest.words import (
    CARD,
    RANKS,
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

__all__ = ["ForestTerminal"]

BANDS: Final = ((3, "humble"), (6, "defeated"), (9, "victorious"), (13, "greedy"))

KINDS: Final[Mapping[str, type[Play | Exchange | Bury]]] = {"play": Play, "exchange": Exchange, "bury": Bury}


class ForestTerminal(TrickTerminal):
    """The person's side of a game of forest."""

    game = "forest"
    cards = CARD
    colours: ClassVar = {"B": "yellow", "K": "cyan", "M": "magenta"}

    def welcome(self, level: int) -> None:
        self.say("welcome", target=self.options.target, level=level)

    # ---- what happened -------------------------------------------------------------------------------------------

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
        texts = self.texts
        assert view.decree is not None
        self.head(texts("head", round=view.round, trick=sum(view.tricks) + 1))
        rows = self.rows()
        rows.add_row(
            texts("label_score"),
            texts("standing", you=view.scores[self.me], bot=view.scores[1 - self.me], target=self.options.target),
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
        rows.add_row(texts("label_hand"), self.hand(view, view.drawn))
        self.console.print(rows)

    # ---- what is asked -------------------------------------------------------------------------------------------

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

    def understood(self, word: str, view: ForestView) -> ForestAction | None:
        """A card means what the phase is about; ``x`` and ``>`` are those of the notation."""
        if word in {"-", "x-", "–", "−"}:
            return Exchange(None)
        kind = KINDS[view.phase]
        if word[0] in "x>":
            kind = Exchange if word[0] == "x" else Bury
            word = word[1:]
        card = self.card_named(word)
        return None if card is None else kind(card)

    def example(self, view: ForestView) -> str:
        return next(card for token in view.legal[str(self.me)] if (card := token.lstrip("x>")) != "-")

    def refuse(self, action: ForestAction, view: ForestView) -> None:
        if not isinstance(action, KINDS[view.phase]) or action.card is None:
            self.say(f"refused_{view.phase}_awaited")
        else:
            self.refuse_card(action.card, view)
