"""What a round's result is worth, against the rules of how a game ends (forest, *End of the game*)."""

from __future__ import annotations

import numpy as np
import pytest

from renardiere.bots.forest.stakes import FAR, MOST, POINTS_MATTER, ROUNDS, after, chance, stakes


def test_the_measured_rounds_are_possible_and_even() -> None:
    assert (ROUNDS == ROUNDS.T).all()
    # 13 tricks are worth 6 to 9 points in all, and there are 3 treasures at most
    own, other = np.nonzero(ROUNDS)
    assert (own + other).min() >= 6
    assert (own + other).max() <= 9 + 3


@pytest.mark.parametrize(
    ("missing", "result", "expected"),
    [
        ((1, 1), (6, 2), 1),  # both arrive: most points
        ((1, 1), (2, 6), 0),
        ((3, 8), (3, 8), 0),  # equal, then the last round decides
        ((8, 3), (8, 3), 1),
        ((5, 5), (6, 6), 0.5),  # equal in the last round, too: a draw
        ((6, 9), (6, 2), 1),  # the target is reached by one alone
        ((9, 6), (2, 6), 0),
    ],
)
def test_a_last_round(missing: tuple[int, int], result: tuple[int, int], expected: float) -> None:
    assert after(*missing, *result) == expected


def test_chances_are_fair_and_grow_with_every_point() -> None:
    for own in range(1, 22):
        for other in range(1, 22):
            assert chance(own, other) + chance(other, own) == pytest.approx(1)
    assert all(chance(own, 12) >= chance(own + 1, 12) for own in range(1, 21))
    assert chance(21, 21) == pytest.approx(0.5)
    assert chance(1, 21) > 0.95


def test_one_trick_of_the_recursion() -> None:
    """Missing 9 each, a 9 : 3 round ends the game; a 6 : 6 round leads to (3, 3)."""
    total = ROUNDS.sum()
    expected = sum(ROUNDS[i, j] * after(9, 9, i, j) for i in range(MOST + 1) for j in range(MOST + 1)) / total
    assert chance(9, 9) == pytest.approx(expected)
    assert after(9, 9, 9, 3) == 1
    assert after(9, 9, 6, 6) == chance(3, 3)


@pytest.mark.parametrize("missing", [(21, 21), (1, 1), (3, 17), (17, 3), (35, 35), (FAR + 1, 4), (999, 999)])
def test_rewards_lie_between_0_and_1_and_more_is_better(missing: tuple[int, int]) -> None:
    rewards = stakes(missing)
    assert rewards.shape == (MOST + 1, MOST + 1)
    assert rewards.min() >= 0
    assert rewards.max() <= 1
    assert (np.diff(rewards, axis=0) > 0).all()
    assert (np.diff(rewards, axis=1) < 0).all()


def test_what_wins_the_game_outweighs_points() -> None:
    """Three points short each: 3 : 2 wins the game at once, 2 : 2 does not."""
    rewards = stakes((3, 3))
    assert rewards[3, 2] - rewards[2, 2] > (1 - POINTS_MATTER) / 3
    assert rewards[3, 2] > rewards[2, 0]
