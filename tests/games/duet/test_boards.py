"""Boards of duet: ours, and what is wrong with another. Totals are those of the rules file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from renardiere.games import game
from renardiere.games.duet import boards
from renardiere.games.duet.boards import OURS, Board
from renardiere.games.duet.words import DuetOptions
from renardiere.games.errors import BadOption, RecordError
from renardiere.games.record import Record, from_json, read, to_json, write
from renardiere.games.testing import CHECKS, Trial

DUET = game("duet")
MINE = Board("mine", 4, (1, 0, 0, 0, 0, 0, 1, 0, 2, 1), (0,) * 9 + (3,), (0, 1, 0, 0, 0, 0, 0, 0, 0, 1))
TAG = "start=4 squares=1,0,0,0,0,0,1,0,2,1 diamonds=0,0,0,0,0,0,0,0,0,3 plus=0,1,0,0,0,0,0,0,0,1"
OWN = DuetOptions(3, MINE)


def test_ours_have_the_totals_of_the_box() -> None:
    """duet, The board: 12, 13 and 16 gems at set-up; 22 in the box are enough for two rounds' +."""
    a, b = OURS["A"], OURS["B"]
    assert set(OURS) == {"A", "B"}
    assert (len(a.squares), sum(a.squares), sum(a.diamonds), sum(a.plus), a.start) == (11, 12, 0, 5, 5)
    assert (len(b.squares), sum(b.squares), sum(b.diamonds), sum(b.plus), b.start) == (9, 13, 3, 3, 4)
    assert sum(a.squares) + 2 * sum(a.plus) == sum(b.squares + b.diamonds) + 2 * sum(b.plus) == 22
    assert a.squares[a.start] == b.squares[b.start] == b.diamonds[b.start] == 0


def test_a_board_in_a_file_and_in_a_tag(tmp_path: Path) -> None:
    assert MINE.text() == TAG
    assert boards.parse("mine", TAG) == MINE
    file = tmp_path / "mine.toml"
    file.write_text(
        "start = 4\nsquares = [1,0,0,0,0,0,1,0,2,1]\ndiamonds = [0,0,0,0,0,0,0,0,0,3]\nplus = [0,1,0,0,0,0,0,0,0,1]\n"
    )
    assert boards.load(file) == MINE
    file.write_text("start = 4\nsquares = [1,0,0,0,0,0,1,0,2,1]\n")  # none of the others
    assert boards.load(file).plus == (0,) * 10


def changed(**fields: Any) -> str:
    pairs = dict(pair.split("=") for pair in TAG.split(" ")) | fields
    return " ".join(f"{key}={value}" for key, value in pairs.items() if value is not None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "start",
        changed(start=None),
        changed(squares=None),
        changed(start="10"),
        changed(start="4,5"),
        changed(squares="1,0"),
        changed(diamonds="1"),
        changed(plus="1,1"),
        changed(plus="2,0,0,0,0,0,0,0,0,0"),
        changed(squares="-1,0,0,0,0,0,1,0,2,1"),
        changed(squares="01,0,0,0,0,0,1,0,2,1"),
        changed(squares="x,0,0,0,0,0,1,0,2,1"),
        changed(squares="0,0,0,0,0,0,0,0,0,0"),
        changed(squares="99,0,0,0,0,0,0,0,0,0"),
        changed(trees="1"),
        f"start=9 squares={','.join(['1'] * 33)}",
    ],
)
def test_boards_that_cannot_be_played_on(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption):
        boards.parse("mine", text)
    with pytest.raises(RecordError) as caught:
        read(f'[Game "duet"]\n[Options "board=mine"]\n[Seat0 "x"]\n[Board "{text}"]\n')
    assert (caught.value.code, caught.value.line, caught.value.column) == ("bad_option", 4, 1)


def test_files_and_names_that_are_wrong(tmp_path: Path) -> None:
    file = tmp_path / "bad name.toml"
    for text in ("start = ", 'start = "4"\nsquares = [1]', "start = 0\nsquares = [1]\nwood = 2"):
        file.write_text(text)
        with pytest.raises(BadOption):
            boards.load(file)
    with pytest.raises(BadOption, match="cannot be read"):
        boards.load(tmp_path / "none.toml")
    with pytest.raises(BadOption, match="name"):
        boards.parse("bad name", TAG)


