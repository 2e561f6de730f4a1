"""The one door to Numba: ``@kernel``, bits, random numbers, the cache of compiled code and its warm-up, single steps.

A kernel is a plain function over records and arrays. Numba compiles it, with the GIL released; with
``NUMBA_DISABLE_JIT=1`` it stays plain Python and gives the same bytes. What keeps the two alike:

- ``uint64 & int`` is an ``int64`` when compiled, and a ``uint64`` unified with a literal 0 is a ``float64``: wrap every
  operand in ``U64``. Record fields are ``int8``, not ``uint8``, for the same reason.
- ``bool + bool`` is 2 compiled and ``True`` in NumPy: ``int()`` first.
- NumPy warns when a ``uint64`` overflows: ``wrapping_add`` and ``wrapping_mul`` don't.
- A cached recursive kernel that starts from a literal 0 crashes the *next* process: pass ``np.int64(0)``.
- After a ``parallel`` kernel has run, the process must not ``fork`` (pools use ``spawn``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar, overload

import numba
import numpy as np
from numba import prange, types
from numba.core.ccallback import CFunc
from numba.extending import intrinsic
from numba.extending import overload as compiled_as

from renardiere.games import kernel_cache

__all__ = [
    "COMPILED",
    "U64",
    "Rng",
    "SingleStep",
    "below",
    "bit",
    "highest",
    "kernel",
    "lowest",
    "new_rng",
    "new_rngs",
    "next_u64",
    "nth_bit",
    "popcount",
    "prange",
    "random_bit",
    "seed_rng",
    "threads",
    "use_threads",
    "warm",
    "warms",
    "wrapping_add",
    "wrapping_mul",
]

COMPILED: Final = not numba.config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: kernels are plain Python then."""

U64 = np.uint64

Rng: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.uint64]]"
"""The state of a random number generator: a ``uint64`` array of length 1."""

F = TypeVar("F", bound=Callable[..., Any])


@overload
def kernel(function: F, /) -> F: ...
@overload
def kernel(*, parallel: bool = False, hot: bool = False, of: str = "") -> Callable[[F], F]: ...
def kernel(function: Any = None, /, *, parallel: bool = False, hot: bool = False, of: str = "") -> Any:
    """Compile a function at its first call, and keep the compiled code (see ``kernel_cache``).

    ``parallel``: its ``prange`` loops run on all threads; for batches and measurements alone. ``hot``: it becomes a
    part of whatever calls it, which pays for what is done at every step (LLVM does it; Numba's own ``inline`` would not
    compile to CUDA). ``of``: where one ``def`` is made into several functions around different kernels, which of them
    this is; each is kept for itself.
    """
    if function is None:
        return partial(kernel, parallel=parallel, hot=hot, of=of)
    if not COMPILED:
        return function
    dispatcher = numba.njit(nogil=True, parallel=parallel, forceinline=hot)(function)
    dispatcher._cache = kernel_cache.FunctionCache(function, of + " parallel" * parallel)
    return dispatcher


def threads() -> int:
    """How many threads ``parallel`` kernels may have at most."""
    return int(numba.config.NUMBA_NUM_THREADS)


def use_threads(n: int) -> None:
    """Let ``parallel`` kernels run on ``n`` threads."""
    numba.set_num_threads(n)


# ---- bits: plain Python here, one instruction when compiled ------------------------------------------------------


def popcount(x: int | np.uint64) -> int:
    """How many bits are set."""
    return int(x).bit_count()


def lowest(x: int | np.uint64) -> int:
    """The index of the lowest set bit; 64 if there is none."""
    x = int(x)
    return (x & -x).bit_length() - 1 if x else 64


def highest(x: int | np.uint64) -> int:
    """The index of the highest set bit; −1 if there is none."""
    return int(x).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 0))

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _ctlz(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, 0))

    return types.int64(types.uint64), generate


compiled_as(popcount)(lambda x: lambda x: _ctpop(x))
compiled_as(lowest)(lambda x: lambda x: _cttz(x))
compiled_as(highest)(lambda x: lambda x: 63 - _ctlz(x))


@kernel(hot=True)
def bit(index: int) -> np.uint64:
    """The set with one member."""
    return U64(1) << U64(index)


@kernel(hot=True)
def nth_bit(mask: np.uint64, n: int) -> int:
    """The index of the ``n``-th set bit, from 0 for the lowest; ``n`` is less than ``popcount(mask)``."""
    for _ in range(n):
        mask &= mask - U64(1)
    return lowest(mask)


# ---- random numbers ----------------------------------------------------------------------------------------------


def wrapping_add(x: int | np.uint64, y: int | np.uint64) -> np.uint64:
    """x + y modulo 2⁶⁴."""
    return U64((int(x) + int(y)) & 0xFFFF_FFFF_FFFF_FFFF)


def wrapping_mul(x: int | np.uint64, y: int | np.uint64) -> np.uint64:
    """x × y modulo 2⁶⁴."""
    return U64((int(x) * int(y)) & 0xFFFF_FFFF_FFFF_FFFF)


compiled_as(wrapping_add)(lambda x, y: lambda x, y: U64(x) + U64(y))
compiled_as(wrapping_mul)(lambda x, y: lambda x, y: U64(x) * U64(y))

GAMMA: Final = U64(0x9E3779B97F4A7C15)


