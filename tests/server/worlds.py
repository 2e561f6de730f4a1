"""Games that somebody cannot tell apart: the same to one viewer, dealt and done otherwise where they cannot know.

A world is a game as the house would store it: its deals, and who did what. ``Worlds.twin`` makes another one of it in
which a viewer is told the same. What is different comes from the game's own uniform sampling of what the viewer
cannot know at some moment of a round; the deal and the hidden actions that lead there are then looked for, and the game
goes on in the twin as it did in the original, for as long as it can.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from renardiere.games import game
from renardiere.games.errors import FoxError
from renardiere.games.play import SPECTATOR, Memory, State, Viewer

Action: TypeAlias = tuple[int, str]


@dataclass(frozen=True)
class Round:
    """A deal and what was done with it."""

    deal: Any
    actions: tuple[Action, ...]


World: TypeAlias = tuple[Round, ...]


def cut(world: World, actions: int) -> World:
    """The world's first so many actions."""
    parts: list[Round] = []
    for part in world:
        parts.append(Round(part.deal, part.actions[:actions]))
        actions -= len(part.actions)
        if actions < 0:
            break
    return tuple(parts)


def length(world: World) -> int:
    return sum(len(part.actions) for part in world)


class Worlds(ABC):
    """The worlds of one game."""

    name: ClassVar[str]
    state_type: ClassVar[type[State[Any, Any, Any, Any]]]
    tokens: ClassVar[Sequence[str]]
    """All that may be done, at some table."""

    def __init__(self, **pairs: str) -> None:
        self.game = game(self.name)
        self.pairs = pairs
        self.options = self.game.parse_options(pairs)
        self.seats = range(self.game.seats(self.options))

    # ---- the game's own --------------------------------------------------------------------------------------------
    @abstractmethod
    def chosen(self, legal: list[str], chance: random.Random) -> str:
        """What somebody does in some world."""

    @abstractmethod
    def hidden(self, action: str) -> bool:
        """Whether nobody but who did it knows which card it was."""

    @abstractmethod
    def card_of(self, action: str) -> str:
        """The card of an action, if it has one."""

    @abstractmethod
    def pasts(self, start: Round, seat: int, sampled: Any, seen: list[Any], chance: random.Random) -> Iterator[Round]:
        """Rounds that may lead to the position ``sampled`` and show ``seat`` the same as ``start``."""

    # ---- worlds ----------------------------------------------------------------------------------------------------
    def parse(self, text: str) -> Any:
        return self.game.parse_action(text, self.options)

    def play(self, world: World) -> Iterator[tuple[Any, Any]]:
        """The game, step by step: its state (always the same object) and what everybody was told. A ``FoxError`` where
        the rules forbid it."""
        state: Any = self.game.new(self.options)
        for part in world:
            yield state, state.deal(part.deal)
            for seat, text in part.actions:
                yield state, state.apply(seat, self.parse(text))

    def told(self, world: World, viewer: Viewer) -> list[Any]:
        """What a viewer is told in all."""
        return [event for _, events in self.play(world) for event in events[viewer]]

    def random_world(self, seed: int, rounds: int) -> World:
        chance = random.Random(seed)
        state: Any = self.game.new(self.options)
        world: list[Round] = []
        while len(world) < rounds and state.awaits == "deal":
            deal = state.draw(chance)
            state.deal(deal)
            actions: list[Action] = []
            while state.awaits == "action":
                seat = state.to_act[0]
                text = self.chosen([action.text() for action in state.legal(seat)], chance)
                state.apply(seat, self.parse(text))
                actions.append((seat, text))
            world.append(Round(deal, tuple(actions)))
        return tuple(world)

    def twin(self, world: World, viewer: Viewer, at: int | None, chance: random.Random) -> World:
        """A world that ``viewer`` cannot tell from ``world``; it may be shorter.

        In every round but the last, what the viewer never learns is sampled anew at its end; in the last, what it
        does not know after ``at`` actions of it (None: at its end, too); it ends where it can't go on the same way.
        """
        *before, last = world
        parts: list[Round] = []
        for part in before:
            parts.append(self._twin_round(parts, part, viewer, len(part.actions), chance))
        parts.append(self._twin_round(parts, last, viewer, len(last.actions) if at is None else at, chance))
        return tuple(parts)

    def _twin_round(self, before: list[Round], part: Round, viewer: Viewer, at: int, chance: random.Random) -> Round:
        past = Round(part.deal, part.actions[:at])
        # what no seat knows: what each of them doesn't, in turns
        for seat in (*self.seats, *self.seats) if viewer is SPECTATOR else (viewer,):
            past = self._resampled(before, past, seat, chance)
        return self._go_on(before, past, part, viewer, chance)

    def _resampled(self, before: list[Round], past: Round, seat: int, chance: random.Random) -> Round:
        """The round with what ``seat`` does not know at its end drawn anew."""
        *_, (state, _) = self.play((*before, past))
        seen = self.told((*before, past), seat)
        sampled = self.game.sample(Memory(seat, state.view(seat), tuple(seen)), chance.getrandbits(60))
        for found in self.pasts(past, seat, sampled, seen, chance):
            try:
                if self.told((*before, found), seat) == seen:
                    return found
            except FoxError:
                continue
        raise AssertionError("a sampled position has no past")

    def _go_on(self, before: list[Round], past: Round, part: Round, viewer: Viewer, chance: random.Random) -> Round:
        """After its end: as in ``part``, for as long as it can be and ``viewer`` is told the same."""
        *_, (twin, _) = self.play((*before, past))
        *_, (state, _) = self.play((*before, Round(part.deal, part.actions[: len(past.actions)])))
        actions = list(past.actions)
        for step in range(len(actions), len(part.actions)):
            who, text = part.actions[step]
            ours = text
            if who != viewer and self.hidden(text):
                needed = {self.card_of(later) for whose, later in part.actions[step + 1 :] if whose == who}
                choices = [choice for choice in self._alike(twin, who, text) if self.card_of(choice) not in needed]
                ours = chance.choice(choices or self._alike(twin, who, text) or [text])
            expected = state.apply(who, self.parse(text))[viewer]
            try:
                events = twin.apply(who, self.parse(ours))[viewer]
            except FoxError:
                break
            if events != expected:
                break
            actions.append((who, ours))
        return Round(past.deal, tuple(actions))

    def _alike(self, state: Any, who: int, action: str) -> list[str]:
        """What ``who`` may do that looks to others like ``action``."""
        rest = action.replace(self.card_of(action), "", 1)
        legal = [other.text() for other in state.legal(who)]
        return [other for other in legal if other.replace(self.card_of(other), "", 1) == rest]
