"""Where compiled code is kept, and when it is out of date. Each case runs processes of their own on a small copy of the
package: the door to Numba, and two toy modules, ``caller`` and ``callee``."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from renardiere.games import kernel_cache

GAMES = Path(kernel_cache.__file__).parent
pytestmark = pytest.mark.slow

CALLEE = "from renardiere.games.kernel import kernel\n\n@kernel\ndef twice(x: int) -> int:\n    return 2 * x\n"
CALLER = (
    "from renardiere.games.kernel import kernel\nfrom renardiere.games.callee import twice\n\n"
    "@kernel\ndef more(x: int) -> int:\n    return twice(x) + 1\n"
)
ASK = (
    "from renardiere.games.caller import more\nfrom renardiere.games.callee import twice\n"
    "print(more(20), sum(more.stats.cache_hits.values()), sum(more.stats.cache_misses.values()))"
)


class Install:
    """A copy of the package with the toy modules."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.games = place / "renardiere" / "games"
        self.games.mkdir(parents=True)
        (place / "renardiere" / "__init__.py").touch()
        (self.games / "__init__.py").touch()
        for name in ("kernel.py", "kernel_cache.py"):
            shutil.copy(GAMES / name, self.games / name)
        (self.games / "callee.py").write_text(CALLEE)
        (self.games / "caller.py").write_text(CALLER)

    def python(self, script: str, **environment: str) -> str:
        environment = {
            **os.environ,
            "NUMBA_DISABLE_JIT": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(self.place),
            **environment,
        }
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, cwd=self.place, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr
        self.said = done.stderr
        return done.stdout.strip()

    def files(self) -> set[Path]:
        return set(self.place.rglob("*"))


@pytest.fixture
def install(tmp_path: Path) -> Install:
    return Install(tmp_path / "install")


