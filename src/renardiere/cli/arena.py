"""``renardiere arena``: bots against bots, measured."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from renardiere import arena
from renardiere.arena import GameResult, MatchResult, Skill, TableResult, TeamResult
from renardiere.games import game as find_game
from renardiere.games.errors import BadOption
from renardiere.games.play import option_pairs

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["command"]

WORTH_A_PROCESS = 50
"""Games of a match for which it pays to start one more process."""


@click.command()
@click.argument("game")
@click.argument("entrants", nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=arena.GAMES,
    show_default=True,
    metavar="N",
    help="Games of each table: each deal is played once for each seat, with the seats turned.",
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
@click.option(
    "--options",
    "pairs",
    default=[""],
    multiple=True,
    metavar='"KEY=VALUE …"',
    help="The game's options, as in a record. Given several times: all of it with each of them.",
)
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
    pairs: tuple[str, ...],
    workers: int | None,
    records: Path | None,
    as_json: bool,
) -> None:
    """Let bots play each other, or with each other, and measure them.

    GAME is a game ("forest", "duet", "fennecs", "maitre"). ENTRANTS are some of: a level (3), random, a bot of your own
    (package.module:maker), in duet also open (level 3 that sees all hands, as a ceiling); "@N" sets the iterations
    of one (3@2000). Everyone meets everyone; where there are more seats than entrants, each has several; in a game that
    is played as a team everyone plays with everyone, and with another of its kind.

    \b
      renardiere arena forest 3 1 --games 1000 --workers 2
      renardiere arena forest 1 2 3 random --games 200
      renardiere arena forest 3@8000 3@2000 --options target=35
      renardiere arena duet 3 --games 1000 --options level=1 --options level=3
      renardiere arena fennecs 1 2 3 --options players=2 --options players=5
      renardiere arena maitre 1 2 3 --games 60 --options players=3

    Draws count half. The games on the same deals are not independent, so the 95 % intervals count deals. Ratings of
    opponents are Elo for two, the weakest entrant's being 0, and OpenSkill for any number (25 is the mean of all; needs
    the package "renardiere[arena]").

    \b
    --json prints, on a line for each of the --options: game, rules, options, games (of each table), seed,
      entrants: [{name, iterations}]
      matches: [{entrants: [name, name], games, pairs, wins, draws, losses, win_rate,
                 win_rate_interval: [low, high], rounds, points_per_round: [first, second],
                 points_difference, points_difference_interval: [low, high]}]
      ratings: {name: Elo}
      skills: {name: {mu, sigma, ordinal, mu_interval: [low, high]}}, OpenSkill's; null without that package
    All of a match is told from its first entrant's side; points are per round; an interval is null
    after a single pair. Of a team, matches are
      [{entrants: [name, …], games, deals, wins, win_rate, win_rate_interval, score (of those won),
        score_interval, rounds, reasons: {how the games ended: how many}}]
    and of three or more against each other
      [{entrants: [name, …], games, deals, rounds,
        standings: [{entrant, win_rate, win_rate_interval, points (a game), points_interval}]}],
    for each seat that the entrant had; these have no Elo ratings, and a team has none at all.
    """
    sys.path.insert(0, str(Path.cwd()))  # where a bot of one's own may lie
    rules = find_game(game)
    chosen = [rules.parse_options(option_pairs(text)) for text in pairs]
    players = arena.entrants(rules, entrants, iterations)
    for options in chosen:
        arena.check(rules, players, games, options)
    if workers is None:
        workers = max(1, min(os.cpu_count() or 1, games // WORTH_A_PROCESS))
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"cannot write records: {error}") from None
    for options in chosen:
        heard: list[GameResult] = []
        with progress() as bar:
            task = bar.add_task("games", total=games * len(arena.tables(rules, players, options)))

            def told(
                one: GameResult, heard: list[GameResult] = heard, bar: Progress = bar, task: TaskID = task
            ) -> None:
                heard.append(one)
                bar.advance(task)

            results = arena.tournament(
                rules, players, games=games, seed=seed, options=options, workers=workers, records=records, told=told
            )
        report: dict[str, Any] = {
            "game": rules.name,
            "rules": rules.rules,
            "options": options.text(),
            "games": games,
            "seed": seed,
            "entrants": [{"name": one.name, "iterations": one.iterations} for one in players],
            "matches": results,
        }
        duels = [one for one in results if isinstance(one, MatchResult)]
        if duels:
            report["ratings"] = {name: round(elo, 1) for name, elo in arena.ratings(duels).items()}
        if not rules.team:
            report["skills"] = skills(heard, seed)
        if as_json:
            click.echo(msgspec.json.encode(report))
        else:
            show(
                results,
                report.get("ratings", {}),
                report.get("skills") or {},
                options.text() if len(chosen) > 1 else "",
            )


def skills(games: Sequence[GameResult], seed: int) -> dict[str, Skill] | None:
    try:
        return arena.skills(games, seed=seed)
    except ImportError:
        click.echo("For OpenSkill ratings: pip install 'renardiere[arena]'", err=True)
        return None


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


def show(
    results: Sequence[MatchResult | TeamResult | TableResult],
    elo: dict[str, float],
    skills: dict[str, Skill],
    options: str,
) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if options:
        console.print(f"[bold]{options}[/]")
    for result in results:
        names = [f"[bold]{name}[/]" for name in result.entrants]
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        if isinstance(result, MatchResult):
            console.print(" against ".join(names))
            rows = of_match(result)
        elif isinstance(result, TeamResult):
            console.print(" with ".join(names))
            rows = of_team(result)
        else:
            console.print(", ".join(names))
            rows = of_table(result)
        for row in rows:
            table.add_row(*row)
        console.print(table)
    for name, columns, rated in (
        ("Elo", ["Elo"], {who: [f"{value:.0f}"] for who, value in elo.items()}),
        ("OpenSkill", ["mu", "", "sigma", "ordinal"], {who: of_skill(one) for who, one in skills.items()}),
    ):
        if rated:
            table = Table(name, *columns, box=None, padding=(0, 2, 0, 2))
            for column in table.columns[1:]:
                column.justify = "right"
            for who in sorted(rated, key=lambda who: -(skills[who].mu if skills else elo[who])):
                table.add_row(who, *rated[who])
            console.print(table)


def of_match(match: MatchResult) -> Iterator[tuple[str, str]]:
    yield "games", f"{match.games} in {match.pairs} pairs, {match.rounds} rounds"
    yield "won, drawn, lost", f"{match.wins}, {match.draws}, {match.losses}"
    yield "win rate", f"{match.win_rate:.1%}{between(match.win_rate_interval, '.1%')}"
    yield "points per round", "{:.2f} to {:.2f}".format(*match.points_per_round)
    yield "difference", f"{match.points_difference:+.2f}{between(match.points_difference_interval, '+.2f')}"


def of_team(team: TeamResult) -> Iterator[tuple[str, str]]:
    yield "games", f"{team.games} on {team.deals} deals, {team.rounds} rounds ({team.rounds / team.games:.2f} a game)"
    yield "win rate", f"{team.win_rate:.1%}{between(team.win_rate_interval, '.1%')}"
    yield "ended by", ", ".join(f"{reason} {number}" for reason, number in team.reasons.items())
    if team.score is not None:
        yield "score of a win", f"{team.score:.1f}{between(team.score_interval, '.1f')}"


def of_table(table: TableResult) -> Iterator[tuple[str, str]]:
    yield "games", f"{table.games} on {table.deals} deals, {table.rounds} rounds"
    for one in table.standings:
        wins = f"{one.win_rate:.1%}{between(one.win_rate_interval, '.1%')}"
        yield one.entrant, f"won {wins}, points a game {one.points:.2f}{between(one.points_interval, '.2f')}"


def of_skill(skill: Skill) -> list[str]:
    return [
        f"{skill.mu:.2f}",
        between(skill.mu_interval, ".2f").strip(),
        f"{skill.sigma:.2f}",
        f"{skill.ordinal:.2f}",
    ]


def between(interval: tuple[float, float] | None, form: str) -> str:
    return "" if interval is None else f"  (95 %: {interval[0]:{form}} … {interval[1]:{form}})"
