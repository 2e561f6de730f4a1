"""Prints digests of the bytes of everything that the kernels of forest compute in some seeded games, and how often
compiled code came from the cache. Run by tests in processes of their own: compiled, from the cache, un-compiled."""

from __future__ import annotations

import hashlib
import json
import sys

import numpy as np

from renardiere.games import kernel
from renardiere.games.forest import knowledge as kn
from renardiere.games.forest import rules
from tests.games.forest.test_perft import CONFIGURATIONS, kernel_perft, perft

GAMES = 3


def main() -> None:
    digests = {name: hashlib.sha256() for name in ("states", "knowledge", "samples", "single", "batch", "perft")}
    legal = np.zeros(rules.WORDS, np.uint64)
    sampled = rules.new_states(1)
    for seed in range(GAMES):
        rng = kernel.new_rng(seed, 7)
        states, twins = rules.new_states(1), rules.new_states(1)
        state = states[0]
        step = rules.single.bind(twins)
        knowledge = [kn.new_knowledge(viewer) for viewer in (0, 1)]
        while state.phase != rules.OVER:
            if state.phase == rules.DEAL:
                rules.random_deal(state, rng)
                for k in knowledge:
                    kn.observe_deal(k, state.hand[k.viewer], state.decree, state.dealer)
                rules.copy_state(state, twins[0])
            choice = kernel.random_bit(rng, rules.choices(state))
            phase, player, choices = (
                int(state.phase),
                int(state.player),
                step(0, rules.FIRST[state.phase] + int(choice)),
            )
            rules.take(state, choice)
            assert choices == int(rules.choices(state))
            rules.legal(state, legal)
            digests["states"].update(states.tobytes() + legal.tobytes() + rng.tobytes())
            digests["single"].update(twins.tobytes() + choices.to_bytes(8, "little"))
            for k in knowledge:
                if phase == rules.PLAY:
                    kn.observe_play(k, choice)
                    if state.phase == rules.BURY and player == k.viewer:
                        kn.observe_draw(k, state.drawn)
                elif phase == rules.EXCHANGE:
                    kn.observe_exchange(k, choice)
                else:
                    kn.observe_burial(k, choice if player == k.viewer else rules.NONE)
                assert kn.sample(k, rng, sampled[0])
                assert kn.possible(k, sampled[0])
                assert kn.possible(k, state)
                digests["samples"].update(sampled.tobytes() + kn.count_states(k).to_bytes(8, "little"))
                digests["knowledge"].update(np.asarray(k).tobytes())
    batch, rngs = rules.new_states(20), kernel.new_rngs(1, 20)
    rules.batch_deal(batch, rngs)
    rules.threads_play(batch, rngs)
    digests["batch"].update(batch.tobytes() + rngs.tobytes())
    start, depth = CONFIGURATIONS["into a round"]
    digests["perft"].update(str(kernel_perft(start, depth)).encode())
    used = [perft, rules.threads_play, rules.take, rules.random_deal, kn.sample, kn.possible, kn.observe_play]
    loaded = [sum(f.stats.cache_hits.values()) for f in used] if kernel.COMPILED else []  # type: ignore[attr-defined]
    compiled = [sum(f.stats.cache_misses.values()) for f in used] if kernel.COMPILED else []  # type: ignore[attr-defined]
    json.dump(
        {
            "digests": {name: digest.hexdigest() for name, digest in digests.items()},
            "loaded": loaded,
            "compiled": compiled,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
