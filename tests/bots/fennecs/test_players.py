"""The bots of fennecs: what the rules of thumb see, what the search finds, what nobody can read."""

from __future__ import annotations

from collections import Counter
from math import exp
from random import Random
from typing import Any

import msgspec
import pytest

from renardiere.bots import bot, levels
from renardiere.bots.fennecs.players import FENNECS, Bluffer
from renardiere.bots.fennecs.search import reward
from renardiere.bots.fennecs.thumb import SIX, scores_of
from renardiere.games import game
from renardiere.games.errors import BadOption
from renardiere.games.fennecs.rules import action_of
from renardiere.games.fennecs.words import FennecsOptions, Hide
from renardiere.games.kernel import COMPILED
from renardiere.games.play import Memory
from tests.games.fennecs.bridge import Table, token

RULES: Any = game("fennecs")


def memory_of(state: Any, seat: int) -> Memory:
    return Memory(seat, state.view(seat), ())


def looks(table: Table) -> dict[str, float]:
    """How good each legal action looks to seat 0."""
    return {token(int(action_of(table.state, choice))): score for choice, score in scores_of(table.state).items()}


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("options", ["players=2 variant=sandfox", "players=5"])
def test_a_bot_plays_whole_games(level: int, options: str) -> None:
    """The game itself refuses what is not legal; the same seeds play the same game."""
    table = RULES.parse_options(dict(pair.split("=") for pair in options.split()))
    ends = []
    for _ in range(2 if COMPILED else 1):
        chance, state = Random(1), RULES.new(table)
        bots = [bot(RULES, level, seed=seat, iterations=30) for seat in range(table.players)]
        while state.awaits != "nothing" and state.view(None).round < (99 if COMPILED else 2):
            if state.awaits == "deal":
                state.deal(state.draw(chance))
            else:
                (seat,) = state.to_act
                state.apply(seat, bots[seat].act(memory_of(state, seat)))
        ends.append(state.position().tobytes())
    assert len(set(ends)) == 1


def test_levels() -> None:
    assert list(levels(RULES)) == [1, 2, 3]
    with pytest.raises(BadOption):
        bot(RULES, 4, seed=0)


def test_what_columns_look_worth() -> None:
    """A 6 is more than its stars, a loss is paid with what one has, a Supernova of one's own destroys all."""
    table = Table(4, "4 2 | 5 4 | SN 1?1 | 3 1/5", "-1 | 2 | 2 | 2", stars=[2, 3, 3, 3])
    seen = looks(table)
    assert [seen[f"take@{column}"] for column in range(4)] == [6 + SIX, -2, 0, 4]
    assert seen["-1@3"] == pytest.approx(1 + 0.8 * (6 + SIX))  # a star, and 0.8 of the 6 that is still there
    assert seen["-1@3?"] == pytest.approx(-1 + 0.8 * (6 + SIX))
    table = Table(2, "2 1 | 1", "3 | 4", stars=[5, 5])
    seen = looks(table)
    assert seen["3@0"] == pytest.approx(1 + 0.8 * (6 + SIX))  # 2 + 1 + 3
    assert seen["3@0?"] == pytest.approx(-1 + 0.8 * (1 + 6 + SIX))  # and the star that lies on it
    assert seen["take@0"] == 3


def test_the_rules_of_thumb_see_no_hidden_card() -> None:
    """Another's card face down may be any: 3 and −1, 1, 2 or 4 bring 2, 4, 5 or a loss of 1, and a star each."""
    looked = [looks(Table(3, f"3 {card}?1 | 1 | 1", "2 | 2 | 2", stars=[4, 4, 4])) for card in ("-2", "5", "3", "SN")]
    assert all(each == looked[0] for each in looked)
    assert looked[0]["take@0"] == pytest.approx(1 + (2 + 4 + 5 - 1) / 4)
    own = looks(Table(3, "3 5?0 | 1 | 1", "2 | 2 | 2", stars=[4, 4, 4]))
    assert own["take@0"] == pytest.approx(1 - 2)


