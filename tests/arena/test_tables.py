"""Games that are not two against each other: teams, and tables of three."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from renardiere.arena import Entrant, TableResult, TeamResult, entrant, match, tables, tournament
from renardiere.arena.match import GameResult, play_game, play_turns
from renardiere.arena.open_hands import OpenHands
from renardiere.arena.results import by_deals, table_result, team_result
from renardiere.bots import AnyGame
from renardiere.bots.random import RandomBot
from renardiere.cli import main
from renardiere.games import GAMES, game, record
from renardiere.games.duet.knowledge import count_states
from renardiere.games.duet.words import DECK
from renardiere.games.errors import BadOption
from renardiere.games.play import Action, Dealing, Memory
from tests.games.toy import Say, Toy

DUET, FENNECS, FOREST = game("duet"), game("fennecs"), game("forest")
THREE = Toy().parse_options({"players": "3"})


class Speaker:
    """Gives its highest card, or its lowest if it is ``modest``; says one word."""

    modest = False

    def __init__(self, game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None):
        self.game = game

    def act(self, memory: Memory) -> Action:
        legal = memory.view.legal[str(memory.viewer)]
        action: Action = Say("hm") if legal == ("say=*",) else self.game.parse_action(legal[-1 + self.modest], THREE)
        return action


class Modest(Speaker):
    modest = True


SPEAKERS = (Entrant("a", Speaker), Entrant("b", Speaker), Entrant("c", Modest))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    monkeypatch.setitem(GAMES, "toy", {"1": "tests.games.toy:Toy"})
    return Toy()


def test_three_sit_at_every_seat_on_the_same_deals() -> None:
    """Who has no chance of its own and plays like the others gets, in turn, what each seat gets."""
    same = [Entrant(name, Speaker) for name in "abc"]
    for number in range(5):
        played = play_turns(Toy(), THREE, same, 4, number)
        assert [result.turn for result, _ in played] == [0, 1, 2]
        deals = [[entry.deal for entry in state.history if isinstance(entry, Dealing)] for _, state in played]
        assert deals[0] == deals[1] == deals[2]
        by_seat = played[0][1].scores
        for result, _ in played:
            assert result.points == tuple(by_seat[(place + result.turn) % 3] for place in range(3))


def test_a_result_is_told_by_who_played() -> None:
    """The modest one, c, gives its lowest card first."""
    for result, state in play_turns(Toy(), THREE, SPEAKERS, 4, 0):
        (dealing, *moves) = state.history[:4]
        modest = [move.seat for move in moves if move.action.card == min(dealing.deal.hands[move.seat])]
        place = result.entrants.index("c")
        assert modest == [(place + result.turn) % 3]
        assert result.points[place] == state.scores[modest[0]]


def test_who_sits_after_whom_is_drawn_for_each_deal() -> None:
    """Three can sit around a table in two ways, and each is likely to come up among 8; two sit as they are listed."""

    def around(number: int) -> str:
        names = {"".join(result.entrants) for result, _ in play_turns(Toy(), THREE, SPEAKERS, 4, number)}
        (same,) = names
        return same

    seen = [around(number) for number in range(8)]
    assert all(sorted(one) == ["a", "b", "c"] for one in seen)
    assert {one in ("abc", "bca", "cab") for one in seen} == {True, False}
    assert [around(number) for number in range(8)] == seen


@pytest.mark.parametrize(("seats", "shares"), [(4, [2, 2]), (5, [2, 3])])
def test_fewer_entrants_than_seats_have_several(seats: int, shares: list[int]) -> None:
    options = FENNECS.parse_options({"players": str(seats)})
    two = [Entrant("b", RandomBot), Entrant("c", RandomBot)]
    odd = set()
    for number in range(8):
        played = play_turns(FENNECS, options, two, 4, number)
        assert [result.turn for result, _ in played] == list(range(seats))
        sat = Counter(played[0][0].entrants)
        assert sorted(sat.values()) == shares
        odd.add(max(sat, key=lambda name: sat[name]))
        for result, state in played:
            assert result.points == tuple(state.scores[(place + result.turn) % seats] for place in range(seats))
    assert len(odd) == 2 or shares[0] == shares[1]  # each has the odd seat some time


def test_a_table_of_three(toy: Toy, tmp_path: Path) -> None:
    (result,) = tournament(toy, SPEAKERS, games=9, options=THREE, records=tmp_path)
    assert isinstance(result, TableResult)
    assert (result.games, result.deals, result.rounds) == (9, 3, 18)
    assert sum(one.win_rate for one in result.standings) == pytest.approx(1)
    assert [one.entrant for one in result.standings] == ["a", "b", "c"]
    files = sorted(tmp_path.iterdir())
    assert [path.stem[-6:] for path in files] == [f"0000{deal}{turn}" for deal in range(3) for turn in "abc"]
    tags = [record.read(path.read_bytes()).tags for path in files[:3]]
    seats = ["".join(one[f"Seat{seat}"] for seat in range(3)) for one in tags]
    assert sorted(seats) in (["abc", "bca", "cab"], ["acb", "bac", "cba"])
    assert seats[1] == seats[0][-1] + seats[0][:-1]


def test_of_four_entrants_every_three_meet(toy: Toy) -> None:
    four = [*SPEAKERS, Entrant("d", Speaker)]
    assert ["".join(one.name for one in who) for who in tables(toy, four, THREE)] == ["abc", "abd", "acd", "bcd"]
    assert ["".join(one.name for one in who) for who in tables(toy, four[2:], THREE)] == ["cd"]
    with pytest.raises(BadOption, match="at least 2"):
        tournament(toy, four[3:], games=3, options=THREE)


def game_of(
    deals: int, turn: int, points: tuple[int, ...], *, team: bool, reason: str = "stars", names: str = "abcde"
) -> GameResult:
    scores = [float(max(points) > 0)] * len(points) if team else [float(mine == max(points)) for mine in points]
    return GameResult(tuple(names[: len(points)]), deals, turn, tuple(scores), points, 2 + deals, reason)


def test_standings_are_sums() -> None:
    games = [game_of(0, turn, (5, turn, 0), team=False) for turn in range(3)]
    games += [game_of(1, turn, (1, 2, 7), team=False) for turn in range(3)]
    result = table_result(("a", "b", "c"), games)
    assert (result.games, result.deals, result.rounds) == (6, 2, 15)
    assert [one.win_rate for one in result.standings] == [0.5, 0, 0.5]
    assert [one.points for one in result.standings] == [3, 1.5, 3.5]


def test_standings_count_seats() -> None:
    """a has one seat of three on the first deals, and two on the second; 4 of its 9 seats won."""
    games = [game_of(0, turn, (5, turn, 0), team=False, names="abb") for turn in range(3)]
    games += [game_of(1, turn, (7 * (turn == 0), 2, 1), team=False, names="aba") for turn in range(3)]
    one, other = table_result(("a", "b"), games).standings
    assert (one.entrant, one.win_rate, one.points) == ("a", (1 + 1 / 6) / 2, (15 + 7 + 3) / 9)
    assert (other.entrant, other.win_rate, other.points) == ("b", (0 + 2 / 3) / 2, (3 + 6) / 9)


def test_a_set_of_deals_must_be_complete() -> None:
    games = [game_of(0, turn, (1, 0, 0), team=False) for turn in (0, 1)] + [game_of(1, 2, (1, 0, 0), team=False)]
    with pytest.raises(ValueError, match="deals 0 are not complete"):
        by_deals(games)


# ---- teams -------------------------------------------------------------------------------------------------------


def test_a_team_wins_or_loses_as_one() -> None:
    """Four games, three won, with 20, 30 and 40 points: Wilson's interval of the deals' rates ½ and 1."""
    games = [
        game_of(0, 0, (20, 20), team=True, reason="won"),
        game_of(0, 1, (0, 0), team=True, reason="time"),
        game_of(1, 0, (30, 30), team=True, reason="won"),
        game_of(1, 1, (40, 40), team=True, reason="won"),
    ]
    result = team_result(("a", "b"), games)
    assert (result.games, result.deals, result.wins, result.rounds) == (4, 2, 3, 10)
    assert result.win_rate == 0.75
    assert result.score == 30
    assert result.reasons == {"won": 3, "time": 1}
    assert result.win_rate_interval is not None
    assert 0 < result.win_rate_interval[0] < 0.75 < result.win_rate_interval[1] < 1
    assert result.score_interval is not None
    assert result.score_interval[0] < 30 < result.score_interval[1]


def test_a_team_that_never_wins_has_no_score() -> None:
    result = team_result(("a", "b"), [game_of(0, turn, (0, 0), team=True, reason="lost") for turn in (0, 1)])
    assert (result.wins, result.win_rate, result.score, result.score_interval) == (0, 0, None, None)


def test_everyone_plays_with_everyone_and_with_another_of_its_kind() -> None:
    done = CliRunner().invoke(
        main, ["arena", "duet", "1", "random", "--games", "4", "--options", "level=3", "--options", "", "--json"]
    )
    assert done.exit_code == 0, done.stderr
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["options"] for report in reports] == ["level=3", ""]
    for report in reports:
        assert "ratings" not in report
        names = [one["entrants"] for one in report["matches"]]
        assert names == [["level 1", "level 1"], ["level 1", "random"], ["random", "random"]]
        for one in report["matches"]:
            assert set(one) == set(TeamResult.__struct_fields__)
            assert sum(one["reasons"].values()) == one["games"] == 4
            assert one["wins"] == one["reasons"].get("won", 0)


def test_a_team_alone_in_words() -> None:
    done = CliRunner().invoke(main, ["arena", "duet", "random", "--games", "2"])
    assert done.exit_code == 0
    assert "random with random" in done.stdout
    assert "win rate" in done.stdout
    assert "Elo" not in done.stdout


def test_ratings_of_a_table_in_words_and_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["arena", "fennecs", "1", "random", "--games", "12", "--options", "players=3"]
    told = CliRunner().invoke(main, [*asked, "--json"])
    assert told.exit_code == 0, told.stderr
    report = json.loads(told.stdout)
    assert "ratings" not in report
    skills = report["skills"]
    assert list(skills) == ["level 1", "random"]
    assert skills["level 1"]["mu"] > 25 > skills["random"]["mu"]
    assert CliRunner().invoke(main, [*asked, "--json"]).stdout == told.stdout
    words = CliRunner().invoke(main, asked).stdout.splitlines()
    (line,) = [line for line in words if line.lstrip().startswith("level 1  ") and "won" not in line]
    assert f"{skills['level 1']['mu']:.2f}" in line
    assert f"{skills['level 1']['ordinal']:.2f}" in line

    monkeypatch.setitem(sys.modules, "openskill.models", None)
    without = CliRunner().invoke(main, [*asked, "--json"])
    assert without.exit_code == 0
    assert json.loads(without.stdout)["skills"] is None
    assert "renardiere[arena]" in without.stderr


def test_a_team_has_no_matches() -> None:
    with pytest.raises(BadOption, match="not for two opponents"):
        match(DUET, Entrant("a", RandomBot), Entrant("b", RandomBot), games=2)


# ---- open hands --------------------------------------------------------------------------------------------------


def test_open_hands_leave_nothing_to_imagine_but_the_deck_s_order(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0
    laid_open = OpenHands._laid_open

    def watched(player: Any, memory: Memory, options: Any) -> Any:
        nonlocal seen
        knowledge = laid_open(player, memory, options)
        hands = state.reveal().hands
        assert knowledge.known == DECK.mask(hands[1 - memory.viewer])
        assert count_states(knowledge) == 5040
        seen += 1
        return knowledge

    monkeypatch.setattr(OpenHands, "_laid_open", watched)
    state = DUET.new()
    players = [OpenHands(DUET, seed=seat, iterations=20) for seat in (0, 1)]
    play_game(state, players, lambda number: Random(number))
    assert seen > 20


def test_a_win_is_everybody_s() -> None:
    won = 0
    for result, state in play_turns(DUET, DUET.parse_options({}), [Entrant("open", OpenHands, 150)] * 2, 1, 0):
        assert state.outcome is not None
        won += state.outcome.reason == "won"
        assert result.scores == ((1, 1) if state.outcome.reason == "won" else (0, 0))
        assert result.points == state.scores
    assert won


def test_open_hands_are_the_arena_s_alone() -> None:
    assert entrant(DUET, "open@50").maker is OpenHands
    assert entrant(DUET, "open@50").iterations == 50
    assert not hasattr(OpenHands, "act")
    with pytest.raises(BadOption, match="nobody plays forest with open hands"):
        entrant(FOREST, "open")
