"""``renardiere replay`` and ``renardiere verify``, from the outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from renardiere.cli import main

GAMES = Path(__file__).parent / "games"
GOLDEN = GAMES / "forest" / "golden"
SHORT = (GOLDEN / "humble.fox").read_text()


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False)


def goldens() -> list[Any]:
    return [
        pytest.param(path.with_suffix(".fox"), step, id=f"{path.stem}@{step['at']}-{step.get('seat', 'open')}")
        for path in sorted(GAMES.glob("*/golden/*.json"))
        for step in json.loads(path.read_text())
    ]


@pytest.mark.parametrize(("record", "step"), goldens())
def test_golden_games(record: Path, step: dict[str, Any]) -> None:
    arguments = ["replay", str(record), "--json", "--at", str(step["at"])]
    shown = run(*arguments, *(["--seat", step["seat"]] if "seat" in step else []))
    assert (shown.exit_code, shown.stderr) == (0, "")
    found = json.loads(shown.stdout)
    assert {key: found[key] for key in step["expect"]} == step["expect"]


def test_each_golden_record_has_its_answers_and_its_end() -> None:
    records = sorted(GAMES.glob("*/golden/*.fox"))
    assert len(records) >= 9
    for record in records:
        last = json.loads(record.with_suffix(".json").read_text())[-1]["at"]
        at_last, whole = (run("replay", str(record), "--json", *more).stdout for more in (["--at", str(last)], []))
        assert at_last == whole
        assert run("replay", str(record), "--at", str(last + 1)).exit_code == 2


def test_before_the_first_deal() -> None:
    shown = json.loads(run("replay", "-", "--json", stdin='[Game "forest"]\n').stdout)
    assert shown["round"] == 1
    assert shown["to_act"] == []
    assert shown["legal"] == {}
    assert shown["hands"] == [[], []]
    assert shown["scores"] == shown["tricks"] == [0, 0]
    assert shown["pile"] == shown["trick"] == []
    assert [shown[key] for key in ("dealer", "decree", "trump", "outcome")] == [None] * 4
    assert shown["options"] == {"target": 21}
    assert shown["finished"] is False


def test_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    shown = run("replay", str(GOLDEN / "abilities.fox"), "--at", "21").stdout
    for words in ("forest", "target 1", "round 1", "seat 0 to act", "Zoé", "B1 B7 B10 M6", "decree", "x- xB1 xB10"):
        assert words in shown
    assert "seat 1 won" in run("replay", str(GOLDEN / "abilities.fox")).stdout
    assert "a draw" in run("replay", str(GOLDEN / "draw.fox")).stdout
    assert "awaiting the deal" in run("replay", str(GOLDEN / "humble.fox")).stdout
    hidden = run("replay", str(GOLDEN / "abilities.fox"), "--at", "21", "--seat", "1").stdout
    assert "? ? ? ?" in hidden
    assert "B1 B7 B10 M6" not in hidden
    strange = SHORT.replace('[Rules "1"]', '[Seat0 "[bold]x[/] \x1b[31m"]')
    assert "[bold]x[/]" in run("replay", "-", stdin=strange).stdout


def test_for_people_several_seats_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    fennecs = GAMES / "fennecs" / "golden"
    shown = run("replay", str(fennecs / "four.fox"), "--at", "5", "--seat", "1").stdout
    for words in ("players 4, variant base", "seat 3 to act", "3 2 ? | -1 -2? | 4 | –", "reserve  37", "out  2"):
        assert words in shown
    assert "seats 3 and 4 won" in run("replay", str(fennecs / "five.fox")).stdout
    assert "seat 3 won" in run("replay", str(fennecs / "reserve.fox")).stdout
    gift = run("replay", str(GAMES / "duet" / "golden" / "abilities.fox"), "--at", "7").stdout
    assert "seats 0 and 1 to act" in gift


DUO = """[Game "duet"]

