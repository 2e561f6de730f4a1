"""What holds for bots of every level."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from renardiere.bots import LEVELS, AnyGame, Bot, bot, levels
from renardiere.bots.random import RandomBot
from renardiere.games import game
from renardiere.games.errors import BadOption
from renardiere.games.play import Action, Event, Memory, option_pairs

FOREST, DUET = game("forest"), game("duet")
KINDS = [(rules, level) for rules in (FOREST, DUET) for level in levels(rules)]
"""Games and levels."""
each = pytest.mark.parametrize(("rules", "level"), KINDS, ids=lambda part: getattr(part, "name", part))


def memories(
    seed: int, options: str = "", players: tuple[Bot, Bot] | None = None, rules: AnyGame = FOREST
) -> Iterator[tuple[Memory, Action]]:
    """A whole game: each decision's memory, and what was done."""
    players = players or (RandomBot(rules, seed=seed), RandomBot(rules, seed=seed + 1))
    state = rules.new(rules.parse_options(option_pairs(options)))
    chance = Random(seed)
    heard: list[list[Event]] = [[], []]
    while state.awaits != "nothing":
        if state.awaits == "deal":
            events = state.deal(state.draw(chance))
        else:
            seat = chance.choice(state.to_act)
            memory = Memory(seat, state.view(seat), tuple(heard[seat]))
            action = players[seat].act(memory)
            yield memory, action
            events = state.apply(seat, action)
        for seat in (0, 1):
            heard[seat].extend(events[seat])


def make(rules: AnyGame, level: int, seed: int) -> Bot:
    return bot(rules, level, seed=seed, iterations=60)


@each
def test_a_bot_plays_long_games_of_several_rounds(rules: AnyGame, level: int) -> None:
    """Every kind of decision comes up; the game itself refuses what is not legal."""
    games, options, rounds, phases = {
        "forest": (1, "target=40", 4, {"play", "exchange", "bury"}),
        "duet": (4, "level=3", 2, {"play", "choose", "exchange", "give", "move", "place"}),
    }[rules.name]
    players = make(rules, level, 1), make(rules, level, 2)
    played = [memory for seed in range(games) for memory, _ in memories(seed, options, players, rules)]
    assert max(memory.view.round for memory in played) >= rounds
    assert {memory.view.phase for memory in played} == phases


@each
def test_the_same_seed_and_memories_give_the_same_actions(rules: AnyGame, level: int) -> None:
    some = [memory for memory, _ in memories(7, rules=rules)][:60]
    first, second = make(rules, level, 5), make(rules, level, 5)
    assert [first.act(memory) for memory in some] == [second.act(memory) for memory in some]


@each
def test_other_seeds_give_other_actions(rules: AnyGame, level: int) -> None:
    some = [memory for memory, _ in memories(7, rules=rules)][:60]
    first, second = make(rules, level, 5), make(rules, level, 6)
    assert [first.act(memory) for memory in some] != [second.act(memory) for memory in some]


@each
def test_a_forced_action_takes_no_thought(rules: AnyGame, level: int) -> None:
    """The bot's chance is untouched: it goes on as one that never met the forced decisions."""
    some = [memory for memory, _ in memories(11, rules=rules)][:120]
    free = [memory for memory in some if len(memory.view.legal[str(memory.viewer)]) > 1]
    assert len(free) < len(some)
    all_of_them, only_free = make(rules, level, 5), make(rules, level, 5)
    acted = {id(memory): all_of_them.act(memory) for memory in some}
    assert [acted[id(memory)] for memory in free] == [only_free.act(memory) for memory in free]
    for memory in some:
        (only, *others) = memory.view.legal[str(memory.viewer)]
        if not others:
            assert acted[id(memory)].text() == only


@pytest.mark.parametrize(("rules", "level"), [(FOREST, 2), (FOREST, 3), (DUET, 3)])
def test_bots_in_threads_do_not_disturb_each_other(rules: AnyGame, level: int) -> None:
    some = [memory for memory, _ in memories(13, rules=rules)][:24]

    def play(seed: int) -> list[Action]:
        player = make(rules, level, seed)
        return [player.act(memory) for memory in some]

    alone = [play(seed) for seed in range(6)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(play, range(6))) == alone


def test_a_deadline_cuts_thinking_short() -> None:
    """A budget that would take days, and no time: the answer comes, and it is legal."""
    memory = next(memory for memory, _ in memories(1))
    player = bot(FOREST, 3, seed=1, iterations=300_000, deadline=0.0)
    assert player.act(memory).text() in memory.view.legal[str(memory.viewer)]


def test_levels_are_described_in_both_languages() -> None:
    for of_a_game in LEVELS.values():
        assert list(of_a_game) == list(range(1, len(of_a_game) + 1))
        for level in of_a_game.values():
            assert set(level.about) == {"fr", "en"}


def test_an_unknown_level_is_a_bad_option() -> None:
    with pytest.raises(BadOption, match="no bot of level 9; it has levels 1, 2, 3"):
        bot(FOREST, 9, seed=0)


def test_listing_levels_loads_nothing_heavy() -> None:
    code = "import sys, renardiere.bots; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_random_bot_chooses_evenly() -> None:
    memory = next(memory for memory, _ in memories(1))
    player = RandomBot(FOREST, seed=3)
    counts = dict.fromkeys(memory.view.legal[str(memory.viewer)], 0)
    n = 400 * len(counts)
    for _ in range(n):
        counts[player.act(memory).text()] += 1
    assert all(300 < count < 500 for count in counts.values())
