"""The search against exhaustive play, and what it may and may not know."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from renardiere.bots.forest.search import Search
from renardiere.bots.forest.stakes import MOST
from renardiere.bots.search.tree import NOBODY, NOWHERE, ROOT
from renardiere.games.forest import rules
from renardiere.games.forest.knowledge import Knowledge, count_states, new_knowledge, observe_deal
from renardiere.games.kernel import new_rng
from tests.bots.forest import oracle

DECK = [(suit, rank) for suit in range(3) for rank in range(1, 12)]
POINTS = np.array([[0.5 + (own - other) / (2 * MOST) for other in range(MOST + 1)] for own in range(MOST + 1)])
"""Rewards that count the points of the round, as the oracle does."""


def number(card: oracle.Card) -> int:
    return 11 * card[0] + card[1] - 1


def mask(cards: frozenset[oracle.Card]) -> np.uint64:
    return np.uint64(sum(1 << number(card) for card in cards))


def ending(random: Random, tricks_left: int) -> oracle.Table:
    """The last tricks of some round."""
    cards = random.sample(DECK, 2 * tricks_left + 7)
    won = random.randrange(14 - tricks_left)
    return oracle.Table(
        hands=(frozenset(cards[:tricks_left]), frozenset(cards[tricks_left : 2 * tricks_left])),
        pile=tuple(cards[2 * tricks_left : -1]),
        decree=cards[-1],
        leader=random.randrange(2),
        tricks=(won, 13 - tricks_left - won),
        treasures=(0, 0),
    )


def open_cards(table: oracle.Table) -> Knowledge:
    """What who is to act would know if all cards lay open: exactly one state fits it."""
    me = table.player
    knowledge = new_knowledge(me)
    observe_deal(knowledge, mask(frozenset(DECK[:13])), 13, 0)  # any round; then what of it matters here
    seen = knowledge.seen
    seen.hand[me] = mask(table.hands[me])
    seen.pile[:] = [*map(number, table.pile), rules.NONE][: rules.PILE]
    seen.drawn = rules.NONE if table.phase != "bury" else number(min(table.hands[me]))  # which one is no matter
    seen.decree = number(table.decree)
    seen.phase = {"play": rules.PLAY, "exchange": rules.EXCHANGE, "bury": rules.BURY}[table.phase]
    seen.player, seen.leader, seen.dealer = me, table.leader, 0
    seen.led = number(table.led) if table.led else rules.NONE
    seen.tricks[:] = table.tricks
    knowledge.hidden = mask(table.hands[1 - me])
    knowledge.held = len(table.hands[1 - me])
    assert count_states(knowledge) == 1
    return knowledge


def searched(table: oracle.Table, iterations: int) -> oracle.Card | None:
    search = Search(open_cards(table), POINTS, new_rng(1))
    search.run(iterations)
    visits = search.visits()
    choice = max(visits, key=visits.__getitem__)
    return None if choice == rules.KEEP else (choice // 11, choice % 11 + 1)


def regret(table: oracle.Table, iterations: int) -> int:
    """How many points the search's choice is worse than the best one."""
    best = oracle.best(table)
    return max(best.values()) - best[searched(table, iterations)]


@pytest.mark.parametrize(("tricks_left", "positions", "iterations"), [(2, 60, 3000), (3, 60, 5000), (4, 20, 20_000)])
def test_with_all_cards_in_sight_the_search_finds_an_optimal_choice(
    tricks_left: int, positions: int, iterations: int
) -> None:
    random = Random(tricks_left)
    while positions:
        table = ending(random, tricks_left)
        if random.random() < 0.5:
            table = table.do(random.choice(table.options()))
        if len(set(oracle.best(table).values())) > 1:
            positions -= 1
            assert regret(table, iterations) == 0, table
        oracle.value.cache_clear()


