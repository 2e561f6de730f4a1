"""What everybody is told when a trick of duet is complete: who won, where the token went, how the round or game ends.

The kernel has already carried it out. What it did in between is told from the position before.
"""

from __future__ import annotations

from renardiere.games.duet.actions import COVERED, FOREST_TOKENS, GEMS, ROUND, TOKEN, TRICKS
from renardiere.games.duet.boards import Board
from renardiere.games.duet.position import ROUNDS
from renardiere.games.duet.position import TRICKS as LAST_TRICK
from renardiere.games.duet.words import DuetEvent, Grown, LeftPath, Moved, Placed, RoundEnded

__all__ = ["Forest", "of_movement"]


class Forest:
    """The path as it was, and is changed while it is told."""

    def __init__(self, before: memoryview[int], board: Board) -> None:
        spaces = len(board.squares)
        self.gems = before[GEMS : GEMS + spaces].tolist()
        self.first = before[COVERED]
        self.last = spaces - 1 - before[COVERED + 1]
        self.plus = [space for space, plus in enumerate(board.plus) if plus]

    def cover(self, end: int) -> tuple[int, int]:
        """Which space a forest token covers there, and how many gems slide."""
        space = self.last if end else self.first
        slid = self.gems[space]
        self.gems[space] = 0
        self.gems[space - 1 if end else space + 1] += slid
        self.first, self.last = self.first + 1 - end, self.last - end
        return space, slid

    def grow(self) -> tuple[int, ...]:
        """Where the + bring gems."""
        spaces = tuple([min(max(space, self.first), self.last) for space in self.plus])
        for space in spaces:
            self.gems[space] += 1
        return spaces


def of_movement(before: memoryview[int], after: memoryview[int], distance: int, board: Board) -> list[DuetEvent]:
    """The token's way by ``distance``, and the end of the round, but for the game's."""
    forest = Forest(before, board)
    to = before[TOKEN] + distance
    tokens = before[FOREST_TOKENS]
    events: list[DuetEvent] = []
    if forest.first <= to <= forest.last:
        gem = forest.gems[to] > 0
        forest.gems[to] -= int(gem)
        events.append(Moved(distance, to, gem))
    elif tokens:
        end = int(distance > 0)
        events.append(LeftPath(distance, end, *forest.cover(end)))
        tokens -= 1
    else:
        return [LeftPath(distance, int(distance > 0), None, 0)]
    if after[TRICKS] < LAST_TRICK or not sum(forest.gems):
        return events
    events.append(RoundEnded(before[ROUND], sum(forest.gems)))
    if before[ROUND] < ROUNDS:
        events.append(Grown(forest.grow()))
        if after[FOREST_TOKENS] < tokens:  # one end was the only one
            end = int(after[COVERED] == forest.first)
            events.append(Placed(None, end, *forest.cover(end)))
    return events
