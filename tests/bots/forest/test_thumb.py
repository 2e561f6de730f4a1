from __future__ import annotations

from collections import Counter
from math import exp

import numpy as np
import pytest

from renardiere.bots.forest.thumb import CHOICES, WORTH, pick, weigh
from renardiere.games.forest import rules
from renardiere.games.forest.knowledge import new_knowledge, observe_deal, sample
from renardiere.games.kernel import new_rng, new_rngs


@pytest.mark.parametrize(
    ("won", "points"),
    # forest, End of a round: what the last trick changes, own points less the other's
    [(3, (1 - 6) - (6 - 0)), (6, (6 - 3) - (3 - 6)), (9, (0 - 6) - (6 - 1)), (4, (2 - 6) - (1 - 6)), (12, 0)],
)
def test_what_the_last_trick_is_worth(won: int, points: int) -> None:
    assert WORTH[5, won, 0] == points


def test_a_player_sure_to_win_the_rest_wants_no_more_than_nine() -> None:
    """6 won, 3 after this one, all certain to be won: with this trick 10, without it 9."""
    assert WORTH[10, 6, 3] == pytest.approx((0 - 6) - (6 - 1))


def positions(n: int) -> list[rules.State]:
    """Positions of random rounds in which somebody has a choice."""
    rng = new_rng(3)
    states = rules.new_states(n)
    found = []
    for i in range(n):
        rules.random_deal(states[i], rng)
        for _ in range(i % 40):
            if states[i].phase != rules.DEAL:
                rules.random_step(states[i], rng)
        if states[i].phase != rules.DEAL and int(rules.choices(states[i])).bit_count() > 1:
            found.append(states[i])
    return found


def scores_of(state: rules.State) -> dict[int, float]:
    scores = np.full(CHOICES, np.nan)
    legal = int(weigh(state, scores))
    assert legal == rules.choices(state)
    found = {choice: float(scores[choice]) for choice in range(CHOICES) if legal >> choice & 1}
    assert not np.isnan(list(found.values())).any()
    return found


def test_rules_of_thumb_see_nothing_that_is_hidden() -> None:
    for state in positions(300):
        other = 1 - state.player
        hidden = [card for card in range(rules.DECK) if int(state.hand[other]) >> card & 1]
        places = [i for i in range(rules.PILE) if state.pile[i] != rules.NONE]
        before = scores_of(state)
        # deal what is hidden anew: the other hand and the pile
        cards = [*hidden, *(int(state.pile[i]) for i in places)]
        np.random.default_rng(int(state.hand[other]) % 1000).shuffle(cards)
        state.hand[other] = np.uint64(sum(1 << card for card in cards[: len(hidden)]))
        for i, card in zip(places, cards[len(hidden) :], strict=True):
            state.pile[i] = card
        assert scores_of(state) == before


def test_softened_scores_not_blunders() -> None:
    """Each choice as likely as e to its score over the temperature says."""
    state = positions(60)[7]
    scores = scores_of(state)
    rng, n, temperature = new_rng(5), 20_000, 0.8
    counts = Counter(pick(state, rng, np.zeros(CHOICES), temperature) for _ in range(n))
    total = sum(exp(score / temperature) for score in scores.values())
    for choice, score in scores.items():
        expected = exp(score / temperature) / total
        assert counts[choice] / n == pytest.approx(expected, abs=5 * (expected / n) ** 0.5 + 1e-9)


def test_it_wins_a_trick_that_it_needs_and_leaves_one_that_it_does_not() -> None:
    """The last trick: with 6 won a seventh is worth 6 points; with 3 won a fourth costs 11."""
    state = rules.new_states(1)[0]
    knowledge = new_knowledge(0)
    observe_deal(knowledge, np.uint64((1 << 13) - 1), 20, 1)
    sample(knowledge, new_rngs(1, 1), state)
    state.player, state.leader, state.led, state.decree = 0, 1, 16, 32  # keys 6 was led, moons are trump
    state.hand[0] = np.uint64(1 << 12 | 1 << 20)  # keys 2, keys 10
    for won, expected in ((6, 20), (3, 12)):
        state.tricks[:] = (won, 12 - won)
        scores = scores_of(state)
        assert max(scores, key=scores.__getitem__) == expected