def test_the_oracle_agrees_with_the_rule_book() -> None:
    """The oracle's own check: forest §A trick 2 (Monarch), 4 (a lone Witch, two Witches), 7 (Swan)."""
    bells, keys, moons = range(3)

    def trick(led: oracle.Card, follow: oracle.Card, trump: int) -> oracle.Table:
        rest = [(moons, 2), (moons, 4)]
        hands = (frozenset({led, rest[0]}), frozenset({follow, rest[1]}))
        table = oracle.Table(hands, ((keys, 8),), (trump, 6), 0, (6, 5), (0, 0))
        return table.do(led).do(follow)

    assert trick((bells, 9), (bells, 10), keys).tricks == (7, 5)
    assert trick((keys, 10), (bells, 9), keys).tricks == (7, 5)
    assert trick((keys, 8), (bells, 9), keys).tricks == (6, 6)
    assert trick((bells, 9), (moons, 9), keys).tricks == (7, 5)
    assert trick((bells, 9), (keys, 9), keys).tricks == (6, 6)
    assert trick((bells, 1), (bells, 2), keys).leader == 0
    assert trick((bells, 7), (bells, 8), keys).treasures == (0, 1)
    hand = frozenset({(bells, 1), (bells, 4), (bells, 8), (keys, 2)})
    answer = oracle.Table((frozenset({(bells, 11)}), hand), (), (keys, 6), 0, (0, 0), (0, 0)).do((bells, 11))
    assert answer.options() == [(bells, 1), (bells, 8)]


def test_an_iteration_is_a_visit_of_the_root() -> None:
    table = ending(Random(5), 4)
    search = Search(open_cards(table), POINTS, new_rng(1))
    search.run(300)
    search.run(400)
    assert search.nodes[ROOT].visits == 700
    assert sum(search.visits().values()) == 700
    assert set(search.visits()) == {number(card) for card in table.options() if card}


def test_the_tree_does_not_branch_on_what_the_opponent_buries() -> None:
    """Bells lead, the other can only answer with the Woodcutter and loses: all that the searcher sees next is its own
    turn, whatever went under the pile."""
    bells, keys, moons = range(3)
    table = oracle.Table(
        hands=(frozenset({(bells, 10), (keys, 2), (keys, 4)}), frozenset({(bells, 5), (moons, 2), (moons, 4)})),
        pile=((moons, 6), (moons, 8), (moons, 10), (keys, 6), (keys, 8), (keys, 10)),
        decree=(bells, 2),
        leader=0,
        tricks=(5, 5),
        treasures=(0, 0),
    )
    search = Search(open_cards(table), POINTS, new_rng(1))
    search.run(3000)
    nodes = search.nodes[: search.used]
    lead = next(i for i, node in enumerate(nodes) if node.parent == ROOT and node.choice == number((bells, 10)))
    answers = [i for i, node in enumerate(nodes) if node.parent == lead]
    assert [nodes[i].choice for i in answers] == [number((bells, 5))]
    after = [node for node in nodes if node.parent == answers[0] and node.chooser != NOBODY]
    assert sorted(node.choice for node in after) == [number((keys, 2)), number((keys, 4))]
    assert all(node.chooser == 0 for node in after)
    veil = next(i for i, node in enumerate(nodes) if node.parent == answers[0] and node.chooser == NOBODY)
    behind = [node for node in nodes if node.parent == veil]
    assert sorted(node.choice for node in behind) == [number((moons, rank)) for rank in (2, 4, 6)]
    assert all(node.first == NOWHERE for node in behind)


UNCOMPILED = """
import os
import subprocess
import sys
from random import Random
from renardiere.games.kernel import COMPILED
from tests.bots.forest.test_search import POINTS, Search, ending, new_rng, open_cards
assert not COMPILED
for tricks_left in (3, 5):
    search = Search(open_cards(ending(Random(tricks_left), tricks_left)), POINTS, new_rng(1))
    search.run(150)
    print(sorted(search.visits().items()))
"""


@pytest.mark.slow
def test_the_search_is_the_same_without_the_compiler() -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNCOMPILED],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = []
    for tricks_left in (3, 5):
        search = Search(open_cards(ending(Random(tricks_left), tricks_left)), POINTS, new_rng(1))
        search.run(150)
        found.append(str(sorted(search.visits().items())))
    assert done.stdout.splitlines() == found
