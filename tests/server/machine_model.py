"""Who sits where, and who may know which cards: what must be true at a table, written by hand."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from renardiere.server.table import Table

CARD = re.compile(r"[BKM](?:1[01]|[1-9])")


@dataclass
class Sits:
    """One seat: whose, or a bot's, or kept for somebody, or free."""

    kind: str = "open"
    who: int | None = None


@dataclass
class Model:
    """A table, as the people at it understand it."""

    seats: list[Sits]
    people: list[int] = field(default_factory=list)
    """Who sits here, by when they came: the first is the host."""
    begun: bool = False
    watchable: bool = True
    next: str | None = None

    def sit(self, seat: int, who: int) -> None:
        self.seats[seat] = Sits("person", who)
        if who not in self.people:
            self.people.append(who)
        self.begin()

    def free(self, seat: int) -> None:
        self.seats[seat] = Sits()
        self.people = [who for who in self.people if self.mine(who)]

    def begin(self) -> None:
        self.begun = self.begun or all(sits.kind != "open" for sits in self.seats)

    def mine(self, who: int) -> list[int]:
        return [seat for seat, sits in enumerate(self.seats) if sits == Sits("person", who)]

    def free_for(self, who: int) -> list[int]:
        kept = [seat for seat, sits in enumerate(self.seats) if sits == Sits("open", who)]
        return kept or [seat for seat, sits in enumerate(self.seats) if sits == Sits()]

    def rematch(self, who: int) -> Model:
        seats = [
            Sits("open", sits.who) if sits.who not in (None, who) else Sits(sits.kind, sits.who) for sits in self.seats
        ]
        new = Model(seats, [who], watchable=self.watchable)
        new.begin()
        return new


class Cards:
    """Who may know which cards of a game, told fact by fact."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int | None], set[str]] = {}
        """Of forest, by round and viewer (None: everybody)."""
        self.told = 0

    def learn(self, fold: Table) -> None:
        if fold.state is not None and fold.game.name == "forest":
            view = fold.state.view(None)
            self.known.setdefault((fold.rounds, None), set()).update([view.decree or "", *view.trick])
            for seat in (0, 1):
                self.known.setdefault((fold.rounds, seat), set()).update(fold.state.view(seat).hands[seat])

    def check(self, fold: Table, seat: int | None, view: dict[str, Any]) -> None:
        """A view shows no card that this viewer may not know."""
        if fold.state is not None and fold.game.name == "forest":
            self._forest(fold, seat, view)
        elif fold.state is not None and fold.game.name == "fennecs":
            self._fennecs(fold, seat, view)

    def _forest(self, fold: Table, seat: int | None, view: dict[str, Any]) -> None:
        """Nothing that somebody else holds, unless all have seen it or this seat has had it."""
        assert fold.state is not None
        hands = [set(fold.state.view(other).hands[other]) for other in (0, 1)]
        shown = {key: value for key, value in view.items() if key not in ("finished_trick", "last_round")}
        mine = self.known[fold.rounds, None] | (self.known[fold.rounds, seat] if seat is not None else set())
        secret = set().union(*(hand for other, hand in enumerate(hands) if other != seat)) - mine
        assert not secret & set(CARD.findall(json.dumps(shown))), "a hidden card"
        if seat is not None and not fold.outcome:
            assert set(view["hands"][seat]) == hands[seat]

    @staticmethod
    def _fennecs(fold: Table, seat: int | None, view: dict[str, Any]) -> None:
        """One's own hand, what one placed face down oneself, and what lies open; of the rest only how much there is."""
        assert fold.state is not None
        truth = fold.state.reveal()
        hidden = [(hand, truth.hands[other]) for other, hand in enumerate(view["hands"]) if other != seat]
        for cards, those in [*hidden, (view["set_aside"], truth.set_aside)]:
            assert cards == ["?"] * len(those), "a hidden card"
        for column, those, owners in zip(view["columns"], truth.columns, truth.placed_by, strict=True):
            if column is not None:
                may = zip(those, owners, strict=True)
                assert column == [card if card[-1] != "?" or owner == seat else "?" for card, owner in may]
        if seat is not None:
            assert view["hands"][seat] == list(truth.hands[seat])
