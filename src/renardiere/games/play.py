"""What every game gives: Game, State, View, Memory, Action, Event, Deal, Outcome.

A ``Game`` is a set of rules (a name and a version); it holds no position. ``game.new(options)`` gives a ``State``:
one game being played, the typed face over the kernel's record. Seats are numbered from 0.

The table deals (``State.deal``), seats act (``State.apply``). Both return what each viewer gets to know, viewer by
viewer, written out when it happens: nothing is ever derived by taking secrets out of the whole.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from renardiere.games.errors import BadDeal, BadOption, shown

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "HIDDEN",
    "SPECTATOR",
    "Action",
    "Awaits",
    "Deal",
    "Dealing",
    "Entry",
    "Event",
    "Events",
    "Game",
    "Memory",
    "Move",
    "Options",
    "Outcome",
    "Source",
    "State",
    "View",
    "Viewer",
    "deal_parts",
    "option_pairs",
]

_json: Final = msgspec.json.Encoder()

Viewer: TypeAlias = int | None
"""A seat, or ``SPECTATOR``: someone who sees what lies open on the table."""

SPECTATOR: Final = None

HIDDEN: Final = "?"
"""Stands for a card, or a legal action, that the viewer may not know."""

Awaits: TypeAlias = Literal["deal", "action", "nothing"]
"""What a state waits for: the table's deal, a seat's action, or nothing (the game is over)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's options. Every game has a subclass; fields carry their defaults and their bounds."""

    def text(self) -> str:
        """``key=value`` pairs, those that differ from their defaults (``[Options …]`` of a record)."""
        names, defaults = self.__struct_fields__, self.__struct_defaults__
        required = len(names) - len(defaults)
        pairs = []
        for place, name in enumerate(names):
            value = getattr(self, name)
            if place < required or value != defaults[place - required]:
                pairs.append(f"{name}={value}")
        return " ".join(pairs)

    def tags(self) -> dict[str, str]:
        """What ``text`` only names, and a record therefore carries in tags of its own: those of the game's
        ``option_tags`` that are needed."""
        return {}

    def pairs(self) -> dict[str, str]:
        """All that ``Game.parse_options`` needs to make the same options."""
        return option_pairs(self.text()) | self.tags()


def option_pairs(text: str) -> dict[str, str]:
    """The pairs of a text ``key=value key=value …``; ``BadOption`` where that fails."""
    pairs: dict[str, str] = {}
    for pair in text.split(" "):
        key, equals, value = pair.partition("=")
        if not pair:
            continue
        if not (key and equals and value):
            raise BadOption(f"this is written key=value, not {shown(pair)}")
        if key in pairs:
            raise BadOption(f"{shown(key)} is given twice")
        pairs[key] = value
    return pairs


def deal_parts(text: str) -> tuple[dict[str, str], list[tuple[str, ...]]]:
    """What a line ``deal KEY=VALUE … | part | part …`` is made of: its pairs, and the words of its parts."""
    head, *parts = text.replace("\t", " ").split("|")
    word, _, pairs = head.strip(" ").partition(" ")
    if word != "deal":
        raise BadDeal(f"a deal begins with the word deal, not {shown(word)}", reason="form")
    try:
        return option_pairs(pairs), [tuple(filter(None, part.split(" "))) for part in parts]
    except BadOption as error:
        raise BadDeal(error.message, reason="form") from None


class Action(Struct, frozen=True, tag_field="do"):
    """Something that a seat does. Every game has its own subclasses, each with a tag."""

    joint: ClassVar[bool] = False
    """All seats together do it (giving up a co-operative game). It is written without a seat, whoever may act, and
    recorded as done by the lowest seat that is to act."""

    reported: ClassVar[bool] = False
    """It is no decision of a seat but what happened there, as the table reports it: it is open to all at once, also
    while other seats are still to act (what a sack holds), and may be one seat's in place of all (who stopped)."""

    def text(self) -> str:
        """The canonical text, a token of NOTATION."""
        raise NotImplementedError


class Event(Struct, frozen=True, tag_field="event"):
    """Something that happened, as one viewer is told of it. Every game has its own subclasses."""

    reveals: ClassVar[frozenset[str]] = frozenset()
    """The fields that may tell a viewer what it could not know before (a card that is played, drawn, dealt), and that
    its view then shows. All others follow from these and from what the viewer knows. The conformance kit holds games
    to it."""
    rests: ClassVar[bool] = False
    """What it leaves lies in sight for a while (a finished trick, a column that was taken): bots take their time."""


