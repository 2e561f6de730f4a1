"""The lesson of forest: each position teaches what it is for. Expected values are worked out from RULES.md."""

from __future__ import annotations

import msgspec
import pytest

from renardiere.lessons import LEARNER, play_out
from renardiere.lessons.forest import LESSON, begin
from tests.lessons.walking import at, ends, walk

WON, LOST = ("won", True), ("lost", False)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # §2 the higher card of the suit led wins; the house holds B6, K6, M8 and M10
        ("lead", {"B8": WON, "K2": ("lost", True), "K10": WON, "M4": ("lost", True)}),
        # §2 bells are held: the 10 of keys may not be played
        ("follow", {"B4": LOST, "B8": WON}),
        # §2 void in moons, anything may be played; keys are trump
        ("trump", {"B4": LOST, "B8": LOST, "B10": LOST, "K2": WON}),
        # §3 Swan
        ("swan", {"B1": ("leads", True), "B10": ("won", False)}),
        # §3 Fox: bells become trump in this very trick
        (
            "fox",
            {
                **dict.fromkeys(("B4", "B8", "B10"), LOST),
                "B3 x-": ("kept", False),
                **dict.fromkeys(("B3 xB4", "B3 xB8", "B3 xB10"), WON),
            },
        ),
        # §3 Woodcutter: the card just drawn, M4, may go back as well
        ("woodcutter", dict.fromkeys(("K5 >B2", "K5 >B8", "K5 >M10", "K5 >M4"), ("buried", True))),
        # §3 Treasure
        ("treasure", {"B4": LOST, "B10": WON}),
        # §3 Witch: a key while following, a trump of rank 9 when the trick is decided
        ("witch", {"K4": LOST, "K9": WON}),
        # §3 Monarch
        ("monarch", {"M11": ("forced", True), **dict.fromkeys(("B4", "K6", "M8"), ("other", False))}),
        ("answer", {"K1": ("swan", True), "K8": ("highest", True)}),
        # §4 8 + 2 tricks are greedy, 8 victorious; 3 humble, 5 defeated
        ("greed", {"B2 B8": ("victorious", True), "B8 B2": ("greedy", False)}),
        ("humble", {"B4 B10": ("humble", True), "B10 B4": ("defeated", False)}),
    ],
)
def test_what_comes_of_each_answer(name: str, expected: dict[str, tuple[str, bool]]) -> None:
    assert ends(LESSON, name) == expected


def test_a_treasure_is_a_point_at_once() -> None:
    *told, view = at(LESSON, "treasure", "B10")
    assert told[-1] == {"event": "trick", "seat": LEARNER, "number": 10, "treasures": 1, "leads": LEARNER}
    assert view["scores"] == [1, 0]
    assert at(LESSON, "treasure", "B4")[-1]["scores"] == [0, 1]


def test_the_house_must_give_its_highest_moon() -> None:
    """§3 Monarch: it holds the 2 and the 10."""
    assert {"event": "played", "seat": 1, "card": "M10"} in at(LESSON, "monarch", "M11")


def test_the_fox_takes_the_old_decree_up() -> None:
    view = at(LESSON, "fox", "B3", "xB8")[-1]
    assert (view["decree"], view["trump"]) == ("B8", "B")
    assert view["hands"][LEARNER] == ["B4", "B10", "M4"]


def test_one_knows_what_one_has_put_under_the_pile() -> None:
    *told, view = at(LESSON, "woodcutter", "K5", ">M10")
    assert {"event": "drew", "seat": LEARNER, "card": "M4"} in told
    assert view["pile"] == ["?", "?", "?", "?", "?", "M10"]


def test_a_refused_card_says_why() -> None:
    view = at(LESSON, "follow")[-1]
    assert view["legal"] == {"0": ["B4", "B8"]}
    assert view["refused"]["K10"] == {"reason": "must_follow", "details": {"suit": "B"}}
    view = at(LESSON, "answer")[-1]
    assert view["refused"]["K4"] == {"reason": "monarch", "details": {"suit": "K", "highest": "K8"}}


def test_the_last_four_tricks_can_be_won_and_lost() -> None:
    """From five tricks to four: with seven or more the round is the learner's, with six or less the house has 6."""
    verdicts = set()
    for _, scene in walk(play_out(LESSON["free"])):
        if scene.verdict is None:
            continue
        count = msgspec.to_builtins(scene.events[-1])
        mine, others = count["tricks"]
        assert mine + others == 13
        assert scene.verdict.met == (mine >= 7)
        verdicts.add(scene.verdict.says)
    assert verdicts == {"victorious", "defeated"}


def test_what_the_house_draws_is_not_told() -> None:
    told = msgspec.to_builtins([scene.events for name in LESSON for _, scene in walk(play_out(LESSON[name]))])
    hidden = [event for events in told for event in events if event["event"] in ("drew", "buried")]
    assert hidden
    for event in hidden:
        assert (event["card"] is None) == (event["seat"] != LEARNER)


@pytest.mark.parametrize(
    ("hand", "other", "tricks"),
    [("B2 B3", "B2 B4", (5, 6)), ("B2", "B3 B4", (6, 6)), ("B2", "B3", (6, 5)), ("M4", "B3", (6, 6))],
    ids=["a card twice", "uneven hands", "a trick is missing", "the decree in a hand"],
)
def test_there_is_no_such_round(hand: str, other: str, tricks: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no such round"):
        begin(hand, other, "M4", tricks=tricks)
