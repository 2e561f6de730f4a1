"""Boards of duet: data, one file a side. ``boards/*.toml`` are ours; ``load`` reads a host's own from a file like them.

A board is a path of at most 32 spaces. By space it has the gems of its squares and of its diamonds, and whether there
is a +. A record that uses a board that is not ours carries it, as ``Board.text`` writes it::

    start=2 squares=0,1,0,1,2 diamonds=1,0,0,0,0 plus=0,1,0,1,0
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from renardiere.games.errors import BadOption, shown
from renardiere.games.play import option_pairs

__all__ = [
    "BOARDS",
    "FOREST_TOKENS",
    "MOST_SPACES",
    "OURS",
    "SIDES",
    "Board",
    "add",
    "board",
    "checked",
    "fits",
    "load",
    "parse",
]

SIDES: Final = {1: "A", 2: "B", 3: "B"}
"""By level, the board that it is played on."""
FOREST_TOKENS: Final = {1: 4, 2: 3, 3: 3}
"""By level."""

MOST_SPACES: Final = 32
MOST_GEMS: Final = 99
"""On a board, with all that its + bring: what one field of the kernel's record can count."""

NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
NUMBER: Final = re.compile(r"0|[1-9][0-9]?")


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A board. Spaces are numbered from the end of seat 0; ``squares``, ``diamonds`` and ``plus`` count gems by space:
    at set-up, more of them at level 3, and those that rounds 1 and 2 bring."""

    name: str
    start: int
    squares: tuple[int, ...]
    diamonds: tuple[int, ...]
    plus: tuple[int, ...]

    def text(self) -> str:
        """The canonical text of all but the name."""
        lists = {"squares": self.squares, "diamonds": self.diamonds, "plus": self.plus}
        return f"start={self.start} " + " ".join(f"{key}={','.join(map(str, row))}" for key, row in lists.items())


def checked(board: Board) -> Board:
    """The same board; ``BadOption`` if it cannot be played on at any level."""
    spaces = len(board.squares)
    if not NAME.fullmatch(board.name):
        raise wrong(board, "its name is a letter, then at most 31 letters, digits, - or _")
    if not 1 <= spaces <= MOST_SPACES:
        raise wrong(board, f"a board has at most {MOST_SPACES} spaces")
    if not len(board.diamonds) == len(board.plus) == spaces:
        raise wrong(board, "squares, diamonds and plus have one entry a space")
    if not 0 <= board.start < spaces:
        raise wrong(board, "start is one of the spaces")
    if min(*board.squares, *board.diamonds, 0) < 0 or not set(board.plus) <= {0, 1}:
        raise wrong(board, "squares and diamonds count gems, a + is 0 or 1")
    if not 1 <= sum(board.squares) <= sum(board.squares + board.diamonds) + 2 * sum(board.plus) <= MOST_GEMS:
        raise wrong(
            board, f"a board has a gem at least, and at most {MOST_GEMS} with its diamonds and what its + bring"
        )
    return board


def fits(board: Board, level: int) -> Board:
    """The same board; ``BadOption`` if the forest of this level could come to cover its start."""
    tokens = FOREST_TOKENS[level]
    if not tokens < board.start < len(board.squares) - 1 - tokens:
        raise wrong(board, f"level {level} needs more than {tokens} spaces on each side of the start")
    return board


def wrong(board: Board, why: str) -> BadOption:
    return BadOption(f"the board {shown(board.name)} cannot be played on: {why}", reason="board")


def made(name: str, fields: Mapping[str, Any]) -> Board:
    """The board of a file's fields, or of a text's."""
    squares = fields.get("squares")
    nothing = [0] * len(squares) if isinstance(squares, list) else []
    try:
        return checked(msgspec.convert({"name": name, "diamonds": nothing, "plus": nothing, **fields}, Board))
    except msgspec.ValidationError as error:
        raise BadOption(f"the board {shown(name)} is not written as it should be: {error}", reason="board") from None


def parse(name: str, text: str) -> Board:
    """The board that a text means: the inverse of ``Board.text``."""
    fields: dict[str, Any] = {}
    for key, value in option_pairs(text).items():
        numbers = value.split(",")
        if not all(NUMBER.fullmatch(number) for number in numbers):
            raise BadOption(f"the board {shown(name)} has numbers from 0 to 99, not {shown(value)}", reason="board")
        fields[key] = int(value) if key == "start" and len(numbers) == 1 else [int(number) for number in numbers]
    return made(name, fields)


def load(path: Path) -> Board:
    """The board in a file, called as the file is; ``BadOption`` if it is none."""
    try:
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadOption(f"the board {shown(path.name)} cannot be read: {error}", reason="board") from None
    return made(path.stem, fields)


OURS: Final[Mapping[str, Board]] = {
    path.stem: load(path) for path in sorted((Path(__file__).parent / "boards").glob("*.toml"))
}
"""The sides of the game's own board."""

BOARDS: Final[dict[str, Board]] = dict(OURS)
"""name -> board: ours, and those that a host has added."""


def add(board: Board) -> None:
    """Let tables choose a host's own board by its name; ``BadOption`` if that is the name of one of ours."""
    if board.name in OURS:
        raise BadOption(f"{board.name} is the name of a board of ours", reason="board")
    BOARDS[board.name] = checked(board)


def board(name: str, carried: str | None = None) -> Board:
    """The board of a name: ours, else the one that a record carries, else one that a host has added."""
    if name in OURS:
        return OURS[name]
    if carried is not None:
        try:
            return parse(name, carried)
        except BadOption as error:
            raise BadOption(error.message, reason="board", tag="Board") from None
    if name not in BOARDS:
        raise BadOption(
            f"there is no board {shown(name)}; there are: {', '.join(BOARDS)}. Another comes in the tag Board",
            reason="board",
        )
    return BOARDS[name]
