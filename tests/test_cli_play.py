"""The terminal game, typed at through its standard input."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec import structs
from rich.console import Console

from renardiere.cli import duet_texts, fennecs_texts, forest_texts, main
from renardiere.cli import texts as shared_texts
from renardiere.cli.duet_terminal import DuetTerminal
from renardiere.cli.fennecs_terminal import FennecsTerminal, sums
from renardiere.cli.forest_terminal import ForestTerminal
from renardiere.cli.terminal import Terminal
from renardiere.cli.texts import Texts, language_here
from renardiere.games import game, record
from renardiere.games.duet.words import Count
from renardiere.games.fennecs.words import KINDS
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


@pytest.mark.parametrize(("language", "where"), [("fr", "dans la page"), ("en", "in the page")])
def test_a_game_in_the_dark_is_for_the_page(language: str, where: str) -> None:
    done = typed("", "maitre", "--lang", language)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "renardiere serve" in done.stderr
    assert where in done.stderr


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
    texts = Texts("fr" if language == "fr" else "en", "forest")
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
        (["duet", "--target", "12"], "duet has no option 'target'"),
        (["--options", "level=2"], "forest has no option 'level'"),
        (["fennecs", "--options", "players=6"], "players is 2, 3, 4 or 5"),
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


def at_table(tokens: str, language: str = "en") -> tuple[ForestTerminal, ForestView, Console]:
    """The terminal of seat 0, and its view after these actions."""
    forest = game("forest")
    state = forest.new()
    state.deal(forest.parse_deal(DEAL, state.options))
    for token in tokens.split():
        state.apply(state.to_act[0], forest.parse_action(token, state.options))
    console = Console(width=80, highlight=False)
    terminal = ForestTerminal(console, Texts("fr" if language == "fr" else "en", "forest"), 0, state.options)
    return terminal, state.view(0), console


def answers(terminal: Terminal, view: Any, monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[str, str]:
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
    assert at_table("")[0].card_named(words) == card


def test_what_was_typed() -> None:
    terminal, view, _ = at_table("")

    def understood(word: str, phase: str) -> object:
        return terminal.understood(word, structs.replace(view, phase=phase))

    assert understood("m7", "play") == Play("M7")
    assert understood("m7", "exchange") == understood("xm7", "play") == Exchange("M7")
    assert understood("m7", "bury") == understood(">m7", "play") == Bury("M7")
    assert understood("-", "exchange") == understood("x-", "play") == Exchange(None)
    assert understood("x", "play") is None


# ---- Duo ---------------------------------------------------------------------------------------------------------

DUET_CARDS = [f"{suit}{rank}" for suit in "DRS" for rank in range(1, 11)]
EVERY_WORD = "\n".join([*DUET_CARDS, "moi", *map(str, range(-4, 5))]) + "\n"

DUET_DEAL = (
    "deal dealer=1 | D1 D3 D5 D7 D9 R2 R4 R6 R8 S1 S3 | D2 D4 D6 D8 D10 R1 R3 R5 R7 S2 S4 | R10 | R9 S5 S6 S7 S8 S9 S10"
)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_whole_game_of_duo(language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.fox"
    options = ["--lang", language, "--level", "1", "--options", "level=2", "--seed", "3", "--record", str(file)]
    done = typed(EVERY_WORD * 60, "duet", *options)
    assert done.exit_code == 0
    assert not done.stderr
    text = done.stdout
    assert max(map(len, text.splitlines()[:-1])) <= 80
    assert "{" not in text
    read = record.read(file.read_bytes())
    assert read.options.text() == "level=2"
    outcome = read.replay().outcome
    assert outcome is not None
    texts = Texts("fr" if language == "fr" else "en", "duet")
    assert texts(f"ended_{outcome.reason}", gems="", score="")[:14] in text


def duo(tokens: str, language: str = "en") -> tuple[DuetTerminal, Any, Any, Console]:
    """The terminal of seat 0, the state and its view after these actions, each with its seat."""
    duet = game("duet")
    state: Any = duet.new()
    state.deal(duet.parse_deal(DUET_DEAL, state.options))
    for token in tokens.split():
        seat, _, action = token.partition(":")
        state.apply(int(seat), duet.parse_action(action, state.options))
    console = Console(width=80, highlight=False)
    terminal = DuetTerminal(console, Texts("fr" if language == "fr" else "en", "duet"), 0, state.options)
    return terminal, state, state.view(0), console


def test_the_path_and_the_way_of_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """D5 and D2: one paw, which the Gazelle may leave out, and three; seat 0 wins and moves towards itself."""
    terminal, state, view, console = duo("0:D5 1:D2", "fr")
    action, shown = answers(terminal, view, monkeypatch, "+1", "D3", "-1")
    assert action == "m-1"
    assert "Vous < 1  1  2  1  1 (0) 1  1  2  1  1 > Robot" in shown
    assert "12 gemmes à ramasser · 4 jetons forêt" in shown
    assert terminal.prompt(view).endswith("`-4` `-3` `-1`")
    assert "+1 n’est pas possible ici" in shown
    assert "Il s’agit de mener le jeton." in shown
    with console.capture() as told:
        terminal.tell(state.apply(0, game("duet").parse_action("m-1", state.options))[0])
    assert told.get() == "Le jeton avance de 1 espace vers vous et ramasse une gemme.\n"


def test_the_foxes_and_the_gift(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, _, view, _ = duo("0:D3")
    assert answers(terminal, view, monkeypatch, "D1", "bot")[0] == "@1"
    assert answers(terminal, view, monkeypatch, "moi")[0] == answers(terminal, view, monkeypatch, "@0")[0] == "@0"
    terminal, _, view, _ = duo("0:D3 0:@0")
    action, shown = answers(terminal, view, monkeypatch, "me", "D3", "dove 5")
    assert action == "xD5"
    assert "The Foxes wait" in shown
    assert "D3 is not in your hand." in shown
    assert answers(terminal, view, monkeypatch, "-")[0] == "x-"
    terminal, _, view, _ = duo("0:D7 1:gD2")
    assert answers(terminal, view, monkeypatch, "s1")[0] == answers(terminal, view, monkeypatch, "gS1")[0] == "gS1"
    terminal, _, view, console = duo("0:D7 1:gD2 0:gS1 1:D8 1:D10")
    with console.capture() as shown_:
        terminal.show(view)
    assert re.search(r"Given +S1 \(Musician\)", shown_.get())


def test_following_in_duo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 wins with R10 in hand by the Foxes, and leads a heir, which any card answers."""
    terminal, _, view, _ = duo("0:D1 1:D2 1:m+3 1:R7 0:gD3 1:gD4", "fr")
    assert terminal.prompt(view) == "À vous\u00a0: suivez à rose"
    action, shown = answers(terminal, view, monkeypatch, "D9", "rose 2")
    assert action == "R2"
    assert "D9\u00a0: il faut suivre à rose." in shown


