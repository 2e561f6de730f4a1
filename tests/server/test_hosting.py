"""The house as its host sees it: the command in a process of its own, a disk without room, kill -9."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from server_harness import furnish

from renardiere.cli import main
from renardiere.server.journal.backup import DATABASE, check, contents

pytestmark = pytest.mark.slow

MAIN = "import sys; from renardiere.cli import main; main(sys.argv[1:])"
LIMITED = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, -1)); " + MAIN
SETTINGS = """
port = 0
contact = "fox@fox.example"
[legal]
fr = "Éditrice : Alix"
[limits]
requests = [100_000, 100_000]
"""
# What a root without these may do is what anybody may do.
NOT_ROOT = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"]


class House:
    """``renardiere serve`` on a folder, and somebody who uses it."""

    def __init__(self, opened: list[House], data: Path, *more: str) -> None:
        self.data = data
        self.cookie = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, "serve", "--data", str(data), *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        opened.append(self)
        assert " is open at " in line, line
        self.port = json.loads((data / "renardiere.run").read_bytes())["port"]

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("localhost", self.port, timeout=20)
        headers = {"cookie": self.cookie} if self.cookie else {}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        given = answer.getheader("set-cookie")
        self.cookie = given.split(";")[0] if given else self.cookie
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text)

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def houses() -> Iterator[list[House]]:
    opened: list[House] = []
    yield opened
    for house in opened:
        if house.process.returncode is None:
            house.end(signal.SIGKILL)


def command(*arguments: str | Path) -> tuple[int, str, str]:
    """A command that does its work and ends: status, output, errors."""
    done = CliRunner().invoke(main, [*map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def command_apart(program: str, before: list[str], *arguments: str | Path) -> tuple[int, str, str]:
    """The same in a process of its own."""
    line = [*before, sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_a_hosts_evening(tmp_path: Path, houses: list[House]) -> None:
    """Settings, orders, a backup, a restore, a crash: all through the commands."""
    data, backup = tmp_path / "data", tmp_path / "backup.sqlite3"
    furnish(data)
    (data / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    on = ("--data", data)
    house = House(houses, data)
    note = data / "renardiere.run"
    assert stat.S_IMODE(note.stat().st_mode) == 0o600
    assert house.call("GET", "/api/house/legal") == (200, {"texts": {"fr": "Éditrice : Alix"}})
    status, info = house.call("GET", "/api/house")
    assert (status, info["contact"], info["legal"], info["lobby"]) == (200, "fox@fox.example", True, True)
    house.call("PUT", "/api/me", {"name": "Alix"})

    assert command("admin", *on, "lobby", "close") == (0, "The list of open tables is closed.\n", "")
    assert house.call("GET", "/api/house")[1]["lobby"] is False
    code, out, _ = command("admin", *on, "status")
    assert code == 0
    assert "open since" in out
    code, out, _ = command("backup", backup, *on)
    assert (code, contents(backup).people) == (0, 1)
    assert command("backup", backup, *on)[0] == 2

    house.call("PUT", "/api/me", {"name": "Bo"})
    (tmp_path / "bad.sqlite3").write_bytes(b"no database" * 1000)
    code, out, error = command("restore", "--yes", tmp_path / "bad.sqlite3", *on)
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert house.call("GET", "/api/me")[1]["name"] == "Bo"
    code, out, error = command("restore", "--yes", backup, *on)
    assert (code, error) == (0, "")
    assert "is kept in" in out
    assert house.call("GET", "/api/me")[1]["name"] == "Alix"

    house.end(signal.SIGKILL)
    assert note.exists()  # it leads nowhere now
    assert command("admin", *on, "lobby", "open") == (0, "The list of open tables is open.\n", "")
    assert not note.exists()
    assert "not open" in command("admin", *on, "status")[1]
    assert command("admin", *on, "check")[0] == 0
    [previous] = data.glob("renardiere-before-*")
    assert command("restore", "--yes", previous, *on)[0] == 0

    cookie = house.cookie
    house = House(houses, data)
    house.cookie = cookie
    assert house.call("GET", "/api/me")[1]["name"] == "Bo"
    house.end(signal.SIGTERM)
    assert not note.exists()


def test_the_command_line_wins_over_the_file(tmp_path: Path, houses: list[House]) -> None:
    furnish(tmp_path / "data")
    file = tmp_path / "fox.toml"
    file.write_text("port = 1\npublic_url = 'https://file.example'\nlobby = false\n")
    house = House(houses, tmp_path / "data", "--settings", str(file), "--port", "0", "--host", "127.0.0.2")
    connection = http.client.HTTPConnection("127.0.0.2", house.port)
    connection.request("GET", "/api/house", headers={"host": "file.example"})
    assert json.loads(connection.getresponse().read())["lobby"] is False
    connection.close()


# ---- what can't be opened ----------------------------------------------------------------------------------------
def spoil(folder: Path, what: str) -> None:
    path = folder / DATABASE
    if what == "unwritable":
        folder.chmod(0o500)
    elif what == "no database":
        path.write_bytes(b"no database" * 1000)
    elif what == "damaged":
        with path.open("r+b") as file:
            file.seek(100)
            file.write(b"\xff" * 4000)
    elif what in ("newer", "another's"):
        connection = sqlite3.connect(path)
        with connection:
            if what == "newer":
                connection.execute("UPDATE alembic_version SET version_num = '9999'")
            else:
                connection.execute("DROP TABLE facts")
        connection.close()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("unwritable", "cannot write in"),
        ("no database", "is not a database"),
        ("damaged", "is damaged: restore a backup"),
        ("newer", "was written by a newer version of renardiere (9999)"),
        ("another's", "is not a database of renardiere"),
        ("full", "is full"),
        ("settings", "there is no setting 'prot'"),
    ],
)
def test_a_house_that_cannot_open_says_why(tmp_path: Path, what: str, said: str) -> None:
    """One line and status 2; the file is what it was."""
    folder = tmp_path / "data"
    furnish(folder)
    spoil(folder, what)
    if what == "settings":
        (folder / "settings.toml").write_text("prot = 80")
    before = (folder / DATABASE).read_bytes()
    serve = ("serve", "--port", "0", "--data", folder)
    if what == "full":
        code, out, error = command_apart(LIMITED, [], *serve)
    elif what == "unwritable":
        code, out, error = command_apart(MAIN, NOT_ROOT if os.geteuid() == 0 else [], *serve)
    else:
        code, out, error = command(*serve)
    folder.chmod(0o700)
    assert (code, out) == (2, ""), error
    assert error.startswith("renardiere: ")
    assert said in error
    assert error.count("\n") == 1
    assert (folder / DATABASE).read_bytes() == before


# ---- no room -----------------------------------------------------------------------------------------------------
class Limit:
    """No file of the house may grow: the system's own limit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def fill(self, house: House) -> None:
        largest = max(path.stat().st_size for path in self.folder.iterdir())
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))

    def free(self, house: House) -> None:
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)

    def close(self) -> None:
        pass


