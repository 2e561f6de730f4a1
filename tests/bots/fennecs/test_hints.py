"""Hints: what comes of a choice, in endings that are worked out by hand, and the reason that is found for it."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import numpy as np
import pytest

from renardiere.bots import bot, hint
from renardiere.bots.fennecs import hints
from renardiere.bots.fennecs.hints import COSTS, FIGURES, GAME, OTHERS, OWN, SIX
from renardiere.bots.fennecs.search import Search
from renardiere.bots.hints import FennecsHint, FennecsReason
from renardiere.games import game
from renardiere.games.fennecs.knowledge import new_knowledge
from renardiere.games.fennecs.position import copy_state
from renardiere.games.fennecs.rules import choice_of
from renardiere.games.kernel import COMPILED, new_rng
from renardiere.games.play import Memory
from tests.games.fennecs.bridge import Table, action

RULES: Any = game("fennecs")


def open_cards(table: Table) -> Search:
    """The search of who is to act, with all cards in sight."""
    knowledge = new_knowledge(int(table.state.player))
    copy_state(table.state, knowledge.seen)
    return Search(knowledge, new_rng(0))


@pytest.mark.parametrize(
    ("columns", "hands", "token", "expected"),
    [
        # fennecs §3: 1–5 as many stars, 6 ends the round, above 6 costs the rest, below 0 costs too
        ("4 2 | 3 1", "", "take@0", {OWN: 6, OTHERS: 0, SIX: 1}),
        ("4 2 | 3 1", "", "take@1", {OWN: 4, OTHERS: 6}),
        ("5 4 | 3 1", "", "take@0", {OWN: -3, OTHERS: 4, COSTS: 1}),
        ("5 4 | 3 1", "", "take@1", {OWN: 4, OTHERS: -3}),
        ("-1 -1 | 3 1", "", "take@0", {OWN: -2, OTHERS: 4, COSTS: 1}),
        ("-1 -1 | 3 1", "", "take@1", {OWN: 4, OTHERS: -2}),
        ("1/5 1 | 2 1", "", "take@0", {OWN: 6, OTHERS: 0, SIX: 1}),  # and the 1/5 counts 5
        ("SN 1?1 | 2 1", "", "take@0", {OWN: 0, OTHERS: 3}),  # the star on it is lost to the reserve
        ("4 2 | -2", "-2", "-2@1", {OWN: 1, OTHERS: 6}),  # a star for placing it; then the other takes the 6
    ],
)
def test_what_comes_of_a_choice(columns: str, hands: str, token: str, expected: dict[int, float]) -> None:
    table = Table(2, columns, hands, stars=[9, 9])
    search = open_cards(table)
    figures = hints.weighed(search, int(choice_of(table.state, action(token))))
    figures[GAME], game = 0, figures[GAME]
    made = np.zeros(FIGURES)
    for figure, value in expected.items():
        made[figure] = value
    assert figures.tolist() == made.tolist()
    ahead = made[OWN] - made[OTHERS]
    assert game == pytest.approx(1 / (1 + exp(-ahead / 5)))  # five stars more are e times the chance


def test_stars_may_decide_the_game() -> None:
    """15 stars and a 6 are 21: the game is over. 15 and 4, the other's 14 and 6: it is over, and lost."""
    table = Table(2, "4 2 | 3 1", stars=[15, 14])
    search = open_cards(table)
    assert hints.weighed(search, int(choice_of(table.state, action("take@0"))))[GAME] == 1
    assert hints.weighed(search, int(choice_of(table.state, action("take@1"))))[GAME] == 0


def test_what_the_five_of_a_column_is() -> None:
    """1/5, 1 and 1 are 3 or 7."""
    table = Table(2, "1/5 1 1 | 3 1", stars=[5, 5]).do("take@0")
    search = open_cards(table)
    own = [hints.weighed(search, int(choice_of(table.state, action(token))))[OWN] for token in ("=3", "=7")]
    assert own == [3, -1]


PLACES = {"own": OWN, "others": OTHERS, "six": SIX, "costs": COSTS, "game": GAME}


def figures(**change: float) -> np.ndarray[Any, Any]:
    made = np.zeros(FIGURES)
    made[[OWN, OTHERS, GAME]] = 2, 2, 0.5
    for name, value in change.items():
        made[PLACES[name]] = value
    return made


@pytest.mark.parametrize(
    ("best", "second", "reason", "figure"),
    [
        ({"own": 2.2}, {}, "equal", (2.2, 2)),
        ({"own": 3}, {}, "stars", (3, 2)),
        ({"own": 3, "six": 0.4}, {"six": 0.1}, "six", (0.4, 0.1)),
        ({"own": 3, "six": 0.2}, {"six": 0.1}, "stars", (3, 2)),
        ({"own": 3, "costs": 0.1}, {"costs": 0.4}, "costs", (0.1, 0.4)),
        ({"own": 3, "six": 0.2, "costs": 0}, {"costs": 0.4}, "costs", (0, 0.4)),
        ({"own": 3, "six": 0.5, "costs": 0}, {"costs": 0.4}, "six", (0.5, 0)),
        ({"others": 1}, {}, "others", (1, 2)),
        ({"own": 1.5, "others": 1, "game": 0.6}, {}, "game", (0.6, 0.5)),
        ({"own": 1.5, "others": 1}, {}, "equal", (1.5, 2)),  # it costs as much as it takes
        ({"six": 0.5}, {}, "equal", (2, 2)),  # nothing is gained by that
    ],
)
def test_the_reason_is_what_the_figures_say(
    best: dict[str, float], second: dict[str, float], reason: FennecsReason, figure: tuple[float, float]
) -> None:
    ours, theirs = figures(**best), figures(**second)
    why, counted = hints.because(ours, theirs)
    assert (why, (ours[counted], theirs[counted])) == (reason, figure)


def test_hints_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever follows them does something legal; asked again, the same; a hidden card makes no difference."""
    if not COMPILED:
        monkeypatch.setattr(hints, "ITERATIONS", 60)
        monkeypatch.setattr(hints, "TIMES", 10)
    options = RULES.parse_options({"players": "3"})
    state, chance = RULES.new(options), Random(2)
    state.deal(state.draw(chance))
    other = bot(RULES, 1, seed=1)
    asked = 0
    while state.awaits == "action":
        (seat,) = state.to_act
        memory = Memory(seat, state.view(seat), ())
        made = other.act(memory)
        if seat == 0:
            advice = hint(RULES, memory)
            legal = memory.view.legal["0"]
            assert isinstance(advice, FennecsHint)
            assert (advice.reason == "only") == (len(legal) == 1) == (advice.instead is None)
            assert advice.action in legal
            assert advice.instead is None or advice.instead in legal
            assert advice.instead != advice.action
            if not asked:
                assert hint(RULES, memory) == advice
            asked += 1
            made = RULES.parse_action(advice.action, options)
        state.apply(seat, made)
    assert asked
