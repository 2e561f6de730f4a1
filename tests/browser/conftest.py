from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from renardiere.server.shell import Page as BuiltPage
from tests.browser.rehearsed import Search

FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP renardiere.lan 127.0.0.1",  # a name that is not this machine's own, without a network
]

ROOT = Path(__file__).parents[2]

expect.set_options(timeout=60_000)


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two groups, each with one house and one browser for all its tests: a page waits more than it works."""
    here = [item for item in items if item.path.parent == Path(__file__).parent]
    files = sorted({item.path for item in here})
    for item in here:
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.slow)
        item.add_marker(pytest.mark.xdist_group(f"browser{files.index(item.path) % 2}"))
        item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_collection_finish(session: pytest.Session) -> None:
    """More browsers at once are too much for two cores: xdist must have seen the groups."""
    if session.config.getoption("loadgroup", False):
        for item in session.items:
            assert item.get_closest_marker("browser") is None or item.nodeid.endswith(("@browser0", "@browser1"))


class Timed(NamedTuple):
    """A house whose people are patient, a way to let time pass there, one to give it another page, and one to tell it
    what its next searches come to."""

    address: str
    later: Callable[[float], None]
    show: Callable[[Path], None]
    rehearse: Callable[[list[Search]], None]


@contextmanager
def open_house(folder: Path) -> Iterator[str]:
    """A house with the built page; its address."""
    with open_timed_house(folder, 0.5, 1) as house:
        yield house.address


@contextmanager
def open_timed_house(folder: Path, absent_after: float = 20, offer_after: float = 60) -> Iterator[Timed]:
    assert BuiltPage().built, "the page is not built: scripts/page.sh does it"
    command = [sys.executable, "-m", "tests.browser.house", str(folder), str(absent_after), str(offer_after)]
    log = folder / "house.log"
    folder.mkdir(parents=True, exist_ok=True)
    with (
        log.open("w") as err,
        subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err, text=True
        ) as house,
    ):
        assert house.stdout is not None
        assert house.stdin is not None
        try:
            address = house.stdout.readline().strip()
            assert address, f"the house did not open:\n{log.read_text()}"
            writer = house.stdin

            def tell(line: float | str | Path) -> None:
                print(line, file=writer, flush=True)

            yield Timed(address, tell, tell, lambda next_ones: tell(msgspec.json.encode(next_ones).decode()))
        finally:
            house.stdin.close()
            try:
                house.wait(120)  # compiling cannot be interrupted
            except subprocess.TimeoutExpired:
                house.send_signal(signal.SIGABRT)
                house.wait()
                pytest.fail(f"the house did not close:\n{log.read_text()}")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house that all tests share."""
    with open_house(tmp_path_factory.mktemp("house")) as address:
        yield address


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[str]:
    """The address of a house that nobody else visits: its chance is the same every time."""
    with open_house(tmp_path / "house") as address:
        yield address


@pytest.fixture
def timed_house(tmp_path: Path) -> Iterator[Timed]:
    """A house of one's own where time passes when the test says so, too."""
    with open_timed_house(tmp_path / "house") as house:
        yield house


def _chromium(own: str, whole: bool) -> str | None:
    names = ("chromium", "chromium-browser") if whole else ("chromium-headless-shell", "chromium", "chromium-browser")
    return own if os.path.exists(own) else next(filter(None, map(shutil.which, names)), None)


@asynccontextmanager
async def launch(whole: bool = False) -> AsyncIterator[Browser]:
    """Playwright's own Chromium, or the system's where that is missing; where it need not be the whole browser, what
    drives pages alone: it takes three fifths of the work."""
    async with async_playwright() as playwright:
        path = _chromium(playwright.chromium.executable_path, whole)
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with launch() as launched:
        yield launched


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """One for all tests; no page of a test outlives it, since open pages go on living."""
    yield chromium
    for context in chromium.contexts:
        await context.close()
