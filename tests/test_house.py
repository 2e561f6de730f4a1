"""The house itself: what holds for every file and every command."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]


def python_blocks(document: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(), re.DOTALL)


@pytest.mark.parametrize(
    "name", ["", "serve", "backup", "restore", "admin", "play", "arena", "bench", "replay", "verify", "warm"]
)
def test_help_answers_without_loading_the_house(name: str) -> None:
    heavy = ("numba", "numpy", "litestar", "sqlalchemy", "rich")
    script = (
        "import sys\nfrom renardiere.cli import main\n"
        f"main([*{name!r}.split(), '--help'], standalone_mode=False)\n"
        f"print(sorted(set({heavy!r}) & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "Usage: " in done.stdout
    assert len(done.stdout) > 150, "help that helps"
    assert done.stderr.strip() == "[]"


def test_unknown_command_is_one_clear_line_and_status_2() -> None:
    done = subprocess.run([sys.executable, "-m", "renardiere", "chess"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "chess" in done.stderr
    assert "Traceback" not in done.stderr


def test_readme_python_runs() -> None:
    blocks = python_blocks("README.md")
    assert blocks
    for block in blocks:
        done = subprocess.run([sys.executable, "-W", "error", "-c", block], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip()


def test_links_in_the_documents_lead_somewhere() -> None:
    documents = tracked("*.md")
    assert len(documents) > 5
    for document in documents:
        for target in re.findall(r"\]\(([^)#\s]+)", document.read_text()):
            if not re.match(r"[a-z]+:", target):
                assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_no_file_grows_past_700_lines() -> None:
    texts = {path.name: path.read_text() for path in tracked("*.py", "*.ts", "*.svelte", "*.css", "*.sh")}
    written = {name: text for name, text in texts.items() if not text.startswith("/* Generated")}
    assert 0 < len(texts) - len(written) < 3
    assert not {name: n for name, text in written.items() if (n := len(text.splitlines())) > 700}


def test_lock_files_name_no_host() -> None:
    locks = tracked("locks/*", "web/package-lock.json")
    assert len(locks) == 3
    for lock in locks:
        urls = re.findall(r"https?://[^\s\"']+", lock.read_text())
        # funding and home pages are facts about packages; a place to download from is not to be there
        assert not [url for url in urls if url.endswith((".tgz", ".whl", ".tar.gz")) or "/simple" in url]