deal dealer=0 | D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 R1 | R2 R3 R4 R5 R6 R7 R8 R9 R10 S1 S2 | S3 | S4 S5 S6 S7 S8 S9 S10
R2 resign
"""


def test_a_team_that_lost_for_people() -> None:
    """Nobody has won."""
    shown = run("replay", "-", stdin=DUO)
    assert shown.exit_code == 0
    assert "over (resigned): lost together" in shown.stdout


@pytest.mark.parametrize(
    "options",
    [["--at", "-1"], ["--at", "28"], ["--at", "1x"], ["--at", "٣"], ["--at", ""], ["--at", "9" * 5000]]
    + [["--seat", seat] for seat in ("2", "-1", "x", "", "00", "9" * 5000)],
)
def test_bad_options_are_at_1_1(options: list[str]) -> None:
    path = str(GOLDEN / "humble.fox")
    shown = run("replay", path, *options)
    assert shown.exit_code == 2
    assert shown.stdout == ""
    assert shown.stderr.startswith(f"{path}:1:1: bad_option: ")
    assert shown.stderr.count("\n") == 1


def test_the_whole_record_is_checked_wherever_it_stops() -> None:
    shown = run("replay", "-", "--at", "0", "--seat", "7", stdin=SHORT + "nonsense\n")
    assert shown.exit_code == 2
    assert shown.stderr.startswith("-:9:1: malformed: ")


def test_bad_records_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.fox"
    path.write_text(SHORT.replace("2. K9 M9", "2. K9 M10 ; no\n3. \x1b[31m\u2028M9"))
    for command in ("replay", "verify"):
        shown = run(command, str(path))
        assert shown.exit_code == 2
        assert shown.stderr == f"{path}:8:4: malformed: '\\x1b[31m\\u2028M9' is no action of forest\n"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_unreadable_files_are_one_line(command: str, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.fox", tmp_path / "no\nne"):
        shown = run(command, str(path))
        assert shown.exit_code == 2
        assert shown.stdout == ""
        assert shown.stderr.startswith(str(path).replace("\n", " "))
        assert "cannot be read" in shown.stderr
        assert shown.stderr.count("\n") == 1
    assert run(command, "\0").exit_code == 2


# ---- verify ------------------------------------------------------------------------------------------------------

DEAL = (  # its hand is not in order: that means nothing
    "deal dealer=0 | K11 B4 B5 B6 K3 K4 K5 K7 M3 M7 M8 M9 M10 | B2 B3 B7 B8 B9 B11 K2 K6 K8 K9 M1 M5 M11"
    " | B1 | B10 K10 K1 M4 M2 M6"
)
VERIFIABLE = f"""[Game "forest"]
[Commit "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"]
[Share0 "{"aa" * 32}"]
[Secret "{bytes(range(32)).hex()}"]

{DEAL}
M11 M10
"""


def test_right() -> None:
    shown = run("verify", "-", stdin=VERIFIABLE)
    assert shown.exit_code == 0
    assert "right" in shown.stdout
    assert "deals: 1" in shown.stdout
    assert "shares of players: 1" in shown.stdout


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('Secret "00', 'Secret "01'),
        ('Commit "63', 'Commit "64'),
        ('Share0 "aa', 'Share0 "ab'),
        ("Share0", "Share1"),
        ("Share0", "Sharo0"),
        ("dealer=0", "dealer=1"),
        ("M2 M6", "M6 M2"),
        ('Secret "00', 'Secret "'),
        ('Commit "630dcd', 'Commit "630DCD'),
        ("[Secret", f'[Share2 "{"bb" * 32}"]\n[Secret'),
    ],
)
def test_wrong(old: str, new: str) -> None:
    text = VERIFIABLE.replace(old, new).replace("M11 M10", "")
    assert text.count(new)
    shown = run("verify", "-", stdin=text)
    assert (shown.exit_code, shown.stdout[:7]) == (1, "wrong: ")


@pytest.mark.parametrize("tag", ["Commit", "Secret", "deal"])
def test_nothing_to_verify(tag: str) -> None:
    text = "\n".join(line for line in VERIFIABLE.split("\n")[:-2] if tag not in line)
    shown = run("verify", "-", stdin=text)
    assert (shown.exit_code, shown.stdout[:17]) == (3, "nothing to verify")
