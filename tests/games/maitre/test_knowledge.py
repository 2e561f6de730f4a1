"""Nothing is hidden: from what any seat sees follows the whole state."""

from __future__ import annotations

import random

import pytest

from renardiere.games.play import Memory
from tests.games.maitre.tables import MAITRE, table


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_seen_is_the_state(players: int) -> None:
    chance = random.Random(players)
    state = MAITRE.new(MAITRE.parse_options({"players": str(players), "target": "15"}))
    phases = set()
    while True:
        view = state.view(None)
        phases.add(view.phase)
        for viewer in (0, None):
            found = MAITRE.sample(Memory(viewer, state.view(viewer), ()), 3)
            assert found == state
            assert found.reveal() == state.reveal()
            assert found.history == []
        if state.awaits == "nothing":
            break
        if state.awaits == "deal":
            state.deal(state.draw(chance))
            continue
        seat = chance.choice(state.to_act)
        state.apply(seat, chance.choice(state.legal(seat) or state.unlisted(seat, chance)))
    assert phases == {"deal", "sack", "stop", "steal", "over"}


def test_the_other_of_two_who_may_stop() -> None:
    """Whoever does, the state before it is the same."""
    state = table(2)
    for seat, sack in ((1, "sack=hen,hen,hen"), (0, "sack=cow,cow,cow")):
        state.apply(seat, MAITRE.parse_action(sack, state.options))
    assert state.to_act == (0, 1)
    view = state.view(1)
    # the round was set by hand: this cycle has had no mission before it
    assert MAITRE.sample(Memory(1, view, ()), 0).legal(1) == state.legal(1)
