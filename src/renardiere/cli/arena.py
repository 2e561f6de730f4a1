"""``renardiere arena``: bots against bots, measured."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from renardiere import arena
from renardiere.arena import GameResult, MatchResult
from renardiere.games import game as find_game
from renardiere.games.errors import BadOption
from renardiere.games.play import option_pairs

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["command"]

WORTH_A_PROCESS = 50
"""Games of a match for which it pays to start one more process."""


@click.command()
@click.argument("game")
@click.argument("entrants", nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=100,
    show_default=True,
    metavar="N",
    help="Games of each match, an even number: each deal is played twice, with the seats swapped.",
)
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    metavar="N",
    help="Budget of the bots that search, for one action.  [default: each level's own]",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Begins all chance: the same seed gives the same games, with any number of workers.",
)
@click.option("--options", "pairs", default="", metavar='"KEY=VALUE …"', help="The game's options, as in a record.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes that play.  [default: one a processor, fewer for few games]",
)
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write each game as a .fox record into this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see below).")
def command(
    game: str,
    entrants: tuple[str, ...],
    games: int,
    iterations: int | None,
    seed: int,
    pairs: str,
    workers: int | None,
    records: Path | None,
    as_json: bool,
) -> None:
    """Let bots play each other, and measure them.

    GAME is a game ("forest"). ENTRANTS are two or more of: a level (3), random, a bot of your own
    (package.module:maker); "@N" sets the iterations of one (3@2000). Everyone meets everyone.

    \b
      renardiere arena forest 3 1 --games 1000 --workers 2
      renardiere arena forest 1 2 3 random --games 200
      renardiere arena forest 3@8000 3@2000 --options target=35

    Draws count half. The two games of a pair share their deals, so the 95 % intervals count pairs. Ratings
    are Elo, the weakest entrant's being 0.

    \b
    --json prints: game, rules, options, games (of each match), seed,
      entrants: [{name, iterations}]
      matches: [{entrants: [name, name], games, pairs, wins, draws, losses, win_rate,
                 win_rate_interval: [low, high], rounds, points_per_round: [first, second],
                 points_difference, points_difference_interval: [low, high]}]
      ratings: {name: Elo}
    All of a match is told from its first entrant's side; points are per round; an interval is null
    after a single pair.
    """
    sys.path.insert(0, str(Path.cwd()))  # where a bot of one's own may lie
    rules = find_game(game)
    options = rules.parse_options(option_pairs(pairs))
    players = arena.entrants(rules, entrants, iterations)
    arena.check(rules, players, games, options)
    if workers is None:
        workers = max(1, min(os.cpu_count() or 1, games // WORTH_A_PROCESS))
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"cannot write records: {error}") from None
    total = games * (len(players) * (len(players) - 1) // 2)
    with progress() as bar:
        task = bar.add_task("games", total=total)

        def told(_: GameResult) -> None:
            bar.advance(task)

        matches = arena.tournament(
            rules, players, games=games, seed=seed, options=options, workers=workers, records=records, told=told
        )
    report: dict[str, Any] = {
        "game": rules.name,
        "rules": rules.rules,
        "options": options.text(),
        "games": games,
        "seed": seed,
        "entrants": [{"name": one.name, "iterations": one.iterations} for one in players],
        "matches": matches,
        "ratings": {name: round(elo, 1) for name, elo in arena.ratings(matches).items()},
    }
    if as_json:
        click.echo(msgspec.json.encode(report))
    else:
        show(matches, report["ratings"])


def progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def show(matches: list[MatchResult], elo: dict[str, float]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    for match in matches:
        first, second = match.entrants
        console.print(f"[bold]{first}[/] against [bold]{second}[/]")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        table.add_row("games", f"{match.games} in {match.pairs} pairs, {match.rounds} rounds")
        table.add_row("won, drawn, lost", f"{match.wins}, {match.draws}, {match.losses}")
        table.add_row("win rate", f"{match.win_rate:.1%}{between(match.win_rate_interval, '.1%')}")
        table.add_row("points per round", "{:.2f} to {:.2f}".format(*match.points_per_round))
        lead = between(match.points_difference_interval, "+.2f")
        table.add_row("difference", f"{match.points_difference:+.2f}{lead}")
        console.print(table)
    table = Table(box=None, padding=(0, 2, 0, 2))
    table.add_column("rating")
    table.add_column("Elo", justify="right")
    for name, value in sorted(elo.items(), key=lambda item: -item[1]):
        table.add_row(name, f"{value:.0f}")
    console.print(table)


def between(interval: tuple[float, float] | None, form: str) -> str:
    return "" if interval is None else f"  (95 %: {interval[0]:{form}} … {interval[1]:{form}})"
