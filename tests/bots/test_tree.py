"""The tree that searches of all games share."""

from __future__ import annotations

import numpy as np
import pytest

from renardiere.bots.search.tree import (
    NOBODY,
    NOWHERE,
    ROOT,
    add_child,
    credit,
    credit_veiled,
    new_tree,
    new_veiled,
    reach,
    veil,
    visits,
)


def test_a_node_counts_the_rewards_of_the_seat_that_chose_it() -> None:
    """Three seats, each for itself; chance gets nothing; what lies behind a veil is credited without its parents."""
    nodes, rewards = new_tree(6), np.array([0.25, 1.0, 0.5])
    add_child(nodes, ROOT, 4, 2, 1)
    by_chance, used = reach(nodes, 1, 7, 2)
    assert (by_chance, used) == (2, 3)
    assert reach(nodes, 1, 7, used) == (2, 3)
    add_child(nodes, 2, 3, 1, 3)
    add_child(nodes, 2, 5, 0, 4)
    veiled = new_veiled(2)
    for node in (3, 4):
        credit(nodes, node, rewards)
        veil(veiled, 4)
        credit_veiled(nodes, veiled, rewards)
        assert all(veiled == NOWHERE)
    assert nodes.visits.tolist() == [2, 2, 2, 1, 3, 0]
    assert nodes.total.tolist() == pytest.approx([0, 2 * 0.5, 0, 1.0, 3 * 0.25, 0])
    assert nodes.chooser.tolist()[:3] == [NOBODY, 2, NOBODY]
    assert visits(nodes) == {4: 2}