def test_the_end_of_a_game_of_duo() -> None:
    terminal, _, view, console = duo("")
    count = Count(level=10, cards=4, early=10, forest_tokens=6, score=30)
    ends = [("won", count), ("lost", None), ("time", None)]
    with console.capture() as shown:
        for reason, worth in ends:
            terminal.tell_end(structs.replace(view, outcome=Outcome((), reason), count=worth))
    assert shown.get().split("\n\n") == [
        "\nAll gems are yours: 30 points. Well played, both of you!\n"
        "Level 10 · cards in hand 4 · second round 10 · forest tokens 6",
        "The forest has closed, the game is lost: 12 gems to collect. Until next time!",
        "Three rounds are over, the game is lost: 12 gems to collect. Until next time!\n",
    ]


# ---- Fennecs -----------------------------------------------------------------------------------------------------

EVERY_TURN = "\n".join(
    [f"{card} {column}{down}" for card in KINDS for column in "abcde" for down in ("", "?")]
    + [*"abcde", *map(str, range(-14, 30))]
)


@pytest.mark.parametrize(("language", "options"), [("fr", "players=2 variant=sandfox"), ("en", "players=5")])
def test_a_whole_game_of_fennecs(language: str, options: str, tmp_path: Path) -> None:
    file = tmp_path / "game.fox"
    arguments = ["--lang", language, "--level", "1", "--options", options, "--seed", "3", "--record", str(file)]
    done = typed(f"{EVERY_TURN}\n" * 40, "fennecs", *arguments)
    assert done.exit_code == 0
    assert not done.stderr
    text = done.stdout
    assert max(map(len, text.splitlines()[:-1])) <= 80
    assert "{" not in text
    read = record.read(file.read_bytes())
    assert read.options.text() == options
    state = read.replay()
    assert state.outcome is not None
    assert read.tags["Result"] == "-".join(map(str, state.scores))
    texts = Texts("fr" if language == "fr" else "en", "fennecs")
    for number in range(1, state.view(0).round + 1):
        assert texts("round_over", round=number) in text
    names = [texts("you"), *([texts("bot")] if state.options.players == 2 else [f"Bot {n}" for n in range(1, 5)])]
    assert text.splitlines()[-2] == " · ".join(
        f"{name} {stars}" for name, stars in zip(names, state.scores, strict=True)
    )


