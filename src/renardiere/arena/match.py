"""One game and one pair of games between bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct, structs

from renardiere.bots import AnyGame, Bot, Maker, levels
from renardiere.bots.random import RandomBot
from renardiere.games.errors import BadOption
from renardiere.games.play import Event, Memory, Options, Source, State

__all__ = ["AnyState", "Entrant", "GameResult", "entrant", "entrants", "play_game", "play_pair"]

AnyState: TypeAlias = State[Any, Any, Any, Any]


class Entrant(Struct, frozen=True):
    """A player of the arena: the name it is listed by, and who makes its bots.

    ``maker`` must be importable by its name (a class or a function of a module), since workers are processes of
    their own. ``iterations`` is handed to the maker.
    """

    name: str
    maker: Maker
    iterations: int | None = None


class GameResult(Struct, frozen=True):
    """One whole game, told from the first entrant's side.

    ``swapped``: the first entrant sat at seat 1. ``score``: 1 for its win, ½ for a draw, 0. ``points`` are the final
    scores, the first entrant's first.
    """

    pair: int
    swapped: bool
    score: float
    points: tuple[int, int]
    rounds: int


def entrants(game: AnyGame, texts: Sequence[str], iterations: int | None = None) -> list[Entrant]:
    """The entrants that texts mean; a second one of the same name is numbered (``level 3 #2``)."""
    found: list[Entrant] = []
    for text in texts:
        one = entrant(game, text, iterations)
        same = sum(other.name.partition(" #")[0] == one.name for other in found)
        found.append(structs.replace(one, name=f"{one.name} #{same + 1}") if same else one)
    return found


def entrant(game: AnyGame, text: str, iterations: int | None = None) -> Entrant:
    """The entrant that a text means: a level (``3``), ``random``, or a maker of one's own (``package.module:name``).

    ``@N`` after it (``3@2000``) sets its iterations, over ``iterations``. ``BadOption`` if it means nothing.
    """
    name, _, budget = text.partition("@")
    if budget or text.endswith("@"):
        if not budget.isdecimal() or int(budget) < 1:
            raise BadOption(f"{text!r}: after @ comes a number of iterations, at least 1")
        iterations = int(budget)
    if name == "random":
        return Entrant(name, RandomBot)
    if ":" in name:
        return Entrant(text, own_maker(name), iterations)
    known = levels(game)
    if not name.isdecimal() or int(name) not in known:
        raise BadOption(f"no entrant {name!r}; there are: {', '.join(map(str, known))}, random, or package.module:name")
    return Entrant(f"level {text}", known[int(name)].load(), iterations)


def own_maker(name: str) -> Maker:
    from pkgutil import resolve_name

    try:
        maker: Maker = resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(f"cannot load the bot {name!r}: {error}") from None
    if not callable(maker):
        raise BadOption(f"{name!r} is not a maker of bots: it cannot be called")
    return maker


def play_game(state: AnyState, bots: Sequence[Bot], deals: Callable[[int], Source]) -> int:
    """Play ``state`` to its end, ``bots[seat]`` acting for each seat; the number of rounds dealt.

    ``deals(n)`` gives the chance of the n-th deal, counted from 0. Each bot is handed its own seat's memory only.
    """
    heard: list[list[Event]] = [[] for _ in bots]
    rounds = 0
    while state.awaits != "nothing":
        if state.awaits == "deal":
            events = state.deal(state.draw(deals(rounds)))
            rounds += 1
        else:
            seat = state.to_act[0]
            memory = Memory(seat, state.view(seat), tuple(heard[seat]))
            events = state.apply(seat, bots[seat].act(memory))
        for seat, told in enumerate(heard):
            told.extend(events[seat])
    return rounds


def play_pair(
    game: AnyGame, options: Options, sides: tuple[Entrant, Entrant], seed: int, pair: int
) -> tuple[tuple[GameResult, AnyState], tuple[GameResult, AnyState]]:
    """The two games of a pair, each with its final state: the same deals, the seats swapped.

    All chance comes from ``seed`` and the pair's number, so that pairs may be played in any order and anywhere.
    """

    def deals(number: int) -> Source:
        return Random(f"{seed} pair {pair} deal {number}")

    def play(swapped: bool) -> tuple[GameResult, AnyState]:
        bots = [
            player.maker(game, seed=bot_seed(seed, pair, swapped, side), iterations=player.iterations)
            for side, player in enumerate(sides)
        ]
        state = game.new(options)
        rounds = play_game(state, bots[::-1] if swapped else bots, deals)
        assert state.outcome is not None
        first = int(swapped)
        winners = state.outcome.winners
        score = (first in winners) / len(winners)
        points = (state.scores[first], state.scores[1 - first])
        return GameResult(pair, swapped, score, points, rounds), state

    return play(False), play(True)


def bot_seed(seed: int, pair: int, swapped: bool, side: int) -> int:
    return Random(f"{seed} pair {pair} game {int(swapped)} bot {side}").getrandbits(63)
