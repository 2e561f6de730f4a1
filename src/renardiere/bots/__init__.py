"""Players that only ever see a ``Memory``: what one seat of a table was shown and told.

``bot(game, 3, seed=1)`` makes one of the levels that are listed in ``LEVELS``; anything with a fitting ``act`` is a
``Bot`` too. A bot's chance is its own, begun from its seed: with a budget in iterations and no deadline, the same
seed and the same memories give the same actions, on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from renardiere.bots.hints import Hint
from renardiere.games.errors import BadOption
from renardiere.games.play import Action, Game, Memory

__all__ = ["HINTS", "LEVELS", "AnyGame", "Bot", "Hand", "Hint", "Level", "Maker", "Searcher", "bot", "hint", "levels"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


class Bot(Protocol):
    """A player. One bot may be called from any thread, but from one at a time; two bots share nothing."""

    def act(self, memory: Memory) -> Action:
        """A legal action for the seat whose memory this is; that seat must be one of those to act."""
        ...


class Hand(Protocol):
    """A hand in a yard, during one search."""

    def feel(self, frame: bytes) -> list[bytes]:
        """What the hand does upon a frame (``yard/frame.py``), thirty of them a second: messages of
        ``yard/messages.py``."""
        ...


@runtime_checkable
class Searcher(Protocol):
    """A bot for a game that is searched in the dark (``Game.searches``)."""

    def hand(self, missions: Iterable[str], speed: float = 1.0) -> Hand:
        """Its hand for the next search. ``speed``: of the hand, as the yard has it."""
        ...


class Maker(Protocol):
    """Makes a bot: a class of bots, or a function."""

    def __call__(
        self, game: AnyGame, *, seed: int, iterations: int | None = None, deadline: float | None = None
    ) -> Bot:
        """A bot of its own chance, begun from ``seed`` (any integer).

        ``iterations`` is the budget of a bot that searches, for one action; ``deadline``, in seconds, cuts a search
        short. ``None``: the maker's own budget, no deadline.
        """
        ...


class Level(Struct, frozen=True):
    """A strength to choose. ``maker`` names a ``Maker`` (``module:attribute``, imported when it is first needed);
    ``about`` says in plain words how it plays, by language."""

    maker: str
    about: Mapping[str, str]

    def load(self) -> Maker:
        module, _, attribute = self.maker.partition(":")
        maker: Callable[..., Bot] = getattr(import_module(module), attribute)
        return maker


LEVELS: Final[Mapping[str, Mapping[int, Level]]] = {
    "forest": {
        1: Level(
            "renardiere.bots.forest:level_1",
            {
                "en": "Plays by rules of thumb, a little dreamily. A good first opponent.",
                "fr": "Joue par réflexes, un peu dans la lune. Pour faire ses premières armes.",
            },
        ),
        2: Level(
            "renardiere.bots.forest:level_2",
            {
                "en": "Thinks ahead, but briefly. Plays soundly, misses the finer points.",
                "fr": "Réfléchit, mais brièvement. Joue juste, laisse passer les finesses.",
            },
        ),
        3: Level(
            "renardiere.bots.forest:level_3",
            {
                "en": "Plays through thousands of hands that you might hold. You will have to think.",
                "fr": "Imagine des milliers de mains que vous pourriez tenir. Il va falloir réfléchir.",
            },
        ),
    },
    "duet": {
        1: Level(
            "renardiere.bots.duet:level_1",
            {
                "en": "Plays by rules of thumb, its head in the clouds. You will have to make up for it.",
                "fr": "Joue par réflexes, la tête dans les nuages. À vous de vous en accommoder.",
            },
        ),
        2: Level(
            "renardiere.bots.duet:level_2",
            {
                "en": "Thinks ahead, but briefly. A sound partner that misses the finer points.",
                "fr": "Réfléchit, mais brièvement. Joue juste avec vous, laisse passer les finesses.",
            },
        ),
        3: Level(
            "renardiere.bots.duet:level_3",
            {
                "en": "Plays through over a thousand hands that you might hold. No secret code: it follows your play.",
                "fr": "Imagine plus de mille mains que vous pourriez tenir. Sans code secret : il s’adapte à vous.",
            },
        ),
    },
    "fennecs": {
        1: Level(
            "renardiere.bots.fennecs:level_1",
            {
                "en": "Adds columns up and goes by what it sees. Easily led astray.",
                "fr": "Additionne les colonnes et croit ce qu’il voit. Se laisse facilement égarer.",
            },
        ),
        2: Level(
            "renardiere.bots.fennecs:level_2",
            {
                "en": "Tries a few ways to go on. Sensible, not always its best idea.",
                "fr": "Essaie quelques suites possibles. Raisonnable, sans toujours choisir le mieux.",
            },
        ),
        3: Level(
            "renardiere.bots.fennecs:level_3",
            {
                "en": "Plays through thousands of rounds, and never hides its cards the same way.",
                "fr": "Joue des milliers de manches en pensée, et ne cache jamais ses cartes de la même façon.",
            },
        ),
    },
    "maitre": {
        1: Level(
            "renardiere.bots.maitre.thief:level_1",
            {
                "en": "Gropes about slowly, and takes a goose for a hen now and then. Leaves you time to learn.",
                "fr": "Tâtonne sans se presser, prend parfois une oie pour une poule. Pour apprendre tranquillement.",
            },
        ),
        2: Level(
            "renardiere.bots.maitre.thief:level_2",
            {
                "en": "Searches at a person’s pace and is seldom wrong. A fair race.",
                "fr": "Fouille au rythme d’une personne et se trompe rarement. La course est ouverte.",
            },
        ),
        3: Level(
            "renardiere.bots.maitre.thief:level_3",
            {
                "en": "A quick, sure hand, and a thief who knows what to take. You will have to be fast.",
                "fr": "La main vive et sûre, et voleur averti quand il tient un serpent. Il faudra être rapide.",
            },
        ),
    },
}
"""game -> level -> how it plays. The ratings are in ``docs/bots.md``."""


HINTS: Final[Mapping[str, str]] = {name: f"renardiere.bots.{name}.hints:hint" for name in ("forest", "duet", "fennecs")}
"""game -> what gives hints in it, ``module:attribute``."""


def hint(game: AnyGame, memory: Memory) -> Hint:
    """A hint for the seat whose memory this is; it must be one of those to act. Nothing but the memory goes into it."""
    module, _, attribute = HINTS[game.name].partition(":")
    found: Hint = getattr(import_module(module), attribute)(game, memory)
    return found


def levels(game: AnyGame) -> Mapping[int, Level]:
    """The levels that a game has, the weakest first; empty if it has none."""
    return LEVELS.get(game.name, {})


def bot(game: AnyGame, level: int, *, seed: int, iterations: int | None = None, deadline: float | None = None) -> Bot:
    """A bot of this level; ``BadOption`` if the game has no such level. The other parameters: see ``Maker``."""
    known = levels(game)
    if level not in known:
        has = f"it has levels {', '.join(map(str, known))}" if known else "it has no bots yet"
        raise BadOption(f"{game.name} has no bot of level {level}; {has}")
    return known[level].load()(game, seed=seed, iterations=iterations, deadline=deadline)
