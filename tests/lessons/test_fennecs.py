"""The lesson of fennecs: each position teaches what it is for. Expected values are worked out from RULES.md."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from renardiere.lessons import LEARNER, play_out
from renardiere.lessons.fennecs import LESSON, begin, gain, prudent
from tests.lessons.walking import at, ends, walk

UP, DOWN = [f"{card}@{column}" for card in ("2", "4") for column in (0, 1)], ["2@0?", "2@1?", "4@0?", "4@1?"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # § A turn: no column can be taken that has its starting card only
        ("up", {**dict.fromkeys(UP, ("up", True)), **dict.fromkeys(DOWN, ("down", False))}),
        (
            "down",
            {
                **dict.fromkeys([action.replace("2@", "-2@") for action in UP], ("up", False)),
                **dict.fromkeys([action.replace("2@", "-2@") for action in DOWN], ("down", True)),
            },
        ),
        # § Taking a column: 1 + 3, 2 − 1
        ("take", {"take@0": ("best", True), "take@1": ("less", False)}),
        # 5 + 4 is 3 too many; 1 + 2
        ("above", {"take@0": ("lost", False), "take@1": ("best", True)}),
        # 2 + 3, and the star on the 3; 4 + 3 is 1 too many
        ("hidden", {"take@0": ("best", True), "take@1": ("lost", False)}),
        ("six", {"take@0": ("six", True), "take@1": ("five", False)}),
        # 3 − 2 − 1, or 3 + 2 + 1 with a 0▸+ that lies either way; the house has taken 4 + 1, or 4 + 1 + 0
        (
            "plus",
            {
                **dict.fromkeys(("0+@0 take@0", "0+@0? take@0"), ("six", True)),
                **dict.fromkeys(("0+@1 take@0", "0+@1? take@0", "take@0"), ("nothing", False)),
                "take@1": ("other", False),
            },
        ),
        # 1 + 1 or 5 + 1; 4 + 3; 2 + 5
        (
            "fives",
            {
                "take@0 =2": ("two", False),
                "take@0 =6": ("six", True),
                "take@1": ("other", False),
                "take@2": ("other", False),
            },
        ),
        # 4 + 2 is the house's unless the learner takes it, or destroys it; a Supernova only lies face down
        (
            "nova",
            {
                "SN@0?": ("destroyed", True),
                "SN@1?": ("missed", False),
                "take@0": ("yours", True),
                "take@1": ("other", False),
            },
        ),
        # seven cards, of which two face down; 5 + 4 + 3
        ("seven", {"take@0": ("seven", True), "take@1": ("lost", False)}),
    ],
)
def test_what_comes_of_each_answer(name: str, expected: dict[str, tuple[str, bool]]) -> None:
    assert ends(LESSON, name) == expected


@pytest.mark.parametrize(
    ("name", "actions", "stars", "reserve"),
    [
        # 54 stars, of which two hold 5 each; with a face-down card of the house on a column there is one less
        ("up", ["2@0"], [6, 5], 43),
        ("up", ["2@0?"], [4, 5], 44),
        ("take", ["take@0"], [9, 5], 40),
        ("above", ["take@0"], [2, 5], 47),
        ("hidden", ["take@0"], [5 + 1 + 5, 5], 43 - 5),
        ("six", ["take@0"], [11, 5], 38),
        ("nova", ["SN@0?"], [4, 5], 44 + 1),  # both stars on the column are back in the reserve
        ("nova", ["SN@1?"], [4, 5 + 1 + 6], 44 - 6),  # the star on the Supernova goes back, the round being over
        ("seven", ["take@0"], [7, 5], 42),
        ("seven", ["take@1"], [0, 5], 42 + 5),  # 6 to pay, and 5 there
    ],
)
def test_what_it_costs_and_brings(name: str, actions: list[str], stars: list[int], reserve: int) -> None:
    view = at(LESSON, name, *actions)[-1]
    assert (view["stars"], view["reserve"]) == (stars, reserve)


def test_a_six_ends_the_round_for_the_house_too() -> None:
    told = at(LESSON, "six", "take@0")
    assert {"event": "round", "round": 1, "reason": "six", "stuck": None, "returned": 0} in told
    assert not any(each.get("event") == "round" for each in at(LESSON, "six", "take@1"))


def test_the_house_answers_between_two_turns_of_the_learner() -> None:
    told = at(LESSON, "plus", "0+@0")
    assert [each["event"] for each in told[:-1]] == ["placed", "taken", "scored"]
    assert told[1] == {"event": "taken", "seat": 1, "column": 1, "cards": ["4", "1"], "stars": 0, "destroyed": False}
    assert told[-1]["legal"] == {"0": ["take@0"]}


def test_what_the_house_holds_and_hides_is_not_told() -> None:
    for position in LESSON.values():
        start = play_out(position)
        view = dict(start.view)
        assert all(card == "?" for hand in view["hands"][1:] for card in hand)
        assert set(view["set_aside"]) <= {"?"}
        hid = [
            event for _, scene in walk(start) for event in msgspec.to_builtins(scene.events) if event["event"] == "hid"
        ]
        assert all((event["card"] is None) == (event["seat"] != LEARNER) for event in hid)
    assert at(LESSON, "hidden")[-1]["columns"][0] == ["2", "?"]
    assert at(LESSON, "seven")[-1]["columns"][0][-2:] == ["-2?", "2?"]


def test_the_small_round_can_be_won_and_lost() -> None:
    found = set()
    for path, scene in walk(play_out(LESSON["free"])):
        if scene.verdict is None:
            continue
        own, house = at(LESSON, "free", *path)[-1]["stars"]
        assert scene.verdict.says == ("ahead" if own > house else "even" if own == house else "behind")
        assert scene.verdict.met == (own > house)
        found.add(scene.verdict.says)
    assert found == {"ahead", "even", "behind"}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("1 3", 4), ("2 4", 6), ("5 4", -3), ("-2 -1", -3), ("3 -2? 0+", 5), ("1/5 1", 2), ("2 ?", 4), ("SN 5", 5)],
)
def test_what_the_house_takes_a_column_for(cards: str, expected: int) -> None:
    assert gain(tuple(cards.split())) == expected


@pytest.mark.parametrize(
    ("hands", "columns", "token"),
    [
        ("4 | 2", "2 3 | 1 -1", "take@0"),  # 5 stars are enough
        ("3 4 | 1 2", "3 | -1", "3@0"),  # no column to take yet; 3 + 3 is the best that there can be
        ("| 2", "5 4 | -1 -1", "take@1"),  # −3 or −2, and no card left
    ],
)
def test_how_the_house_plays(hands: str, columns: str, token: str) -> None:
    """``prudent`` plays for whoever is to act: here, the learner."""
    state: Any = begin(hands, columns)
    assert prudent(state).text() == token


@pytest.mark.parametrize(
    ("hands", "columns", "variant"),
    [
        ("1 | 1", "2 | 3", "base"),
        ("SN | 1", "2 | 3", "base"),
        ("1", "2 | 3", "base"),
        ("1 | 2", "2 | 3 | 4", "base"),
        ("1 | 2", "2 |", "base"),
    ],
    ids=["a card twice", "not in this deck", "a hand is missing", "a column too many", "a column without a card"],
)
def test_there_is_no_such_round(hands: str, columns: str, variant: str) -> None:
    with pytest.raises(ValueError, match="no such round"):
        begin(hands, columns, variant=variant)
