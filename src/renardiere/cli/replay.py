"""``renardiere replay``: check a record, show where it stands. ``docs/notation.md`` has the format of its answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from renardiere.games.errors import RecordError

if TYPE_CHECKING:
    from renardiere.games.play import View
    from renardiere.games.record import Record

__all__ = ["BadRecord", "command", "load"]

NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
BY_SEAT: Final = (
    "scores",
    "tricks",
    "treasures",
    "round_scores",
    "hands",
    "gifts",
    "sacks",
    "took",
    "taken",
    "totals",
    "stolen",
    "counts",
)
"""The fields of a view that have one entry a seat: they make a table."""
NOT_LISTED: Final = (
    "game",
    "rules",
    "options",
    "round",
    "to_act",
    "finished",
    "outcome",
    "legal",
    "refused",
    "stars",
    "eggs",
)


class BadRecord(click.ClickException):
    """One line, ``FILE:LINE:COLUMN: code: message``; exit status 2."""

    exit_code = 2

    def __init__(self, file: str, error: object) -> None:
        super().__init__(f"{click.format_filename(file)}:{error}".replace("\n", " "))

    def show(self, file: object = None) -> None:
        click.echo(self.message, err=True)


def load(file: str) -> Record:
    """The record in a file, or on standard input (``-``)."""
    from renardiere.games.record import MAX_BYTES, read

    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(file, "rb") as opened:
                data = opened.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadRecord(file, f" cannot be read: {reason}") from None
    try:
        return read(data)
    except RecordError as error:
        raise BadRecord(file, error) from None


def bad_option(file: str, message: str) -> BadRecord:
    return BadRecord(file, RecordError("bad_option", 1, 1, message))


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--at", metavar="N", help="Stop after the first N actions, and the deal that follows them, if any.")
@click.option("--seat", metavar="N|spectator", help="Show only what this seat, or a spectator, may see.")
def command(file: str, as_json: bool, at: str | None, seat: str | None) -> None:
    """Check the game record FILE ("-": standard input) and show where it stands.

    The whole record is checked, whatever is shown. A bad one ends with exit status 2 and one line on standard
    error, FILE:LINE:COLUMN: code: message.
    """
    record = load(file)
    if at is not None and not NUMBER.fullmatch(at):
        raise bad_option(file, f"--at takes a number of actions, not {at!r}")
    viewer = None
    if seat not in (None, "spectator"):
        if not NUMBER.fullmatch(seat) or int(seat) >= record.seats:
            raise bad_option(file, f"--seat takes a seat from 0 to {record.seats - 1} or spectator, not {seat!r}")
        viewer = int(seat)
    try:
        state = record.replay(None if at is None else int(at))
    except ValueError as error:
        raise bad_option(file, f"--at {at} is too far: {error}") from None
    view: View = state.reveal() if seat is None else state.view(viewer)

    from msgspec import json, to_builtins

    shown = to_builtins(view) | {"options": to_builtins(record.options)}
    if as_json:
        click.echo(json.encode(shown).decode())
    else:
        show(record, view, shown)


def show(record: Record, view: View, fields: dict[str, Any]) -> None:
    """The view for people, on a terminal: a line of where it stands, a table of the seats, what lies on the table."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    def words(value: Any) -> str:
        if isinstance(value, list | tuple):
            nested = any(isinstance(item, list | tuple) for item in value)
            return (" | " if nested else " ").join(words(item) for item in value)
        if isinstance(value, dict):
            return ", ".join(f"{key} {words(item)}" for key, item in value.items())
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "–" if value is None else str(value)

    def seats(some: Sequence[int]) -> str:
        *others, last = map(str, some)
        return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"

    if view.outcome:
        winners = view.outcome.winners
        if record.load().team:
            stands = "won together" if winners else "lost together"
        else:
            stands = "a draw" if len(winners) == record.seats else f"{seats(winners)} won"
        stands = f"over ({view.outcome.reason}): {stands}"
    else:
        stands = f"{seats(view.to_act)} to act" if view.to_act else "awaiting the deal"
    console = Console(highlight=False)
    options = ", ".join(f"{key} {words(value)}" for key, value in fields["options"].items())
    head = f"{view.game} (rules {view.rules}) · {options} · round {view.round} · "
    console.print(Text(head) + Text(stands, style="bold"))

    columns = [name for name in BY_SEAT if name in fields and fields[name] is not None]
    table = Table(box=None, header_style="dim")
    for header in ("seat", "name", *columns):
        table.add_column(header.replace("_", " "))
    for seat in range(record.seats):
        cells = [str(seat), record.tags.get(f"Seat{seat}", ""), *(words(fields[name][seat]) for name in columns)]
        table.add_row(*map(Text, cells))
    console.print(table)

    for name, value in fields.items():
        if name not in (*NOT_LISTED, *BY_SEAT) and value not in (None, (), {}, ""):
            console.print(Text(f"{name.replace('_', ' ')}  ", style="dim") + Text(words(value)))
    for whose, actions in view.legal.items():
        console.print(Text(f"legal for seat {whose}  ", style="dim") + Text(" ".join(actions)))