def test_code_is_kept_in_the_place_that_was_chosen_and_found_there(install: Install, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    before = install.files()
    assert install.python(ASK, RENARDIERE_CACHE=str(cache)) == "41 0 1"
    assert install.python(ASK, RENARDIERE_CACHE=str(cache)) == "41 1 0"
    assert install.files() == before, "nothing is written next to the sources"
    (folder,) = (cache / "kernels").iterdir()
    assert list(folder.rglob("*.nbc"))
    assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0, "compiled code of one user is nobody else's"
    # a file cut short by a crash is compiled anew, and is right again for the next process
    for kept in [*folder.rglob("*.nbc"), *folder.rglob("*.nbi")]:
        kept.write_bytes(kept.read_bytes()[:20])
    assert install.python(ASK, RENARDIERE_CACHE=str(cache)) == "41 0 1"
    assert install.python(ASK, RENARDIERE_CACHE=str(cache)) == "41 1 0"


def test_without_a_choice_the_users_cache_folder_is_taken(install: Install, tmp_path: Path) -> None:
    place = install.python(
        "from renardiere.games import kernel_cache\nprint(kernel_cache.folder())",
        RENARDIERE_CACHE="",
        XDG_CACHE_HOME=str(tmp_path / "user"),
        HOME=str(tmp_path),
    )
    assert Path(place).is_relative_to(tmp_path)
    assert "renardiere" in Path(place).parts


def test_where_nothing_can_be_written_one_warning_says_so(install: Install, tmp_path: Path) -> None:
    """A read-only install in a read-only house must import, and play."""
    blocked = tmp_path / "a file, not a folder"
    blocked.touch()
    for path in install.files():
        path.chmod(path.stat().st_mode & ~0o222)
    before = install.files()
    for _ in range(2):
        assert install.python(ASK, RENARDIERE_CACHE=str(blocked / "cache")) == "41 0 1"
        assert install.said.count("CacheWarning") == 1
        assert "compiles them anew" in install.said
    assert install.files() == before
    for path in install.files():
        path.chmod(path.stat().st_mode | 0o200)


def test_a_change_in_another_file_is_seen(install: Install, tmp_path: Path) -> None:
    """Numba alone would keep a cached caller when what it calls in another file changes."""
    cache = {"RENARDIERE_CACHE": str(tmp_path)}
    assert install.python(ASK, **cache) == "41 0 1"
    (install.games / "callee.py").write_text(CALLEE.replace("2 * x", "3 * x"))
    assert install.python(ASK, **cache) == "61 0 1"
    (install.games / "callee.py").write_text(CALLEE)
    assert install.python(ASK, **cache) == "41 1 0", "the first state of the sources is still kept"


def test_installs_used_in_turn_do_not_delete_each_others_code(install: Install, tmp_path: Path) -> None:
    other = Install(tmp_path / "other")
    (other.games / "callee.py").write_text(CALLEE.replace("2 * x", "4 * x"))
    cache = {"RENARDIERE_CACHE": str(tmp_path / "cache")}
    assert install.python(ASK, **cache) == "41 0 1"
    assert other.python(ASK, **cache) == "81 0 1"
    assert install.python(ASK, **cache) == "41 1 0"
    assert other.python(ASK, **cache) == "81 1 0"


def test_the_oldest_folders_go(install: Install, tmp_path: Path) -> None:
    places = tmp_path / "kernels"
    for age in range(kernel_cache.KEPT + 3):
        (places / f"old-{age:02}").mkdir(parents=True)
        os.utime(places / f"old-{age:02}", (1_000_000 - age, 1_000_000 - age))
    assert install.python(ASK, RENARDIERE_CACHE=str(tmp_path)) == "41 0 1"
    kept = {place.name for place in places.iterdir()}
    assert len(kept) == kernel_cache.KEPT
    assert {name for name in kept if name.startswith("old")} == {
        f"old-{age:02}" for age in range(kernel_cache.KEPT - 1)
    }


def test_what_is_made_twice_of_one_def_is_kept_twice(install: Install, tmp_path: Path) -> None:
    """Of the same arguments: what differs is only what they call."""
    (install.games / "factory.py").write_text(
        "from renardiere.games.kernel import kernel\nfrom renardiere.games.callee import twice\n\n"
        "@kernel\ndef thrice(x: int) -> int:\n    return 3 * x\n\n"
        "def made(inner, name):\n    @kernel(of=name)\n    def more(x: int) -> int:\n        return inner(x) + 1\n"
        "    return more\n\n"
        "made_2, made_3 = made(twice, 'two'), made(thrice, 'three')\n"
    )
    ask = (
        "from renardiere.games.factory import made_2, made_3\nprint(made_2(20), made_3(20),"
        "*(sum(made.stats.cache_hits.values()) for made in (made_2, made_3)))"
    )
    assert install.python(ask, RENARDIERE_CACHE=str(tmp_path)) == "41 61 0 0"
    assert install.python(ask, RENARDIERE_CACHE=str(tmp_path)) == "41 61 1 1"


def test_a_function_from_outside_is_keyed_on_all_that_it_uses(install: Install, tmp_path: Path) -> None:
    """Somebody's bot: its own file, the kernels that it calls in others, and their constants."""
    bot, helper, numbers = (install.place / f"{name}.py" for name in ("bot", "helper", "numbers_of_it"))
    cache = {"RENARDIERE_CACHE": str(tmp_path / "cache")}
    ask = "from bot import think\nprint(think(20), sum(think.stats.cache_hits.values()))"
    bot.write_text(
        "import helper\nfrom numbers_of_it import BONUS\nfrom renardiere.games.kernel import kernel\n"
        "from renardiere.games.callee import twice\n\n"
        "@kernel\ndef think(x: int) -> int:\n    return helper.half(twice(x)) + BONUS\n"
    )
    helper.write_text(
        "from renardiere.games.kernel import kernel\n\n@kernel\ndef half(x: int) -> int:\n    return x // 2\n"
    )
    numbers.write_text("BONUS = 5\n")
    assert install.python(ask, **cache) == "25 0"
    assert install.python(ask, **cache) == "25 1"
    numbers.write_text("BONUS = 6\n")
    assert install.python(ask, **cache) == "26 0"
    helper.write_text(helper.read_text().replace("x // 2", "x // 4"))
    assert install.python(ask, **cache) == "16 0"
    bot.write_text(bot.read_text().replace("+ BONUS", "- BONUS"))
    assert install.python(ask, **cache) == "4 0"
    assert install.python(ask, **cache) == "4 1"
