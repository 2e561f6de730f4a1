"""A tree of information sets, in one array, for single-observer ISMCTS (Cowling, Powley and Whitehouse 2012).

Any number of seats, for themselves or as a team: each node counts the rewards of the seat that chose it.

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
    "Rewards",
    "Veiled",
    "add_child",
    "best",
    "child",
    "credit",
    "credit_veiled",
    "favourite",
    "grown",
    "new_tree",
    "new_veiled",
    "reach",
    "veil",
    "visits",
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

Rewards: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""What a playout brings each seat, from 0 to 1."""

Veiled: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"
"""The nodes that an iteration chose behind a **veil**, then NOWHERE: what somebody learns to choose there is credited,
but never walked through, since the searcher does not see it."""

FEW: Final = 20
"""A node that was visited less says too little to go by."""
ROOT: Final = 0
NOWHERE: Final = -1
NOBODY: Final = -1


def new_tree(capacity: int) -> Nodes:
    """A root alone, with room for ``capacity`` nodes."""
    nodes = np.zeros(capacity, NODE).view(np.recarray)
    for name in ("parent", "first", "next"):
        nodes[name] = NOWHERE
    nodes["chooser"] = NOBODY
    return nodes


def new_veiled(most: int) -> Veiled:
    """Room for so many nodes in an iteration."""
    return np.full(most + 1, NOWHERE)


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
def reach(nodes: Nodes, node: int, by: int, used: int) -> tuple[int, int]:
    """The child that chance, or a veil, leads to, made if there is none; and the number of nodes used then."""
    there = child(nodes, node, by)
    if there != NOWHERE:
        return there, used
    add_child(nodes, node, by, NOBODY, used)
    return used, used + 1


@kernel
def credit_one(nodes: Nodes, node: int, rewards: Rewards) -> None:
    """One more visit of ``node`` alone."""
    one = nodes[node]
    one.visits += 1
    if one.chooser != NOBODY:
        one.total += rewards[one.chooser]


@kernel
def credit(nodes: Nodes, node: int, rewards: Rewards) -> None:
    """One more visit of each node from the root to ``node``."""
    at = node
    while at != NOWHERE:
        credit_one(nodes, at, rewards)
        at = int(nodes[at].parent)


@kernel
def veil(veiled: Veiled, node: int) -> None:
    """Remember a node that was chosen behind a veil."""
    i = 0
    while veiled[i] != NOWHERE:
        i += 1
    veiled[i] = node


@kernel
def credit_veiled(nodes: Nodes, veiled: Veiled, rewards: Rewards) -> None:
    """One more visit of each node that was chosen behind a veil; forgets them."""
    i = 0
    while veiled[i] != NOWHERE:
        credit_one(nodes, veiled[i], rewards)
        veiled[i] = NOWHERE
        i += 1


@kernel
def favourite(nodes: Nodes, node: int, legal: np.uint64) -> int:
    """The child of a legal choice that was visited most; NOWHERE if that is too little to go by."""
    chosen, most = NOWHERE, FEW - 1
    at = int(nodes[node].first)
    while at != NOWHERE:
        if (legal >> U64(nodes[at].choice)) & U64(1) != U64(0) and nodes[at].visits > most:
            chosen, most = at, int(nodes[at].visits)
        at = int(nodes[at].next)
    return chosen


def visits(nodes: Nodes) -> dict[int, int]:
    """How often each choice at the root was preferred so far."""
    found = {}
    at = int(nodes[ROOT].first)
    while at != NOWHERE:
        found[int(nodes[at].choice)] = int(nodes[at].visits)
        at = int(nodes[at].next)
    return found