FENNECS_DEAL = "deal first=0 | -2 0+ 1/5 4 | -1 1 2 2 | -1 -2 3 5 | 3 0+ 1/5 | 4"


def fennecs(tokens: str, language: str = "en", deal: str = FENNECS_DEAL) -> tuple[FennecsTerminal, Any, Any, Console]:
    """The terminal of seat 0 of three, the state and its view after these actions."""
    rules = game("fennecs")
    variant = "sandfox" if "SN" in deal else "base"
    state: Any = rules.new(rules.parse_options({"players": "3", "variant": variant}))
    state.deal(rules.parse_deal(deal, state.options))
    for token in tokens.split():
        state.apply(state.to_act[0], rules.parse_action(token, state.options))
    console = Console(width=80, highlight=False)
    texts = Texts("fr" if language == "fr" else "en", "fennecs")
    return FennecsTerminal(console, texts, 0, state.options), state, state.view(0), console


def test_columns_are_shown_as_far_as_they_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 and -2 are 1, with one's own 0▸+ they are 5; of what others hide there is only who did."""
    terminal, _, view, _ = fennecs("-2@0 -1@2? 5@1? 0+@0? 2@2 -1@2")
    action, shown = answers(terminal, view, monkeypatch, "4 b?")
    assert action == "4@1?"
    assert "You 4 · Bot 1 4 · Bot 2 4" in shown
    assert re.search(r"Column A  3  -2  0\+\?   = 5 *\n", shown)
    assert re.search(r"Column B  0\+  \?2   = 0 \+ \? *\n", shown)
    assert re.search(r"Column C  1/5  \?1  2  -1   = 2 / 6 \+ \? *\n", shown)


def test_a_column_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """1/5, the hidden -1, 2 and -1 are 1, or 5; Bot 1's star is won before."""
    terminal, state, _, console = fennecs("-2@0 -1@2? 5@1? 0+@0? 2@2 -1@2", "fr")
    fox = game("fennecs")
    with console.capture() as told:
        terminal.tell(state.apply(0, fox.parse_action("take@2", state.options))[0])
    action, shown = answers(terminal, state.view(0), monkeypatch, "6", "b", "5")
    assert terminal.prompt(state.view(0)).startswith("Votre colonne peut compter `1` `5`")
    assert action == "=5"
    assert "6 n’est pas possible" in shown
    assert "choisir le total" in shown
    with console.capture() as counted:
        terminal.tell(state.apply(0, fox.parse_action("=5", state.options))[0])
    assert (told.get() + counted.get()).splitlines() == [
        "Vous prenez la colonne C\u00a0: 1/5 -1 2 -1",
        "Posées sur ses cartes\u00a0: 1 étoile.",
        "Vous comptez 5.",
        "Total 5\u00a0: 5 étoiles de plus.",
    ]


