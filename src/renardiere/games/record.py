"""Game records: all that happened at one table, readable by people and strict for machines. ``docs/notation.md`` has
the format; this is its reader, its writer, and its equivalent in JSON, for every game.

``read`` checks everything: a record that it returns can be replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from renardiere.games import game as find_game
from renardiere.games.errors import BadDeal, BadOption, FoxError, GameOver, MalformedAction, RecordError, shown
from renardiere.games.play import Dealing, Entry, Events, Game, Move, Options, State, option_pairs

__all__ = ["MAX_BYTES", "Record", "carry_out", "from_json", "read", "to_json", "write"]

MAX_BYTES: Final = 4 << 20
"""No record is longer: the longest game that the rules allow needs a twentieth of this."""

WIDTH: Final = 100
FIRST_RULES: Final = "1"
OWN_TAGS: Final = ("Game", "Rules", "Options")

TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\][ \t]*(?:;.*)?')
TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
TOKEN: Final = re.compile(r"[^ \t]+")
NUMBER: Final = re.compile(r"[0-9]+\.")
PREFIXED: Final = re.compile(r"(0|[1-9][0-9]{0,3}):(.*)", re.DOTALL)

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyState: TypeAlias = State[Any, Any, Any, Any]


class Record(Struct, frozen=True):
    """What happened at one table. ``tags`` are those beside ``Game``, ``Rules`` and ``Options``, in their order."""

    game: str
    rules: str
    options: Any
    tags: dict[str, str]
    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, state: AnyState, tags: Mapping[str, str] | None = None) -> Record:
        """The record of a game being played, or finished: its whole history."""
        return cls(state.game.name, state.game.rules, state.options, dict(tags or {}), tuple(state.history))

    def load(self) -> AnyGame:
        """The rules that it was played by."""
        return find_game(self.game, self.rules)

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.load().seats(self.options)

    def steps(self) -> Iterator[tuple[AnyState, Entry]]:
        """Each entry, with the state just before it: always the same state object, which moves on."""
        state = self.load().new(self.options)
        for entry in self.entries:
            yield state, entry
            carry_out(state, entry)

    def replay(self, actions: int | None = None) -> AnyState:
        """The state after the first ``actions`` actions and the deal that follows them, if any; by default, after all.

        Raises ``ValueError`` if there are fewer actions.
        """
        state = self.load().new(self.options)
        done = 0
        for entry in self.entries:
            if isinstance(entry, Move):
                if done == actions:
                    break
                done += 1
            carry_out(state, entry)
        if actions is not None and done < actions:
            raise ValueError(f"the record has {done} actions")
        return state


def carry_out(state: AnyState, entry: Entry) -> Events:
    """Do what an entry says; who is told what."""
    return state.deal(entry.deal) if isinstance(entry, Dealing) else state.apply(entry.seat, entry.action)


# ---- reading -----------------------------------------------------------------------------------------------------


class Tag(NamedTuple):
    value: str
    line: int


class Token(NamedTuple):
    """A word of the body; for a deal, all of its line from the word ``deal`` on."""

    text: str
    line: int
    column: int
    deal: bool = False


@contextmanager
def located(line: int, column: int = 1) -> Iterator[None]:
    """Says where a fault is."""
    try:
        yield
    except FoxError as error:
        raise RecordError(error.code, line, column, error.message) from error


def read(source: bytes | str) -> Record:
    """The record that a text is. ``RecordError`` says what is wrong with it, and where."""
    lines = decode(source).split("\n")
    tags, body = read_tags(lines)
    game, options = set_up(tags)
    state = game.new(options)
    for token in tokens(lines, body):
        with located(token.line, token.column):
            if token.deal:
                read_deal(state, token.text)
            else:
                read_action(state, token.text)
    own = {*OWN_TAGS, *options.tags()}
    others = {name: tag.value for name, tag in tags.items() if name not in own}
    return Record(game.name, game.rules, options, others, tuple(state.history))


def decode(source: bytes | str) -> str:
    if len(source) > MAX_BYTES:
        raise RecordError("malformed", 1, 1, f"a record has at most {MAX_BYTES >> 20} MiB")
    if isinstance(source, str):
        return source
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        before = source[: error.start].decode().split("\n")
        raise RecordError("malformed", len(before), len(before[-1]) + 1, "this is not UTF-8") from None


def read_tags(lines: list[str]) -> tuple[dict[str, Tag], int]:
    """The tags, and the index of the first line of the body."""
    tags: dict[str, Tag] = {}
    for number, line in enumerate(lines, 1):
        words = line.strip(" \t")
        if not words:
            return tags, number
        if words.startswith(";"):
            continue
        if not line.startswith("["):
            column = len(line) - len(line.lstrip(" \t")) + 1
            raise RecordError("malformed", number, column, "a blank line comes between the tags and the body")
        match = TAG.fullmatch(line)
        if not match:
            raise RecordError("malformed", number, 1, f'a tag is written [Name "value"]: {shown(line)}')
        name, value = match.groups()
        if name in tags:
            raise RecordError("malformed", number, 1, f"the tag {shown(name)} is given twice")
        if name == "Game" and tags:
            raise RecordError("malformed", number, 1, "the tag Game comes first")
        tags[name] = Tag(re.sub(r"\\(.)", r"\1", value), number)
    return tags, len(lines)


def set_up(tags: Mapping[str, Tag]) -> tuple[AnyGame, Options]:
    """The game and its options; faults are at their tag's line, or at 1:1 if it is absent."""
    if "Game" not in tags:
        raise RecordError("unknown_game", 1, 1, 'a record starts with its game: [Game "…"]')
    name = tags["Game"]
    rules = tags.get("Rules", Tag(FIRST_RULES, 1))
    pairs = tags.get("Options", Tag("", 1))
    with located(name.line):
        find_game(name.value)
    with located(rules.line):
        game = find_game(name.value, rules.value)
    with located(pairs.line):
        given = option_pairs(pairs.value)
        for key in set(given) & set(game.option_tags):
            raise BadOption(f"{key} is a tag, not an option")
    carried = {name: tags[name] for name in game.option_tags if name in tags}
    try:
        return game, game.parse_options(given | {name: tag.value for name, tag in carried.items()})
    except BadOption as error:
        line = carried.get(str(error.details.get("tag")), pairs).line
        raise RecordError(error.code, line, 1, error.message) from error