@kernel(hot=True)
def mix(z: np.uint64) -> np.uint64:
    """SplitMix64's bijection (Steele, Lea and Flood 2014; the constants are Stafford's thirteenth variant)."""
    z = wrapping_mul(z ^ (z >> U64(30)), U64(0xBF58476D1CE4E5B9))
    z = wrapping_mul(z ^ (z >> U64(27)), U64(0x94D049BB133111EB))
    return z ^ (z >> U64(31))


@kernel
def seed_rng(rng: Rng, seed: int, stream: int) -> None:
    """Start a generator. The same seed with different streams gives generators of their own."""
    rng[0] = mix(wrapping_add(mix(wrapping_add(U64(seed), GAMMA)), wrapping_mul(U64(stream), U64(0xD1342543DE82EF95))))


@kernel(hot=True)
def next_u64(rng: Rng) -> np.uint64:
    """64 random bits (SplitMix64)."""
    rng[0] = wrapping_add(rng[0], GAMMA)
    return mix(rng[0])


@kernel(hot=True)
def below(rng: Rng, n: int) -> int:
    """A uniform integer in [0, n), 1 ≤ n < 2³². Exact: Lemire's multiplication with rejection."""
    bound = U64(n)
    product = (next_u64(rng) >> U64(32)) * bound
    low = product & U64(0xFFFF_FFFF)
    if low < bound:
        threshold = (U64(0x1_0000_0000) - bound) % bound
        while low < threshold:
            product = (next_u64(rng) >> U64(32)) * bound
            low = product & U64(0xFFFF_FFFF)
    return np.int64(product >> U64(32))  # type: ignore[return-value]  # an int when compiled


@kernel(hot=True)
def random_bit(rng: Rng, mask: np.uint64) -> int:
    """The index of a uniformly chosen set bit of ``mask``, which is not empty."""
    return nth_bit(mask, below(rng, popcount(mask)))


def new_rng(seed: int, stream: int = 0) -> Rng:
    """A generator for ``seed`` (any integer, modulo 2⁶⁴)."""
    return new_rngs(seed, 1, stream)


def new_rngs(seed: int, n: int, first: int = 0) -> Rng:
    """``n`` generators, of the streams ``first``, ``first + 1``, …: ``rngs[i:i + 1]`` is one of them."""
    rngs = np.empty(n, U64)
    for i in range(n):
        seed_rng(rngs[i : i + 1], U64(seed & 0xFFFF_FFFF_FFFF_FFFF), U64(first + i))  # type: ignore[arg-type]
    return rngs


# ---- single steps ------------------------------------------------------------------------------------------------


class SingleStep:
    """One step at a time from Python, without the 2 µs that Numba takes to unpack a record.

    Wraps a kernel ``step(states, i, action) -> uint64`` as a C function that is called by its address.
    """

    def __init__(self, step: Callable[[Any, int, int], Any], dtype: np.dtype[Any], of: str) -> None:
        self._step = step
        self._dtype = dtype
        self._of = of
        self._call: Any = None

    def bind(self, states: np.ndarray[Any, Any]) -> Callable[[int, int], int]:
        """``step(i, action)`` on these states, which it keeps alive; unchecked, like the kernel."""
        if states.dtype != self._dtype or states.ndim != 1 or not states.flags.carray:
            raise TypeError("a contiguous, writable array of states is needed")
        if not COMPILED:
            step = self._step
            return lambda i, action: int(step(states, i, action))
        if self._call is None:
            self._compile()
        return partial(self._call, self._from_buffer(self._chars, states.view(np.uint8), True))

    def take(self, record: bytearray, action: int) -> int:
        """One step of the one state that ``record`` holds; unchecked, like the kernel."""
        if not COMPILED:
            return int(self._step(np.recarray(1, self._dtype, record), 0, action))
        if self._call is None:
            self._compile()
        choices: int = self._call(self._from_buffer(self._chars, record, True), 0, action)
        return choices

    def _compile(self) -> None:
        import cffi

        step, record = self._step, numba.from_dtype(self._dtype)

        def single_step(address: Any, i: Any, action: Any) -> Any:
            return step(numba.carray(address, (i + 1,)), i, action)

        signature = types.uint64(types.CPointer(record), types.int64, types.int64)
        compiled = CFunc(single_step, (signature.args, signature.return_type), {}, {"nopython": True, "nogil": True})
        compiled._cache = kernel_cache.FunctionCache(single_step, f"{self._of} single")
        compiled.compile()
        self._compiled = compiled  # the code lives as long as this
        ffi = cffi.FFI()
        self._from_buffer, self._chars = ffi.from_buffer, ffi.typeof("char[]")
        self._call = ffi.cast("uint64_t(*)(char *, int64_t, int64_t)", compiled.address)


# ---- warming up --------------------------------------------------------------------------------------------------

_warmers: list[tuple[str, Callable[[], object]]] = []


def warms(name: str) -> Callable[[F], F]:
    """Register a function of no arguments that calls kernels as they are called in use, so that they get compiled."""

    def register(function: F) -> F:
        _warmers.append((name, function))
        return function

    return register


def warm() -> Iterator[tuple[str, int, int]]:
    """Compile all that was registered by the modules imported so far, one piece at a time.

    Yields ``(name, done, total)`` before each piece and once at the end (with an empty name).
    """
    total = len(_warmers)
    for done, (name, function) in enumerate(list(_warmers)):
        yield name, done, total
        function()
    yield "", total, total
