"""One game between bots, and all games on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, structs

from renardiere.arena.dark import searched
from renardiere.arena.open_hands import OpenHands, check_open
from renardiere.bots import AnyGame, Bot, Maker, levels
from renardiere.bots.random import RandomBot
from renardiere.games.errors import BadOption
from renardiere.games.play import Action, Event, Memory, Options, Source, State

__all__ = ["AnyState", "Entrant", "GameResult", "entrant", "entrants", "play_game", "play_turns", "turned"]

AnyState: TypeAlias = State[Any, Any, Any, Any]


class Entrant(Struct, frozen=True):
    """A player of the arena: the name it is listed by, and who makes its bots.

    ``maker`` must be importable by its name (a class or a function of a module), since workers are processes of
    their own. ``iterations`` is handed to the maker.
    """

    name: str
    maker: Maker | type[OpenHands]
    iterations: int | None = None


class GameResult(Struct, frozen=True):
    """One whole game, told entrant by entrant, in the order in which they sat around the table.

    Games with the same ``deals`` share them. ``turn``: the first entrant sat at this seat, the others after it in turn.
    One name may be there more than once, where there are more seats than entrants.
    ``scores``: 1 for a win, shared by those who drew; 1 for each of a team that won. ``points`` are the final scores,
    ``reason`` is the outcome's.
    """

    entrants: tuple[str, ...]
    deals: int
    turn: int
    scores: tuple[float, ...]
    points: tuple[int, ...]
    rounds: int
    reason: str


def entrants(game: AnyGame, texts: Sequence[str], iterations: int | None = None) -> list[Entrant]:
    """The entrants that texts mean; a second one of the same name is numbered (``level 3 #2``)."""
    found: list[Entrant] = []
    for text in texts:
        one = entrant(game, text, iterations)
        same = sum(other.name.partition(" #")[0] == one.name for other in found)
        found.append(structs.replace(one, name=f"{one.name} #{same + 1}") if same else one)
    return found


def entrant(game: AnyGame, text: str, iterations: int | None = None) -> Entrant:
    """The entrant that a text means: a level (``3``), ``random``, ``open`` (level 3 that sees all hands, as a ceiling;
    where there is one), or a maker of one's own (``package.module:name``).

    ``@N`` after it (``3@2000``) sets its iterations, over ``iterations``. ``BadOption`` if it means nothing.
    """
    name, _, budget = text.partition("@")
    if budget or text.endswith("@"):
        if not budget.isdecimal() or int(budget) < 1:
            raise BadOption(f"{text!r}: after @ comes a number of iterations, at least 1")
        iterations = int(budget)
    if name == "random":
        return Entrant(name, RandomBot)
    if name == "open":
        check_open(game)
        return Entrant(f"open hands{text.removeprefix(name)}", OpenHands, iterations)
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


def play_game(state: AnyState, players: Sequence[Bot | OpenHands], deals: Callable[[int], Source]) -> int:
    """Play ``state`` to its end, ``players[seat]`` acting for each seat; the number of rounds dealt.

    ``deals(n)`` gives the chance of the n-th deal, counted from 0, and of what is searched after it. Each bot is handed
    its own seat's memory only. ``BadOption`` if the game is searched in the dark, and one of them has no hand.
    """
    heard: list[list[Event]] = [[] for _ in players]
    rounds = 0
    happened: list[tuple[int, Action]] = []
    while state.awaits != "nothing":
        if state.awaits == "deal":
            chance = deals(rounds)
            events = state.deal(state.draw(chance))
            rounds += 1
            if state.reported:
                happened = searched(state, players, chance)
        elif happened:
            events = state.apply(*happened.pop(0))
        else:
            seat = state.to_act[0]
            player = players[seat]
            memory = Memory(seat, state.view(seat), tuple(heard[seat]))
            action = player.act_open(memory, state) if isinstance(player, OpenHands) else player.act(memory)
            events = state.apply(seat, action)
        for seat, told in enumerate(heard):
            told.extend(events[seat])
    return rounds


def play_turns(
    game: AnyGame, options: Options, entrants: Sequence[Entrant], seed: int, number: int
) -> list[tuple[GameResult, AnyState]]:
    """The games on the deals of this number, each with its final state: everyone sits at every seat once.

    Who sits after whom makes a difference from three seats on, and is drawn for each number; so is who sits at the
    seats that are left when all have an equal share. All chance comes from ``seed`` and the number, so that the games
    may be played in any order and anywhere.
    """
    entrants = seated(game, entrants, game.seats(options), seed, number)
    seats = range(len(entrants))

    def deals(round: int) -> Source:
        return Random(f"{seed} pair {number} deal {round}")

    def play(turn: int) -> tuple[GameResult, AnyState]:
        players = [
            one.maker(game, seed=bot_seed(seed, number, turn, place), iterations=one.iterations)
            for place, one in enumerate(entrants)
        ]
        state = game.new(options)
        rounds = play_game(state, turned(players, -turn), deals)
        assert state.outcome is not None
        winners = state.outcome.winners
        each = 1.0 if game.team else 1 / max(1, len(winners))
        scores = [each * (seat in winners) for seat in seats]
        names, reason = tuple(one.name for one in entrants), state.outcome.reason
        return (
            GameResult(names, number, turn, turned(scores, turn), turned(state.scores, turn), rounds, reason),
            state,
        )

    return [play(turn) for turn in seats]


def seated(game: AnyGame, entrants: Sequence[Entrant], seats: int, seed: int, number: int) -> Sequence[Entrant]:
    """The entrants around a table, in turn."""
    if game.team or seats == 2:
        return entrants
    chance = Random(f"{seed} pair {number} seats")
    each, left = divmod(seats, len(entrants))
    around = [*entrants] * each + chance.sample(entrants, left)
    chance.shuffle(around)
    return around


T = TypeVar("T")


def turned(items: Sequence[T], by: int) -> tuple[T, ...]:
    """The items, beginning with that of index ``by``."""
    by %= len(items)
    return (*items[by:], *items[:by])


def bot_seed(seed: int, number: int, turn: int, place: int) -> int:
    return Random(f"{seed} pair {number} game {turn} bot {place}").getrandbits(63)
