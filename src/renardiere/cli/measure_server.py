"""What ``renardiere bench server`` measures: real games through real WebSockets, with the journal on a disk.

The house runs in a process of its own, the players in this one. Since other work on the machine slows both, two floors
are measured beside it: the same WebSocket traffic without a house, and the journal alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from renardiere.cli.crowd import Crowd, Figures
from renardiere.cli.guests import MIX, Invited, invite

__all__ = ["FULL", "QUICK", "Plan", "Report", "measure"]

WARM_SECONDS: Final = 1.5
BOT_TABLES: Final = 50
BOT_LEVEL: Final = 3
BEATS: Final = 5
TEMPLATES: Final = 8
FILES: Final = 20_000
START_PATIENCE: Final = 120.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured, and for how long."""

    full_speed: tuple[int, ...]
    """Tables that play as fast as they can."""
    paced: tuple[int, ...]
    """Tables at which each player makes a move a second."""
    seconds: float
    past: int
    """Tables in the journal of the house that is opened again."""
    mixed: int
    """Tables of all games in turn that play as fast as they can, and when a game is over another one."""


FULL: Final = Plan((50, 200, 500), (1000, 2000), 5.0, 10_000, 200)
QUICK: Final = Plan((50, 200), (200,), 2.0, 1000, 200)


@dataclass(slots=True)
class Report:
    machine: dict[str, Any]
    echo: dict[str, Any] = field(default_factory=dict)
    journal: dict[str, Any] = field(default_factory=dict)
    runs: list[dict[str, Any]] = field(default_factory=list)
    beat: dict[str, Any] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)
    start: dict[str, float] = field(default_factory=dict)


def measure(plan: Plan, folder: Path, told: Callable[[str], None]) -> Report:
    """Measure all of it; the journals lie under ``folder``. ``told`` hears what comes next."""
    if not sys.platform.startswith("linux"):
        raise RuntimeError("the server is measured on Linux only: elsewhere its CPU and memory are not to be seen")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, FILES)), hard))
    with tempfile.TemporaryDirectory(prefix="renardiere-bench-", dir=folder) as place:
        report = Report({"cores": os.cpu_count(), "load_before": load()})
        told("the floor: WebSockets without a house")
        report.echo = run_loop(lambda: echo_floor(plan))
        told("the floor: the journal alone")
        report.journal = json.loads(output("journal", f"{place}/journal"))
        told("opening a house")
        with target("house", f"{place}/house") as (house, port):
            while not warm(port):
                time.sleep(0.2)
            run_loop(lambda: games(plan, house.pid, port, report, told))
        told(f"a past of {plan.past:,} tables")
        report.start = start(Path(place) / "past", plan.past)
        report.machine["load_after"] = load()
    return report


def run_loop(work: Callable[[], Any]) -> Any:
    import uvloop

    return uvloop.run(work())


def load() -> float:
    """The machine's load average over the last minute."""
    return round(os.getloadavg()[0], 2)


# ---- processes ---------------------------------------------------------------------------------------------------
def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "renardiere.cli.targets", *arguments]


