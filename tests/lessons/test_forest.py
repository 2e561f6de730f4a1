"""The lesson of forest: each position teaches what it is for. Expected values are worked out from RULES.md."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from renardiere.games import game
from renardiere.lessons import LEARNER, LESSONS, Scene, lesson, play_out
from renardiere.lessons.forest import LESSON, begin


def walk(scene: Scene, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scene]]:
    """Every moment after the first, with what the learner did to come there."""
    for action, then in scene.then.items():
        here = (*path, action) if action else path
        yield here, then
        yield from walk(then, here)


def ends(name: str) -> dict[str, tuple[str, bool]]:
    """What came of it, by what the learner did."""
    return {
        " ".join(path): (scene.verdict.says, scene.verdict.met)
        for path, scene in walk(play_out(LESSON[name]))
        if scene.verdict
    }


PAGE = Path(__file__).parents[2] / "web"
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
    assert ends(name) == expected


def at(name: str, *actions: str) -> list[dict[str, Any]]:
    """All that the learner was told on this way, and at its end the view."""
    scene = play_out(LESSON[name])
    told, view = [], dict(scene.view)
    for action in ("", *actions):
        scene = scene.then.get(action, scene) if not action else scene.then[action]
        told += scene.events
        view.update(scene.view)
    return msgspec.json.decode(msgspec.json.encode([*told, view]))


def test_a_treasure_is_a_point_at_once() -> None:
    *told, view = at("treasure", "B10")
    assert told[-1] == {"event": "trick", "seat": LEARNER, "number": 10, "treasures": 1, "leads": LEARNER}
    assert view["scores"] == [1, 0]
    assert at("treasure", "B4")[-1]["scores"] == [0, 1]


def test_the_house_must_give_its_highest_moon() -> None:
    """§3 Monarch: it holds the 2 and the 10."""
    assert {"event": "played", "seat": 1, "card": "M10"} in at("monarch", "M11")


def test_the_fox_takes_the_old_decree_up() -> None:
    view = at("fox", "B3", "xB8")[-1]
    assert (view["decree"], view["trump"]) == ("B8", "B")
    assert view["hands"][LEARNER] == ["B4", "B10", "M4"]


def test_one_knows_what_one_has_put_under_the_pile() -> None:
    *told, view = at("woodcutter", "K5", ">M10")
    assert {"event": "drew", "seat": LEARNER, "card": "M4"} in told
    assert view["pile"] == ["?", "?", "?", "?", "?", "M10"]


def test_a_refused_card_says_why() -> None:
    view = at("follow")[-1]
    assert view["legal"] == {"0": ["B4", "B8"]}
    assert view["refused"]["K10"] == {"reason": "must_follow", "details": {"suit": "B"}}
    view = at("answer")[-1]
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


@pytest.mark.parametrize("name", LESSONS)
def test_every_end_is_reached_by_legal_actions_and_nothing_hidden_is_told(name: str) -> None:
    for position in lesson(name).values():
        start = play_out(position)
        view = game(name).view_type
        for scene in (start, *(scene for _, scene in walk(start))):
            assert bool(scene.then) != (scene.verdict is not None)
        assert msgspec.convert(start.view, view).to_act
        told = msgspec.to_builtins([scene.events for _, scene in walk(start)])
        for event in (event for events in told for event in events):
            if event["event"] in ("drew", "buried"):
                assert (event["card"] is None) == (event["seat"] != LEARNER)


@pytest.mark.parametrize(
    ("hand", "other", "tricks"),
    [("B2 B3", "B2 B4", (5, 6)), ("B2", "B3 B4", (6, 6)), ("B2", "B3", (6, 5)), ("M4", "B3", (6, 6))],
    ids=["a card twice", "uneven hands", "a trick is missing", "the decree in a hand"],
)
def test_there_is_no_such_round(hand: str, other: str, tricks: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no such round"):
        begin(hand, other, "M4", tricks=tricks)


@pytest.mark.parametrize("name", LESSONS)
def test_the_page_has_what_the_rules_give(name: str) -> None:
    command = [sys.executable, "-m", "renardiere.lessons", name]
    printed = subprocess.run(command, capture_output=True, check=True).stdout
    kept = PAGE / "src/games" / name / "lesson/positions.json"
    assert kept.read_bytes() == printed, f"python -m renardiere.lessons {name} > {kept}"
