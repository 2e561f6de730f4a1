"""What is shipped: the wheel, installed where nothing can be written and the sources are out of reach."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = [pytest.mark.slow, pytest.mark.compiled]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT],
        check=True,
        capture_output=True,
    )
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The installed ``renardiere``, in an environment in which not even root can write."""
    home = tmp_path_factory.mktemp("installed")
    venv = home / "venv"
    uv = str(Path(sys.executable).parent / "uv")
    subprocess.run([uv, "venv", "-q", "--python", sys.executable, venv], check=True, capture_output=True)
    python = venv / "bin" / "python"
    for what in (["--no-deps", "-r", str(ROOT / "locks" / "run.txt")], ["--no-deps", str(wheel)]):
        subprocess.run(
            [uv, "pip", "install", "-q", "--link-mode", "copy", "--python", python, *what],
            check=True,
            capture_output=True,
        )
    subprocess.run(["chmod", "-R", "a-w", home], check=True)
    # Root may write anywhere unless it gives that capability up.
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"]
    return [*(drop if os.geteuid() == 0 else []), str(venv / "bin" / "renardiere")]


def run(command: list[str], *arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    home = str(Path(command[-1]).parents[2])  # read-only, like everything else that was installed
    clean = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": home, **environment}
    return subprocess.run(
        [*command, *arguments], cwd=cwd, env=clean, capture_output=True, text=True, check=False, timeout=300
    )


def test_contains_the_page_and_the_migrations(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "renardiere/server/page/index.html" in names
    assert any(name.startswith("renardiere/server/page/assets/") for name in names)
    assert any("/migrations/versions/" in name for name in names)
    assert not [name for name in names if name.startswith(("tests/", "web/"))]


def test_a_short_game_and_where_its_compiled_code_lies(command: list[str], tmp_path: Path) -> None:
    """With a cache the install is left alone; without a place to write, the rules are compiled all the same."""
    cache = tmp_path / "cache"
    for _ in range(2):
        done = run(
            command,
            *("arena", "forest", "1", "1", "--games", "2", "--workers", "1", "--records", str(tmp_path / "records")),
            cwd=tmp_path,
            RENARDIERE_CACHE=str(cache),
        )
        assert done.returncode == 0, done.stderr
        assert "CacheWarning" not in done.stderr
    assert any(cache.rglob("*.nbi"))
    shutil.rmtree(cache)

    record = sorted((tmp_path / "records").glob("*.fox"))[0]
    replayed = run(command, "replay", str(record), "--json", cwd=tmp_path)
    assert replayed.returncode == 0, replayed.stderr
    assert json.loads(replayed.stdout)["finished"] is True
    assert replayed.stderr.count("CacheWarning") == 1, "one warning that compiled code is not kept"
