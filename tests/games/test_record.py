"""Records: what is accepted, what is refused and where, there and back. Section names are those of docs/notation.md."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renardiere.games import GAMES, game
from renardiere.games.errors import FoxError, RecordError
from renardiere.games.forest.words import Exchange, ForestOptions, Play
from renardiere.games.play import Dealing, Move
from renardiere.games.record import MAX_BYTES, Record, from_json, read, to_json, write
from tests.games.toy import Give, Resign, Say

GOLDEN = Path(__file__).parent / "forest" / "golden"

DEAL = (
    "deal dealer=1 | B1 B2 B7 B8 B9 B10 K3 K6 K7 K8 K9 K10 K11 | B4 B6 B11 K2 M1 M4 M5 M6 M7 M8 M9 M10 M11"
    " | M2 | K4 B3 K1 M3 B5 K5"
)
TAG = '[Game "forest"]\n'
START = f"{TAG}\n{DEAL}\n"
ROUND = (
    "1. K11 K2 2. K9 M9 3. B11 B1 4. B2 B4 5. B6 B7 6. B9 M8 7. B10 M4\n"
    "8. M11 K7 9. M7 K6 10. M1 K8 11. M6 K10 12. M10 B8 13. M5 >K4 K3\n"
)
OVER = f'[Game "forest"]\n[Options "target=7"]\n\n{DEAL}\n{ROUND}'


def refused(text: str | bytes) -> tuple[str, int, int]:
    with pytest.raises(RecordError) as caught:
        read(text)
    error = caught.value
    assert str(error) == f"{error.line}:{error.column}: {error.code}: {error.message}"
    assert "\n" not in str(error)
    return error.code, error.line, error.column


def actions(text: str) -> list[str]:
    return [entry.action.text() for entry in read(text).entries if isinstance(entry, Move)]


# ---- the file, tags ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '[Game "forest"]',
        '[Game "forest"]\n',
        '[Game "forest"]\n\n',
        '[Game "forest"]\n \t\n\n\n',
        '; a comment\n[Game "forest"] ; another\n;and one\n\n;end',
        '[Game "forest"]\n[Rules "1"]\n[Options ""]\n',
        '[Game "forest"] \t\n[Options "  target=21 "]\n',
        '[Options "target=21"]'.join(['[Game "forest"]\n', "\n\n1. 2.\n  3. "]),
    ],
)
def test_a_record_may_end_anywhere(text: str) -> None:
    assert read(text) == read(text.encode()) == Record("forest", "1", ForestOptions(), {}, ())


def test_tags_are_kept_with_their_escapes() -> None:
    record = read(
        '[Game "forest"]\n[Seat0 "\\"Al\\\\ix\\" ; Ü\u2028"]\n[X_y9 ""] ; c\n[Termination "resigned seat=1"]\n'
    )
    assert record.tags == {"Seat0": '"Al\\ix" ; Ü\u2028', "X_y9": "", "Termination": "resigned seat=1"}
    assert read(write(record)) == record


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "unknown_game", 1, 1),
        ("\n" + TAG, "unknown_game", 1, 1),
        ('[Seat0 "Alix"]\n', "unknown_game", 1, 1),
        ('[Game "chess"]\n', "unknown_game", 1, 1),
        (';\n[Game "Forest"]\n', "unknown_game", 2, 1),
        ('[Game ""]\n', "unknown_game", 1, 1),
        (DEAL, "malformed", 1, 1),
        (TAG + DEAL, "malformed", 2, 1),
        (TAG + "; blank?\n  B7", "malformed", 3, 3),
        (TAG + ' [Rules "1"]', "malformed", 2, 2),
        ('[Seat0 "Alix"]\n' + TAG, "malformed", 2, 1),
        (TAG + TAG, "malformed", 2, 1),
        (TAG + '[Foo "1"]\n[Foo "1"]\n', "malformed", 3, 1),
        ('\ufeff[Game "forest"]\n', "malformed", 1, 1),
        ('[Game "forest"]\r\n', "malformed", 1, 1),
        ('[Game  "forest"]\n', "malformed", 1, 1),
        ("[Game 'forest']\n", "malformed", 1, 1),
        ('[Game "forest"\n', "malformed", 1, 1),
        ('[Game "forest"] B7\n', "malformed", 1, 1),
        (TAG + '[Seat0 "a\\n"]\n', "malformed", 2, 1),
        (TAG + '[Seat0 "a"b"]\n', "malformed", 2, 1),
        (TAG + '[Seat0 "a\\"]\n', "malformed", 2, 1),
        (TAG + '[0Seat "a"]\n', "malformed", 2, 1),
        (TAG + '[Sëat "a"]\n', "malformed", 2, 1),
        ('[Game "chess"]\n[bad]\n', "malformed", 2, 1),
        (TAG + '[Rules "2"]\n', "bad_option", 2, 1),
        (TAG + '[Rules ""]\n', "bad_option", 2, 1),
        (TAG + '[Options "target=2"]\n[Rules "01"]\n', "bad_option", 3, 1),
        *(
            (f'{TAG}[Seat0 "x"]\n[Options "{options}"]\n', "bad_option", 3, 1)
            for options in (
                *("target", "target=", "=21", "goal=21", "target=21 goal=1", "target=21 target=21", "target==21"),
                *("target=0", "target=1000", "target=021", "target=+21", "target=-1", "target=2.0", "target=٢١"),
                *("target=21,", "target=21\ttarget=22", "target=1_0", "target= 21", f"target={'9' * 5000}"),
            )
        ),
        (TAG + '[Options "target=0"]\n\nnonsense', "bad_option", 2, 1),
        pytest.param(" " * (MAX_BYTES + 1), "malformed", 1, 1, id="too long"),
    ],
)
def test_bad_tags(text: str, code: str, line: int, column: int) -> None:
    assert refused(text) == (code, line, column)


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b'[Game "forest"]\n[Seat0 "\xc3\xa9\xc3"]\n', 2, 10),
        (b'[Game "chess"]\n\n; \xe2\x82', 3, 3),
        (TAG.encode("utf-16"), 1, 1),
    ],
)
def test_text_that_is_not_utf_8(data: bytes, line: int, column: int) -> None:
    assert refused(data) == ("malformed", line, column)


# ---- the body ----------------------------------------------------------------------------------------------------


def test_numbers_comments_and_white_space_mean_nothing() -> None:
    plain = ["K11", "K2", "K9"]
    assert actions(f"{START}K11 K2 K9") == plain
    assert actions(f"{START}1. K11;B1 B2\n\n\t 1. 0. K2 ; 0:\n;\n007.\n1:x;".replace("1:x;", "0:K9;")) == plain
    assert actions(f"{TAG}\n1. {DEAL} ; a deal, not at the beginning of its line\n0:K11 1:K2 K9") == plain


def test_a_deal_may_be_written_loosely() -> None:
    shuffled = DEAL.replace("B1 B2 B7", "B7\tB2   B1").replace(" | M2 | ", "|M2|  ").replace("deal ", "deal\t ")
    assert read(f"{TAG}\n {shuffled} ;") == read(START)


@pytest.mark.parametrize(
    ("body", "code", "column"),
    [
        ("K11 K12", "malformed", 5),
        ("K0", "malformed", 1),
        ("K01", "malformed", 1),
        ("k11", "malformed", 1),
        ("S1", "malformed", 1),
        ("K11,", "malformed", 1),
        ("1.K11", "malformed", 1),
        ("1", "malformed", 1),
        ("1.. K11", "malformed", 1),
        ("1) K11", "malformed", 1),
        (".", "malformed", 1),
        ("٣. K11", "malformed", 1),
        ("Ｋ11", "malformed", 1),
        ("K11\xa0K2", "malformed", 1),
        ("K11\x0bK2", "malformed", 1),
        ("K11\r", "malformed", 1),
        ("K11 K2\u2028K9", "malformed", 5),
        ("  ü K11", "malformed", 3),
        ("x", "malformed", 1),
        ("x--", "malformed", 1),
        ("> B2", "malformed", 1),
        (">-", "malformed", 1),
        ("resign", "malformed", 1),
        ("0:", "malformed", 1),
        (":K11", "malformed", 1),
        ("2:K11", "malformed", 1),
        ("00:K11", "malformed", 1),
        ("-1:K11", "malformed", 1),
        ("0: K11", "malformed", 1),
        ("0:0:K11", "malformed", 1),
        ("99999999999:K11", "malformed", 1),
        ("0:deal", "malformed", 1),
        ("Deal", "malformed", 1),
        ("dealer=1", "malformed", 1),
        ("deal|", "malformed", 1),
        pytest.param("K" * 100_000, "malformed", 1, id="too many"),
        ("1:K11", "not_your_turn", 1),
        ("1:K2", "not_your_turn", 1),
        ("1. K11 0:K2", "not_your_turn", 8),
        ("1:x-", "not_your_turn", 1),
        ("1:K12", "malformed", 1),
        ("0:K2", "illegal", 1),
        ("K2", "illegal", 1),
        ("M2", "illegal", 1),
        ("x-", "illegal", 1),
        ("0:>K11", "illegal", 1),
        ("K11 B4", "illegal", 5),
        ("K3 K2", "illegal", 4),
        ("K3 x- x-", "illegal", 7),
        ("K3 xK3", "illegal", 4),
        ("K3 xM2", "illegal", 4),
        ("K3 >B1", "illegal", 4),
        ("deal", "bad_deal", 1),
        (f"K11 {DEAL}", "bad_deal", 5),
    ],
)
def test_bad_actions(body: str, code: str, column: int) -> None:
    assert refused(START + body) == (code, 4, column)


def test_errors_say_what_they_saw_on_one_short_line() -> None:
    with pytest.raises(RecordError, match=r"^4:1: malformed: '\\x1b\[31mKK") as caught:
        read(f"{START}\x1b[31m{'K' * 5000}")
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("deal", "column"),
    [
        ("deal", 1),
        ("  deal dealer=1", 3),
        (DEAL.replace("dealer=1", "dealer=2"), 1),
        (DEAL.replace("dealer=1", "dealer=01"), 1),
        (DEAL.replace("dealer=1", "dealer=١"), 1),
        (DEAL.replace("dealer=1", "dealer=1 dealer=1"), 1),
        (DEAL.replace("dealer=1", "first=1"), 1),
        (DEAL.replace("dealer=1 ", ""), 1),
        (DEAL.replace("B1 B2", "B1 B1"), 1),
        (DEAL.replace("B1 B2", "B1"), 1),
        (DEAL.replace("B1 B2", "B1 B12"), 1),
        (DEAL.replace("B1 B2", "B1,B2"), 1),
        (DEAL.replace("B1 B2", "B1\xa0B2"), 1),
        (DEAL.replace("| B4 B6", "B4 | B6"), 1),
        (DEAL.replace("| M2 |", "| M2 K4 |").replace("| K4", "|"), 1),
        (DEAL.replace("| M2 |", "|"), 1),
        (DEAL + " |", 1),
        (DEAL + " | B1", 1),
        (DEAL + " B1", 1),
        (DEAL + " 1.", 1),
        (DEAL + " K11", 1),
        (DEAL.replace("| K4 B3", "; | K4 B3"), 1),
        ("K11", 1),
        ("0:K11", 1),
        ("1. B12 ", None),
    ],
)
def test_bad_deals(deal: str, column: int | None) -> None:
    """Any fault of a deal, and an action where a deal is due; but malformed comes first."""
    expected = ("bad_deal", 3, column) if column else ("malformed", 3, 4)
    assert refused(f"{TAG}\n{deal}\n") == expected


def test_the_dealer_alternates() -> None:
    again = DEAL.replace("dealer=1", "dealer=0")
    assert len(read(START + ROUND + again).entries) == 29
    assert refused(START + ROUND + DEAL) == ("bad_deal", 6, 1)
    assert refused(START + ROUND + " K11") == ("bad_deal", 6, 2)


@pytest.mark.parametrize(
    ("more", "code", "column"),
    [
        (DEAL, "game_over", 1),
        ("14. deal nonsense", "game_over", 5),
        ("K11", "game_over", 1),
        ("1:K11", "game_over", 1),
        ("x-", "game_over", 1),
        ("K12", "malformed", 1),
        ("2:K11", "malformed", 1),
    ],
)
def test_nothing_comes_after_the_end(more: str, code: str, column: int) -> None:
    assert refused(f"{OVER}{more}") == (code, 7, column)
    assert len(read(f"{OVER}14. ; the end\n").entries) == 28


def test_the_first_error_counts() -> None:
    assert refused(START + "K2 nonsense") == ("illegal", 4, 1)
    assert refused(START + "nonsense K2") == ("malformed", 4, 1)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for document in (text, TAG + text, f"{TAG}\n{text}", START + text):
        lines = document.split("\n")
        fault: RecordError | None = None
        try:
            record = read(document)
        except RecordError as error:
            fault = error
        if fault:
            assert 1 <= fault.line <= len(lines)
            assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        else:
            assert read(write(record)) == record


# ---- several seats at once, joint actions, required options ------------------------------------------------------


@pytest.fixture(name="toy")
def toy_tag(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setitem(GAMES, "toy", {"1": "tests.games.toy:Toy"})
    yield '[Game "toy"]\n[Options "players=3"]\n\ndeal first=0 | 1 9 | 2 8 | 3 7 | 4 5 6\n'
    game.cache_clear()


def test_a_required_option(toy: str) -> None:
    assert refused('[Game "toy"]\n[Seat0 ""]\n') == ("bad_option", 1, 1)
    assert refused('[Game "toy"]\n[Options ""]\n') == ("bad_option", 2, 1)


def test_a_prefix_is_required_while_several_may_act(toy: str) -> None:
    record = read(toy + "1:g2 0:g1 g3 2:say=ha 2. 0:g9 2:g7 1:g8 0:say=")
    moves = [entry for entry in record.entries if isinstance(entry, Move)]
    assert moves[:4] == [Move(1, Give(2)), Move(0, Give(1)), Move(2, Give(3)), Move(2, Say("ha"))]
    assert write(record).endswith("\n1. 1:g2 0:g1 g3 say=ha 2. 0:g9 2:g7 g8 say=\n")
    assert refused(toy + "g1") == ("malformed", 5, 1)
    assert refused(toy + "1:g2 g1") == ("malformed", 5, 6)
    assert refused(toy + "3:g1") == ("malformed", 5, 1)
    assert refused(toy + "0:g1 0:g9") == ("not_your_turn", 5, 6)
    assert refused(toy + "1:g1") == ("illegal", 5, 1)
    assert refused(toy + "say=ha") == ("malformed", 5, 1)
    assert refused(toy + "0:say=ha") == ("illegal", 5, 1)


def test_a_joint_action_takes_no_seat(toy: str) -> None:
    record = read(toy + "1:g2 resign")
    assert record.entries[-1] == Move(0, Resign())
    assert write(record).endswith("\n1. 1:g2 resign\n")
    assert refused(toy + "0:resign") == ("malformed", 5, 1)
    assert refused(toy + "resign resign") == ("game_over", 5, 8)
    assert refused('[Game "toy"]\n[Options "players=2"]\n\nresign') == ("bad_deal", 4, 1)
    assert refused('[Game "toy"]\n[Options "players=2"]\n\n0:g7') == ("malformed", 4, 1)


# ---- writing, replaying ------------------------------------------------------------------------------------------


def random_record(seed: int, tags: dict[str, str] | None = None) -> Record:
    chance = random.Random(seed)
    state = game("forest").new()
    while state.awaits != "nothing":
        if state.awaits == "deal":
            state.deal(state.draw(chance))
        else:
            (seat,) = state.to_act
            state.apply(seat, chance.choice(state.legal(seat)))
    return Record.of(state, tags)


def test_the_canonical_text() -> None:
    text = write(
        read(
            f'[Game "forest"]\n[Seat1 "b"]\n[Options "target=21"]\n[Seat0 "a\\\\"]\n\n{DEAL}\nK11 0:K2 '.replace(
                "0:K2", "1:K2"
            )
        )
    )
    assert text == f'[Game "forest"]\n[Rules "1"]\n[Seat1 "b"]\n[Seat0 "a\\\\"]\n\n{DEAL}\n1. K11 K2\n'
    assert write(read(TAG)) == '[Game "forest"]\n[Rules "1"]\n'
    golden = (GOLDEN / "abilities.fox").read_text()
    assert (
        "\n1. K11 K9 2. M9 M10 3. M3 xB6 M1 4. K5 >K4 K3 x- 5. K8 K7 6. B11 B9 7. M4 M11 8. K1 K2 9. K10 B3 xM6\n10. M7"
        in write(read(golden))
    )


@pytest.mark.parametrize("seed", range(5))
def test_there_and_back(seed: int) -> None:
    record = random_record(seed, {"Seat0": "Zoé", "Result": "?"})
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    assert max(map(len, text.split("\n"))) <= max(100, len(DEAL) + 3)
    assert from_json(to_json(record)) == record
    assert to_json(from_json(to_json(record))) == to_json(record)


@pytest.mark.parametrize(
    ("name", "value"), [("Game", "x"), ("Options", "x"), ("a b", "x"), ("", "x"), ("9a", "x"), ("Seat0", "two\nlines")]
)
def test_tags_that_no_record_can_hold(name: str, value: str) -> None:
    with pytest.raises(ValueError, match="tag"):
        write(Record.of(game("forest").new(), {name: value}))


def test_replay_stops_where_it_is_told() -> None:
    record = read(START + ROUND + DEAL.replace("dealer=1", "dealer=0"))
    assert record.replay(0).to_act == (0,)
    assert record.replay(26).to_act == (0,)
    assert record.replay(27).history == list(record.entries)
    assert record.replay() == record.replay(27)
    assert Record.of(record.replay(1)).entries == record.entries[:2]
    with pytest.raises(ValueError, match="27 actions"):
        record.replay(28)
    assert [type(entry) for _, entry in record.steps()].count(Dealing) == 2
    assert record.seats == 2


# ---- JSON --------------------------------------------------------------------------------------------------------


def test_json_is_plain() -> None:
    record = read(f'[Game "forest"]\n[Options "target=7"]\n[Seat0 "a"]\n\n{DEAL}\nK3 x- K2')
    plain = json.loads(to_json(record))
    assert plain["options"] == {"target": 7}
    assert plain["tags"] == {"Seat0": "a"}
    assert plain["entries"][0]["deal"]["decree"] == "M2"
    assert plain["entries"][1:3] == [
        {"type": "move", "seat": 0, "action": {"do": "play", "card": "K3"}},
        {"type": "move", "seat": 0, "action": {"do": "exchange", "card": None}},
    ]
    assert from_json(json.dumps(plain)) == record
    assert record.entries[1:3] == (Move(0, Play("K3")), Move(0, Exchange(None)))
    assert from_json('{"game": "forest"}') == read(TAG)


def changed(change: str, value: Any) -> str:
    plain: Any = json.loads(to_json(read(START + "K3 x- K2")))
    place = plain
    *path, last = change.split(".")
    for step in path:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value
    return json.dumps(plain)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "malformed"),
        ("[]", "malformed"),
        ('{"rules": "1"}', "malformed"),
        ('{"game": "forest", "more": 1}', "malformed"),
        (b'{"game": "\xff"}', "malformed"),
        pytest.param('{"game": ' + "[" * 100_000, "malformed", id="too deep"),
        pytest.param(" " * (MAX_BYTES + 1), "malformed", id="too long"),
        (changed("game", "chess"), "unknown_game"),
        (changed("rules", "2"), "bad_option"),
        (changed("options", {"target": 0}), "bad_option"),
        (changed("options", {"target": "21"}), "bad_option"),
        (changed("options", {"goal": 21}), "bad_option"),
        (changed("tags", {"Game": "forest"}), "malformed"),
        (changed("tags", {"Seat0": "a\nb"}), "malformed"),
        (changed("entries.0.type", "shuffle"), "malformed"),
        (changed("entries.0.deal.dealer", 2), "bad_deal"),
        (changed("entries.0.deal.dealer", "1"), "bad_deal"),
        (changed("entries.0.deal.pile", ["B1"]), "bad_deal"),
        (changed("entries.0.deal.decree", "B1"), "bad_deal"),
        (changed("entries.1.seat", 1), "not_your_turn"),
        (changed("entries.1.seat", 2), "malformed"),
        (changed("entries.1.action.card", "K4"), "illegal"),
        (changed("entries.1.action.card", "K12"), "malformed"),
        (changed("entries.1.action.card", None), "malformed"),
        (changed("entries.1.action.do", "pass"), "malformed"),
    ],
)
def test_bad_json(data: str | bytes, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(data)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, 1, 1)
    assert isinstance(caught.value, FoxError)


def test_bad_json_names_the_entry() -> None:
    with pytest.raises(RecordError, match="entry 4: "):
        from_json(changed("entries.3.action.card", "B4"))
