"""The prepared positions of a game's lesson, played out by its rules: what a learner may do, and what comes of it.

A position is a place in a round, and a wish of the house for its own plays. ``play_out`` follows every action that the
learner may take, and the house's answers, until the position is over. So a page can teach without a table and without
knowing a rule: each step holds the views and events that a seat of a real table would be sent.

``python -m renardiere.lessons GAME`` prints them; the page keeps that in ``games/GAME/lesson/positions.json``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, TypeAlias, cast

import msgspec
from msgspec import Struct, field

from renardiere.games.play import Action, Event, State, View

__all__ = ["LEARNER", "LESSONS", "AnyState", "Lesson", "Position", "Scene", "Verdict", "lesson", "play_out"]

AnyState: TypeAlias = State[Any, Any, Any, Any]

LEARNER: Final = 0
"""The learner's seat; the house has the others."""

LESSONS: Final = {
    "forest": "renardiere.lessons.forest:LESSON",
    "duet": "renardiere.lessons.duet:LESSON",
    "fennecs": "renardiere.lessons.fennecs:LESSON",
}
"""Where each game's lesson is."""


class Verdict(Struct, frozen=True):
    """What came of it. ``says`` names the page's sentence for it; ``met``: the learner did what was asked."""

    says: str
    met: bool


class Scene(Struct, frozen=True, omit_defaults=True):
    """A moment of a position: what the learner was told since the last one, and what there is to see.

    ``view`` has what differs from the moment before (all of it, the first time). Then the learner acts: ``then`` has a
    scene for each action in notation; or it is over, with a ``verdict``.
    """

    events: tuple[Event, ...] = ()
    view: dict[str, Any] = field(default_factory=dict)
    then: dict[str, Scene] = field(default_factory=dict)
    verdict: Verdict | None = None


class Position(Struct, frozen=True):
    """Where a step of the lesson begins. ``house`` chooses for the house, ``judge`` says, from all that the learner
    was told, what came of it, or None as long as the position goes on."""

    state: Callable[[], AnyState]
    house: Callable[[AnyState], Action]
    judge: Callable[[tuple[Event, ...], View], Verdict | None]


Lesson: TypeAlias = Mapping[str, Position]
"""A game's positions, by name."""


def lesson(game: str) -> Lesson:
    """The lesson of a game; KeyError if it has none."""
    module, _, attribute = LESSONS[game].partition(":")
    return cast(Lesson, getattr(import_module(module), attribute))


def play_out(position: Position) -> Scene:
    """The position before anything happened; what the house does first, if it begins, is its only ``then``, ``""``."""
    state = position.state()
    view = state.view(LEARNER)
    start = Scene(view=msgspec.to_builtins(view))
    opening = _scene(position, state, (), (), view)
    return msgspec.structs.replace(start, then={"": opening} if opening.events else opening.then)


def _scene(
    position: Position, state: AnyState, before: tuple[Event, ...], told: tuple[Event, ...], seen: View
) -> Scene:
    """The moment that ``told`` leads to, the house's own actions included, and all that may follow."""
    while True:
        verdict = position.judge((*before, *told), state.view(LEARNER))
        if verdict or LEARNER in state.to_act:
            break
        seat = state.to_act[0]
        told += state.apply(seat, position.house(state))[LEARNER]
    view = state.view(LEARNER)
    then: dict[str, Scene] = {}
    if not verdict:
        for action in state.legal(LEARNER):
            next_state = state.copy()
            events = next_state.apply(LEARNER, action)[LEARNER]
            then[action.text()] = _scene(position, next_state, (*before, *told), events, view)
    return Scene(told, _changes(seen, view), then, verdict)


def _changes(before: View, after: View) -> dict[str, Any]:
    """The fields in which a view differs from the one before it."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return {name: value for name, value in new.items() if value != old[name]}
