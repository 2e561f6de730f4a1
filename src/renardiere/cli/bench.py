"""``renardiere bench``: how fast this machine plays."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from renardiere.games.errors import UnknownGame

if TYPE_CHECKING:
    from renardiere.cli.measure import Way

__all__ = ["command"]

MEASURED = ("forest",)


@click.group(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]…")
@click.pass_context
def command(context: click.Context) -> None:
    """Measure how fast this machine plays. Without a COMMAND: everything that can be measured.

    \b
      renardiere bench
      renardiere bench kernel --json
    """
    if context.invoked_subcommand is None:
        context.invoke(kernel)


@command.command()
@click.option("--game", default="forest", show_default=True, help="The game whose rules are measured.")
@click.option("--turns", type=click.IntRange(1, 1000), default=8, show_default=True, help="How often each way plays.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see below).")
def kernel(game: str, turns: int, as_json: bool) -> None:
    """Measure the rules: random play inside compiled code, on one thread and on several, and from Python.

    All ways take turns, and the best turn of each counts. They are compared with the same rules in C where there is a
    gcc, and with OpenSpiel's hearts where OpenSpiel is installed ("pip install renardiere[compare]").

    \b
    --json prints: game, turns
      results: [{threads, steps_per_s}], random play of whole rounds inside compiled code
      others: [{name, threads, steps_per_s}]
    A step is one action.
    """
    if game not in MEASURED:
        raise UnknownGame(f"there is nothing to measure for {game!r}; there is for: {', '.join(MEASURED)}")
    from renardiere.cli.measure import measure

    ways = measure(turns, told)
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if as_json:
        inside = [way for way in ways if way.name == ways[0].name]
        report = {
            "game": game,
            "turns": turns,
            "results": [{"threads": way.threads, "steps_per_s": round(way.best)} for way in inside],
            "others": [
                {"name": way.name, "threads": way.threads, "steps_per_s": round(way.best)}
                for way in ways
                if way not in inside
            ],
        }
        click.echo(json.dumps(report))
    else:
        show(game, ways)


def told(name: str, done: int, total: int) -> None:
    """One line that overwrites itself, on a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{100 * done // total:3} %  {name} …", nl=False, err=True)


def show(game: str, ways: list[Way]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{game}: random play", title_justify="left", box=None, padding=(0, 2, 0, 0))
    for heading in ("", "threads", "steps/s", "ratio"):
        table.add_column(heading, justify="left" if not heading else "right", no_wrap=True)
    for way in ways:
        million = way.best / 1e6
        table.add_row(
            way.name,
            str(way.threads),
            f"{million:.1f} million" if million >= 1 else f"{way.best:,.0f}",
            f"{way.best / ways[0].best:.{2 if million >= 1 else 4}f}",
        )
    Console().print(table)
