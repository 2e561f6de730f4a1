"""Walking through a lesson's positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from renardiere.lessons import Lesson, Scene, play_out


def walk(scene: Scene, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scene]]:
    """Every moment after the first, with what the learner did to come there."""
    for action, then in scene.then.items():
        here = (*path, action) if action else path
        yield here, then
        yield from walk(then, here)


def ends(lesson: Lesson, name: str) -> dict[str, tuple[str, bool]]:
    """What came of it, by what the learner did."""
    return {
        " ".join(path): (scene.verdict.says, scene.verdict.met)
        for path, scene in walk(play_out(lesson[name]))
        if scene.verdict
    }


def at(lesson: Lesson, name: str, *actions: str) -> list[dict[str, Any]]:
    """All that the learner was told on this way, and at its end the view."""
    scene = play_out(lesson[name])
    told, view = [], dict(scene.view)
    for action in ("", *actions):
        scene = scene.then.get(action, scene) if not action else scene.then[action]
        told += scene.events
        view.update(scene.view)
    return msgspec.json.decode(msgspec.json.encode([*told, view]))
