"""What the checks of the conformance kit work with: random games, and a way to say what is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np

from renardiere.games.errors import FoxError
from renardiere.games.play import SPECTATOR, Events, Game, Move, Options, State, Viewer

__all__ = [
    "AnyGame",
    "AnyState",
    "Nonconformity",
    "Trial",
    "all_of",
    "contents",
    "described",
    "encode",
    "expect",
    "refusal",
    "told",
]


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


AnyState: TypeAlias = State[Any, Any, Any, Any]


LONGEST: Final = 20_000
"""A game played at random that has not ended after so many actions never will."""


class Nonconformity(AssertionError):
    """A game does not hold to what every game promises."""


def expect(truth: object, message: str) -> None:
    if not truth:
        raise Nonconformity(message)


encode = msgspec.json.encode


class Trial:
    """A game with options and a seed: where the random games of a check come from."""

    def __init__(self, game: AnyGame, options: Options, seed: int = 0) -> None:
        self.game = game
        self.options = options
        self.random = random.Random(seed)
        self.seed = seed
        self.gives_up = True
        """Whether joint actions (giving up) are chosen now and then."""
        self.seats = range(game.seats(options))
        self.viewers: tuple[Viewer, ...] = (*self.seats, SPECTATOR)

    def new(self) -> AnyState:
        return self.game.new(self.options)

    def chosen(self, state: AnyState) -> Move:
        """A legal move."""
        seat = self.random.choice(state.to_act)
        unlisted = state.unlisted(seat, self.random)
        joint = [action for action in unlisted if action.joint]
        if joint and self.gives_up and self.random.random() < 0.01:
            return Move(state.to_act[0], self.random.choice(joint))
        choices = [*state.legal(seat), *(action for action in unlisted if not action.joint)]
        expect(choices, f"seat {seat} is to act and has no legal action")
        return Move(seat, self.random.choice(choices))

    def play(self, state: AnyState) -> Iterator[tuple[AnyState, Events]]:
        """Plays on at random. Yields the state before its first deal, and after everything that happened, with what
        everybody was told; always the same object."""
        yield state, dict.fromkeys(self.viewers, ())
        for _ in range(LONGEST):
            if state.awaits == "nothing":
                return
            if state.awaits == "deal":
                yield state, state.deal(state.draw(self.random))
            else:
                move = self.chosen(state)
                yield state, state.apply(move.seat, move.action)
        raise Nonconformity(f"the game has not ended after {LONGEST} steps")

    def some(self, steps: Iterator[tuple[AnyState, Events]], share: float) -> Iterator[AnyState]:
        """A share of the positions of a game, its first and last two in any case."""
        for state, _ in steps:
            if len(state.history) < 2 or state.awaits != "action" or self.random.random() < share:
                yield state

    def actions(self, state: AnyState) -> list[Any]:
        """All actions that have an id, and some that have none."""
        ids = [self.game.action(number) for number in range(self.game.n_actions)]
        return ids + [action for seat in self.seats for action in state.unlisted(seat, self.random)]


def told(events: Events, viewer: Viewer) -> bytes:
    return encode(events[viewer])


def contents(positions: np.ndarray[Any, Any]) -> bytes:
    """The bytes of kernel records, field by field: NumPy's copies leave anything in the padding between them."""
    return b"".join(positions[name].tobytes() for name in positions.dtype.names or ())


def all_of(trial: Trial, state: AnyState) -> tuple[object, ...]:
    """All that a state shows: two states that agree in it are the same to everybody."""
    views = [encode(state.view(viewer)) for viewer in trial.viewers]
    return (contents(state.position()), encode(state.reveal()), *views, len(state.history), state.awaits, state.turn)


def refusal(attempt: Callable[..., object], *arguments: object) -> FoxError | None:
    try:
        attempt(*arguments)
    except FoxError as error:
        return error
    return None


def described(error: FoxError | None) -> tuple[object, ...]:
    if error is None:
        return ("accepted",)
    return type(error).__name__, error.code, error.message, error.reason, sorted(error.details.items())
