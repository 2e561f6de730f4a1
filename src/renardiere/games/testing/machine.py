"""Face and kernel, one at a time and in batches, compiled and not: the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import numpy as np

from renardiere.games import GAMES
from renardiere.games import game as find_game
from renardiere.games.testing.trial import Trial, all_of, contents, expect, told

__all__ = ["check_batches", "check_compilation", "check_kernel", "digest", "digest_elsewhere"]


def check_kernel(trial: Trial) -> None:
    """The face does what the kernel does: the same legal ids, the same bytes after an action.

    Where several seats are to act at once the kernel has an order of its own: only single decisions are compared.
    """
    kernel = trial.game.kernel
    words = np.zeros((trial.game.n_actions + 63) // 64, np.uint64)
    for state in trial.some(trial.play(trial.new()), 1):
        position = state.position()
        if len(state.to_act) > 1:
            continue
        kernel.legal(position[0], words)
        ids = {number for number in range(trial.game.n_actions) if int(words[number // 64]) >> number % 64 & 1}
        for seat in state.to_act:
            listed = state.legal(seat)
            expect({trial.game.action_id(action) for action in listed} == ids, "face and kernel list different actions")
            for action in listed:
                kernels, twin = position.copy(), state.copy()
                kernel.apply(kernels[0], trial.game.action_id(action))
                twin.apply(seat, action)
                expect(contents(twin.position()) == contents(kernels), f"face and kernel differ after {action}")


def check_batches(trial: Trial) -> None:
    """Where the kernel plays batches: they give the same bytes as one state at a time."""
    kernel = trial.game.kernel
    if not hasattr(kernel, "batch_play"):
        return
    from renardiere.games.kernel import new_rngs

    many = 16
    one_by_one, batch = np.repeat(trial.new().position(), many), np.repeat(trial.new().position(), many)
    rngs, batch_rngs = new_rngs(trial.seed, many), new_rngs(trial.seed, many)
    for _ in range(2):
        for i in range(many):
            kernel.random_deal(one_by_one[i], rngs[i : i + 1])
            kernel.play_round(one_by_one[i], rngs[i : i + 1])
        kernel.batch_deal(batch, batch_rngs)
        kernel.batch_play(batch, batch_rngs)
        expect(contents(one_by_one) == contents(batch), "a batch ends elsewhere than one state at a time")


def digest(trial: Trial) -> str:
    """A fingerprint of a few random games: of every position, and of all that everybody sees and is told."""
    fingerprint = hashlib.sha256()
    for _ in range(3):
        for state, events in trial.play(trial.new()):
            for part in all_of(trial, state):
                fingerprint.update(repr(part).encode())
            for viewer in trial.viewers:
                fingerprint.update(told(events, viewer))
    return fingerprint.hexdigest()


def digest_elsewhere(name: str, rules: str, where: str, options: str, seed: str) -> None:
    """Print the fingerprint of a game: what the other process of ``check_compilation`` does."""
    GAMES.setdefault(name, {})[rules] = where
    game = find_game(name, rules)
    print(digest(Trial(game, game.parse_options(json.loads(options)), int(seed))))  # noqa: T201


def check_compilation(trial: Trial) -> None:
    """Compiled and un-compiled rules play the same games, byte for byte, in processes of their own."""
    from renardiere.games.kernel import COMPILED

    game = trial.game
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1" if COMPILED else "0",
        "PYTHONHASHSEED": str(trial.seed + 1),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    named = [game.name, game.rules, GAMES[game.name][game.rules], json.dumps(trial.options.pairs()), str(trial.seed)]
    command = [sys.executable, "-m", __package__, *named]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    expect(done.returncode == 0, f"the rules do not run {'un-' if COMPILED else ''}compiled: {done.stderr}")
    expect(done.stdout.strip() == digest(trial), "compiled and un-compiled rules play different games")
