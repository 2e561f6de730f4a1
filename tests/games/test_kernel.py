"""The door to Numba: bits, random numbers, single steps, and the traps that kernels must not step into."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from renardiere.games import kernel
from renardiere.games.forest import knowledge, rules
from renardiere.games.kernel import U64, below, bit, highest, lowest, new_rng, new_rngs, next_u64, nth_bit, popcount

ROOT = Path(__file__).parents[2]
WORDS = [0, 1, 2, 3, 5, 0x8000_0000, 0x1_0000_0000, (1 << 33) - 1, 1 << 33, 1 << 63, (1 << 64) - 1, 0xDEAD_BEEF_CAFE]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
    )


# ---- bits --------------------------------------------------------------------------------------------------------


@kernel.kernel
def bits(word: np.uint64) -> tuple[int, int, int]:
    return popcount(word), lowest(word), highest(word)


@pytest.mark.parametrize("word", WORDS)
def test_bits_are_the_same_compiled_and_not(word: int) -> None:
    members = [i for i in range(64) if word >> i & 1]
    expected = (len(members), members[0] if members else 64, members[-1] if members else -1)
    assert (popcount(word), lowest(word), highest(word)) == expected
    assert tuple(bits(U64(word))) == expected
    for n, member in enumerate(members):
        assert nth_bit(U64(word), n) == member
        assert bit(member) == 1 << member


# ---- random numbers ----------------------------------------------------------------------------------------------


def test_next_u64_is_splitmix64() -> None:
    """The first outputs of SplitMix64 from 1234567, as published with the algorithm's reference code."""
    rng = np.array([1234567], U64)
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [int(next_u64(rng)) for _ in published] == published


def test_streams_and_seeds_differ() -> None:
    starts = {int(new_rng(seed, stream)[0]) for seed in (-1, 0, 1, 2**63, 2**64 - 2) for stream in range(50)}
    assert len(starts) == 5 * 50
    assert new_rngs(3, 4, 2).tolist() == [int(new_rng(3, stream)[0]) for stream in (2, 3, 4, 5)]
    assert new_rng(-1)[0] == new_rng(2**64 - 1)[0], "seeds count modulo 2⁶⁴"


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12, 33, 1000])
def test_below_is_uniform(n: int) -> None:
    rng = new_rng(17, n)
    draws = 100 * n if n < 100 else 20 * n
    counts = np.bincount([below(rng, n) for _ in range(draws)], minlength=n)
    assert len(counts) == n
    chi_square = ((counts - draws / n) ** 2 / (draws / n)).sum()
    assert chi_square < n - 1 + 5 * (2 * n) ** 0.5


def test_below_rejects_what_would_be_uneven() -> None:
    """For n = 3 × 2³⁰ a quarter of all draws must be thrown away; without that, 0, 3, 6 … would come twice as often."""
    rng = new_rng(23)
    n, draws = 3 << 30, 3000
    thirds = np.bincount([below(rng, n) % 3 for _ in range(draws)], minlength=3)
    assert ((thirds - draws / 3) ** 2 / (draws / 3)).sum() < 2 + 5 * 2
    again = new_rng(23)
    for _ in range(draws):
        next_u64(again)
    assert again[0] != rng[0], "some were thrown away"


# ---- single steps ------------------------------------------------------------------------------------------------


def test_single_steps_are_apply() -> None:
    states = rules.new_states(3)
    twin = rules.new_states(1)
    rng = new_rng(1)
    rules.random_deal(states[2], rng)
    twin[0] = states[2]
    step = rules.single.bind(states)
    while twin[0].phase == rules.PLAY or twin[0].phase == rules.EXCHANGE or twin[0].phase == rules.BURY:
        choice = int(kernel.random_bit(rng, rules.choices(twin[0])))
        action = rules.action_of(twin[0], choice)
        rules.apply(twin[0], action)
        choices = step(2, action)
        assert type(choices) is int
        assert choices == rules.choices(twin[0])
        assert states[2] == twin[0]
    assert states[:2].tobytes() == rules.new_states(2).tobytes()


def test_single_steps_keep_their_states_alive() -> None:
    def bound() -> Any:
        states = rules.new_states(1)
        rules.deal(states[0], np.arange(33, dtype=np.int8), 1)
        return rules.single.bind(states)

    steps = [bound() for _ in range(50)]
    assert [step(0, 0) for step in steps] == [(1 << 26) - (1 << 13)] * 50  # no bells: all of them


