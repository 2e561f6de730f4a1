"""What ``renardiere bench kernel`` measures: actions a second, for several ways to play a game.

The ways take turns, and the best turn of each counts: so whatever else the machine is doing disturbs them all alike,
and hardly at all.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from renardiere.games import game
from renardiere.games.kernel import new_rngs, random_bit, threads, use_threads
from renardiere.games.play import Game, Options, option_pairs

__all__ = ["Way", "measure"]

ROUNDS: Final = 10_000
REPEATS: Final = 10
SEED: Final = 5
LONG: Final = {"forest": "target=999"}
"""By game, options with which no game ends here. Others begin again where they are over."""

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

Timed: TypeAlias = tuple[int, float]
"""Steps made, and the seconds that they took."""


@dataclass
class Way:
    """A way to play. ``play`` plays a few times over."""

    name: str
    threads: int
    play: Callable[[], list[Timed]]
    best: float = 0.0
    """Steps a second."""

    def take_turn(self) -> None:
        self.best = max(self.best, *(steps / seconds for steps, seconds in self.play()))


def measure(name: str, options: str | None, turns: int, told: Callable[[str, int, int], None]) -> list[Way]:
    """Measure all ways that this machine has to play a game with these options. ``told`` hears what comes next, and
    how many turns of how many are done (the number is an estimate until the first turns are taken)."""
    with tempfile.TemporaryDirectory(prefix="renardiere-bench-") as folder:
        told("compiling", 0, turns)
        ways = list(all_ways(Table.of(name, options), Path(folder)))
        for turn in range(turns):
            for i, way in enumerate(ways):
                told(way.name, turn * len(ways) + i, turns * len(ways))
                way.take_turn()
    return ways


class Table(NamedTuple):
    """What is measured: a game with options."""

    game: AnyGame
    options: Options

    @classmethod
    def of(cls, name: str, options: str | None = None) -> Table:
        found = game(name)
        text = LONG.get(name, found.usual_options[0]) if options is None else options
        return cls(found, found.parse_options(option_pairs(text)))

    def new_states(self, n: int) -> Any:
        """So many of the kernel's records, before their first deal."""
        return np.repeat(self.game.new(self.options).position(), n).view(np.recarray)


def all_ways(table: Table, folder: Path) -> Iterator[Way]:
    rules = table.game.kernel
    yield Way("compiled", 1, Batch(table, rules.batch_play, 1))
    for n in sorted({2, threads()}):
        if 1 < n <= threads():
            yield Way("compiled", n, Batch(table, rules.threads_play, n))
    yield Way("compiled, with the deals", 1, lambda: deal_and_play(table))
    yield Way("single steps from Python", 1, SingleSteps(table))
    yield Way("typed face from Python", 1, lambda: typed_face(table))
    in_c = c_program(folder) if table.game.name == "forest" else None
    if in_c is not None:
        yield Way("the same rules in C, gcc -O3", 1, in_c)
    try:
        import pyspiel
    except ImportError:
        return
    yield Way("OpenSpiel's hearts from Python", 1, lambda: open_spiel(pyspiel))


class Rounds:
    """Many games side by side, of which one round after the other is dealt."""

    def __init__(self, table: Table, n: int) -> None:
        self.rules = table.game.kernel
        self.fresh = table.new_states(n)
        self.states = self.fresh.copy()
        self.rngs = new_rngs(SEED, n)

    def renew(self) -> None:
        """Games that are over begin again."""
        over = self.states["phase"] == self.rules.OVER
        self.states[over] = self.fresh[over]

    def deal(self) -> None:
        self.rules.batch_deal(self.states, self.rngs)


class Batch:
    """Random play of whole rounds, inside compiled code; they are dealt while the clock stands."""

    def __init__(self, table: Table, play: Callable[[Any, Any], int], n: int) -> None:
        self.play = play
        self.threads = n
        self.rounds = Rounds(table, ROUNDS * n)
        self.round()  # compiles

    def round(self) -> Timed:
        self.rounds.renew()
        self.rounds.deal()
        start = time.perf_counter()
        steps = self.play(self.rounds.states, self.rounds.rngs)
        return steps, time.perf_counter() - start

    def __call__(self) -> list[Timed]:
        use_threads(self.threads)
        return [self.round() for _ in range(REPEATS)]