class Disk:
    """A disk of its own, in memory, with nothing left on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], capture_output=True, check=False
        )
        if mounted.returncode:
            raise PermissionError

    def fill(self, _: House) -> None:
        with contextlib.suppress(OSError), (self.folder / "ballast").open("wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(512))

    def free(self, _: House) -> None:
        (self.folder / "ballast").unlink()

    def close(self) -> None:
        subprocess.run(["umount", "-l", self.folder], check=True)


@pytest.fixture(params=["limit", "disk"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Limit | Disk]:
    """Where no disk can be mounted the limit takes its place."""
    kind = Disk if request.param == "disk" else Limit
    try:
        room: Limit | Disk = kind(tmp_path / request.param)
    except PermissionError:
        room = Limit(tmp_path / "limit")
    yield room
    room.close()


def rename(house: House, number: int) -> bool:
    """Whether it was acknowledged; if not, the house said that it can't."""
    status, answer = house.call("PUT", "/api/me", {"name": f"Alix {number}"})
    if status == 200:
        return True
    assert (status, answer["code"]) == (503, "unavailable")
    return False


def test_no_room(room: Limit | Disk, houses: list[House]) -> None:
    """Refusals while there is no room, life as before once there is; killed without room, nothing is lost."""
    data = room.folder
    furnish(data)
    (data / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    house = House(houses, data)
    number = 0
    while number < 20:
        number += 1
        assert rename(house, number)
    for killed in (False, True):
        room.fill(house)
        refused = 0
        while refused < 5:
            if rename(house, number + 1):
                number += 1
            else:
                refused += 1
        assert house.call("GET", "/healthz")[0] == 503
        assert house.call("GET", "/healthz")[1]["status"] == "cannot write"
        assert house.call("GET", "/api/me")[1]["name"] == f"Alix {number}"
        if killed:
            house.end(signal.SIGKILL)
        if not killed or isinstance(room, Disk):  # the limit ended with its process
            room.free(house)
        if not killed:
            number += 1
            assert rename(house, number)
            assert house.call("GET", "/healthz")[0] == 200
    cookie, house = house.cookie, House(houses, data)
    house.cookie = cookie
    assert house.call("GET", "/api/me")[1]["name"] == f"Alix {number}"
    assert rename(house, number + 1)
    house.end(signal.SIGTERM)
    check(data / DATABASE)