class Deal(Struct, frozen=True):
    """All the chance of one round, chosen by the table. Every game has a subclass."""

    def text(self) -> str:
        """The canonical text, the line ``deal …`` of NOTATION."""
        raise NotImplementedError


class Outcome(Struct, frozen=True):
    """How a finished game ended: ``winners`` lists several seats for a draw; ``reason`` as in NOTATION."""

    winners: tuple[int, ...]
    reason: str


class View(Struct, frozen=True, kw_only=True):
    """What the table shows one viewer now. Every game's subclass adds its own fields.

    ``legal`` maps each seat that is to act to its legal actions in notation, sorted by code point; for a seat that
    the viewer is not, ``("?",)``.
    """

    game: str
    rules: str
    options: str
    round: int
    to_act: tuple[int, ...]
    legal: dict[str, tuple[str, ...]]
    scores: tuple[int, ...]
    finished: bool
    outcome: Outcome | None


class Memory(Struct, frozen=True):
    """All that a viewer knows: what the table shows now, and every event that this viewer was told of, in order."""

    viewer: Viewer
    view: View
    events: tuple[Event, ...]


Events: TypeAlias = Mapping[Viewer, tuple[Event, ...]]
"""Who is told what: one entry for every seat and one for ``SPECTATOR``."""


class Dealing(Struct, frozen=True, tag="deal"):
    """An entry of a history: the table dealt."""

    deal: Any


class Move(Struct, frozen=True, tag="move"):
    """An entry of a history: ``seat`` did ``action``."""

    seat: int
    action: Any


Entry: TypeAlias = Dealing | Move


class Source(Protocol):
    """Where chance comes from: independent, unbiased integers. ``random.Random`` fits, and so does a shuffle that
    can be verified (``dealing.Shuffler``)."""

    def randrange(self, stop: int, /) -> int:
        """A uniform integer in ``[0, stop)``."""
        ...


A = TypeVar("A", bound=Action)
D = TypeVar("D", bound=Deal)
V = TypeVar("V", bound=View)
O = TypeVar("O", bound=Options)  # noqa: E741


class State(ABC, Generic[A, D, V, O]):
    """One game being played.

    States compare equal when all of their position is the same. They can be copied and pickled.
    """

    game: Game[A, D, V, O]
    options: O
    history: list[Entry]

    @property
    @abstractmethod
    def awaits(self) -> Awaits:
        """What is awaited."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats of which an action is awaited, ascending; empty while a deal is awaited and after the end."""

    @property
    def reported(self) -> bool:
        """What is to be known next is no decision: it happens away from the table, which reports it
        (``Action.reported``)."""
        return False

    @property
    def between_rounds(self) -> bool:
        """No round is under way: before the first deal, after the last trick of each round, after the end."""
        return self.awaits != "action"

    @property
    def turn(self) -> int:
        """The number of the trick or turn under way in its round, from 1: what a record writes as ``1.``. 0: none."""
        return 0

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""

    @abstractmethod
    def legal(self, seat: int) -> tuple[A, ...]:
        """The listed legal actions of ``seat``, by id; empty if it is not to act."""

    def unlisted(self, seat: int, source: Source) -> tuple[A, ...]:
        """Some legal actions of ``seat`` that ``legal`` does not list one by one, drawn from ``source``: those behind
        the patterns that the view lists (``sack=*``), those that it never lists (``resign``)."""
        return ()

    @abstractmethod
    def check(self, seat: int, action: A) -> None:
        """Raise the ``ActionError`` that ``apply`` would raise; no effect."""

    @abstractmethod
    def apply(self, seat: int, action: A) -> Events:
        """Check and carry out the action of ``seat``; who is told what. An ``ActionError`` leaves all as it was."""

    @abstractmethod
    def check_deal(self, deal: D) -> None:
        """Raise the ``BadDeal`` or ``GameOver`` that ``deal`` would raise; no effect."""

    @abstractmethod
    def deal(self, deal: D) -> Events:
        """Check and carry out a deal; who is told what."""

    @abstractmethod
    def draw(self, source: Source) -> D:
        """The deal that is due now, uniformly drawn from ``source``, as documented in ``docs/dealing.md``.

        The first deal of a game also draws who deals or leads, before the cards. No effect on the state.
        """

    @abstractmethod
    def view(self, viewer: Viewer) -> V:
        """What the table shows ``viewer`` now."""

    def view_json(self, viewer: Viewer) -> str:
        """``view``, as JSON for a server to send. A game may have a faster way to the same bytes."""
        return _json.encode(self.view(viewer)).decode()

    @abstractmethod
    def reveal(self) -> V:
        """The view with everything open: for records and for looking back at a finished game."""

    @abstractmethod
    def position(self) -> np.ndarray[Any, Any]:
        """A copy of the kernel's record: an array of length 1."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent state, equal to this one."""


