"""``renardiere bench``: how fast this machine plays."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict as to_dict

from renardiere.cli import BadInput
from renardiere.games import GAMES
from renardiere.games.errors import UnknownGame

if TYPE_CHECKING:
    from renardiere.cli.measure import Way
    from renardiere.cli.measure_server import Report

__all__ = ["command"]

WIDE = 120


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
        context.invoke(yard)
        context.invoke(yards)
        if sys.platform.startswith("linux"):
            context.invoke(server)


@command.command()
@click.option("--game", default="forest", show_default=True, help="The game whose rules are measured.")
@click.option("--options", metavar="KEY=VALUE…", help='Its options, as in "players=5 variant=sahara".')
@click.option("--turns", type=click.IntRange(1, 1000), default=8, show_default=True, help="How often each way plays.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see below).")
def kernel(game: str, options: str | None, turns: int, as_json: bool) -> None:
    """Measure the rules: random play inside compiled code, on one thread and on several, and from Python.

    All ways take turns, and the best turn of each counts. They are compared with the same rules in C where there is a
    gcc, and with OpenSpiel's hearts where OpenSpiel is installed ("pip install renardiere[compare]").

    \b
    --json prints: game, turns
      results: [{threads, steps_per_s}], random play of whole rounds inside compiled code
      others: [{name, threads, steps_per_s}]
    A step is one action.
    """
    if game not in GAMES:
        raise UnknownGame(f"there is nothing to measure for {game!r}; there is for: {', '.join(GAMES)}")
    from renardiere.cli.measure import measure

    ways = measure(game, options, turns, told)
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


@command.command()
@click.option("--quick", is_flag=True, help="Fewer tables and less time: half a minute instead of minutes.")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, writable=True, path_type=Path),
    default=".",
    help="Where the journals lie meanwhile: on a disk, not in memory.  [default: here]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see below).")
def server(quick: bool, folder: Path, as_json: bool) -> None:
    """Measure the server: real games through real WebSockets, with the journal on a disk. Linux only.

    The house runs in a process of its own, the players in this one; they play forest, in the last row all games. A
    latency is the time from sending an action to the arrival of the other player's update. Other work on the machine
    slows all of it: compare what a move costs with the floors, measured in the same run, of the same messages without a
    house, and of the journal alone.

    \b
    --json prints: machine: {cores, load_before, load_after}
      echo: a run without a house; journal: {writes_per_s, cpu_us}
      runs: [{tables, kind, moves_per_s, p50_ms, p99_ms, house_us_per_move, house_cpu, load_cpu, load_average}]
      beat: {connections, house_us}, a heartbeat of one connection
      memory: {idle_table_kb, busy_table_kb}
      start: {tables, healthz_s, table_s, warm_s, memory_mb}, in seconds from the start of the process
    """
    from renardiere.cli.measure_server import FULL, QUICK, measure

    try:
        report = measure(QUICK if quick else FULL, folder, saying)
    except RuntimeError as error:
        raise BadInput(str(error)) from None
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if as_json:
        click.echo(json.dumps(asdict(report)))
    else:
        show_server(report)


@command.command()
@click.option("--seconds", type=click.IntRange(1, 600), default=60, show_default=True, help="Of the yard's own time.")
@click.option("--turns", type=click.IntRange(1, 100), default=3, show_default=True, help="The fastest counts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see below).")
def yard(seconds: int, turns: int, as_json: bool) -> None:
    """Measure the yard of Maître Renard: 29 tokens and four hands that search all the time, on one core.

    \b
    --json prints: ticks_per_s, of a core's time (60 are one second of the yard)
      felt, told: bytes a second of one player, without what carries them; film: bytes a second, of all
    """
    from renardiere.cli.measure_yard import measure

    pace = measure(seconds, turns)
    if as_json:
        click.echo(json.dumps({key: round(value) for key, value in to_dict(pace).items()}))
        return
    click.echo("yard: four busy hands, 29 tokens, one core")
    click.echo(f"{pace.ticks_per_s:,.0f} ticks/s, {pace.ticks_per_s / 60:.0f} times as fast as it is played")
    click.echo(f"a player: {pace.felt:.0f} bytes/s felt, {pace.told:.0f} bytes/s told; film {pace.film:.0f} bytes/s")


@command.command()
@click.option("--hands", default="1,2,3", show_default=True, help="The levels of two to four hands at one box.")
@click.option("--rounds", "number", type=click.IntRange(1, 10_000), default=40, show_default=True)
@click.option("--tokens", type=click.IntRange(11, 10_000), default=220, show_default=True, help="To be recognised.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see below).")
def touch(hands: str, number: int, tokens: int, seed: int, as_json: bool) -> None:
    """Measure what bots know by touch alone, and what their hands bring home in the yard of Maître Renard.

    \b
    --json prints: known: [{level, right: {seconds of turning: part named right}}]
      reached: [{level, rounds, captures (a minute), right, seconds (a capture), eggs (a round)}]
      lasts: {low, middle, high}, seconds of a round: one in ten is shorter, one in two, nine in ten
    """
    levels = hands.split(",")
    if not 2 <= len(levels) <= 4 or not set(levels) <= {"1", "2", "3"}:
        raise BadInput("--hands is two to four levels, as in 1,2,3")
    from renardiere.cli.measure_touch import recognition, rounds

    chosen = [int(level) for level in levels]
    known = [recognition(level, tokens, seed) for level in sorted(set(chosen))]
    reached, lengths = rounds(chosen, number, seed, lambda done: told("rounds", done, number))
    lengths.sort()
    lasts = {name: lengths[int(len(lengths) * part)] for name, part in (("low", 0.1), ("middle", 0.5), ("high", 0.9))}
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if as_json:
        click.echo(
            json.dumps({"known": list(map(to_dict, known)), "reached": list(map(to_dict, reached)), "lasts": lasts})
        )
        return
    for level in known:
        named = ", ".join(f"{100 * part:.0f} % after {seconds} s" for seconds, part in level.right.items())
        click.echo(f"level {level.level} names right, by turning alone: {named}")
    for row in reached:
        click.echo(
            f"level {row.level}: {row.captures:.1f} captures a minute ({100 * row.right:.0f} % right), "
            f"{row.seconds:.1f} s each; {row.eggs:.2f} eggs a round"
        )
    click.echo(f"a round lasts {lasts['middle']:.0f} s ({lasts['low']:.0f} to {lasts['high']:.0f})")


@command.command()
@click.option("--seconds", type=click.IntRange(1, 600), default=8, show_default=True, help="For each number of yards.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see below).")
def yards(seconds: int, as_json: bool) -> None:
    """Measure yards as a house holds them: in one process of their own, in real time, four hands in each. Takes two to
    five minutes; other work on the machine makes ticks late, so that the best of up to three turns counts.

    \b
    late: how late ticks come, which are due sixty times a second
    felt: from what a hand is told to the first frame that shows it, over the house's pipes. A frame comes every
      33 ms, so it takes 17 ms on average if nothing else takes any time.
    pushing: all hands sweep through the box and push what they meet, all the time
    most: the yards that one process holds, with 99 ticks of 100 less than 5 ms late
    --json prints: most
      rows: [{yards, pushing, cpu (of the process, in cores), ticks_per_s (of each yard),
              late_p50_ms, late_p99_ms, felt_p50_ms, felt_p99_ms,
              felt, told (bytes a second of one player who searches, as they travel)}]
    """
    from renardiere.cli.measure_yards import measure_yards

    report = measure_yards(seconds, saying)
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if as_json:
        click.echo(json.dumps(to_dict(report) | {"rows": list(map(to_dict, report.rows))}))
        return
    for row in report.rows:
        click.echo(
            f"{row.yards:3} yards{', pushing' if row.pushing else ''}: {row.ticks_per_s:.1f} ticks/s each, "
            f"{row.cpu:.2f} cores, late {row.late_p50_ms:.1f} ms "
            f"(p99 {row.late_p99_ms:.1f}), felt after {row.felt_p50_ms:.0f} ms (p99 {row.felt_p99_ms:.0f}); "
            f"a player {row.felt:.0f} bytes/s felt, {row.told:.0f} told"
        )
    click.echo(f"one process holds {report.most} yards")


def saying(what: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{what} …", nl=False, err=True)


def show_server(report: Report) -> None:
    from rich.console import Console
    from rich.table import Table

    machine, echo, journal = report.machine, report.echo, report.journal
    floor = echo["house_us_per_move"] + journal["cpu_us"]
    table = Table(title="server: moves through WebSockets", title_justify="left", box=None, padding=(0, 2, 0, 0))
    for heading in ("tables", "", "moves/s", "p50 ms", "p99 ms", "µs CPU", "÷ floor", "house", "players"):
        table.add_column(heading, justify="left" if not heading else "right", no_wrap=True)
    floor_row = {"tables": 200, "kind": "no house (floor)", **echo}
    for row in (floor_row, *report.runs):
        cost = row["house_us_per_move"]
        table.add_row(
            f"{row['tables']:,}",
            row["kind"],
            f"{row['moves_per_s']:,}",
            f"{row['p50_ms']:.1f}",
            f"{row['p99_ms']:.1f}",
            str(cost),
            "" if row is floor_row else f"{cost / floor:.1f}",
            f"{row['house_cpu']:.2f}",
            f"{row['load_cpu']:.2f}",
        )
    console = Console()
    if not console.is_terminal:
        console.width = WIDE
    console.print(table)
    console.print("µs CPU: of the house, a move. house, players: cores that they kept busy.")
    memory, start, beat = report.memory, report.start, report.beat
    console.print(f"the journal alone (floor): {journal['writes_per_s']:,} writes/s, {journal['cpu_us']} µs CPU each")
    console.print(f"a heartbeat: {beat['house_us']} µs CPU of the house, with {beat['connections']:,} connections")
    console.print(f"memory: {memory['idle_table_kb']} kB an idle table, {memory['busy_table_kb']} kB a busy one")
    console.print(
        f"opened again with {start['tables']:,.0f} tables: {start['healthz_s']} s to the first answer, "
        f"{start['table_s']} s to a table's, {start['warm_s']} s until all is compiled; {start['memory_mb']:.0f} MB"
    )
    loads = f"load average {machine['load_before']} before, {machine['load_after']} after"
    console.print(f"{machine['cores']} cores; {loads}")


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