def deal_and_play(table: Table) -> list[Timed]:
    rounds = Rounds(table, ROUNDS)
    timed = []
    for _ in range(REPEATS):
        rounds.renew()
        start = time.perf_counter()
        rounds.deal()
        steps = rounds.rules.batch_play(rounds.states, rounds.rngs)
        timed.append((steps, time.perf_counter() - start))
    return timed


class SingleSteps:
    """One compiled step for each call from Python: rounds that were played before are played again."""

    ROUNDS = 200

    def __init__(self, table: Table) -> None:
        self.rules = rules = table.game.kernel
        self.dealt = table.new_states(self.ROUNDS)
        self.actions: list[tuple[int, int]] = []
        rngs = new_rngs(SEED, self.ROUNDS)
        rules.batch_deal(self.dealt, rngs)
        played = self.dealt.copy()
        for i, state in enumerate(played):
            while state.phase not in (rules.DEAL, rules.OVER):
                action = rules.action_of(state, random_bit(rngs[i : i + 1], rules.choices(state)))
                self.actions.append((i, int(action)))
                rules.apply(state, action)

    def __call__(self) -> list[Timed]:
        timed = []
        for _ in range(REPEATS):
            step = self.rules.single.bind(self.dealt.copy())
            start = time.perf_counter()
            for i, action in self.actions:
                step(i, action)
            timed.append((len(self.actions), time.perf_counter() - start))
        return timed


def typed_face(table: Table) -> list[Timed]:
    """Games as a person writes them: typed actions chosen from what is legal, checked, with all viewers' events."""
    source = random.Random(SEED)
    timed = []
    for _ in range(REPEATS):
        steps, start = 0, time.perf_counter()
        state = table.game.new(table.options)
        while state.awaits != "nothing":
            if state.awaits == "deal":
                state.deal(state.draw(source))
            seat = state.to_act[0]
            state.apply(seat, source.choice(state.legal(seat) or state.unlisted(seat, source)))
            steps += 1
        timed.append((steps, time.perf_counter() - start))
    return timed


def c_program(folder: Path) -> Callable[[], list[Timed]] | None:
    """``forest.c``, compiled for this processor as the kernels are; None without a C compiler that can."""
    compiler = shutil.which("gcc")
    program = folder / "forest"
    if compiler is None:
        return None
    source = Path(__file__).with_name("forest.c")
    built = subprocess.run(  # noqa: S603  # our own source, no shell
        [compiler, "-O3", "-march=native", "-o", program, source], capture_output=True, check=False
    )
    if built.returncode != 0:
        return None

    def play() -> list[Timed]:
        done = subprocess.run(  # noqa: S603
            [program, str(ROUNDS), str(SEED), str(REPEATS)], capture_output=True, text=True, check=True
        )
        return [(int(steps), float(seconds)) for steps, seconds in map(str.split, done.stdout.splitlines())]

    # It measures the same thing only if it does the same thing.
    mine = [steps for steps, _ in deal_and_play(Table.of("forest"))]
    if [steps for steps, _ in play()] != mine:
        raise RuntimeError("the rules in C do not play the same rounds")
    return play


def open_spiel(pyspiel: Any) -> list[Timed]:
    hearts = pyspiel.load_game("hearts")
    source = random.Random(SEED)
    timed = []
    for _ in range(REPEATS):
        state = hearts.new_initial_state()
        steps, seconds = 0, 0.0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(source.choice(state.legal_actions()))
                continue
            start = time.perf_counter()
            state.apply_action(source.choice(state.legal_actions()))
            seconds += time.perf_counter() - start
            steps += 1
        timed.append((steps, seconds))
    return timed