def tokens(lines: list[str], start: int) -> Iterator[Token]:
    for number, line in enumerate(lines[start:], start + 1):
        code = line.partition(";")[0]
        for match in TOKEN.finditer(code):
            text, column = match.group(), match.start() + 1
            if text == "deal":
                yield Token(code[match.start() :].rstrip(" \t"), number, column, deal=True)
                break
            if not NUMBER.fullmatch(text):
                yield Token(text, number, column)


def read_deal(state: AnyState, text: str) -> None:
    if state.awaits == "nothing":
        raise GameOver("the game is over: there is nothing to deal")
    state.deal(state.game.parse_deal(text, state.options))


def read_action(state: AnyState, text: str) -> None:
    """Carry out what a token says; the order of the checks is part of the format."""
    game, options = state.game, state.options
    seat: int | None = None
    word = text
    if ":" in text:
        match = PREFIXED.fullmatch(text)
        if not match or int(match[1]) >= game.seats(options):
            raise MalformedAction(f"there is no such seat: {shown(text)}")
        seat, word = int(match[1]), match[2]
    action = game.parse_action(word, options)
    if action.joint and seat is not None:
        raise MalformedAction(f"all seats do this together, it takes no seat: {shown(text)}")
    if state.awaits == "nothing":
        raise GameOver(f"the game is over: {shown(text)} comes too late")
    if state.awaits == "deal":
        raise BadDeal(f"a deal is due before {shown(text)}")
    to_act = state.to_act
    if seat is None:
        if len(to_act) > 1 and not action.joint:
            raise MalformedAction(f"seats {', '.join(map(str, to_act))} may act: whose is {shown(text)}?")
        seat = to_act[0]
    state.apply(seat, action)


