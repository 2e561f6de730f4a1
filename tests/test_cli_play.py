"""The terminal game, typed at through its standard input."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import structs
from rich.console import Console

from renardiere.cli import main, play
from renardiere.cli.terminal import Terminal, card_named, understood
from renardiere.cli.texts import EN, FR, Texts, language_here
from renardiere.games import game, record
from renardiere.games.forest.words import Bury, Exchange, ForestView, GameEnded, Play
from renardiere.games.play import Outcome

CARDS = [f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12)]
EVERY_CARD = "\n".join(CARDS) + "\n"
"""Typed over and over, this plays any game: what is refused is asked again."""


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def typed(text: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=text)


@pytest.mark.parametrize(("language", "end"), [("fr", "gagne"), ("en", "win")])
def test_a_whole_game(language: str, end: str, tmp_path: Path) -> None:
    file = tmp_path / "game.fox"
    options = ["--lang", language, "--level", "1", "--target", "12", "--seed", "4", "--record", str(file)]
    done = typed(EVERY_CARD * 120, "forest", *options)
    assert done.exit_code == 0
    assert not done.stderr
    text = done.stdout
    assert max(map(len, text.splitlines()[:-1])) <= 80  # the last line is a path
    assert end in text[text.rindex("\n\n") :]
    assert "{" not in text

    read = record.read(file.read_bytes())
    state = read.replay()
    assert state.outcome is not None
    assert read.tags["Result"] == "-".join(map(str, state.scores))
    rounds = state.view(0).round
    assert rounds >= 2
    texts = Texts("fr" if language == "fr" else "en")
    for number in range(1, rounds + 1):
        assert texts("round_over", round=number) in text
        for trick in range(1, 14):
            assert texts("head", round=number, trick=trick) in text
    scores = {0: state.scores[0], 1: state.scores[1]}
    for seat, who in enumerate(("you", "bot")):
        row = [line for line in text.splitlines() if re.match(rf"{texts(who)} +\d+ \(", line)][-1]
        assert row.split()[-1] == str(scores[seat])


def test_the_same_seed_is_the_same_game() -> None:
    games = [typed(EVERY_CARD * 60, "--level", "1", "--target", "6", "--seed", seed).stdout for seed in "112"]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("word", ["q", "quit", "Q", "quitter"])
def test_leaving(word: str, tmp_path: Path) -> None:
    file = tmp_path / "left.fox"
    done = typed(f"{word}\n", "--record", str(file), "--level", "1", "--lang", "fr")
    assert done.exit_code == 0
    assert "Partie interrompue" in done.stdout
    read = record.read(file.read_bytes())
    assert read.replay().awaits == "action"
    assert "Result" not in read.tags


def test_the_end_of_the_input_is_leaving() -> None:
    done = typed("", "--lang", "en", "--level", "1")
    assert done.exit_code == 0
    assert "Game left" in done.stdout


def test_interrupting_is_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Terminal, "read", interrupted)
    done = typed("", "--lang", "en", "--level", "1")
    assert done.exit_code == 0
    assert "Game left" in done.stdout


def test_the_reference_card() -> None:
    done = typed("?\nq\n", "--lang", "fr", "--level", "1")
    for name in ("Cygne", "Renard", "Bûcheron", "Trésor", "Sorcière", "Monarque", "10–13", "cupidité"):
        assert name in done.stdout


def test_the_language_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert language_here() == "en"
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert language_here() == "fr"
    assert "Partie interrompue" in typed("q\n", "--level", "1").stdout
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert language_here() == "en"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--level", "7"], "no bot of level 7"),
        (["--target", "0"], "target is a number from 1 to 999"),
        (["--target", "1000"], "target is a number from 1 to 999"),
        (["chess"], "there is no game 'chess'"),
        (["--record", "no/such/folder/x.fox"], "cannot write the record"),
        (["--lang", "de"], "'de' is not one of 'fr', 'en'"),
    ],
)
def test_bad_input_is_status_2_before_the_game(arguments: list[str], says: str) -> None:
    done = typed("q\n", *arguments)
    assert done.exit_code == 2
    assert says in done.stderr
    assert not done.stdout


# ---- positions, worded ------------------------------------------------------------------------------------------

DEAL = (
    "deal dealer=1 | B1 B3 B5 B7 B9 B11 K2 K4 K6 K8 K10 M2 M4 | B2 B4 B6 B8 B10 K1 K3 K5 K7 K9 K11 M1 M3 "
    "| M6 | M5 M7 M8 M9 M10 M11"
)


def at_table(tokens: str, language: str = "en") -> tuple[Terminal, ForestView, Console]:
    """The terminal of seat 0, and its view after these actions."""
    forest = game("forest")
    state = forest.new()
    state.deal(forest.parse_deal(DEAL, state.options))
    for token in tokens.split():
        state.apply(state.to_act[0], forest.parse_action(token, state.options))
    console = Console(width=80, highlight=False)
    terminal = Terminal(console, Texts("fr" if language == "fr" else "en"), 0, 21)
    return terminal, state.view(0), console


def answers(terminal: Terminal, view: ForestView, monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[str, str]:
    """The action that comes of typing these lines, and all that was shown."""
    left = iter(lines)
    monkeypatch.setattr(terminal, "read", lambda _: next(left))
    with terminal.console.capture() as shown:
        action = terminal.ask(view)
    return action.text(), shown.get()


def test_a_card_that_cannot_be_played_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, view, _ = at_table("M2 M3 xK1 K11", "en")
    # the exchange made keys trump; seat 1 won the trick and leads its Monarch
    assert view.trick == ("K11",)
    action, shown = answers(terminal, view, monkeypatch, "M4", "K4", "M5", "k10")
    assert action == "K10"
    assert "M4: a Monarch was led, play the 1 or your highest card of its suit, K10." in shown
    assert "K4: a Monarch was led" in shown
    assert "M5 is not in your hand." in shown


def test_following(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, view, _ = at_table("M2 M3 xK1 B2", "fr")
    assert terminal.prompt(view) == "À vous\u00a0: suivez à cloche"
    action, shown = answers(terminal, view, monkeypatch, "K2", "cloche 7")
    assert action == "B7"
    assert "K2\u00a0: il faut suivre à cloche." in shown
    hand = [line for line in shown.splitlines() if re.match(r"(Main)? +(cloches|clefs|lunes) ", line)]
    assert "[B1][B3][B5][B7][B9][B11]" in hand[0]
    assert "[" not in hand[1] + hand[2]


def test_the_fox_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, view, _ = at_table("B3", "fr")
    assert "Renard" in terminal.prompt(view)
    assert "atout" in terminal.prompt(view)
    action, shown = answers(terminal, view, monkeypatch, ">B5", "B3", "-")
    assert action == "x-"
    assert "C’est au Renard" in shown
    assert "B3 n’est pas dans votre main." in shown
    assert answers(terminal, view, monkeypatch, "xk8")[0] == "xK8"
    assert answers(terminal, view, monkeypatch, "k8")[0] == "xK8"


def test_the_woodcutter_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, view, _ = at_table("B5", "fr")
    assert "Bûcheron" in terminal.prompt(view)
    action, shown = answers(terminal, view, monkeypatch, "-", "m5")
    assert action == ">M5"
    assert "[M5] (piochée)" in shown
    assert "C’est au Bûcheron" in shown
    later, view, _ = at_table("B5 >M4 B10 K1", "fr")
    _, shown = answers(later, view, monkeypatch, "k2")
    assert "vous y avez glissé M4" in shown


def test_a_tie_and_a_draw_are_told() -> None:
    terminal, view, console = at_table("")
    with console.capture() as shown:
        terminal.tell((GameEnded(Outcome((0, 1), "target")),))
        for winners in ((0,), (1,), (0, 1)):
            terminal.tell_end(structs.replace(view, scores=(22, 22), outcome=Outcome(winners, "target")))
    assert shown.get().split("\n\n") == [
        "\nPoints being equal, the last round decides.\nYou win the game, 22 to 22. Well played!",
        "Points being equal, the last round decides.\nThe bot wins the game, 22 to 22. Until next time!",
        "A draw, 22 each.\n",
    ]


@pytest.mark.parametrize(
    ("words", "card"),
    [
        ("m7", "M7"),
        ("7M", "M7"),
        ("lune 7", "M7"),
        ("7 de lune", "M7"),
        ("7 of moons", "M7"),
        ("bell 11", "B11"),
        ("cloches 1", "B1"),
        ("clé 3", "K3"),
        ("key 3", "K3"),
        ("c3", None),  # cloche or clef
        ("m12", None),
        ("m0", None),
        ("m", None),
        ("7", None),
        ("m7 b3", None),
        ("x", None),
        ("", None),
        ("³m", None),
    ],
)
def test_names_of_cards(words: str, card: str | None) -> None:
    assert card_named(words) == card


def test_what_was_typed() -> None:
    assert understood("m7", "play") == Play("M7")
    assert understood("m7", "exchange") == understood("xm7", "play") == Exchange("M7")
    assert understood("m7", "bury") == understood(">m7", "play") == Bury("M7")
    assert understood("-", "exchange") == understood("x-", "play") == Exchange(None)
    assert understood("x", "play") is None


# ---- the texts --------------------------------------------------------------------------------------------------


def test_both_languages_say_the_same() -> None:
    assert FR.keys() == EN.keys()
    for key in FR:
        assert fields(FR[key]) == fields(EN[key]), key


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_typography() -> None:
    for texts in (FR, EN):
        for key, text in texts.items():
            assert "'" not in text, key
            assert "..." not in text, key
            assert "  " not in text or key == "help", key
    for key, text in FR.items():
        assert not re.search(r"(?<=[^\s\u00a0])[:;?!»](?=\s|$)", text.replace("`?`", "")), key
        assert not re.search(r" [:;?!»]", text.replace("`?`", "")), key


def test_every_event_and_reason_has_its_words() -> None:
    """Keys that the code puts together."""
    for who in ("you", "bot"):
        for what in ("played", "exchanged", "kept", "drew", "buried", "won"):
            assert f"{who}_{what}" in FR
    for reason in ("must_follow", "monarch", "not_in_hand", "play_awaited", "exchange_awaited", "bury_awaited"):
        assert f"refused_{reason}" in FR
    assert play.PERSON != play.BOT