def output(*arguments: str) -> str:
    return subprocess.run(command(*arguments), stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603


@contextmanager
def target(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that says on which port it listens."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=quiet, text=True)  # noqa: S603
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
    finally:
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def ask(port: int, path: str) -> bytes:
    with urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=START_PATIENCE) as answer:
        body: bytes = answer.read()
        return body


def warm(port: int) -> bool:
    return bool(json.loads(ask(port, "/healthz"))["warm"] == "yes")


def cpu_of(process: int) -> float:
    """Seconds of CPU of another process, by its clock; the number is what ``clock_getcpuclockid(3)`` gives."""
    return time.clock_gettime((~process << 3) | 2)


def own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def memory_of(process: int) -> int:
    """Resident bytes of another process."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize()


# ---- games -------------------------------------------------------------------------------------------------------
async def play(crowd: Crowd, house: int, pause: float, seconds: float) -> dict[str, Any]:
    """One run: what the players measured, and what it cost."""
    crowd.play(pause)
    await asyncio.sleep(WARM_SECONDS + pause)
    crowd.figures = figures = Figures()
    began, mine, theirs = time.perf_counter(), own_cpu(), cpu_of(house)
    await asyncio.sleep(seconds)
    took, mine, theirs = time.perf_counter() - began, own_cpu() - mine, cpu_of(house) - theirs
    moves = max(1, figures.moves)
    crowd.figures = Figures()
    report = {
        "moves_per_s": round(figures.moves / took),
        "p50_ms": round(figures.at(0.5), 1),
        "p99_ms": round(figures.at(0.99), 1),
        "house_us_per_move": round(1e6 * theirs / moves),
        "house_cpu": round(theirs / took, 2),
        "load_cpu": round(mine / took, 2),
        "load_average": load(),
    }
    await crowd.rest()
    return report


async def echo_floor(plan: Plan) -> dict[str, Any]:
    with target("echo") as (process, port):
        crowd = Crowd(port)
        await crowd.seat(Invited(f"t{number:09}", ("-", "-")) for number in range(200))
        report = await play(crowd, process.pid, 0.0, min(3.0, plan.seconds))
        crowd.leave()
    return report


async def games(plan: Plan, house: int, port: int, report: Report, told: Callable[[str], None]) -> None:
    """All runs at one house, with more and more tables."""
    crowd = Crowd(port)

    async def grow(to: int) -> None:
        told(f"{to:,} tables: sitting down")
        before, count = memory_of(house), to - len(crowd.games)
        invited = await asyncio.to_thread(invite, port, count)
        idle = (memory_of(house) - before) / count
        await crowd.seat(invited)
        if count >= 100 or not watched:  # of fewer, the pages of memory that come and go would be most
            report.memory = {"idle_table_kb": round(idle / 1000, 1)}
            watched.append((before, count))

    async def run(tables: int, pause: float, kind: str) -> None:
        told(f"{tables:,} tables, {kind}")
        row = await play(crowd, house, pause, plan.seconds)
        report.runs.append({"tables": tables, "kind": kind, **row})

    watched: list[tuple[int, int]] = []
    for tables in plan.full_speed:
        await grow(tables)
        await run(tables, 0.0, "full speed")
    for number, tables in enumerate(plan.paced):
        if tables > len(crowd.games):
            await grow(tables)
        await run(tables, 0.5, "paced")
        if number == 0:
            told(f"{tables:,} tables, and {BOT_TABLES} with bots")
            bots = Crowd(port)
            await bots.seat(await asyncio.to_thread(invite, port, BOT_TABLES, bot=BOT_LEVEL))
            bots.play(0.1)
            await run(tables, 0.5, f"paced, {BOT_TABLES} bots of level {BOT_LEVEL} beside")
            await bots.rest()
            bots.leave()
    told("heartbeats")
    spent = cpu_of(house)
    beats = await crowd.beat(BEATS)
    report.beat = {"connections": beats // BEATS, "house_us": round(1e6 * (cpu_of(house) - spent) / beats, 1)}
    before, count = watched[-1]
    report.memory["busy_table_kb"] = round((memory_of(house) - before) / count / 1000, 1)
    crowd.leave()
    told(f"{plan.mixed:,} tables of {len(MIX)} games")
    mixed = Crowd(port)
    await mixed.seat(await asyncio.to_thread(invite, port, plan.mixed, MIX))
    row = await play(mixed, house, 0.0, plan.seconds)
    report.runs.append({"tables": plan.mixed, "kind": f"full speed, {len(MIX)} games", **row})
    mixed.leave()


# ---- opening again -----------------------------------------------------------------------------------------------
def start(data: Path, tables: int) -> dict[str, float]:
    """Seconds from the start of ``renardiere serve`` to the first byte of ``/healthz``, and of a table that goes on."""
    some = make_past(data, tables)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    began = time.perf_counter()
    arguments = ["-m", "renardiere", "serve", "--data", str(data), "--port", str(port)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, *arguments], stdout=quiet, stderr=quiet)  # noqa: S603
    try:
        figures = {"tables": float(tables)}
        for name, path in (("healthz_s", "/healthz"), ("table_s", f"/api/tables/{some}")):
            figures[name] = round(first_byte(port, path) - began, 2)
        while not warm(port):
            time.sleep(0.1)
        figures["warm_s"] = round(time.perf_counter() - began, 2)
        figures["memory_mb"] = round(memory_of(process.pid) / 1e6)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
    return figures


def first_byte(port: int, path: str) -> float:
    """When an answer began to come."""
    end = time.perf_counter() + START_PATIENCE
    while time.perf_counter() < end:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=START_PATIENCE) as connection:
                connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                if connection.recv(12).endswith(b" 200"):
                    return time.perf_counter()
        except OSError:
            time.sleep(0.002)
    raise RuntimeError(f"no answer to {path}")


def make_past(data: Path, tables: int) -> str:
    """A journal in which half of the games go on, a tenth of all with a bot's move owed; the name of one table that
    goes on. A few games are played, and written down again and again under other names."""
    from renardiere.server.journal.store import Store

    Store(data).close()
    source = random.Random(1)
    over = [past_table(source, None, bot=False) for _ in range(TEMPLATES)]
    open_ones = [past_table(source, source.randrange(10, 60), bot=False) for _ in range(TEMPLATES)]
    owing = [past_table(source, source.randrange(10, 60), bot=True) for _ in range(TEMPLATES)]
    names = [f"t{number:09}".translate(str.maketrans("01", "yz")) for number in range(tables)]
    connection = sqlite3.connect(data / "renardiere.sqlite3")
    connection.execute("PRAGMA synchronous=OFF")
    for number, name in enumerate(names):
        kind = (over, open_ones, over, open_ones, over, open_ones, over, open_ones, over, owing)[number % 10]
        rows, statement = kind[number // 10 % TEMPLATES]
        connection.executemany(
            "INSERT INTO facts (table_id, number, at, author, request, body) VALUES (?, ?, ?, ?, ?, ?)",
            ((name, *row) for row in rows),
        )
        connection.execute(
            "INSERT INTO tables (id, maker, request, made_at, over, owes, open, summary, number) "
            "VALUES (?, 'somebody', ?, ?, 0, 0, 0, '', 0)",
            (name, name, time.time()),
        )
        connection.execute(statement[0], (*statement[1][:-1], name))
    connection.commit()
    connection.close()
    return names[1]


def past_table(source: random.Random, moves: int | None, *, bot: bool) -> tuple[list[Any], Any]:
    """The facts of a game (played to its end if ``moves`` is None), and the statement that sums it up."""
    from renardiere.server.index import summarised
    from renardiere.server.journal import facts
    from renardiere.server.table import Draft, Table

    draft = Draft(Table("t" * 10), time.time())
    draft.add(facts.Made("forest", "1", {}, 2, source.randbytes(32).hex()))
    draft.add(facts.Sat(0, "somebody", "A", None))
    draft.add(facts.BotSat(1, 1, 1) if bot else facts.Sat(1, "another", "B", None))
    draft.start_if_full()
    played = 0
    while draft.table.phase == "playing":
        seat = draft.table.to_act[0]
        if moves is not None and played >= moves and (not bot or draft.table.owes is not None):
            break
        assert draft.table.state is not None
        draft.act(seat, source.choice(draft.table.state.legal(seat)).text())
        played += 1
    rows = [(number, draft.at, None, None, facts.encode(fact)) for number, fact in enumerate(draft.facts)]
    return rows, summarised(draft.table)
