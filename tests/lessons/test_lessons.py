"""What holds for the lesson of every game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from renardiere.games import game
from renardiere.lessons import LESSONS, lesson, play_out
from tests.lessons.walking import walk

PAGE = Path(__file__).parents[2] / "web"


@pytest.mark.parametrize("name", LESSONS)
def test_every_end_is_reached_by_legal_actions(name: str) -> None:
    """Wherever nothing is decided yet there is something to do, and the first view is the game's own."""
    for position in lesson(name).values():
        start = play_out(position)
        assert msgspec.convert(start.view, game(name).view_type).to_act
        for scene in (start, *(scene for _, scene in walk(start))):
            assert bool(scene.then) != (scene.verdict is not None)
        met = {scene.verdict.met for _, scene in walk(start) if scene.verdict}
        assert True in met


@pytest.mark.parametrize("name", LESSONS)
def test_the_page_has_what_the_rules_give(name: str) -> None:
    command = [sys.executable, "-m", "renardiere.lessons", name]
    printed = subprocess.run(command, capture_output=True, check=True).stdout
    kept = PAGE / "src/games" / name / "lesson/positions.json"
    assert kept.read_bytes() == printed, f"python -m renardiere.lessons {name} > {kept}"
