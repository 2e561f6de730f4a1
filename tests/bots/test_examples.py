"""The examples are real programs: they run, and say what their texts promise."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from renardiere.games import record

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_play_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "play_a_game.py"), run_name="__main__")
    text = capsys.readouterr().out
    written, _, last = text.rstrip().rpartition("\n\n")
    state = record.read(written + "\n").replay()
    assert state.outcome is not None
    assert f"{state.scores[0]} to {state.scores[1]}" in last


def test_own_bot(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "own_bot.py"), run_name="__main__")
    text = capsys.readouterr().out
    won, drawn, lost = (int(part.split()[0]) for part in text.partition(";")[0].split(", "))
    assert won + drawn + lost == 20
    assert "95 % interval" in text
