"""The face of fennecs: its options, actions and deals as texts; the games themselves are in ``state.py``."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import cast

from renardiere.games.errors import BadOption, MalformedAction, shown
from renardiere.games.fennecs import rules as book
from renardiere.games.fennecs.actions import ACTION_ID, ACTIONS, by_text
from renardiere.games.fennecs.position import VARIANTS
from renardiere.games.fennecs.state import FennecsState
from renardiere.games.fennecs.words import (
    Choose,
    Chose,
    Dealt,
    FennecsAction,
    FennecsDeal,
    FennecsOptions,
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
from renardiere.games.kernel import new_rng
from renardiere.games.play import Game, Memory, option_pairs

__all__ = ["Fennecs", "FennecsState"]


class Fennecs(Game[FennecsAction, FennecsDeal, FennecsView, FennecsOptions]):
    """*Fennecs*, rules version 1."""

    name = "fennecs"
    rules = book.RULES_VERSION
    n_actions = book.N_ACTIONS
    action_types = (Place, Hide, Take, Choose)
    event_types = (Dealt, Placed, Hid, Taken, Chose, Scored, RoundEnded, GameEnded)
    deal_type = FennecsDeal
    view_type = FennecsView
    options_type = FennecsOptions
    usual_options = ("players=4", "players=2 variant=sandfox", "players=3 variant=sahara", "players=5 variant=sandfox")

    @property
    def kernel(self) -> ModuleType:
        return book

    def parse_options(self, pairs: Mapping[str, str]) -> FennecsOptions:
        for key in pairs:
            if key not in ("players", "variant"):
                raise BadOption(
                    f"fennecs has no option {shown(key)}; it has: players, variant", reason="unknown_option"
                )
        if "players" not in pairs:
            raise BadOption("how many play? players is 2, 3, 4 or 5", reason="players")
        players, variant = pairs["players"], pairs.get("variant", VARIANTS[0])
        if players not in ("2", "3", "4", "5"):
            raise BadOption(f"players is 2, 3, 4 or 5, not {shown(players)}", reason="players")
        if variant not in VARIANTS:
            raise BadOption(
                f"variant is {', '.join(VARIANTS[:-1])} or {VARIANTS[-1]}, not {shown(variant)}", reason="variant"
            )
        return FennecsOptions(int(players), variant)  # type: ignore[arg-type]  # checked just now

    def seats(self, options: FennecsOptions) -> int:
        return options.players

    def new(self, options: FennecsOptions | None = None) -> FennecsState:
        return FennecsState(self, self.checked(options) if options else self.parse_options({}))

    def parse_action(self, text: str, options: FennecsOptions) -> FennecsAction:
        try:
            return by_text(options.players)[text]
        except KeyError:
            raise MalformedAction(f"{shown(text)} is no action of fennecs for {options.players}") from None

    def parse_deal(self, text: str, options: FennecsOptions) -> FennecsDeal:
        return FennecsDeal.parse(text, options.players)

    def action_id(self, action: FennecsAction) -> int:
        try:
            return ACTION_ID[action]
        except (KeyError, TypeError):
            raise MalformedAction(f"{shown(str(action))} is no action of fennecs") from None

    def action(self, action_id: int) -> FennecsAction:
        if not 0 <= action_id < self.n_actions:
            raise MalformedAction(f"fennecs has no action {action_id}")
        return ACTIONS[action_id]

    def sample(self, memory: Memory, seed: int) -> FennecsState:
        from renardiere.games.fennecs import knowledge, recall  # a table that only plays need not load them

        view = cast(FennecsView, memory.view)
        options = self.parse_options(option_pairs(view.options))
        states = book.new_states(1, options.players, options.variant_number)
        if not knowledge.sample(recall.recall(memory, options), new_rng(seed), states[0]):
            raise ValueError("this memory contradicts itself")
        return FennecsState.sampled(self, options, states)
