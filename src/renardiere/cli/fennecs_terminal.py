"""Fennecs in a terminal. Columns are letters: ``3 b`` places a 3 on column B, ``3 b?`` face down, ``b`` takes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Final

from renardiere.cli.terminal import Terminal, plain
from renardiere.games.fennecs.words import (
    KIND,
    Choose,
    Chose,
    Dealt,
    FennecsAction,
    FennecsEvent,
    FennecsView,
    GameEnded,
    Hid,
    Hide,
    Place,
    Placed,
    RoundEnded,
    Scored,
    Take,
    Taken,
)
from renardiere.games.play import HIDDEN

__all__ = ["FennecsTerminal"]

COLUMNS: Final = "ABCDE"
FULL: Final = 7
"""A column of so many cards has no value, and takes no more."""
AT: Final = r"(?:@ ?(?P<number>[0-4])| ?(?P<letter>[a-e]))"
"""A column: a letter, or, as the notation has it, ``@`` and a number."""
PLACING: Final = re.compile(rf"(?P<card>-?\d(?:/5|\+)?|sn|supernova){AT} ?(?P<down>\?)?")
TAKING: Final = re.compile(rf"(?:take|prendre|prends)?{AT}")
TOTAL: Final = re.compile(r"= ?(?P<total>-?\d{1,2})")


class FennecsTerminal(Terminal):
    """The person's side of a game of fennecs."""

    def welcome(self, level: int) -> None:
        variant = self.texts(f"variant_{self.options.variant}")
        self.say("welcome", players=self.options.players, variant=variant, level=level)

    # ---- words ---------------------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """Who sits there: of several bots, with the number of the seat."""
        if seat == self.me or self.options.players == 2:
            return self.texts(self.who(seat))
        return self.texts("bot_number", number=seat)

    def tell_of(self, what: str, seat: int, **parts: object) -> str:
        """What somebody does, in words."""
        name = self.texts("the_bot") if self.options.players == 2 else self.name(seat)
        return self.texts(f"{self.who(seat)}_{what}", name=name, **parts)

    def stars(self, count: int) -> str:
        return self.texts.count("stars", count)

    # ---- what happened -------------------------------------------------------------------------------------------

    def tell_one(self, event: FennecsEvent) -> None:
        match event:
            case Dealt():
                self.console.print()
                self.console.print(self.texts("round", round=event.round), self.tell_of("begins", event.first))
            case Placed():
                words = self.tell_of("placed", event.seat, card=bold(event.card), column=COLUMNS[event.column])
                self.console.print(words, self.texts("gained" if event.gained else "nothing_gained"))
            case Hid():
                card = bold(event.card) if event.card else ""
                self.console.print(self.tell_of("hid", event.seat, card=card, column=COLUMNS[event.column]))
            case Taken():
                cards = " ".join(map(bold, event.cards))
                self.console.print(self.tell_of("took", event.seat, column=COLUMNS[event.column], cards=cards))
                if event.destroyed:
                    self.say("destroyed")
                elif event.stars:
                    self.say("on_cards", stars=self.stars(event.stars))
            case Chose():
                self.console.print(self.tell_of("chose", event.seat, total=event.total))
            case Scored():
                self.tell_total(event)
            case RoundEnded():
                self.head(self.texts("round_over", round=event.round))
                who = "" if event.stuck is None else self.tell_of("stuck", event.stuck)
                self.console.print(self.texts(f"over_{event.reason}", who=who))
                if event.returned:
                    self.say("returned", stars=self.stars(event.returned))
            case GameEnded():
                pass  # its words need the stars: see ``tell_end``

    def tell_total(self, event: Scored) -> None:
        if event.total is None:
            self.say("seven")
            return
        key = "won" if event.stars > 0 else "lost" if event.stars < 0 else "even"
        words = self.texts(f"total_{key}", total=event.total, stars=self.stars(abs(event.stars)))
        self.console.print(f"[bold]{words}[/]")

    def tell_end(self, view: FennecsView) -> None:
        assert view.outcome is not None
        winners = view.outcome.winners
        stars = self.stars(view.stars[winners[0]])
        self.console.print()
        if len(winners) > 1:
            self.say("shared", names=", ".join(map(self.name, winners)), stars=stars)
        else:
            self.console.print(self.tell_of("win", winners[0], stars=stars))
        self.console.print(self.standing(view.stars))

    def standing(self, stars: Sequence[int]) -> str:
        return " · ".join(f"{self.name(seat)} {count}" for seat, count in enumerate(stars))

    # ---- what is seen --------------------------------------------------------------------------------------------

    def show(self, view: FennecsView) -> None:
        texts = self.texts
        self.head(texts("head", round=view.round, lap=view.lap))
        rows = self.rows()
        reserve = texts("reserve", count=view.reserve)
        rows.add_row(texts("label_stars"), f"{self.standing(view.stars)}\n[dim]{reserve}[/]")
        if view.last_round:
            rows.add_row("", texts("last_round"))
        for column, cards in enumerate(view.columns):
            if cards is not None:
                rows.add_row(texts("label_column", column=COLUMNS[column]), self.column(view, column))
        for seat, taken in enumerate(view.taken):
            if taken:
                rows.add_row(texts("label_taken"), f"[dim]{self.name(seat)} {' '.join(taken)}[/]")
        rows.add_row(texts("label_hand"), self.hand(view))
        self.console.print(rows)

    def column(self, view: FennecsView, column: int) -> str:
        """Its cards, those face down with the number of who placed them, and what is known of its total."""
        cards, owners = view.columns[column], view.placed_by[column]
        assert cards is not None
        assert owners is not None
        shown = []
        for card, owner in zip(cards, owners, strict=True):
            number = owner if card == HIDDEN and self.options.players > 2 else ""
            shown.append(f"[dim]{card}{number}[/]" if card[-1] == HIDDEN else f"[bold]{card}[/]")
        return f"{'  '.join(shown)}   [dim]{self.known_total(cards)}[/]"

    def known_total(self, cards: Sequence[str]) -> str:
        """What the cards that one knows add up to, and how many one does not know."""
        if len(cards) == FULL:
            return self.texts("full")
        known = [card.rstrip(HIDDEN) for card in cards if card != HIDDEN]
        if "SN" in known:
            return self.texts("supernova")
        unknown = " + ?" * (len(cards) - len(known))
        return f"= {' / '.join(map(str, sums(known)))}{unknown}"

    def hand(self, view: FennecsView) -> str:
        able = {token.partition("@")[0] for token in view.legal[str(self.me)]}
        return "  ".join(bold(card) if card in able else f"[dim]{card}[/]" for card in view.hands[self.me])

    # ---- what is asked -------------------------------------------------------------------------------------------

    def prompt(self, view: FennecsView) -> str:
        legal = view.legal[str(self.me)]
        if view.phase == "choose":
            return self.texts("ask_choose", totals=self.totals(view))
        placing = any(not token.startswith("take") for token in legal)
        taking = any(token.startswith("take") for token in legal)
        return self.texts("ask_both" if placing and taking else "ask_place" if placing else "ask_take")

    def totals(self, view: FennecsView) -> str:
        return " ".join(f"`{total}`" for total in sorted(int(token[1:]) for token in view.legal[str(self.me)]))

    def understood(self, word: str, view: FennecsView) -> FennecsAction | None:
        word = plain(word).replace("−", "-").replace("▸", "")
        if view.phase == "choose" and re.match(r"[-\d]", word):
            word = f"={word}"
        if typed := TOTAL.fullmatch(word):
            return Choose(int(typed["total"]))
        typed = TAKING.fullmatch(word) or PLACING.fullmatch(word)
        if typed is None:
            return None
        column = int(typed["number"] or COLUMNS.index(typed["letter"].upper()))
        if column >= self.options.players:
            return None
        if typed.re is TAKING:
            return Take(column)
        card = "SN" if typed["card"].startswith("s") else typed["card"]
        if card not in KIND:
            return None
        return Hide(card, column) if typed["down"] else Place(card, column)

    def example(self, view: FennecsView) -> str:
        token = view.legal[str(self.me)][0]
        if token.startswith("="):
            return token[1:]
        card, _, column = token.partition("@")
        letter = COLUMNS[int(column[0])].lower()
        return letter if card == "take" else f"{card} {letter}{column[1:]}"

    def refuse(self, action: FennecsAction, view: FennecsView) -> None:
        if isinstance(action, Choose):
            if view.phase == "choose":
                self.say("refused_total", total=action.total, totals=self.totals(view))
            else:
                self.say("refused_play_awaited")
            return
        cards, letter = view.columns[action.column], COLUMNS[action.column]
        if view.phase == "choose":
            self.say("refused_choose_awaited", totals=self.totals(view))
        elif not isinstance(action, Take) and action.card not in view.hands[self.me]:
            self.say("refused_not_in_hand", card=action.card)
        elif cards is None:
            self.say("refused_taken", column=letter)
        elif isinstance(action, Take):
            self.say("refused_bare", column=letter)
        elif len(cards) == FULL:
            self.say("refused_full", column=letter)
        else:
            self.say("refused_supernova" if isinstance(action, Place) else "refused_no_star")


def bold(card: str) -> str:
    return f"[bold]{card}[/]"


def sums(cards: Sequence[str]) -> list[int]:
    """What these cards may add up to: each 1/5 counts 1 or 5, and one 0▸+ turns what is negative."""
    turned = "0+" in cards
    values = [int(card) for card in cards if card not in ("1/5", "0+")]
    total = sum(abs(value) if turned else value for value in values)
    return sorted({total + sum(fives) for fives in product((1, 5), repeat=cards.count("1/5"))})
