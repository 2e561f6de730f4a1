"""The search against exhaustive play, and what it may and may not know."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from renardiere.bots.duet.search import Search
from renardiere.bots.duet.stakes import worth as reward
from renardiere.bots.search.tree import NOBODY, ROOT
from renardiere.games.duet import rules
from renardiere.games.duet.knowledge import Knowledge, count_states, new_knowledge
from renardiere.games.kernel import new_rng
from tests.games.duet import bridge, reference
from tests.games.duet.reference import DECK, Position

QUIET = [card for card in DECK if card[1] != 7]
"""Where all cards lie open, a Gift is the one decision that both still take apart."""


def ending(random: Random, tricks_left: int, cards: list[reference.Card] | None = None) -> Position:
    """The last tricks of the last round, few gems left."""
    position = reference.before_the_first_deal(random.choice((1, 2)))
    drawn = random.sample(cards or QUIET, 2 * tricks_left + 1)
    position["hands"] = [set(drawn[:tricks_left]), set(drawn[tricks_left:-1])]
    position["decree"] = drawn[-1]
    position["deck"] = [card for card in DECK if card not in drawn][:7]
    position.update(round=3, tricks=11 - tricks_left, dealer=0, leader=random.randrange(2), waits_for="card")
    position["player"] = position["leader"]
    spaces = len(position["path"])
    for space in position["path"]:
        space["gems"] = 0
    for place in random.sample(range(spaces), random.choice((1, 2))):
        position["path"][place]["gems"] = 1
    position["token"] = random.randrange(spaces)
    position["forest_tokens"] = random.randrange(2)
    return position


def worth(position: Position) -> float:
    """What a game's end is worth to the bots, as ``docs/bots.md`` has it."""
    if position["result"] == "won":
        points = position["score"] - reference.WORTH[position["level"]]
        return 0.95 + 0.05 * min(points, 40) / 40
    return 0.05 / (1 + sum(space["gems"] for space in position["path"]))


def value(position: Position) -> float:
    """What the team can reach if it sees all cards."""
    if position["waits_for"] == "nothing":
        return worth(position)
    return max(value(reference.applied(position, token)) for token in reference.legal(position))


def open_cards(position: Position) -> Knowledge:
    """What who is to act would know if all cards lay open: exactly one state fits it, but for the deck's order."""
    me = position["player"]
    knowledge = new_knowledge(me)
    bridge.write(position, knowledge.seen)
    knowledge.seen.hand[1 - me] = 0
    knowledge.dealt = 1
    knowledge.known = bridge.mask(position["hands"][1 - me])
    knowledge.held = len(position["hands"][1 - me])
    knowledge.hidden = bridge.mask(set(position["deck"]))
    assert count_states(knowledge) == 5040
    return knowledge


def searched(position: Position, iterations: int) -> str:
    knowledge = open_cards(position)
    search = Search(knowledge, new_rng(1))
    search.run(iterations)
    visits = search.visits()
    choice = max(visits, key=visits.__getitem__)
    return f"{position['player']}:{bridge.token(rules.FIRST[knowledge.seen.phase] + choice)}"


@pytest.mark.parametrize(("tricks_left", "positions", "iterations"), [(2, 40, 1000), (3, 12, 4000)])
def test_with_all_cards_in_sight_the_search_finds_an_optimal_choice(
    tricks_left: int, positions: int, iterations: int
) -> None:
    random = Random(tricks_left)
    won = 0
    while positions:
        position = ending(random, tricks_left)
        while position["waits_for"] != "nothing" and random.random() < 0.4:  # any decision of a trick
            position = reference.applied(position, random.choice(sorted(reference.legal(position))))
        if position["waits_for"] == "nothing":
            continue
        values = {token: value(reference.applied(position, token)) for token in reference.legal(position)}
        if max(values.values()) - min(values.values()) < 0.02:
            continue
        positions -= 1
        won += max(values.values()) > 0.9
        assert values[searched(position, iterations)] == max(values.values()), position
    assert won > 5


def simple(**changes: object) -> Position:
    """One gem is left, at 7 of side A; the token at 5; two tricks to go, and seat 0 leads."""
    position = reference.before_the_first_deal(1)
    for i, space in enumerate(position["path"]):
        space["gems"] = int(i == 7)
    position.update(round=3, tricks=9, dealer=1, leader=0, player=0, waits_for="card", decree=("S", 10))
    position["deck"] = [("S", rank) for rank in (1, 2, 3, 4, 5, 6, 7)]
    position.update(changes)
    return position


