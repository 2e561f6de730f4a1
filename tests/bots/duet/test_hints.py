"""Hints: what comes of a choice, in endings that are worked out by hand, and the reason that is found for it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from renardiere.bots import bot, hint
from renardiere.bots.duet import hints
from renardiere.bots.duet.hints import FIGURES, FOREST, GAME, GEM, GEMS, PATH
from renardiere.bots.duet.search import Search
from renardiere.bots.duet.stakes import chance
from renardiere.bots.hints import DuetHint, DuetReason
from renardiere.games import game
from renardiere.games.kernel import COMPILED, new_rng
from renardiere.games.play import Memory
from tests.bots.duet.test_search import open_cards, simple
from tests.games.duet.reference import Position

RULES: Any = game("duet")


def searched(position: Position) -> Search:
    search = Search(open_cards(position), new_rng(0))
    search.run(400)
    return search


def gems(position: Position, *spaces: int) -> Position:
    for i, space in enumerate(position["path"]):
        space["gems"] = spaces.count(i)
    return position


HANDS = [{("D", 4), ("R", 4)}, {("D", 10), ("R", 5)}]
D4, R4 = 3, 13


@pytest.mark.parametrize(
    ("token", "gem", "forest", "card", "expected"),
    [
        # R4 is answered by R5, whose winner may ignore one card: 1 or 2 paws towards seat 1. D4 by D10: 1 + 3.
        (5, 7, 1, R4, {GEM: 1, GEMS: 1, GAME: 1}),
        (5, 7, 1, D4, {}),  # 9; from there R5 and R4 lead to 10
        (9, 10, 0, R4, {GEM: 1, GEMS: 1, GAME: 1}),
        (9, 10, 0, D4, {PATH: 1, FOREST: 1}),  # past 10, the last space, and no forest token left
        (9, 7, 1, D4, {PATH: 1, GEMS: 1, FOREST: 1, GAME: 1}),  # back at 5, and 2 paws to the gem
        (9, 7, 1, R4, {FOREST: 1}),  # 10; then D10 and D4 lead off, and that was the last trick
    ],
)
def test_what_comes_of_a_choice(token: int, gem: int, forest: int, card: int, expected: dict[int, float]) -> None:
    position = gems(simple(hands=HANDS, token=token, forest_tokens=forest), gem)
    made = np.zeros(FIGURES)
    for figure, value in expected.items():
        made[figure] = value
    # beyond the tree there are rules of thumb, which are not always sure what to do
    assert hints.weighed(searched(position), card) == pytest.approx(made, abs=0.01)


@pytest.mark.parametrize(
    ("token", "spaces", "hands", "expected"),
    [
        # the last trick of round 2 on side A, where five gems grow; then a forest token covers an end
        (5, (7, 0), [{("R", 4)}, {("R", 5)}], (1, 0, 1, 0)),  # to 7; the players choose the end
        (9, (10, 0), [{("R", 4)}, {("R", 5)}], (1, 0, 1, 0)),  # to 10; the forest must grow at the other end
        (9, (7, 0), [{("D", 4)}, {("D", 10)}], (0, 1, 0, 1)),  # past 10
    ],
)
def test_what_grows_between_rounds_is_none_of_it(
    token: int, spaces: tuple[int, ...], hands: Any, expected: tuple[int, ...]
) -> None:
    position = gems(simple(hands=hands, token=token, forest_tokens=2, round=2, tricks=10), *spaces)
    search = searched(position)
    (card,) = search.visits()
    figures = hints.weighed(search, card)
    assert [figures[figure] for figure in (GEM, PATH, GEMS, FOREST)] == list(expected)
    assert 0 < figures[GAME] < 1
    assert figures[GAME] == pytest.approx(chance(search.state))


def test_between_rounds_the_next_one_is_played() -> None:
    """A gem on a space brings none with "this trick": there is none yet."""
    position = gems(simple(hands=[set(), set()], tricks=11, round=2, waits_for="forest", forest_tokens=1), 0, 9, 10)
    figures = hints.weighed(searched(position), 0)
    assert figures[GEM] == figures[PATH] == 0
    assert 0.5 < figures[GEMS] <= 3
    assert 0 < figures[GAME] < 1


PLACES = {"gem": GEM, "path": PATH, "gems": GEMS, "forest": FOREST, "game": GAME}


def figures(**change: float) -> np.ndarray[Any, Any]:
    made = np.zeros(FIGURES)
    made[[GEM, PATH, GEMS, FOREST, GAME]] = 0.3, 0.3, 3, 1, 0.5
    for name, value in change.items():
        made[PLACES[name]] = value
    return made


@pytest.mark.parametrize(
    ("best", "second", "reason", "figure"),
    [
        ({}, {}, "equal", (3, 3)),
        ({"gem": 0.5}, {}, "gem", (0.5, 0.3)),
        ({"gem": 0.5, "gems": 2.9}, {}, "equal", (2.9, 3)),  # one now is one less later
        ({"path": 0.1, "gem": 0.5}, {}, "path", (0.1, 0.3)),
        ({"gems": 3.2}, {}, "gems", (3.2, 3)),
        ({"forest": 0.7}, {}, "forest", (0.7, 1)),
        ({"game": 0.54}, {}, "game", (0.54, 0.5)),
        ({"gem": 0.9, "game": 0.4}, {}, "equal", (3, 3)),  # that would be a bad reason
    ],
)
def test_the_reason_is_what_the_figures_say(
    best: dict[str, float], second: dict[str, float], reason: DuetReason, figure: tuple[float, float]
) -> None:
    ours, theirs = figures(**best), figures(**second)
    why, counted = hints.because(ours, theirs)
    assert (why, (ours[counted], theirs[counted])) == (reason, figure)


def test_hints_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever follows them does something legal, whatever is asked; asked again, the same."""
    if not COMPILED:
        monkeypatch.setattr(hints, "ITERATIONS", 40)
        monkeypatch.setattr(hints, "TIMES", 5)
    state, chance_of = RULES.new(RULES.parse_options({"level": "2"})), Random(5)
    events: dict[Any, list[Any]] = {seat: [] for seat in (0, 1)}
    partner = bot(RULES, 1, seed=1)
    phases: set[str] = set()
    asked = 0
    while state.view(0).round < 3 and state.awaits != "nothing":
        if state.awaits == "deal":
            told = state.deal(state.draw(chance_of))
        else:
            seat = state.to_act[0]
            memory = Memory(seat, state.view(seat), tuple(events[seat]))
            made = partner.act(memory)
            if seat == 0:
                phase = state.view(0).phase
                if phase not in phases or asked < 6:
                    advice = hint(RULES, memory)
                    legal = memory.view.legal["0"]
                    assert isinstance(advice, DuetHint)
                    assert (advice.reason == "only") == (len(legal) == 1) == (advice.instead is None)
                    assert {advice.action, advice.instead or advice.action} <= set(legal)
                    assert advice.instead != advice.action
                    if not asked:
                        assert hint(RULES, memory) == advice
                    asked += 1
                    made = RULES.parse_action(advice.action, state.options)
                phases.add(phase)
            told = state.apply(seat, made)
        for seat in (0, 1):
            events[seat].extend(told[seat])
    assert {"play", "give"} <= phases, phases
