"""Many games, on the processes of this machine."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import combinations, combinations_with_replacement
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeVar

from renardiere.arena.match import AnyState, Entrant, GameResult, play_turns, turned
from renardiere.arena.results import MatchResult, TableResult, TeamResult, match_result, table_result, team_result
from renardiere.bots import AnyGame
from renardiere.games import game as find_game
from renardiere.games import record
from renardiere.games.errors import BadOption
from renardiere.games.play import Options

__all__ = ["GAMES", "check", "match", "tables", "tournament"]

Told = Callable[[GameResult], None]
R = TypeVar("R")

GAMES: Final = 120
"""Of a table, if nobody says how many: a multiple of every number of seats."""


def match(
    game: AnyGame,
    first: Entrant,
    second: Entrant,
    *,
    games: int = GAMES,
    seed: int = 0,
    options: Options | None = None,
    workers: int = 1,
    records: Path | None = None,
    told: Told | None = None,
) -> MatchResult:
    """Whole games of two entrants against each other, in pairs that share their deals with the seats swapped.

    The result depends on ``seed`` alone, not on the number of ``workers`` (processes; one means this process).
    ``records``: a folder for a ``.fox`` file a game. ``told`` hears of every game as it ends, in whatever order.
    ``BadOption``: an odd number of games, a game that is not for two opponents, two entrants of one name.
    """
    chosen = game.parse_options({}) if options is None else options
    check(game, [first, second], games, chosen)
    if game.team or game.seats(chosen) != 2:
        raise BadOption(f"{game.name} is not for two opponents: it has tournaments, no matches")
    return match_result(
        (first.name, second.name), played(game, (first, second), games, seed, chosen, workers, records, told)
    )


def tournament(
    game: AnyGame,
    entrants: Sequence[Entrant],
    *,
    games: int = GAMES,
    seed: int = 0,
    options: Options | None = None,
    workers: int = 1,
    records: Path | None = None,
    told: Told | None = None,
) -> list[MatchResult] | list[TeamResult] | list[TableResult]:
    """All tables that the entrants can make: a match between every two, or games between every so many as there are
    seats (all of them, some at several seats, where they are fewer); of a game that is played as a team, games of every
    two with each other and each with itself. The parameters are those of ``match``."""
    chosen = game.parse_options({}) if options is None else options
    check(game, entrants, games, chosen)

    def results(sums: Callable[[tuple[str, ...], list[GameResult]], R]) -> list[R]:
        return [
            sums(tuple(one.name for one in who), played(game, who, games, seed, chosen, workers, records, told))
            for who in tables(game, entrants, chosen)
        ]

    if game.team:
        return results(team_result)
    return results(match_result) if game.seats(chosen) == 2 else results(table_result)


def tables(game: AnyGame, entrants: Sequence[Entrant], options: Options) -> list[tuple[Entrant, ...]]:
    """Who plays at which table of a tournament."""
    choose = combinations_with_replacement if game.team else combinations
    seats = game.seats(options)
    return list(choose(entrants, seats if game.team else min(seats, len(entrants))))


def check(game: AnyGame, entrants: Sequence[Entrant], games: int, options: Options) -> None:
    """Raise the ``BadOption`` that ``match`` and ``tournament`` would raise."""
    names = [one.name for one in entrants]
    seats = game.seats(options)
    least = 1 if game.team else 2
    if len(names) < least:
        raise BadOption(f"{game.name} needs at least {least} entrants")
    if len(set(names)) < len(names):
        raise BadOption(f"two entrants have the same name: {', '.join(names)}")
    if games < seats or games % seats:
        raise BadOption(f"each deal is played once for each seat: {games} is not a multiple of {seats}")


def played(
    game: AnyGame,
    entrants: tuple[Entrant, ...],
    games: int,
    seed: int,
    options: Options,
    workers: int,
    records: Path | None,
    told: Told | None,
) -> list[GameResult]:
    """All games of one table, in their order."""
    task = partial(turns_task, game.name, game.rules, options, entrants, seed, records)
    results = []
    for some in spread(task, games // game.seats(options), workers):
        results.extend(some)
        if told is not None:
            for one in some:
                told(one)
    return sorted(results, key=lambda one: (one.deals, one.turn))


def spread(task: Callable[[int], list[GameResult]], count: int, workers: int) -> Iterator[list[GameResult]]:
    """``task(0)`` … ``task(count − 1)`` as they end, on ``workers`` processes."""
    if workers <= 1:
        yield from map(task, range(count))
        return
    # spawn: forking a process that has threads, Numba's among them, may hang or abort
    pool = ProcessPoolExecutor(min(workers, count), mp_context=get_context("spawn"), initializer=leave_interrupts)
    try:
        for done in as_completed([pool.submit(task, number) for number in range(count)]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def leave_interrupts() -> None:
    """Ctrl-C is for the process that asked for the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def turns_task(
    name: str,
    rules: str,
    options: Options,
    entrants: tuple[Entrant, ...],
    seed: int,
    records: Path | None,
    number: int,
) -> list[GameResult]:
    played = play_turns(find_game(name, rules), options, entrants, seed, number)
    if records is not None:
        for result, state in played:
            write(records, entrants, result, state)
    return [result for result, _ in played]


def write(folder: Path, entrants: tuple[Entrant, ...], result: GameResult, state: AnyState) -> None:
    number = f"{result.deals:05d}{'abcde'[result.turn]}"
    file = re.sub(r"[^A-Za-z0-9]+", "-", " ".join(one.name for one in entrants)) + f"-{number}.fox"
    tags = {f"Seat{seat}": name for seat, name in enumerate(turned(result.entrants, -result.turn))}
    tags["Result"] = "-".join(map(str, state.scores))
    (folder / file).write_text(record.write(record.Record.of(state, tags)), encoding="utf-8", newline="\n")
