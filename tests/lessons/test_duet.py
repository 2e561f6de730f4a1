"""The lesson of duet: each position teaches what it is for. Expected values are worked out from RULES.md, and by hand:
paws by rank are 0 3 2 1 1 2 0 2 0 3, the learner's end is space 0."""

from __future__ import annotations

import pytest

from renardiere.lessons import LEARNER, play_out
from renardiere.lessons.duet import LESSON, begin
from tests.lessons.walking import at, ends, walk

GEM, NONE = ("gem", True), ("none", False)
ELSEWHERE = ("elsewhere", False)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # doves are held: the 10 of roses may not be played
        ("follow", {"D2": ("lost", False), "D8": ("won", True)}),
        # from 5: R2 loses, 3 + 1 to 9; R6 wins, 2 + 1 to 2; R10 wins, 3 + 1 to the gem on 1
        ("paws", {"R2": NONE, "R6": NONE, "R10": GEM}),
        # S4 loses, 1 + 2 to the gem on 8; S6 loses, 2 + 2 to 9; S10 wins, 3 + 2 to 0
        ("lose", {"S4": GEM, "S6": NONE, "S10": NONE}),
        # void: the rose is trump and wins, 2 + 3 to the last space, 0; stars lose, to 9 or 10
        ("trump", {"R6": GEM, "S4": NONE, "S6": NONE, "S8": NONE}),
        # from 2: 8 and 10 win, and go 4 and 5; 2 and 4 lose
        ("edges", {"R2": ("stays", True), "R4": ("stays", True), "R8": ("left", False), "R10": ("left", False)}),
        # 1 + 0, either way: 6 has a gem, 4 has none; stars lose, to 8 or 9
        ("musician", {"R1 m+1": GEM, "R1 m-1": ELSEWHERE, "S2": NONE, "S6": NONE, "S8": NONE}),
        # stars become trump in this very trick: 2 + 2 to 1; else the 8 wins
        (
            "foxes",
            {
                **dict.fromkeys(("S2", "S6", "S10"), NONE),
                **dict.fromkeys(("S3 @0 xS2", "S3 @0 xS6", "S3 @0 xS10"), GEM),
                "S3 @0 x-": ("kept", False),
                "S3 @1": ("asked", False),
            },
        ),
        # 3 + 1, either left out: 4, 3 or 1, and the gem is on 2; without it 3 + 1 and 3 + 2
        ("gazelle", {"R4": NONE, "R5 m-4": ELSEWHERE, "R5 m-3": GEM, "R5 m-1": ELSEWHERE, "R6": NONE}),
        # whatever is given, the 10 of stars is there; with it 3 + 0 to 2, and the hand must follow stars
        (
            "gift",
            {
                **dict.fromkeys(("gD8 S10", "gR2 S10", "gS4 S10", "gS6 S10"), GEM),
                **dict.fromkeys(("gD8 S4", "gD8 S6", "gR2 S4", "gR2 S6", "gS4 S6", "gS6 S4"), NONE),
            },
        ),
        # a 9 is led: anything may follow; only the 8 of stars makes 2 towards the partner
        ("heir", {"D4": NONE, "D10": NONE, "S2": NONE, "S8": GEM}),
        ("forest", {"D8 f0": ("near", False), "D8 f1": ("far", True)}),
    ],
)
def test_what_comes_of_each_answer(name: str, expected: dict[str, tuple[str, bool]]) -> None:
    assert ends(LESSON, name) == expected


def test_off_the_path_the_forest_grows() -> None:
    """From 2, five spaces to the learner's end: the gem of 0 slides to 1, the team is back on 5, none collected."""
    *told, view = at(LESSON, "edges", "R10")
    assert {"event": "left", "distance": -5, "end": 0, "space": 0, "slid": 1} in told
    assert (view["token"], view["forest_tokens"], view["gems"][:2]) == (5, 3, [0, 2])


def test_at_a_rounds_end_gems_grow_before_the_forest_does() -> None:
    """A + is on 1, 3, 4, 6 and 8 of side A; the gem on 3 has just been collected."""
    *told, view = at(LESSON, "forest", "D8", "f1")
    assert {"event": "moved", "distance": -4, "to": 3, "gem": True} in told
    assert {"event": "grown", "spaces": [1, 3, 4, 6, 8]} in told
    assert {"event": "placed", "seat": LEARNER, "end": 1, "space": 10, "slid": 0} in told
    assert view["gems"] == [0, 2, 0, 1, 1, 0, 1, 0, 2, 0, 0]


def test_the_last_three_tricks_can_be_won_and_lost() -> None:
    """Two gems in three tricks of the last round: the game is won as soon as the second is collected."""
    found = ends(LESSON, "free")
    assert set(found.values()) == {("won", True), ("lost", False)}
    # 4 of doves and 8 of stars: 3 towards the learner, to 2; 6 of doves and 8 of roses (trump): 4 back, to 6
    assert found["D4 D6"] == ("won", True)
    assert at(LESSON, "free", "D4", "D6")[-1]["gems"] == [0] * 11


def test_the_partners_cards_are_theirs() -> None:
    """What is known of the partner's hand is what the learner gave; of a Gift one learns what one got."""
    for name, position in LESSON.items():
        start = play_out(position)
        for path, scene in ((), start), *walk(start):
            hands = scene.view.get("hands")
            known = [card for card in hands[1] if card != "?"] if hands else []
            assert set(known) <= {action[1:] for action in path if action.startswith("g")}, (name, path)
    *told, view = at(LESSON, "gift", "gD8")
    assert {"event": "gave", "seat": 1, "card": None} in told
    assert {"event": "swapped", "gave": "D8", "got": "S10"} in told
    assert view["hands"][0] == ["R2", "S4", "S6", "S10"]


@pytest.mark.parametrize(
    ("hand", "other"), [("D2 D3", "D2 D4"), ("D2", "D3 D4"), ("S4", "D3")], ids=["twice", "uneven", "the decree"]
)
def test_there_is_no_such_round(hand: str, other: str) -> None:
    with pytest.raises(ValueError, match="no such round"):
        begin(hand, other, "S4", gems={1: 1})
