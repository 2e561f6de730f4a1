"""From what is seen of a game of maitre to its state: everything lies open, so there is one."""

from __future__ import annotations

from renardiere.games.maitre.actions import PHASES, read
from renardiere.games.maitre.rules import NONE
from renardiere.games.maitre.state import MaitreState
from renardiere.games.maitre.words import KIND, MaitreView

__all__ = ["recall"]


def recall(state: MaitreState, view: MaitreView) -> MaitreState:
    """Make a new game's ``state`` what is seen."""
    if not view.missions:
        return state
    s = state._kernel_state
    s["round"], s.phase = view.round, PHASES.index(view.phase)
    s.mission[:] = [KIND[mission] for mission in view.missions]
    s.kept = NONE if view.kept is None else KIND[view.kept]
    s.drawn = sum(1 << KIND[mission] for mission in view.drawn)
    s.eggs[: len(view.eggs)] = view.eggs
    for seat, sack in enumerate(view.sacks):
        if sack is not None:
            s.filled |= 1 << seat
            for token in sack:
                s.sack[seat, KIND[token]] += 1
    for seat, count in enumerate(view.counts or ()):
        s.found[seat], s.wrong[seat], s.ruses[seat], s.score[seat] = count.found, count.wrong, count.ruses, count.score
    s.stopper = NONE if view.stopped_by is None else view.stopped_by
    s.thieves = sum(1 << seat for seat in view.thieves)
    for seat, stolen in enumerate(view.stolen):
        if stolen is not None:
            s.stolen[seat] = state.game.action_id(read(f"steal={stolen}", len(view.sacks))) - 1
    if view.phase in ("stop", "steal"):
        s.player = view.to_act[0]
    return state