def test_it_lets_the_partner_win_when_the_gem_is_there() -> None:
    """From 5 it takes 2 towards seat 1. R4 is answered by R5, which wins: 1 + 1 paws. D4 and D10 would go 1 + 3 = 4,
    past it, and with the roses the token goes on from there, or leaves the path."""
    position = simple(hands=[{("D", 4), ("R", 4)}, {("D", 10), ("R", 5)}])
    assert searched(position, 500) == "0:R4"


@pytest.mark.parametrize(("spaces", "end"), [((9, 10), 0), ((0, 1), 1)])
def test_the_forest_does_not_pile_up_the_gems(spaces: tuple[int, int], end: int) -> None:
    """Six gems on the two last spaces of one end. If the forest covers that end, all six are on its last space, where
    the token must stop six times; else the two spaces have three each."""
    position = simple(hands=[set(), set()], tricks=11, round=2, waits_for="forest", forest_tokens=1)
    for i, space in enumerate(position["path"]):
        space["gems"] = 3 * (i in spaces)
    assert searched(position, 600) == f"0:f{end}"


def test_a_gift_is_chosen_behind_a_veil() -> None:
    """Seat 0 leads the Gift. What seat 1 gives does not depend on what seat 0 gives; only then it branches the tree."""
    hands = [{("D", 7), ("D", 2), ("R", 2)}, {("D", 10), ("R", 10), ("R", 6)}]
    position = reference.applied(simple(hands=hands, tricks=8), "0:D7")
    knowledge = open_cards({**position, "player": 0})
    knowledge.seen.player = 0
    search = Search(knowledge, new_rng(1))
    search.run(800)
    nodes = search.nodes[: search.used]
    children = {i: node for i, node in enumerate(nodes) if node.parent == ROOT and i != ROOT}
    mine = {i for i, node in children.items() if node.chooser == 0}
    assert {bridge.card(int(nodes[i].choice)) for i in mine} == {("D", 2), ("R", 2)}
    (veil,) = set(children) - mine
    assert nodes[veil].chooser == NOBODY
    behind = [node for node in nodes if node.parent == veil]
    assert {bridge.card(int(node.choice)) for node in behind} == hands[1]
    assert all(node.chooser == 1 and node.first == -1 for node in behind)
    assert sum(int(node.visits) for node in behind) == sum(int(nodes[i].visits) for i in mine) - len(mine)
    for i in mine:
        after = [node for node in nodes if node.parent == i]
        assert {bridge.card(int(node.choice)) for node in after} <= hands[1]
        assert all(node.chooser == NOBODY for node in after)


def test_an_iteration_is_a_visit_of_the_root() -> None:
    position = ending(Random(5), 4)
    search = Search(open_cards(position), new_rng(1))
    search.run(300)
    search.run(400)
    assert search.nodes[ROOT].visits == 700
    assert sum(search.visits().values()) == 700


def test_rewards_lie_between_0_and_1() -> None:
    rng, scores = new_rng(3), []
    states = rules.new_states(300, 3)
    for state in states:
        while state.phase != rules.OVER:
            if state.phase == rules.DEAL:
                scores += [reward(state)] if state["round"] else []
                rules.random_deal(state, rng)
            rules.play_round(state, rng)
        scores.append(reward(state))
    assert min(scores) >= 0
    assert max(scores) <= 1
    assert np.ptp(scores) > 0.05


FOUND = """
from random import Random
from tests.bots.duet.test_search import DECK, Search, ending, new_rng, open_cards
for tricks_left in (3, 5):
    position = ending(Random(tricks_left), tricks_left, DECK)
    position["round"] = tricks_left - 2  # the last tricks of the first round, or of the third
    search = Search(open_cards(position), new_rng(1))
    search.run(150)
    print(sorted(search.visits().items()))
"""


@pytest.mark.slow
def test_the_search_is_the_same_without_the_compiler() -> None:
    def run(**settings: str) -> list[str]:
        return subprocess.run(
            [sys.executable, "-c", FOUND],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | settings,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()

    found = run(NUMBA_DISABLE_JIT="1")
    assert len(found) == 2
    assert found == run()
