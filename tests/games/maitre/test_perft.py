"""The game against the reference, which shares nothing with it: random games, and numbers of sacks and of ways on."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from renardiere.games.errors import ActionError
from renardiere.games.kernel import COMPILED, new_rngs
from renardiere.games.maitre import rules
from renardiere.games.maitre.words import TOKENS, MaitreDeal, Sack
from tests.games.maitre import reference
from tests.games.maitre.tables import MAITRE, agrees, do, table

TABLES = [(2, 10, (1, 0)), (3, 15, (0, 1, 2)), (4, 10, (2, 0, 3, 1))]


def missions_that_may_follow(position: reference.Position) -> list[list[str]]:
    every = combinations_with_replacement(reference.LOOT, 3)
    return [list(missions) for missions in every if reference.may_be_dealt(position, list(missions))]


def random_sack(position: reference.Position, seat: int, source: random.Random) -> list[str]:
    """One that may be held, with ruses and missions more often than not."""
    missions = position["rounds_of_missions"][-1]
    while True:
        tokens = source.choices([*missions, *missions, *reference.ORDER, "snake", "hammer"], k=source.randrange(5))
        if reference.may_hold(position, seat, tokens):
            return tokens


def play_both(players: int, target: int, ages: tuple[int, ...], seed: int) -> int:
    """A game; how many thefts it had."""
    source = random.Random(seed)
    position = reference.before_the_first_deal(players, target, list(ages))
    state = MAITRE.new(MAITRE.options_type(players, target, ages))  # type: ignore[arg-type]
    thefts = 0
    while position["waits_for"] != "nothing":
        if position["waits_for"] == "deal":
            missions = source.choice(missions_that_may_follow(position))
            position = reference.dealt(position, missions)
            state.deal(MaitreDeal(tuple(missions)))
        else:
            if position["waits_for"] == "sacks":
                seat = source.choice([seat for seat, sack in enumerate(position["sacks"]) if sack is None])
                token = f"{seat}:sack={','.join(random_sack(position, seat, source))}"
            else:
                legal = reference.legal(position)
                assert {f"{seat}:{each.text()}" for seat in state.to_act for each in state.legal(seat)} == legal
                token = source.choice(sorted(legal))
                thefts += "steal" in token
            position = reference.applied(position, token)
            do(state, token)
        assert agrees(state, position)
    return thefts


def test_random_games_are_those_of_the_reference() -> None:
    thefts = sum(play_both(*each, seed) for each in TABLES for seed in range(8 if COMPILED else 2))
    assert thefts > 10


def test_what_the_kernel_deals_by_itself_may_be_dealt() -> None:
    """Missions that may follow each other, sacks that may be held, each round one that stops: games against the
    reference, and all that chance may choose comes up."""
    kept, stoppers, mission_counts = set(), set(), np.zeros(8, int)
    for number, (players, target, ages) in enumerate(TABLES):
        state, rngs = rules.new_states(1, players, target, ages)[0], new_rngs(number, 1)
        position = reference.before_the_first_deal(players, target, list(ages))
        while state.phase != rules.OVER:
            before = [TOKENS[kind] for kind in state.mission if kind >= 0]
            rules.random_missions(state, rngs)
            missions = [TOKENS[kind] for kind in state.mission]
            mission_counts[state.mission] += 1
            position = reference.dealt(position, missions)
            if state["round"] % 3 == 0:
                (stays,) = set(before) & set(missions)
                kept.add(before.index(stays))
                assert before.index(stays) == missions.index(stays)
            rules.random_sacks(state, rngs)
            for seat in range(players):
                sack = [token for token, many in zip(TOKENS, state.sack[seat], strict=True) for _ in range(many)]
                position = reference.applied(position, f"{seat}:sack={','.join(sack)}")
            while state.phase in (rules.STOP, rules.STEAL):
                choices = [choice for choice in range(64) if int(rules.choices(state)) >> choice & 1]
                assert len(choices) == len(reference.legal(position))
                assert state.phase == rules.STEAL or state.player in choices
                stoppers.update(choices if state.phase == rules.STOP else [])
                theft = state.phase == rules.STEAL
                actor = int(state.player) if theft else choices[-1]
                word = MAITRE.action(rules.action_of(state, choices[-1])).text()
                rules.take(state, choices[-1])
                position = reference.applied(position, f"{actor}:{word}")
            assert [int(eggs) for eggs in state.eggs[:players]] == position["eggs"]
        assert position["waits_for"] == "nothing"
    assert kept == {0, 1, 2}
    assert stoppers == {0, 1, 2, 3}
    assert (mission_counts > 0).all()


# ---- counting ----------------------------------------------------------------------------------------------------


def sacks(state: Any, seat: int) -> int:
    """How many different sacks are accepted."""
    accepted = 0
    for size in range(5):
        for tokens in combinations_with_replacement(TOKENS, size):
            try:
                state.check(seat, Sack(tokens))
            except ActionError:
                continue
            accepted += 1
    return accepted


@pytest.mark.parametrize(
    ("number", "before", "many"),
    [
        # of 8 kinds with three each: 1 + 8 + 36 + 120 + (330 − 8 with four of a kind)
        (1, "", 487),
        # the other one has no three tokens of loot: three or four of loot, 120 + 322
        (1, "0:sack=", 442),
        # without hens: of 7 kinds 1 + 7 + 28 + 84 + (210 − 7)
        (1, "0:sack=hen,hen,hen", 323),
        # of 11 kinds, with two hammers or three foxes or snakes never: 1 + 11 + (66 − 1) + (286 − 11 − 2)
        # + (1001 − 66 with two hammers − 8 four of loot − 11 with three foxes − 11 with three snakes)
        (4, "", 1255),
        # three of loot alone or with any fourth token: 120 + 322 + 120 × 3
        (4, "0:sack=", 802),
        # the hammer gone: of 10 kinds 1 + 10 + 55 + (220 − 2) + (715 − 8 − 10 − 10), but seat 0 cannot stop, so only
        # 120 + 322 + 120 × 2
        (4, "0:sack=hammer", 682),
    ],
)
def test_how_many_sacks_there_are(number: int, before: str, many: int) -> None:
    state = table(2, number)
    do(state, before)
    assert sacks(state, 1) == many
    position = reference.before_the_first_deal(2)
    position.update(round=number, rounds_of_missions=[["hen", "cow", "pig"]], waits_for="sacks")
    if before:
        position = reference.applied(position, before)
    assert len(reference.sacks_there_may_be(position, 1)) == many


def ways(state: Any, depth: int) -> int:
    """How many sequences of so many stops and thefts lead on."""
    if depth == 0:
        return 1
    found = 0
    for seat in state.to_act:
        for action in state.legal(seat):
            twin = state.copy()
            twin.apply(seat, action)
            found += ways(twin, depth - 1)
    return found


def reference_ways(position: reference.Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(reference_ways(reference.applied(position, token), depth - 1) for token in reference.legal(position))


@pytest.mark.parametrize(
    ("filled", "counts"),
    [
        # two may stop; seat 0 steals one of two kinds, or nothing; then it is counted
        ("0:sack=hen,hen,hen,snake 1:sack=cow,cow,pig 2:sack=", [2, 6, 0]),
        # only seat 2 may stop; seat 0 may take cow, pig, fish or nothing. Then seat 1, who may take nothing, too:
        # after the cow hen and cow of seat 0, pig and fish of seat 2: 5; after the pig hen, pig and fish: 4; after one
        # of the fish hen and fish of seat 0, pig and fish of seat 2: 5; after nothing hen, pig and fish: 4
        ("0:sack=hen,snake 1:sack=cow,snake 2:sack=pig,fish,fish", [1, 4, 18]),
    ],
)
def test_counts_made_by_hand(filled: str, counts: list[int]) -> None:
    state = table()
    position = reference.before_the_first_deal(3)
    position.update(round=4, rounds_of_missions=[["hen", "cow", "pig"]], waits_for="sacks")
    for token in filled.split():
        do(state, token)
        position = reference.applied(position, token)
    depths = range(1, len(counts) + 1)
    assert [reference_ways(position, depth) for depth in depths] == counts
    assert [ways(state, depth) for depth in depths] == counts


def test_batches_end_where_their_rounds_do() -> None:
    states, rngs = rules.new_states(4, 4), new_rngs(0, 4)
    for _ in range(3):
        rules.batch_deal(states, rngs)
        assert rules.batch_play(states, rngs) >= 4
        assert set(states["phase"].tolist()) <= {rules.DEAL, rules.OVER}
    for i in range(4):
        rules.play_game(states[i], rngs[i : i + 1])
    assert set(states["phase"].tolist()) == {rules.OVER}


def test_the_first_missions_are_equally_likely() -> None:
    """The kernel's own: 56 ways to have three of eight, each about 20 times in 1120 (chi-square)."""
    states, rngs = rules.new_states(1, 2), new_rngs(7, 1)
    counts: dict[frozenset[int], int] = {}
    for _ in range(1120):
        state = states[0]
        state["round"] = 0
        rules.random_missions(state, rngs)
        drawn = frozenset(int(kind) for kind in state.mission)
        counts[drawn] = counts.get(drawn, 0) + 1
    assert len(counts) == 56
    assert sum((count - 20) ** 2 / 20 for count in counts.values()) < 55 + 5 * 110**0.5
