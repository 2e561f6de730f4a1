"""What holds for bots of every level."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from renardiere.bots import LEVELS, Bot, bot, levels
from renardiere.bots.random import RandomBot
from renardiere.games import game
from renardiere.games.errors import BadOption
from renardiere.games.play import Action, Event, Memory

FOREST = game("forest")
OPTIONS = FOREST.parse_options({"target": "30"})


def memories(seed: int, target: int = 30, players: tuple[Bot, Bot] | None = None) -> Iterator[tuple[Memory, Action]]:
    """A whole game: each decision's memory, and what was done."""
    players = players or (RandomBot(FOREST, seed=seed), RandomBot(FOREST, seed=seed + 1))
    state = FOREST.new(FOREST.parse_options({"target": str(target)}))
    chance = Random(seed)
    heard: list[list[Event]] = [[], []]
    while state.awaits != "nothing":
        if state.awaits == "deal":
            events = state.deal(state.draw(chance))
        else:
            (seat,) = state.to_act
            memory = Memory(seat, state.view(seat), tuple(heard[seat]))
            action = players[seat].act(memory)
            yield memory, action
            events = state.apply(seat, action)
        for seat in (0, 1):
            heard[seat].extend(events[seat])


def make(level: int, seed: int) -> Bot:
    return bot(FOREST, level, seed=seed, iterations=60)


@pytest.mark.parametrize("level", list(levels(FOREST)))
def test_a_bot_plays_a_long_game_of_several_rounds(level: int) -> None:
    played = list(memories(level, target=40, players=(make(level, 1), make(level, 2))))
    assert max(memory.view.round for memory, _ in played) >= 4
    # the game itself refuses what is not legal; every kind of decision came up
    assert {memory.view.phase for memory, _ in played} == {"play", "exchange", "bury"}


@pytest.mark.parametrize("level", list(levels(FOREST)))
def test_the_same_seed_and_memories_give_the_same_actions(level: int) -> None:
    some = [memory for memory, _ in memories(7)][:60]
    first, second = make(level, 5), make(level, 5)
    assert [first.act(memory) for memory in some] == [second.act(memory) for memory in some]


def test_other_seeds_give_other_actions() -> None:
    some = [memory for memory, _ in memories(7)][:60]
    for level in levels(FOREST):
        first, second = make(level, 5), make(level, 6)
        assert [first.act(memory) for memory in some] != [second.act(memory) for memory in some]


@pytest.mark.parametrize("level", list(levels(FOREST)))
def test_a_forced_action_takes_no_thought(level: int) -> None:
    """The bot's chance is untouched: it goes on as one that never met the forced decisions."""
    some = [memory for memory, _ in memories(11)][:120]
    free = [memory for memory in some if len(memory.view.legal[str(memory.viewer)]) > 1]
    assert len(free) < len(some)
    all_of_them, only_free = make(level, 5), make(level, 5)
    acted = {id(memory): all_of_them.act(memory) for memory in some}
    assert [acted[id(memory)] for memory in free] == [only_free.act(memory) for memory in free]
    for memory in some:
        (only, *others) = memory.view.legal[str(memory.viewer)]
        if not others:
            assert acted[id(memory)].text() == only


@pytest.mark.parametrize("level", [2, 3])
def test_bots_in_threads_do_not_disturb_each_other(level: int) -> None:
    some = [memory for memory, _ in memories(13)][:24]

    def play(seed: int) -> list[Action]:
        player = make(level, seed)
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
