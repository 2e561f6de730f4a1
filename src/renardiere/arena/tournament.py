"""Many games, on the processes of this machine."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

from renardiere.arena.match import AnyState, Entrant, GameResult, play_pair
from renardiere.arena.results import MatchResult, match_result
from renardiere.bots import AnyGame
from renardiere.games import game as find_game
from renardiere.games import record
from renardiere.games.errors import BadOption
from renardiere.games.play import Options

__all__ = ["check", "match", "tournament"]

Told = Callable[[GameResult], None]


def match(
    game: AnyGame,
    first: Entrant,
    second: Entrant,
    *,
    games: int = 100,
    seed: int = 0,
    options: Options | None = None,
    workers: int = 1,
    records: Path | None = None,
    told: Told | None = None,
) -> MatchResult:
    """Whole games between two entrants, in pairs that share their deals with the seats swapped.

    The result depends on ``seed`` alone, not on the number of ``workers`` (processes; one means this process).
    ``records``: a folder for a ``.fox`` file a game. ``told`` hears of every game as it ends, in whatever order.
    ``BadOption``: an odd number of games, a game that is not for two, two entrants of one name.
    """
    chosen = game.parse_options({}) if options is None else options
    check(game, [first, second], games, chosen)
    task = partial(pair_task, game.name, game.rules, chosen, (first, second), seed, records)
    results = []
    for two in spread(task, games // 2, workers):
        results.extend(two)
        if told is not None:
            for one in two:
                told(one)
    results.sort(key=lambda one: (one.pair, one.swapped))
    return match_result((first.name, second.name), results)


def tournament(
    game: AnyGame,
    entrants: Sequence[Entrant],
    *,
    games: int = 100,
    seed: int = 0,
    options: Options | None = None,
    workers: int = 1,
    records: Path | None = None,
    told: Told | None = None,
) -> list[MatchResult]:
    """A match between every two entrants; the parameters are those of ``match``."""
    check(game, entrants, games, game.parse_options({}) if options is None else options)
    return [
        match(game, first, second, games=games, seed=seed, options=options, workers=workers, records=records, told=told)
        for first, second in combinations(entrants, 2)
    ]


def check(game: AnyGame, entrants: Sequence[Entrant], games: int, options: Options) -> None:
    """Raise the ``BadOption`` that ``match`` and ``tournament`` would raise."""
    names = [one.name for one in entrants]
    if len(names) < 2:
        raise BadOption("the arena needs at least two entrants")
    if len(set(names)) < len(names):
        raise BadOption(f"two entrants have the same name: {', '.join(names)}")
    if games < 2 or games % 2:
        raise BadOption(f"games come in pairs: {games} is not an even number of at least 2")
    if game.seats(options) != 2:
        raise BadOption(f"{game.name} is not for two: the arena cannot pair its games")


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


def pair_task(
    name: str,
    rules: str,
    options: Options,
    entrants: tuple[Entrant, Entrant],
    seed: int,
    records: Path | None,
    pair: int,
) -> list[GameResult]:
    played = play_pair(find_game(name, rules), options, entrants, seed, pair)
    if records is not None:
        for result, state in played:
            write(records, entrants, result, state)
    return [result for result, _ in played]


def write(folder: Path, entrants: tuple[Entrant, Entrant], result: GameResult, state: AnyState) -> None:
    names = [one.name for one in entrants]
    file = re.sub(r"[^A-Za-z0-9]+", "-", " ".join(names)) + f"-{result.pair:05d}{'ba'[not result.swapped]}.fox"
    seats = names[::-1] if result.swapped else names
    tags = {f"Seat{seat}": name for seat, name in enumerate(seats)}
    tags["Result"] = "-".join(map(str, state.scores))
    (folder / file).write_text(record.write(record.Record.of(state, tags)), encoding="utf-8", newline="\n")
