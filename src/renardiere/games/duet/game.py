"""The face of duet: its options, actions and deals as texts; the games themselves are in ``state.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Final, cast

from renardiere.games.duet import rules as book
from renardiere.games.duet.actions import (
    ACTION_ID,
    ACTIONS,
    BY_TEXT,
    RESIGN,
)
from renardiere.games.duet.boards import board, fits
from renardiere.games.duet.state import SEATS, DuetState
from renardiere.games.duet.words import (
    Choose,
    Chose,
    Dealt,
    DuetAction,
    DuetDeal,
    DuetOptions,
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
    Resign,
    RoundEnded,
    Step,
    Swapped,
    TrickWon,
    options_of,
)
from renardiere.games.errors import BadOption, MalformedAction, shown
from renardiere.games.kernel import new_rng
from renardiere.games.play import (
    Game,
    Memory,
)

__all__ = ["Duet", "DuetState"]

LEVEL: Final = re.compile(r"[123]")


class Duet(Game[DuetAction, DuetDeal, DuetView, DuetOptions]):
    """*Le Renard des Bois : Duo*, rules version 1."""

    name = "duet"
    rules = book.RULES_VERSION
    n_actions = book.N_ACTIONS
    action_types = (Play, Choose, Exchange, Give, Step, Place, Resign)
    event_types = (
        *(Dealt, Played, Chose, Exchanged, Kept, Gave, Swapped, TrickWon, Moved, LeftPath),
        *(RoundEnded, Grown, Placed, GameEnded),
    )
    deal_type = DuetDeal
    view_type = DuetView
    options_type = DuetOptions
    option_tags = ("Board",)
    team = True
    talks = True
    names_dealer = True
    usual_options = ("", "level=3")

    @property
    def kernel(self) -> ModuleType:
        return book

    def parse_options(self, pairs: Mapping[str, str]) -> DuetOptions:
        for key in pairs:
            if key not in ("level", "board", *self.option_tags):
                raise BadOption(f"duet has no option {shown(key)}; it has: level, board", reason="unknown_option")
        level = pairs.get("level", "1")
        if not LEVEL.fullmatch(level):
            raise BadOption(f"level is 1, 2 or 3, not {shown(level)}", reason="level")
        plain = DuetOptions(int(level))  # type: ignore[arg-type]  # one of the three
        if "board" not in pairs:
            return plain
        return DuetOptions.on(plain.level, fits(board(pairs["board"], pairs.get("Board")), plain.level))

    def options_of(self, view: DuetView) -> DuetOptions:
        return options_of(view)

    def seats(self, options: DuetOptions) -> int:
        return len(SEATS)

    def new(self, options: DuetOptions | None = None) -> DuetState:
        return DuetState(self, self.checked(options) if options else DuetOptions())

    def parse_action(self, text: str, options: DuetOptions) -> DuetAction:
        try:
            return BY_TEXT[text]
        except KeyError:
            raise MalformedAction(f"{shown(text)} is no action of duet") from None

    def parse_deal(self, text: str, options: DuetOptions) -> DuetDeal:
        return DuetDeal.parse(text)

    def action_id(self, action: DuetAction) -> int:
        try:
            return ACTION_ID[action]
        except (KeyError, TypeError):
            raise MalformedAction(f"{shown(str(action))} is no numbered action of duet") from None

    def action(self, action_id: int) -> DuetAction:
        if not 0 <= action_id < self.n_actions:
            raise MalformedAction(f"duet has no action {action_id}")
        return ACTIONS[action_id]

    def patterns(self, options: DuetOptions) -> tuple[str, ...]:
        return (RESIGN.text(),)

    def sample(self, memory: Memory, seed: int) -> DuetState:
        from renardiere.games.duet import knowledge, recall  # a table that only plays need not load them

        view = cast(DuetView, memory.view)
        options = options_of(view)
        states = book.new_states(1, options.level, options.side)
        known = recall.recall(memory)
        if not knowledge.sample(known, new_rng(seed), states[0]):
            raise ValueError("this memory contradicts itself")
        return DuetState.sampled(self, options, states, view, recall.given(memory))