class Game(ABC, Generic[A, D, V, O]):
    """The rules of one game, in one version. Stateless; get it with ``games.game(name, rules=…)``."""

    name: ClassVar[str]
    rules: ClassVar[str]
    n_actions: ClassVar[int]
    """Action ids are 0 … n_actions − 1."""
    action_types: ClassVar[tuple[type[Action], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    deal_type: ClassVar[type[Deal]]
    view_type: ClassVar[type[View]]
    options_type: ClassVar[type[Options]]
    option_tags: ClassVar[tuple[str, ...]] = ()
    """The tags of a record that may carry what an option names (``Options.tags``)."""
    team: ClassVar[bool] = False
    """The seats win or lose together: all of them are winners, or none."""
    talks: ClassVar[bool] = False
    """The players talk freely before the first deal and between rounds, and not at all during one."""
    searches: ClassVar[bool] = False
    """A round is a search, in real time and away from the table, which begins once all are ready for it."""
    names_dealer: ClassVar[bool] = False
    """The players may agree on who deals first; otherwise it is drawn."""
    usual_options: ClassVar[tuple[str, ...]] = ("",)
    """Options, as texts, of tables that the conformance kit is to try, the most usual one first."""

    @property
    @abstractmethod
    def kernel(self) -> ModuleType:
        """The module of the compiled rules (``rules.py``); importing it loads Numba."""

    @abstractmethod
    def parse_options(self, pairs: Mapping[str, str]) -> O:
        """The options that these texts mean; ``BadOption`` if a name or a value is wrong. Beside options there may be
        ``option_tags``: they begin with a capital letter, options do not."""

    def options_of(self, view: V) -> O:
        """The options of the table that is seen."""
        return self.parse_options(option_pairs(view.options))

    def checked(self, options: O) -> O:
        """The same options; ``BadOption`` if a value is not allowed."""
        same = self.parse_options(options.pairs())
        if same != options:
            raise BadOption(f"there are no such options of {self.name}: {shown(options.text())}")
        return same

    def usual(self) -> O:
        """The options of a usual table, for whoever has none in mind."""
        return self.parse_options(option_pairs(self.usual_options[0]))

    @abstractmethod
    def seats(self, options: O) -> int:
        """How many seats a table with these options has."""

    @abstractmethod
    def new(self, options: O | None = None) -> State[A, D, V, O]:
        """A new game, awaiting its first deal."""

    @abstractmethod
    def parse_action(self, text: str, options: O) -> A:
        """The action that a token (without seat prefix) means; ``MalformedAction`` if there is none."""

    @abstractmethod
    def parse_deal(self, text: str, options: O) -> D:
        """The deal that a line ``deal …`` means, its cards not yet checked against the deck; or ``BadDeal``."""

    @abstractmethod
    def action_id(self, action: A) -> int:
        """The id of an action; ``MalformedAction`` if it has none."""

    @abstractmethod
    def action(self, action_id: int) -> A:
        """The action of an id: the inverse of ``action_id``."""

    @abstractmethod
    def sample(self, memory: Memory, seed: int) -> State[A, D, V, O]:
        """A state drawn uniformly from those that are consistent with a seat's memory (determinisation).

        Its ``history`` is empty: what is sampled is a position, not how it came about.
        """

    def patterns(self, options: O) -> Sequence[str]:
        """Legal actions that ``legal`` lists by pattern or not at all, for the conformance kit (``resign``)."""
        return ()