def test_what_cannot_be_done_in_fennecs_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, _, view, _ = fennecs("4@0 1@0 take@0")
    typed_ = ("5 b", "a", "b", "d", "=3", "9 b", "hello", "1/5 b")
    action, shown = answers(terminal, view, monkeypatch, *typed_)
    assert action == "1/5@1"
    says = [line for line in shown.splitlines() if re.match(r"5 is|Column [AB] (was|has)|I don|It is", line)]
    assert [line[:22] for line in says] == [
        "5 is not in your hand.",
        "Column A was taken.",
        "Column B has only its ",
        "I don’t understand 'd'",
        "It is time to place a ",
        "I don’t understand '9 ",
        "I don’t understand 'he",
    ]
    supernova = "deal first=0 | -2 SN 1/5 4 | -1 1 2 2 | -1 -2 3 5 | 3 -5 1/5 | 4"
    terminal, _, view, _ = fennecs("", deal=supernova)
    action, shown = answers(terminal, view, monkeypatch, "sn a", "supernova a?")
    assert action == "SN@0?"
    assert "always placed face down" in shown


@pytest.mark.parametrize(
    ("cards", "totals"),
    [
        (["-2", "3"], [1]),
        (["-2", "3", "0+"], [5]),
        (["-5", "0", "1"], [-4]),
        (["1/5"], [1, 5]),
        (["1/5", "-1", "1/5"], [1, 5, 9]),
        (["1/5", "-1", "0+"], [2, 6]),
        (["0+"], [0]),
    ],
)
def test_what_cards_add_up_to(cards: list[str], totals: list[int]) -> None:
    assert sums(cards) == totals


# ---- the texts --------------------------------------------------------------------------------------------------


EVERY = [shared_texts, forest_texts, duet_texts, fennecs_texts]


@pytest.mark.parametrize("of", EVERY)
def test_both_languages_say_the_same(of: Any) -> None:
    assert of.FR.keys() == of.EN.keys()
    for key in of.FR:
        assert fields(of.FR[key]) == fields(of.EN[key]), key


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("of", EVERY)
def test_typography(of: Any) -> None:
    for texts in (of.FR, of.EN):
        for key, text in texts.items():
            assert "'" not in text, key
            assert "..." not in text, key
            assert "  " not in text or key == "help", key
    for key, text in of.FR.items():
        assert not re.search(r"(?<=[^\s\u00a0])[:;?!»](?=\s|$)", text.replace("`?`", "")), key
        assert not re.search(r" [:;?!»]", text.replace("`?`", "")), key


def test_every_event_and_reason_has_its_words() -> None:
    """Keys that the code puts together."""
    said = {
        "forest": "played exchanged kept drew buried won",
        "duet": "played chose_you chose_bot exchanged kept gave won placed",
        "fennecs": "begins placed hid took chose stuck win",
    }
    refused = {
        "forest": "must_follow monarch not_in_hand play_awaited exchange_awaited bury_awaited",
        "duet": "must_follow not_in_hand movement "
        + " ".join(f"{phase}_awaited" for phase in ("play", "choose", "exchange", "give", "move", "place")),
        "fennecs": "not_in_hand total taken bare full supernova no_star play_awaited choose_awaited",
    }
    for name, own in (("forest", forest_texts), ("duet", duet_texts), ("fennecs", fennecs_texts)):
        known = shared_texts.FR | own.FR
        for who in ("you", "bot"):
            assert {f"{who}_{what}" for what in said[name].split()} <= known.keys()
        assert {f"refused_{reason}" for reason in refused[name].split()} <= known.keys()
    assert {f"ended_{reason}" for reason in ("won", "lost", "time")} <= duet_texts.FR.keys()
