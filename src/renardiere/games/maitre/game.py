"""The face of maitre: its options, actions and deals as texts; the games themselves are in ``state.py``."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final, cast

from renardiere.games.errors import BadOption, MalformedAction, shown
from renardiere.games.maitre import rules as book
from renardiere.games.maitre.actions import ACTION_ID, ACTIONS, read
from renardiere.games.maitre.state import ANY_SACK, MaitreState
from renardiere.games.maitre.words import (
    Counted,
    Dealt,
    GameEnded,
    MaitreAction,
    MaitreDeal,
    MaitreOptions,
    MaitreView,
    Sack,
    Sacked,
    Steal,
    Stole,
    Stop,
    Stopped,
)
from renardiere.games.play import Game, Memory

__all__ = ["Maitre", "MaitreState"]

OPTIONS: Final = ("players", "target", "ages")


class Maitre(Game[MaitreAction, MaitreDeal, MaitreView, MaitreOptions]):
    """*Maître Renard*, rules version 1."""

    name = "maitre"
    rules = book.RULES_VERSION
    n_actions = book.N_ACTIONS
    action_types = (Sack, Stop, Steal)
    event_types = (Dealt, Sacked, Stopped, Stole, Counted, GameEnded)
    deal_type = MaitreDeal
    view_type = MaitreView
    options_type = MaitreOptions
    searches = True
    usual_options = ("players=3", "players=4 target=15 ages=2,0,3,1")

    @property
    def kernel(self) -> ModuleType:
        return book

    def parse_options(self, pairs: Mapping[str, str]) -> MaitreOptions:
        for key in pairs:
            if key not in OPTIONS:
                raise BadOption(
                    f"maitre has no option {shown(key)}; it has: {', '.join(OPTIONS)}", reason="unknown_option"
                )
        if "players" not in pairs:
            raise BadOption("how many play? players is 2, 3 or 4", reason="players")
        players, target = pairs["players"], pairs.get("target", "10")
        if players not in ("2", "3", "4"):
            raise BadOption(f"players is 2, 3 or 4, not {shown(players)}", reason="players")
        if target not in ("10", "15"):
            raise BadOption(f"target is 10 or 15, not {shown(target)}", reason="target")
        seats = [str(seat) for seat in range(int(players))]
        ages = pairs.get("ages", ",".join(seats))
        if sorted(ages.split(",")) != seats:
            raise BadOption(
                f"ages is the seats from the oldest to the youngest, as in {','.join(seats)}, not {shown(ages)}",
                reason="ages",
            )
        return MaitreOptions(int(players), int(target), tuple(map(int, ages.split(","))))  # type: ignore[arg-type]

    def seats(self, options: MaitreOptions) -> int:
        return options.players

    def new(self, options: MaitreOptions | None = None) -> MaitreState:
        return MaitreState(self, self.checked(options) if options else self.parse_options({}))

    def parse_action(self, text: str, options: MaitreOptions) -> MaitreAction:
        return read(text, options.players)

    def parse_deal(self, text: str, options: MaitreOptions) -> MaitreDeal:
        return MaitreDeal.parse(text)

    def action_id(self, action: MaitreAction) -> int:
        try:
            return ACTION_ID[action]
        except (KeyError, TypeError):
            raise MalformedAction(f"{shown(str(action))} has no number") from None

    def action(self, action_id: int) -> MaitreAction:
        if not 0 <= action_id < self.n_actions:
            raise MalformedAction(f"maitre has no action {action_id}")
        return ACTIONS[action_id]

    def sample(self, memory: Memory, seed: int) -> MaitreState:
        """The state: there is only one, since nothing is hidden."""
        from renardiere.games.maitre.recall import recall  # a table that only plays need not load it

        view = cast(MaitreView, memory.view)
        return recall(self.new(self.options_of(view)), view)

    def patterns(self, options: MaitreOptions) -> tuple[str, ...]:
        return (ANY_SACK,)