def test_rewards() -> None:
    """The end of a round from 0 to 1: four fifths the chance to win, one fifth the stars ahead, of 16 either way. Five
    stars more are e times the chance; a game that is over is won, shared or lost."""
    s = Table(3, "1 | 1 | 1", stars=[10, 6, 2]).state
    chances = [exp(10 / 5), exp(6 / 5), exp(2 / 5)]
    assert reward(s, 0) == pytest.approx(0.8 * chances[0] / sum(chances) + 0.2 * (0.5 + 0.5 * (10 - 3 - 2) / 16))
    assert reward(s, 2) == pytest.approx(0.8 * chances[2] / sum(chances) + 0.2 * (0.5 + 0.5 * (2 - 5 - 4) / 16))
    s.phase, s.stars[:3] = 3, [20, 20, 4]
    assert reward(s, 0) == pytest.approx(0.8 / 2 + 0.2 * (0.5 + 0.5 * (20 - 10 - 6) / 16))
    assert reward(s, 2) == pytest.approx(0.2 * (0.5 + 0.5 * (4 - 10 - 10) / 16))


def played(tokens: str, stars: tuple[int, int] = (5, 5)) -> Any:
    """Two players, sand fox: seat 0 holds −2 1 2 4, seat 1 −5 −1 3 5; columns begin with 2 and 3."""
    options = FennecsOptions(2, "sandfox")
    state = RULES.new(options)
    state._kernel_state["stars"][:2], state._kernel_state["reserve"] = stars, 54 - sum(stars)
    state.deal(RULES.parse_deal("deal first=0 | -2 1 2 4 | -5 -1 3 5 | 2 3 | SN -1 -2 4", options))
    for each in tokens.split():
        state.apply(state.to_act[0], RULES.parse_action(each, options))
    return state


def test_the_search_takes_what_wins_the_game() -> None:
    """17 stars against 10, and a column of 2, 1 and 3: with the 6 the game is over and won."""
    state = played("1@0 3@0", (16, 9))
    assert bot(RULES, 3, seed=1, iterations=400).act(memory_of(state, 0)).text() == "take@0"


def test_a_memory_that_cannot_be_is_refused() -> None:
    state = played("1@0")
    wrong = msgspec.structs.replace(state.view(1), set_aside=("?",))
    for level in (1, 3):
        with pytest.raises(ValueError, match="cannot have happened"):
            bot(RULES, level, seed=1, iterations=5).act(Memory(1, wrong, ()))


# ---- what nobody can read ----------------------------------------------------------------------------------------


def test_which_card_lies_face_down_is_drawn_by_the_roots_of_visits() -> None:
    """100, 25 and 4 visits of cards face down on column 0, 50 of a card face up: together they are as likely as the
    search says, to the fourth power; among themselves as 10, 5 and 2."""
    bluffer = Bluffer(RULES, FENNECS, seed=1, iterations=1, softness=0.25)
    weights = bluffer.weights({5: 100, 15: 25, 25: 4, 1: 50})
    together = 1 + 0.25**4 + 0.04**4
    assert weights[1] == pytest.approx(0.5**4)
    assert [weights[choice] / together for choice in (5, 15, 25)] == pytest.approx([10 / 17, 5 / 17, 2 / 17])


@pytest.mark.skipif(not COMPILED, reason="thousands of imagined rounds")
def test_a_card_that_makes_six_is_not_the_one_that_lies_face_down() -> None:
    """Column 0 is at 2 for all to see, and 4 makes 6. Whatever is laid on it face down, it is mostly something else."""
    state = played("1@1 3@1 -2@1 -1@1")  # column 1: 3 1 3 −2 −1
    hidden: Counter[str] = Counter()
    for seed in range(300):
        action = bot(RULES, 3, seed=seed, iterations=300).act(memory_of(state, 0))
        if isinstance(action, Hide):
            hidden[action.card] += 1
    assert hidden.total() >= 20
    assert len(hidden) == 2
    assert max(hidden.values()) < 0.75 * hidden.total()
