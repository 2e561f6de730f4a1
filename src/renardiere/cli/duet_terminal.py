"""Le Renard des Bois : Duo in a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from renardiere.cli.terminal import plain
from renardiere.cli.tricks_terminal import TrickTerminal
from renardiere.games.duet.words import (
    CARD,
    Choose,
    Chose,
    Dealt,
    DuetAction,
    DuetEvent,
    DuetView,
    Exchange,
    Exchanged,
    GameEnded,
    Gave,
    Give,
    Grown,
    Kept,
    LeftPath,
    Moved,
    Place,
    Placed,
    Play,
    Played,
    RoundEnded,
    Step,
    Swapped,
    TrickWon,
)
from renardiere.games.play import HIDDEN

__all__ = ["DuetTerminal"]

KINDS: Final[Mapping[str, type[DuetAction]]] = {
    "play": Play,
    "choose": Choose,
    "exchange": Exchange,
    "give": Give,
    "move": Step,
    "place": Place,
}
CARD_KINDS: Final[Mapping[str, type[Play | Exchange | Give]]] = {
    "play": Play,
    "exchange": Exchange,
    "give": Give,
    "x": Exchange,
    "g": Give,
}
"""What a card means, by phase, and by the letter before it in the notation."""

YOU: Final = {"moi", "me", "vous", "you"}
BOT: Final = {"robot", "bot", "partenaire", "partner"}


class DuetTerminal(TrickTerminal):
    """The person's side of a game of duet."""

    game = "duet"
    cards = CARD
    colours: ClassVar = {"D": "cyan", "R": "magenta", "S": "yellow"}

    def welcome(self, level: int) -> None:
        self.say("welcome", difficulty=self.options.level, level=level)

    # ---- what happened -------------------------------------------------------------------------------------------

    def tell_one(self, event: DuetEvent) -> None:
        match event:
            case Dealt():
                dealer = self.texts("you_deal" if event.dealer == self.me else "bot_deals")
                self.console.print()
                self.say("round_begins", round=event.round, dealer=dealer)
            case Played():
                self.say(f"{self.who(event.seat)}_played", card=self.card(event.card))
            case Chose():
                self.say(f"{self.who(event.seat)}_chose_{self.who(event.chosen)}")
            case Exchanged():
                took, gave = self.card(event.took), self.card(event.gave)
                self.say(f"{self.who(event.seat)}_exchanged", took=took, gave=gave, suit=self.suit(event.gave[0]))
            case Kept():
                self.say(f"{self.who(event.seat)}_kept")
            case Gave():
                if event.card:
                    self.say("you_gave", card=self.card(event.card))
                else:
                    self.say("bot_gave")
            case Swapped():
                self.say("swapped", card=self.card(event.got or ""))
            case TrickWon():
                self.say(f"{self.who(event.seat)}_won", number=event.number)
            case Moved():
                self.tell_move(event)
            case LeftPath():
                self.say("left" if event.space is not None else "left_for_good", end=self.at(event.end))
            case RoundEnded():
                self.head(self.texts("round_over", round=event.round))
                self.say("gems_left", gems=self.texts.count("gems", event.gems))
            case Grown():
                self.console.print(self.texts.count("grown", len(event.spaces)))
            case Placed():
                who = "forest" if event.seat is None else self.who(event.seat)
                self.say(f"{who}_placed", end=self.at(event.end))
            case GameEnded():
                pass  # its words need the view: see ``tell_end``

    def tell_move(self, event: Moved) -> None:
        if event.distance:
            words = self.texts.count("moved", abs(event.distance))
            words = f"{words} {self.texts(f'towards_{self.who(int(event.distance > 0))}')}"
        else:
            words = self.texts("not_moved")
        self.console.print(f"[bold]{words}{self.texts('and_gem' if event.gem else 'and_nothing')}[/]")

    def at(self, end: int) -> str:
        """At an end of the path, by whose it is."""
        return self.texts(f"at_{self.who(end)}")

    def tell_end(self, view: DuetView) -> None:
        assert view.outcome is not None
        self.console.print()
        if view.count is None:
            self.say(f"ended_{view.outcome.reason}", gems=self.texts.count("gems", sum(view.gems)))
            return
        self.say("ended_won", score=view.count.score)
        parts = {name: getattr(view.count, name) for name in ("level", "cards", "early", "forest_tokens")}
        self.say("count", **parts)

    # ---- what is seen --------------------------------------------------------------------------------------------

    def show(self, view: DuetView) -> None:
        texts = self.texts
        between = view.phase == "place"
        self.head(texts("between" if between else "head", round=view.round, trick=min(view.tricks_played + 1, 11)))
        rows = self.rows()
        rows.add_row(texts("label_path"), self.path(view))
        gems = texts.count("gems", sum(view.gems))
        rows.add_row("", f"[dim]{gems} · {texts.count('tokens', view.forest_tokens)}[/]")
        if not between:
            assert view.decree is not None
            trump = texts("trump", card=self.card(view.decree), suit=self.suit(view.decree[0]))
            rows.add_row(texts("label_decree"), trump)
            rows.add_row(texts("label_table"), self.trick(view))
            given = [card for card in view.hands[1 - self.me] if card != HIDDEN]
            if given:
                rows.add_row(texts("label_given"), ", ".join(map(self.card, given)))
            rows.add_row(texts("label_hand"), self.hand(view))
            rows.add_row("", f"[dim]{texts('paws')}[/]")
        self.console.print(rows)

    def path(self, view: DuetView) -> str:
        """The spaces from one's own end to the bot's, by their gems; the token in parentheses, the forest as ``#``."""
        spaces = [
            f"[bold]({gems})[/]" if space == view.token else " # " if covered else f" {gems} "
            for space, (gems, covered) in enumerate(zip(view.gems, view.covered, strict=True))
        ]
        if self.me == 1:
            spaces.reverse()
        return f"{self.texts('you')} <{''.join(spaces)}> {self.texts('bot')}"

    # ---- what is asked -------------------------------------------------------------------------------------------

    def prompt(self, view: DuetView) -> str:
        if view.phase == "move":
            ways = " ".join(f"`{way}`" for way in self.ways(view))
            return self.texts("ask_move", ways=ways)
        if view.phase != "play":
            return self.texts(f"ask_{view.phase}")
        if not view.trick:
            return self.texts("ask_lead")
        suit = view.trick[0][0]
        if int(view.trick[0][1:]) == 9:
            return self.texts("ask_heir")
        if not any(card[0] == suit for card in view.hands[self.me]):
            return self.texts("ask_free", suit=self.texts(f"one_{suit}"))
        return self.texts("ask_follow", suit=self.texts(f"one_{suit}"))

    def ways(self, view: DuetView) -> list[str]:
        """The movements to choose from, as they are typed."""
        return sorted((token[1:] for token in view.legal[str(self.me)]), key=int)

    def understood(self, word: str, view: DuetView) -> DuetAction | None:
        """A card, a seat or a number means what the phase is about; the notation's tokens mean what they do there."""
        word = word.replace("−", "-").replace("–", "-")
        if view.phase == "move" and (way := re.fullmatch(r"m?([+-]?\d)", word)):
            return Step(int(way[1]))
        if word in {"-", "x-"}:
            return Exchange(None)
        if (seat := self.seat_named(word)) is not None:
            return Place(seat) if view.phase == "place" else Choose(seat)
        kind = CARD_KINDS.get(view.phase, Play)
        if word[0] in CARD_KINDS:
            kind, word = CARD_KINDS[word[0]], word[1:]
        card = self.card_named(word)
        return None if card is None else kind(card)

    def seat_named(self, word: str) -> int | None:
        if token := re.fullmatch(r"[@f]([01])", word):
            return int(token[1])
        return self.me if plain(word) in YOU else 1 - self.me if plain(word) in BOT else None

    def example(self, view: DuetView) -> str:
        if view.phase in ("choose", "place"):
            return self.texts("seat_word")
        if view.phase == "move":
            return self.ways(view)[0]
        return next(card for token in view.legal[str(self.me)] if (card := token.lstrip("xg")) != "-")

    def refuse(self, action: DuetAction, view: DuetView) -> None:
        if isinstance(action, Step) and view.phase == "move":
            self.say("refused_movement", way=action.text()[1:], ways=" ".join(f"`{way}`" for way in self.ways(view)))
        elif isinstance(action, Play | Exchange | Give) and isinstance(action, KINDS[view.phase]) and action.card:
            self.refuse_card(action.card, view)
        else:
            self.say(f"refused_{view.phase}_awaited")