# ---- writing -----------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The canonical text of a record; ``read`` gives the same record back.

    Raises ``ValueError`` for a tag whose name or value no record can hold.
    """
    options = record.options.text()
    own = {"Game": record.game, "Rules": record.rules, **({"Options": options} if options else {})}
    own |= record.options.tags()
    lines = [tag_line(name, value) for name, value in own.items()]
    for name, value in record.tags.items():
        check_tag(name, value)
        if name in own:
            raise ValueError(f"the tag {name} says what the options are")
        lines.append(tag_line(name, value))
    if record.entries:
        lines += ["", *wrapped(written_turns(record))]
    return "\n".join(lines) + "\n"


def check_tag(name: str, value: str) -> None:
    if name in OWN_TAGS or not TAG_NAME.fullmatch(name):
        raise ValueError(f"no other tag can be called {shown(name)}")
    if "\n" in value:
        raise ValueError(f"the value of the tag {name} is not on one line")


def tag_line(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def written_turns(record: Record) -> Iterator[tuple[bool, str]]:
    """The pieces of the body, none of which is broken: deals (True) and turns with their number (False)."""
    turn: list[str] = []
    number = 0
    for state, entry in record.steps():
        if turn and (isinstance(entry, Dealing) or state.turn != number or not number):
            yield False, " ".join(turn)
            turn = []
        if isinstance(entry, Dealing):
            yield True, entry.deal.text()
            number = 0
            continue
        if state.turn != number:
            number = state.turn
            turn.append(f"{number}.")
        whose = f"{entry.seat}:" if len(state.to_act) > 1 and not entry.action.joint else ""
        turn.append(whose + entry.action.text())
    if turn:
        yield False, " ".join(turn)


def wrapped(pieces: Iterable[tuple[bool, str]]) -> Iterator[str]:
    """Lines: a deal has its own, turns share theirs."""
    line = ""
    for alone, piece in pieces:
        if line and (alone or len(line) + 1 + len(piece) > WIDTH):
            yield line
            line = ""
        if alone:
            yield piece
        else:
            line = f"{line} {piece}" if line else piece
    if line:
        yield line


# ---- JSON --------------------------------------------------------------------------------------------------------


class Plain(Struct, forbid_unknown_fields=True):
    """A record in JSON, before its game gives meaning to it."""

    game: str
    rules: str = FIRST_RULES
    options: dict[str, Any] = {}
    tags: dict[str, str] = {}
    entries: list[Entry] = []


def to_json(record: Record) -> bytes:
    """The record as a JSON object: ``game``, ``rules``, ``options``, ``tags``, ``entries``."""
    return msgspec.json.encode(record)


def from_json(data: bytes | str) -> Record:
    """The record that a JSON object is, checked as ``read`` checks a text. A ``RecordError`` is at 1:1; its message
    names the entry, counted from 1."""
    if len(data) > MAX_BYTES:
        raise RecordError("malformed", 1, 1, f"a record has at most {MAX_BYTES >> 20} MiB")
    try:
        plain = msgspec.json.decode(data, type=Plain)
        for name, value in plain.tags.items():
            check_tag(name, value)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordError("malformed", 1, 1, str(error)) from None
    with located(1):
        find_game(plain.game)
        game = find_game(plain.game, plain.rules)
        try:
            options = msgspec.convert(plain.options, game.options_type)
        except msgspec.ValidationError as error:
            raise BadOption(str(error)) from None
        options = game.checked(options)
    state = game.new(options)
    for number, entry in enumerate(plain.entries, 1):
        try:
            carry_out(state, typed(game, entry))
        except FoxError as error:
            raise RecordError(error.code, 1, 1, f"entry {number}: {error.message}") from error
    return Record(game.name, game.rules, options, plain.tags, tuple(state.history))


def typed(game: AnyGame, entry: Entry) -> Entry:
    """The entry with the game's own types."""
    if isinstance(entry, Dealing):
        try:
            return Dealing(msgspec.convert(entry.deal, game.deal_type))
        except msgspec.ValidationError as error:
            raise BadDeal(str(error)) from None
    try:
        return Move(entry.seat, msgspec.convert(entry.action, reduce(or_, game.action_types)))
    except msgspec.ValidationError as error:
        raise MalformedAction(str(error)) from None
