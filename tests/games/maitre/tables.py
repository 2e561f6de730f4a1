"""Tables in the middle of a game, and what is reported and done there."""

from __future__ import annotations

from typing import Any

import numpy as np

from renardiere.games.maitre import rules
from renardiere.games.maitre.game import Maitre
from renardiere.games.maitre.words import TOKENS, MaitreOptions
from tests.games.maitre import reference

MAITRE = Maitre()


def kinds(missions: str) -> Any:
    return np.array([TOKENS.index(mission) for mission in missions.split()], np.int8)


def table(
    players: int = 3, number: int = 4, missions: str = "hen cow pig", eggs: tuple[int, ...] = (), **options: Any
) -> Any:
    """Sacks are awaited in round ``number``; by default all ruses are in play."""
    state = MAITRE.new(MaitreOptions(players, **options))  # type: ignore[arg-type]
    s = state._kernel_state
    s["round"] = number - 1
    s.eggs[: len(eggs)] = eggs
    rules.deal(s, kinds(missions))
    return state


def do(state: Any, tokens: str) -> Any:
    """What everybody is told of the last of them."""
    events: Any = ()
    for token in tokens.split():
        seat, colon, word = token.partition(":")
        action = MAITRE.parse_action(word if colon else token, state.options)
        everybody = state.apply(int(seat) if colon else state.to_act[0], action)
        assert set(everybody) == {*range(state.options.players), None}
        (events,) = set(everybody.values())
    return events


def scores(state: Any, tokens: str) -> tuple[int, ...]:
    """Those of the round that ends with these."""
    do(state, tokens)
    view = state.view(None)
    assert view.to_act == ()
    found: tuple[int, ...] = view.round_scores
    return found


def agrees(state: Any, position: reference.Position) -> bool:
    """Whether a game stands as the reference has it."""
    view = state.reveal()
    waits = {"deal": "deal", "sack": "sacks", "stop": "stop", "steal": "theft", "over": "nothing"}
    missions = position["rounds_of_missions"][-1] if position["rounds_of_missions"] else []
    outcome = view.outcome and view.outcome.winners[0]
    return bool(
        waits[view.phase] == position["waits_for"]
        and view.round == max(1, position["round"])
        and list(view.missions) == missions
        and [sack if sack is None else list(sack) for sack in view.sacks] == position["sacks"]
        and view.stopped_by == position["stopped_by"]
        and list(view.thieves) == position["snakes"]
        and list(view.eggs) == position["eggs"]
        and (view.round_scores and list(view.round_scores)) == position["round_scores"]
        and outcome == reference.winner(position)
    )
