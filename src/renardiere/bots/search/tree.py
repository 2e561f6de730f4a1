"""A tree of information sets, in one array, for single-observer ISMCTS (Cowling, Powley and Whitehouse 2012).

A node stands for what the searcher knows after a line of play, not for a state: each iteration walks down the tree
with another state that fits, so that a node has a child for every choice that was legal in *some* of them. A child
therefore counts how often it could have been chosen (``available``) beside how often it was (``visits``); its
confidence bound uses the former where the bound in a tree of states uses its parent's visits.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.kernel import U64, bit, kernel

__all__ = [
    "NOBODY",
    "NODE",
    "NOWHERE",
    "ROOT",
    "Nodes",
    "add_child",
    "best",
    "child",
    "credit",
    "credit_one",
    "grown",
    "new_tree",
]

NODE: Final = np.dtype(
    [
        ("total", "f8"),  # sum of rewards, as seen by whoever made the choice that leads here
        ("tried", "u8"),  # choices that have a child
        ("parent", "i4"),
        ("first", "i4"),  # the newest child, or NOWHERE
        ("next", "i4"),  # the parent's next child, or NOWHERE
        ("visits", "i4"),
        ("available", "i4"),
        ("choice", "i1"),  # what leads here from the parent
        ("chooser", "i1"),  # the seat that chose it; NOBODY for chance
    ],
    align=True,
)

Nodes: TypeAlias = "np.ndarray[tuple[int], np.dtype[Any]]"
"""A tree: nodes 0 (the root) … n − 1 are used; its user counts n, which begins at 1."""

ROOT: Final = 0
NOWHERE: Final = -1
NOBODY: Final = -1


def new_tree(capacity: int) -> Nodes:
    """A root alone, with room for ``capacity`` nodes."""
    nodes = np.zeros(capacity, NODE).view(np.recarray)
    for name in ("parent", "first", "next"):
        nodes[name] = NOWHERE
    return nodes


def grown(nodes: Nodes, used: int, room: int) -> Nodes:
    """The same tree with room for so many more nodes."""
    if used + room <= len(nodes):
        return nodes
    larger = new_tree(max(used + room, 2 * len(nodes)))
    larger[:used] = nodes[:used]
    return larger


@kernel
def child(nodes: Nodes, node: int, choice: int) -> int:
    """The child that a choice leads to; NOWHERE if there is none."""
    at = int(nodes[node].first)
    while at != NOWHERE and nodes[at].choice != choice:
        at = int(nodes[at].next)
    return at


@kernel
def add_child(nodes: Nodes, node: int, choice: int, chooser: int, new: int) -> None:
    """Let the unused node ``new`` be the child that ``choice`` leads to."""
    one = nodes[new]
    one.choice = choice
    one.chooser = chooser
    one.parent = node
    one.next = nodes[node].first
    one.available = 1
    nodes[node].first = new
    nodes[node].tried |= bit(choice)


@kernel
def best(nodes: Nodes, node: int, legal: np.uint64, exploration: float) -> int:
    """The child with the highest upper confidence bound among those of legal choices; counts these as available."""
    chosen = NOWHERE
    highest_bound = -np.inf
    at = int(nodes[node].first)
    while at != NOWHERE:
        one = nodes[at]
        if (legal >> U64(one.choice)) & U64(1) != U64(0):
            one.available += 1
            bound = one.total / one.visits + exploration * sqrt(log(one.available) / one.visits)
            if bound > highest_bound:
                highest_bound = bound
                chosen = at
        at = int(one.next)
    return chosen


@kernel
def credit_one(nodes: Nodes, node: int, reward: float, seat: int) -> None:
    """One more visit of ``node`` alone, with a reward from 0 to 1 as seen by ``seat``, one of two."""
    one = nodes[node]
    one.visits += 1
    one.total += reward if one.chooser == seat else 1.0 - reward


@kernel
def credit(nodes: Nodes, node: int, reward: float, seat: int) -> None:
    """One more visit of each node from the root to ``node``."""
    at = node
    while at != NOWHERE:
        credit_one(nodes, at, reward, seat)
        at = int(nodes[at].parent)
