"""What is listed is accepted, and nothing else."""

from __future__ import annotations

import re
from typing import Any

from renardiere.games.errors import FoxError, GameOver, IllegalAction, MalformedAction, NotYourTurn
from renardiere.games.testing.trial import AnyState, Trial, expect, refusal

__all__ = ["check_legality"]


def check_legality(trial: Trial) -> None:
    """What is listed is accepted, and nothing else but what the game declares in ``patterns``."""
    patterns = [re.compile(re.escape(pattern).replace(r"\*", ".*")) for pattern in trial.game.patterns(trial.options)]

    def declared(text: str) -> bool:
        return any(pattern.fullmatch(text) for pattern in patterns)

    for state in trial.some(trial.play(trial.new()), 0.3):
        view = state.reveal()
        expect(view.to_act == state.to_act, "the view says otherwise who is to act")
        expect(list(view.to_act) == sorted(set(view.to_act) & set(trial.seats)), "to_act is not a sorted list of seats")
        expect(bool(state.to_act) == (state.awaits == "action"), "actions are awaited, but of nobody; or the reverse")
        expect(set(view.legal) == {str(seat) for seat in state.to_act}, "`legal` is for those who are to act")
        for seat in trial.seats:
            listed = set(state.legal(seat))
            texts = {action.text() for action in listed}
            if seat in state.to_act:
                known = view.legal[str(seat)]
                expect(list(known) == sorted(known), "the view's legal actions are not sorted by code point")
                expect(
                    {text for text in known if text in texts or not declared(text)} == texts,
                    "the view lists other legal actions than the state",
                )
            else:
                expect(not listed, f"seat {seat} is not to act, but has legal actions")
            for action in trial.actions(state):
                error = refusal(state.check, seat, action)
                if action in listed:
                    expect(error is None, f"{action} is listed for seat {seat}, but refused: {error}")
                elif error is None:
                    expect(declared(action.text()), f"{action} of seat {seat} is accepted, but not listed")
                else:
                    expect_kind(trial, state, seat, action, error)
            for action in state.unlisted(seat, trial.random):
                expect(
                    refusal(state.check, seat, action) is None,
                    f"{action} is said to be legal for seat {seat}, but refused",
                )
                expect(declared(action.text()), f"{action} is unlisted, and no pattern declares it")


def expect_kind(trial: Trial, state: AnyState, seat: int, action: Any, error: FoxError) -> None:
    """The refusal is of the right kind: malformed, over, not your turn, illegal, in this order."""
    malformed = refusal(trial.game.parse_action, action.text(), trial.options)
    kinds: tuple[type[FoxError], ...] = (IllegalAction,) if seat in state.to_act else (NotYourTurn, IllegalAction)
    if malformed:
        kinds = (MalformedAction,)
    elif state.awaits != "action":
        kinds = (GameOver,) if state.awaits == "nothing" else (NotYourTurn,)
    expect(type(error) in kinds, f"{action} of seat {seat} is refused as {type(error).__name__}: {error}")