def test_more_spaces_on_each_side_than_forest_tokens() -> None:
    """duet, The board: so that the start is never covered; level 1 has 4 forest tokens, levels 2 and 3 have 3."""
    assert DUET.parse_options({"board": "mine", "Board": TAG, "level": "2"}) == DuetOptions(2, MINE)
    for start, level in (("4", "1"), ("5", "1"), ("3", "2"), ("6", "3")):
        with pytest.raises(BadOption, match="side of the start"):
            DUET.parse_options({"board": "mine", "Board": changed(start=start), "level": level})
    with pytest.raises(BadOption, match="side of the start"):
        DUET.parse_options({"board": "B"})
    assert DUET.parse_options({"board": "A", "level": "2"}) == DuetOptions(2, "A")


def test_options_as_texts() -> None:
    """NOTATION: level 1–3, default 1; board, default the level's side."""
    assert DuetOptions() == DUET.parse_options({}) == DUET.parse_options({"level": "1", "board": "A"})
    texts = {"": DuetOptions(), "level=2": DuetOptions(2), "level=3 board=A": DuetOptions(3, "A")}
    for text, options in (texts | {"level=3 board=mine": OWN}).items():
        assert options.text() == text
    assert DuetOptions(2).board == "B"
    assert OWN.tags() == {"Board": TAG}
    assert DuetOptions(2).tags() == {}
    for pairs in ({"level": "0"}, {"level": "4"}, {"level": "01"}, {"target": "5"}, {"board": "mine"}, {"board": ""}):
        with pytest.raises(BadOption):
            DUET.parse_options(pairs)
    for options in (DuetOptions(1, MINE), DuetOptions(1, "nowhere"), DuetOptions(1, Board("A", 1, (1,), (0,), (0,)))):
        with pytest.raises(BadOption):
            DUET.new(options)


def test_a_record_that_uses_a_board_carries_it() -> None:
    """NOTATION § File: a board that is not ours travels in the tag Board."""
    record = Record.of(DUET.new(OWN), {"Seat0": "Alix"})
    text = write(record)
    tags = f'[Game "duet"]\n[Rules "1"]\n[Options "level=3 board=mine"]\n[Board "{TAG}"]\n[Seat0 "Alix"]\n'
    assert text == tags
    assert read(text) == record
    assert from_json(to_json(record)) == record
    assert read(text).replay().view(None).gems == (1, 0, 0, 0, 0, 0, 1, 0, 2, 4)
    with pytest.raises(ValueError, match="options"):
        write(Record("duet", "1", OWN, {"Board": "x"}, ()))
    ours = read('[Game "duet"]\n[Board "kept as it is"]\n')
    assert ours.tags == {"Board": "kept as it is"}
    assert read(write(ours)) == ours


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[Game "duet"]\n[Options "board=mine"]\n', 2),
        ('[Game "duet"]\n\n[Options ""]'.replace("\n\n", "\n") + '\n[Options2 ""]\n[Board "x"]\n', 0),
        (f'[Game "duet"]\n[Options "Board={TAG.split(" ")[0]}"]\n', 2),
        (f'[Game "duet"]\n[Board "{TAG}"]\n[Options "level=1 board=mine"]\n', 3),
    ],
)
def test_where_an_option_is_wrong(text: str, line: int) -> None:
    if not line:
        assert read(text).options == DuetOptions()
        return
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.code, caught.value.line, caught.value.column) == ("bad_option", line, 1)


def test_a_json_record_cannot_call_another_board_ours() -> None:
    false = b'{"game":"duet","options":{"level":3,"board":{"name":"B","start":4,"squares":[1,0,0,0,0,0,0,0,0],'
    with pytest.raises(RecordError, match="bad_option"):
        from_json(false + b'"diamonds":[0,0,0,0,0,0,0,0,0],"plus":[0,0,0,0,0,0,0,0,0]}}}')


def test_a_host_adds_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "BOARDS", dict(OURS))
    boards.add(MINE)
    assert DUET.parse_options({"level": "3", "board": "mine"}) == OWN
    assert DUET.new(OWN).view(0).board == MINE
    with pytest.raises(BadOption, match="ours"):
        boards.add(OURS["A"])
    other = changed(squares="0,0,0,0,0,0,1,0,2,1")
    assert DUET.parse_options({"level": "3", "board": "mine", "Board": other}).side.squares[0] == 0  # the record's own


@pytest.mark.parametrize("check", ["round_trips", "records", "secrecy", "copies", "kernel"])
def test_a_game_on_an_own_board_conforms(check: str) -> None:
    CHECKS[check](Trial(DUET, OWN, 1))
