"""Where compiled kernels are kept: a place of our own, through Numba's caching classes.

The place is ``RENARDIERE_CACHE``, else ``renardiere`` in the user's cache folder; where nothing can be written, kernels
are compiled anew in each process, and one ``CacheWarning`` says so. Nothing is written next to the sources, and
``numba.config`` stays untouched.

Numba looks at one file at a time: a cached caller would survive a change of what it calls in another file. So each
state of *all* the package's kernel sources has a folder of its own, together with the versions and settings that
matter; the oldest folders go when a new one is made. The processor is part of Numba's own index. A function from
outside the package (somebody's bot) is also keyed on its file, on the kernels that it calls and on the constants that
they use.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
from numba.core import caching
from numba.misc.appdirs import AppDirs

__all__ = ["CacheWarning", "FunctionCache", "folder", "kernel_modules"]

PACKAGE: Final = Path(__file__).resolve().parent.parent
KEPT: Final = 8
"""How many folders stay: installs and versions used in turn, and what a day of changing kernels leaves behind."""

USES_KERNEL: Final = re.compile(rb"^\s*@kernel\b|= *kernel\(", re.MULTILINE)


saved: Final[list[str]] = []
"""The module of each function that this process compiled, because it was not kept yet, and kept, in order."""


class CacheWarning(UserWarning):
    """Compiled code cannot be kept; every process compiles anew."""


def _sources() -> dict[str, bytes]:
    """The source of every module of the package that holds kernels, by the module's name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if USES_KERNEL.search(text):
            found[".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts))] = text
    return found


def kernel_modules() -> list[str]:
    """The names of the package's modules that hold kernels, without importing them."""
    return list(_sources())


def _key() -> str:
    config = numba.config
    settings = (config.OPT, config.BOUNDSCHECK, config.DEBUGINFO_DEFAULT, config.DISABLE_INTEL_SVML)
    digest = hashlib.sha256(repr((numba.__version__, np.__version__, sys.version, settings)).encode())
    for name, text in _sources().items():
        digest.update(f"{name} {len(text)}\n".encode() + text)
    return digest.hexdigest()[:24]


KEY: Final = _key()
"""Of the sources as this process began with them: what it compiles later belongs there, whatever the disk says."""


@cache
def folder() -> Path | None:
    """The folder for this process's compiled code; None, after a warning, where there can't be one."""
    chosen = os.environ.get("RENARDIERE_CACHE")
    place = Path(chosen or AppDirs("renardiere", appauthor=False).user_cache_dir).absolute() / "kernels" / KEY
    try:
        new = not place.exists()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=place).close()
        os.utime(place)  # last used now
    except OSError as error:
        _warn(error)
        return None
    if new:
        _prune(place.parent)
    return place


def _prune(places: Path) -> None:
    """Delete the folders that were not used for the longest time. A process that uses one merely compiles again."""

    def last_used(place: Path) -> float:
        try:
            return place.stat().st_mtime
        except OSError:  # another process prunes too
            return 0.0

    for place in sorted(places.iterdir(), key=last_used, reverse=True)[KEPT:]:
        shutil.rmtree(place, ignore_errors=True)


@cache
def _warn(error: OSError) -> None:
    warnings.warn(f"compiled rules cannot be kept, each start compiles them anew: {error}", CacheWarning, stacklevel=2)


# ---- one function ------------------------------------------------------------------------------------------------


def _stamp(function: Callable[..., Any]) -> str:
    """A digest of what the code compiled from ``function`` depends on beyond the package's sources."""
    digest = hashlib.sha256()
    seen: set[Callable[..., Any]] = set()

    def visit(function: Callable[..., Any]) -> None:
        if function in seen:
            return
        seen.add(function)
        code = function.__code__
        digest.update(code.co_code)
        path = Path(code.co_filename)
        if PACKAGE not in path.parents and path.exists():
            digest.update(path.read_bytes())
        for name, value in _used(function):
            if callable(inner := getattr(value, "py_func", None)):
                visit(inner)
            elif isinstance(value, int | float | tuple | np.generic | np.dtype | np.ndarray):
                digest.update(f"{name}={value.tobytes() if isinstance(value, np.ndarray) else value!r}".encode())

    visit(function)
    return digest.hexdigest()


def _used(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """The values that a function finds outside itself, by name; attributes of modules included."""
    found = inspect.getclosurevars(function)
    outer = {**found.globals, **found.nonlocals}
    yield from outer.items()
    for module in filter(inspect.ismodule, outer.values()):
        for name in sorted(found.unbound):
            if hasattr(module, name):
                yield name, getattr(module, name)


class _Locator(caching._CacheLocator):  # type: ignore[misc]  # Numba has no types
    """Says where one function's code is kept, and when it is out of date."""

    def __init__(self, function: Callable[..., Any], place: Path, variant: str) -> None:
        self._function = function
        self._py_file = function.__code__.co_filename
        where = hashlib.sha256(f"{self._py_file} {variant}".encode()).hexdigest()[:8]
        self._place = place / f"{function.__module__.rpartition('.')[2]}-{where}"

    def get_cache_path(self) -> str:
        return str(self._place)

    def get_source_stamp(self) -> str:
        return _stamp(self._function)

    def get_disambiguator(self) -> str:
        return str(self._function.__code__.co_firstlineno)


class _Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
    def __init__(self, function: Callable[..., Any], place: Path, variant: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, place, variant)
        self._filename_base = self.get_filename_base(function.__qualname__, getattr(sys, "abiflags", ""))


class FunctionCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, in our place; looked up at the first compilation, not at import.

    ``variant`` tells apart several ways of compiling the same function.
    """

    def __init__(self, function: Callable[..., Any], variant: str) -> None:
        self._function = function
        self._variant = variant
        self._enabled = True
        self._ready = False

    @property
    def cache_path(self) -> str | None:
        return self._cache_path if self._prepare() else None

    def _prepare(self) -> bool:
        if not self._ready and self._enabled:
            place = folder()
            if place is None or not os.path.exists(self._function.__code__.co_filename):
                self._enabled = False
                return False
            self._impl_class = lambda function: _Implementation(function, place, self._variant)
            super().__init__(self._function)
            self._ready = True
        return self._enabled

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple()  # the function and its closure are in the stamp

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._prepare():
            return None
        try:
            return super()._load_overload(sig, target_context)
        except Exception:  # a file cut short by a full disk or a crash; it is written anew
            with self._tolerant():
                self.flush()
            return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        if self._prepare():
            with self._tolerant():
                super()._save_overload(sig, data)
                saved.append(self._function.__module__)

    @contextmanager
    def _tolerant(self) -> Iterator[None]:
        """A disk that is full or has become read-only stops the keeping, not the game."""
        try:
            yield
        except OSError as error:
            self._enabled = False
            _warn(error)
