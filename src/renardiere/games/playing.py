"""What every game's kernel can do over and over: play at random, one game or many, and take single steps.

``loops`` makes these kernels of a game's own. What they call is known when they are compiled, and becomes part of them:
they are as fast as if each game wrote them out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from renardiere.games.kernel import Rng, SingleStep, kernel, new_rngs, prange, random_bit, warms

__all__ = ["DEAL", "Loops", "loops"]

DEAL: Final = 0
"""The phase of every game in which chance is to act."""

State: TypeAlias = Any
States: TypeAlias = "np.ndarray[tuple[int], np.dtype[Any]]"


class Loops(NamedTuple):
    """The kernels that ``loops`` makes."""

    random_step: Callable[[State, Rng], None]
    """A uniformly chosen legal action."""
    play_round: Callable[[State, Rng], int]
    """Play at random to the end of the round; the number of actions."""
    play_game: Callable[[State, Rng], int]
    """Deal and play at random to the end of the game; the number of actions."""
    batch_deal: Callable[[States, Rng], None]
    """``random_deal`` for each state, with a generator for each."""
    batch_play: Callable[[States, Rng], int]
    """``play_round`` for each state, with a generator for each; the number of actions."""
    threads_play: Callable[[States, Rng], int]
    """``batch_play`` on all threads."""
    step: Callable[[States, int, int], np.uint64]
    """Carry out a legal action in ``states[i]``; the choices that are legal then."""
    single: SingleStep
    """``step`` from Python: ``single.bind(states)(i, action)``."""


def loops(
    name: str,
    new_states: Callable[[int], States],
    random_deal: Callable[[State, Rng], None],
    choices: Callable[[State], np.uint64],
    take: Callable[[State, int], None],
    apply: Callable[[State, int], None],
    over: int,
) -> Loops:
    """The loops of the game ``name``, around its own kernels; ``over`` is the phase of a game that has ended."""

    @kernel(hot=True, of=name)
    def random_step(s: State, rng: Rng) -> None:
        take(s, random_bit(rng, choices(s)))

    @kernel(of=name)
    def play_round(s: State, rng: Rng) -> int:
        steps = 0
        while s.phase != DEAL and s.phase != over:
            random_step(s, rng)
            steps += 1
        return steps

    @kernel(of=name)
    def play_game(s: State, rng: Rng) -> int:
        steps = 0
        while s.phase != over:
            if s.phase == DEAL:
                random_deal(s, rng)
            steps += play_round(s, rng)
        return steps

    @kernel(of=name)
    def batch_deal(states: States, rngs: Rng) -> None:
        for i in range(len(states)):
            random_deal(states[i], rngs[i : i + 1])

    @kernel(of=name)
    def batch_play(states: States, rngs: Rng) -> int:
        steps = 0
        for i in range(len(states)):
            steps += play_round(states[i], rngs[i : i + 1])
        return steps

    @kernel(parallel=True, of=name)
    def threads_play(states: States, rngs: Rng) -> int:
        steps = 0
        for i in prange(len(states)):
            steps += play_round(states[i], rngs[i : i + 1])
        return steps

    @kernel(of=name)
    def step(states: States, i: int, action: int) -> np.uint64:
        s = states[i]
        apply(s, action)
        return choices(s)

    def dealt() -> tuple[States, Rng]:
        states, rngs = new_states(2), new_rngs(0, 2)
        batch_deal(states, rngs)
        return states, rngs

    @warms(f"{name}: random play")
    def warm_random_play() -> None:
        states, rngs = dealt()
        batch_play(states, rngs)
        play_game(states[0], rngs[:1])

    @warms(f"{name}: random play on all threads")
    def warm_threads() -> None:
        threads_play(*dealt())

    single = SingleStep(step, new_states(0).dtype, name)
    return Loops(random_step, play_round, play_game, batch_deal, batch_play, threads_play, step, single)
