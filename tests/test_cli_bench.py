"""``renardiere bench`` and ``renardiere warm``."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from renardiere.cli import main
from renardiere.cli.bench import show, show_server
from renardiere.cli.measure import Way
from renardiere.cli.measure_touch import counted
from renardiere.cli.measure_yards import most
from renardiere.cli.measure_yards import row as measured
from renardiere.yard import Stop


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", **environment},
        check=False,
    )


def test_a_game_that_cannot_be_measured_is_one_clear_line_and_status_2() -> None:
    done = run("-m", "renardiere", "bench", "kernel", "--game", "hearts")
    assert done.returncode == 2
    assert done.stdout == ""
    games = "forest, duet, fennecs, maitre"
    assert done.stderr == f"renardiere: there is nothing to measure for 'hearts'; there is for: {games}\n"


def test_the_server_s_figures_are_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    from renardiere.cli.measure_server import Report

    row = {"moves_per_s": 2000, "p50_ms": 5.0, "p99_ms": 12.5, "house_us_per_move": 300, "house_cpu": 0.6}
    report = Report(
        machine={"cores": 4, "load_before": 0.1, "load_after": 1.2},
        echo={**row, "house_us_per_move": 100, "load_cpu": 0.3},
        journal={"writes_per_s": 9000, "cpu_us": 50.0},
        runs=[{**row, "tables": 1000, "kind": "paced", "load_cpu": 0.2}],
        beat={"connections": 4000, "house_us": 41.5},
        memory={"idle_table_kb": 9.5, "busy_table_kb": 60.0},
        start={"tables": 10_000.0, "healthz_s": 1.5, "table_s": 3.0, "warm_s": 4.0, "memory_mb": 200.0},
    )
    show_server(report)
    out = capsys.readouterr().out
    rows = [line.split() for line in out.splitlines()]
    # 300 µs a move, of floors that add up to 150
    assert ["1,000", "paced", "2,000", "5.0", "12.5", "300", "2.0", "0.60", "0.20"] in rows
    assert "9,000 writes/s" in out
    assert "41.5 µs CPU of the house, with 4,000 connections" in out
    assert "10,000 tables: 1.5 s to the first answer, 3.0 s to a table's" in out.replace("\n", " ")


@pytest.mark.slow
def test_the_server_is_measured(tmp_path: Path) -> None:
    """Small enough for a test, but all of it: floors, games, bots beside, the house opened again."""
    from renardiere.cli.measure_server import Plan, measure

    report = measure(Plan((2,), (3,), 0.5, 20, 3), tmp_path, lambda what: None)
    assert [(run["tables"], run["kind"].partition(",")[0]) for run in report.runs] == [
        (2, "full speed"),
        (3, "paced"),
        (3, "paced"),
        (3, "full speed"),
    ]
    for run in (report.echo, *report.runs):
        assert run["moves_per_s"] > 0
        assert 0 < run["p50_ms"] <= run["p99_ms"]
        assert run["house_us_per_move"] > 0
    assert report.journal["writes_per_s"] > 0
    assert report.beat["connections"] == 6
    assert report.beat["house_us"] > 0
    assert report.start["healthz_s"] <= report.start["table_s"]
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@pytest.mark.slow
def test_bench_reports_every_way_to_play() -> None:
    done = run("-W", "error", "-m", "renardiere", "bench", "kernel", "--game", "forest", "--turns", "1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["game"] == "forest"
    cores = os.cpu_count() or 1
    assert [result["threads"] for result in report["results"]] == sorted({1, min(2, cores), cores})
    named = {other["name"]: other["steps_per_s"] for other in report["others"]}
    assert {"single steps from Python", "typed face from Python", "compiled, with the deals"} <= named.keys()
    assert min(result["steps_per_s"] for result in report["results"] + report["others"]) > 0


def test_the_yard_is_measured() -> None:
    done = CliRunner().invoke(main, ["bench", "yard", "--seconds", "1", "--turns", "1", "--json"])
    assert done.exit_code == 0
    pace = json.loads(done.output)
    assert set(pace) == {"ticks_per_s", "felt", "told", "film"}
    assert 60 <= pace["felt"] <= 360, "30 frames a second of 2 to 12 bytes"
    assert 30 <= pace["told"] <= 90, "30 messages a second of 1 to 3 bytes"


def test_a_search_is_counted_by_the_rules() -> None:
    """Missions hen, cow and pig. Seat 0: three found. Seat 1: hen and a fox. Seat 2 has a snake and steals one of the
    three of seat 0, whichever: it has its first token of the missions then, seat 0 two."""
    ended = Stop(0, (("hen", "cow", "pig"), ("hen", "fox"), ("snake",)))
    assert counted([3, 3, 3], ("hen", "cow", "pig"), ended, seed=1) == [2, 2, 1]
    assert counted([3, 3, 3], ("hen", "cow", "pig"), None, seed=1) == [0, 0, 0]


@pytest.mark.parametrize("holds", [0, 1, 2, 19, 20, 37, 80, 100])
def test_the_most_yards_that_a_process_holds(holds: int) -> None:
    tried: list[int] = []
    assert most(lambda yards: bool(tried.append(yards)) or yards <= holds, 20, 80) == min(holds, 80)
    assert len(tried) == len(set(tried)) <= 8


def test_yards_are_measured() -> None:
    """One, for half a second, in a process of its own."""
    row = asyncio.run(measured(1, 0.5))
    assert (row.yards, row.pushing) == (1, False)
    assert row.ticks_per_s > 0
    assert 0 <= row.late_p50_ms <= row.late_p99_ms
    assert row.felt > 0
    assert row.told > 0


def test_hands_are_levels() -> None:
    done = CliRunner().invoke(main, ["bench", "touch", "--hands", "1,4"])
    assert done.exit_code == 2
    assert "two to four levels" in done.output


def test_bench_is_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    show("forest", [Way("compiled", 1, list, 4.2e7), Way("compiled", 2, list, 8.4e7), Way("slow", 1, list, 10_500)])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.strip() == "forest: random play"
    assert [row.split() for row in rows] == [
        ["threads", "steps/s", "ratio"],
        ["compiled", "1", "42.0", "million", "1.00"],
        ["compiled", "2", "84.0", "million", "2.00"],
        ["slow", "1", "10,500", "0.0003"],
    ]


def test_without_compilation_there_is_nothing_to_warm_up() -> None:
    done = run("-m", "renardiere", "warm", NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (0, "")
    assert "nothing to compile" in done.stderr
