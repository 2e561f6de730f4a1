"""How a state conducts itself: determinism, purity, refusals, an end to every game, copies."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from renardiere.games.errors import ActionError, BadDeal, GameOver, MalformedAction
from renardiere.games.play import Dealing
from renardiere.games.testing.trial import AnyState, Trial, all_of, described, expect, refusal, told

__all__ = ["check_copies", "check_determinism", "check_purity", "check_refusals", "check_termination"]


def check_determinism(trial: Trial) -> None:
    """The same chance and the same actions give the same game, whatever the global generators do; and no game
    touches those."""
    runs = []
    for perturbation in (1, 2):
        random.seed(perturbation)
        np.random.seed(perturbation)
        before = random.getstate(), repr(np.random.get_state())
        again = Trial(trial.game, trial.options, trial.seed)
        log = [
            (all_of(again, state), [told(events, viewer) for viewer in again.viewers])
            for state, events in again.play(again.new())
        ]
        expect(before[0] == random.getstate(), "the game draws from the global generator of `random`")
        expect(before[1] == repr(np.random.get_state()), "the game draws from the global generator of NumPy")
        runs.append(log)
    expect(runs[0] == runs[1], "the same game, played twice, is not the same")


def check_purity(trial: Trial) -> None:
    """Asking has no effect: ``legal``, ``check``, ``check_deal``, ``view``, ``reveal``, ``draw``, ``copy``, …"""
    for state in trial.some(trial.play(trial.new()), 0.3):
        before = all_of(trial, state)
        for question in questions(trial, state):
            question()
            expect(all_of(trial, state) == before, "asking something changed the state")


def questions(trial: Trial, state: AnyState) -> Iterator[Callable[[], object]]:
    """All that a state can be asked."""
    for seat in trial.seats:
        yield partial(state.legal, seat)
        yield partial(state.unlisted, seat, random.Random(0))
        yield partial(lambda seat: [refusal(state.check, seat, action) for action in trial.actions(state)], seat)
    yield partial(refusal, state.draw, random.Random(0))
    if state.awaits == "deal":
        yield partial(state.check_deal, state.draw(trial.random))
    yield lambda: (state.to_act, state.scores, state.outcome, state.awaits, state.turn)
    yield state.copy
    yield partial(pickle.dumps, state)


def check_refusals(trial: Trial) -> None:
    """``apply`` refuses what ``check`` refuses, in the same words, and a refused action or deal changes nothing."""
    strangers = (-1, len(trial.seats))
    for state in trial.some(trial.play(trial.new()), 0.1):
        before, twin = all_of(trial, state), state.copy()
        deals = [entry.deal for entry in state.history if isinstance(entry, Dealing)]
        for seat in (*trial.seats, *strangers):
            for action in trial.actions(state):
                error = refusal(state.check, seat, action)
                if error is None:
                    expect(seat not in strangers, f"there is no seat {seat}, but it may act")
                    continue
                expect(isinstance(error, ActionError), f"an action is refused by {type(error).__name__}")
                if seat in strangers:
                    expect(isinstance(error, MalformedAction), f"there is no seat {seat}, but: {error}")
                applied = refusal(state.apply, seat, action)
                expect(described(applied) == described(error), f"check says {error}, apply says {applied}")
                expect(state == twin, f"{action} of seat {seat} was refused, but changed the state")
        if state.awaits != "deal" and deals:
            kind = GameOver if state.awaits == "nothing" else BadDeal
            for attempt in (state.check_deal, state.deal):
                error = refusal(attempt, deals[-1])
                expect(type(error) is kind, f"a deal that is not due: {error}")
        expect(all_of(trial, state) == before and state == twin, "something was refused, but changed the state")


def check_termination(trial: Trial) -> None:
    """Every game ends, with an outcome, and stays so."""
    trial.gives_up = False
    for _ in range(5):
        for state, _events in trial.play(trial.new()):
            over = state.awaits == "nothing"
            expect(over == (state.outcome is not None), "a game is over, or not, and its outcome says otherwise")
            view = state.reveal()
            expect(
                (view.finished, view.outcome, view.scores) == (over, state.outcome, state.scores),
                "the view says otherwise how the game stands",
            )
            expect(len(state.scores) == len(trial.seats), "there is not one score a seat")
        winners = state.outcome.winners if state.outcome else ()
        expect(list(winners) == sorted(set(winners) & set(trial.seats)), f"the winners are {winners}")
        expect(state.to_act == () and state.turn == 0, "the game is over, but something is under way")


def check_copies(trial: Trial) -> None:
    """Copies and pickles are equal, go on alike, and leave each other alone."""
    for state in trial.some(trial.play(trial.new()), 0.2):
        twins = [state.copy(), pickle.loads(pickle.dumps(state)), state.copy()]  # noqa: S301  # our own bytes
        before = all_of(trial, state)
        for twin in twins:
            expect(twin == state and all_of(trial, twin) == before, "a copy is not equal to its original")
        if state.awaits == "nothing":
            continue
        if state.awaits == "deal":
            deal = state.draw(trial.random)
            outcomes = [twin.deal(deal) for twin in twins[:2]]
        else:
            move = trial.chosen(state)
            outcomes = [twin.apply(move.seat, move.action) for twin in twins[:2]]
        expect(outcomes[0] == outcomes[1] and twins[0] == twins[1], "two copies go on differently")
        expect(all_of(trial, twins[0]) == all_of(trial, twins[1]), "two copies go on differently")
        expect(twins[0] != state, "a state is equal to the one that follows it")
        expect(all_of(trial, state) == before and all_of(trial, twins[2]) == before, "copies share something")