@pytest.mark.parametrize(
    "states",
    [rules.new_states(4)[::2], np.zeros(3), np.zeros((2, 2), rules.STATE), np.zeros(1, rules.STATE).view(np.uint8)],
)
def test_single_steps_ask_for_an_array_of_states(states: Any) -> None:
    with pytest.raises(TypeError, match="contiguous"):
        rules.single.bind(states)


# ---- warming up --------------------------------------------------------------------------------------------------


def test_warming_up_calls_each_piece_and_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(kernel, "_warmers", [])
    kernel.warms("one")(lambda: called.append("one"))
    kernel.warms("two")(lambda: called.append("two"))
    seen = []
    for name, done, total in kernel.warm():
        seen.append((name, done, total, list(called)))
    assert seen == [("one", 0, 2, []), ("two", 1, 2, ["one"]), ("", 2, 2, ["one", "two"])]


# ---- traps -------------------------------------------------------------------------------------------------------


def test_no_unsigned_bytes_in_records() -> None:
    """``uint8`` arithmetic wraps un-compiled and does not compiled."""

    def scalars(dtype: np.dtype[Any]) -> set[str]:
        if dtype.names is None:
            return {dtype.base.str[1:]}
        return set.union(*(scalars(dtype[name].base) for name in dtype.names))

    assert scalars(rules.STATE) | scalars(knowledge.KNOWLEDGE) <= {"i1", "i2", "i8", "u8"}


def test_sets_of_cards_stay_unsigned() -> None:
    """``uint64 & int`` is an int64, and ``uint64`` unified with a literal 0 a float64: every operand is wrapped."""
    states = rules.new_states(1)
    rules.random_deal(states[0], new_rng(0))
    sets = {
        rules.choices: (states[0],),
        rules.may_follow: (states[0].hand[0], 10),
        rules.suit_mask: (2,),
        bit: (32,),
        next_u64: (new_rng(1),),
    }
    for function, arguments in sets.items():
        assert isinstance(function(*arguments), int if kernel.COMPILED else np.uint64)
        for signature in getattr(function, "nopython_signatures", []):
            assert str(signature.return_type) == "uint64"


def test_wrapping_arithmetic_does_not_warn() -> None:
    """NumPy warns of an overflow un-compiled; warnings are errors here."""
    most = U64(2**64 - 1)
    assert kernel.wrapping_add(most, U64(2)) == 1
    assert kernel.wrapping_mul(most, most) == 1
    assert type(kernel.wrapping_mul(most, most)) is np.uint64


def test_kernels_make_no_arrays() -> None:
    """An array made in a kernel costs more than a random step, and CUDA has none."""
    for module in (kernel, rules, knowledge):
        for function in vars(module).values():
            code = getattr(getattr(function, "py_func", None), "__code__", None)
            assert code is None or not {"empty", "zeros", "ones", "array"} & set(code.co_names)


def test_numba_is_left_as_it_was() -> None:
    """``numba.config`` stays untouched, whatever is imported."""
    done = run(
        "-c",
        "import numba\n"
        "def settings(): return {k: repr(v) for k, v in vars(numba.config).items() if k.isupper()}\n"
        "before = settings()\n"
        "from renardiere.games.forest import rules, knowledge\n"
        "assert settings() == before",
    )
    assert done.returncode == 0, done.stderr


def play_elsewhere(seed: int) -> bytes:
    states, rngs = rules.new_states(4), new_rngs(seed, 4)
    rules.batch_deal(states, rngs)
    rules.batch_play(states, rngs)
    return states.tobytes()


@pytest.mark.slow
def test_processes_can_be_spawned_after_threads_ran() -> None:
    """A fork after ``prange`` aborts: pools spawn."""
    states, rngs = rules.new_states(4), new_rngs(1, 4)
    rules.batch_deal(states, rngs)
    rules.threads_play(states, rngs)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(play_elsewhere, 1).result() == play_elsewhere(1) == states.tobytes()


@pytest.mark.slow
def test_cached_and_plain_code_give_the_same_bytes() -> None:
    """One rules source: loaded from the cache that another process filled (where recursion that starts from a literal 0
    would crash), and as plain Python."""
    script = ("-m", "tests.games.forest.digest")
    runs = [run(*script, NUMBA_DISABLE_JIT=plain) for plain in ("0", "0", "1")]
    assert [(done.returncode, done.stderr) for done in runs] == [(0, "")] * 3
    first, second, plain = (json.loads(done.stdout) for done in runs)  # the first leaves nothing to compile
    assert first["digests"] == second["digests"] == plain["digests"]
    assert len(set(first["digests"].values())) == 6
    assert set(second["compiled"]) == {0}
    assert set(second["loaded"]) == {1}
