"""Games that somebody cannot tell apart: the same to one viewer, dealt and buried otherwise.

A world is a forest game as the house would store it: its deals, and who did what. ``twin`` makes another one of it in
which a viewer is told the same. What is different comes from the game's own uniform sampling of what the viewer
cannot know at some moment of a round; the deal and the burials that lead there are then looked for, and the game goes
on in the twin as it did in the original, for as long as it can.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from renardiere.games import game
from renardiere.games.errors import FoxError
from renardiere.games.forest.words import Drew, Exchanged, ForestDeal
from renardiere.games.play import SPECTATOR, Memory, Viewer

Action: TypeAlias = tuple[int, str]

FOREST = game("forest")
OPTIONS = FOREST.parse_options({"target": "999"})


@dataclass(frozen=True)
class Round:
    """A deal and what was done with it."""

    deal: ForestDeal
    actions: tuple[Action, ...]


World: TypeAlias = tuple[Round, ...]


def play(world: World) -> Iterator[tuple[Any, Any]]:
    """The game, step by step: its state (always the same object) and what everybody was told. A ``FoxError`` where
    the rules forbid it."""
    state: Any = FOREST.new(OPTIONS)
    for part in world:
        yield state, state.deal(part.deal)
        for seat, text in part.actions:
            yield state, state.apply(seat, FOREST.parse_action(text, OPTIONS))


def told(world: World, viewer: Viewer) -> list[Any]:
    """What a viewer is told in all."""
    return [event for _, events in play(world) for event in events[viewer]]


def random_world(seed: int, rounds: int) -> World:
    """Some game; Foxes and Woodcutters are fond of being played."""
    chance = random.Random(seed)
    state: Any = FOREST.new(OPTIONS)
    world: list[Round] = []
    for _ in range(rounds):
        deal = state.draw(chance)
        state.deal(deal)
        actions: list[Action] = []
        while state.awaits == "action":
            seat = state.to_act[0]
            legal = [action.text() for action in state.legal(seat)]
            able = [text for text in legal if text[1:] in ("3", "5")]
            text = chance.choice(able or legal)
            state.apply(seat, FOREST.parse_action(text, OPTIONS))
            actions.append((seat, text))
        world.append(Round(deal, tuple(actions)))
    return tuple(world)


def abilities(world: World) -> set[tuple[int, str]]:
    """Who used which: ``x`` and ``>`` for Foxes and Woodcutters."""
    return {(seat, text[0]) for part in world for seat, text in part.actions if text[0] in "x>"}


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


def twin(world: World, viewer: Viewer, at: int | None, chance: random.Random) -> World:
    """A world that ``viewer`` cannot tell from ``world``; it may be shorter.

    In every round but the last, what the viewer never learns is sampled anew at its end; in the last, what it does not
    know after ``at`` actions of it (None: at its end, too), and the twin ends where it can't go on the same way.
    """
    parts = [_twin_round(part, viewer, len(part.actions), chance) for part in world[:-1]]
    last = world[-1]
    parts.append(_twin_round(last, viewer, len(last.actions) if at is None else at, chance))
    return tuple(parts)


def _twin_round(part: Round, viewer: Viewer, at: int, chance: random.Random) -> Round:
    past = Round(part.deal, part.actions[:at])
    for seat in (0, 1, 0, 1) if viewer is SPECTATOR else (viewer,):  # what no seat knows: what either doesn't, in turns
        past = _resampled(past, seat, chance)
    return _go_on(past, part, viewer, chance)


def _resampled(past: Round, seat: int, chance: random.Random) -> Round:
    """The round with what ``seat`` does not know at its end drawn anew."""
    *_, (state, _) = play((past,))
    seen = told((past,), seat)
    sampled = FOREST.sample(Memory(seat, state.view(seat), tuple(seen)), chance.getrandbits(60))
    return _past(past, seat, sampled, seen, chance)


def _past(start: Round, seat: int, sampled: Any, seen: list[Any], chance: random.Random) -> Round:
    """A round that leads to the position ``sampled`` and shows ``seat`` the same."""
    other = 1 - seat
    open_ = sampled.reveal()
    burials = [card for card, who in zip(open_.pile, sampled._buriers, strict=True) if who == other]
    untouched = [card for card, who in zip(open_.pile, sampled._buriers, strict=True) if who is None]
    replaced = iter(burials)
    actions = tuple(
        (who, f">{next(replaced)}" if who == other and text[0] == ">" else text) for who, text in start.actions
    )
    draws = [event for event in seen if isinstance(event, Drew)]
    unknown = [place for place, event in enumerate(draws) if event.seat == other]
    held: Counter[str] = Counter(open_.hands[other])
    for who, text in actions:
        if who == other and text != "x-":
            held[text.lstrip("x>")] += 1
    held.subtract(event.took for event in seen if isinstance(event, Exchanged) and event.seat == other)
    candidates = sorted(card for card, count in held.items() if count)
    chance.shuffle(candidates)
    for cards in itertools.permutations(candidates, len(unknown)):
        drawn = [event.card for event in draws]
        for place, card in zip(unknown, cards, strict=True):
            drawn[place] = card
        hands = [*start.deal.hands]
        hands[other] = tuple(card for card in candidates if card not in cards)
        deal = ForestDeal(start.deal.dealer, (hands[0], hands[1]), start.deal.decree, (*drawn, *untouched))
        found = Round(deal, actions)
        try:
            if told((found,), seat) == seen:
                return found
        except FoxError:
            continue
    raise AssertionError("a sampled position has no past")


def _go_on(past: Round, part: Round, viewer: Viewer, chance: random.Random) -> Round:
    """After its end: as in ``part``, for as long as it can be and ``viewer`` is told the same."""
    *_, (twin, _) = play((past,))
    *_, (state, _) = play((Round(part.deal, part.actions[: len(past.actions)]),))
    actions = list(past.actions)
    for step in range(len(actions), len(part.actions)):
        who, text = part.actions[step]
        ours = text
        if who != viewer and text[0] == ">":  # nobody but its owner knows what is buried
            needed = {later.lstrip("x") for whose, later in part.actions[step + 1 :] if whose == who}
            choices = [action.text() for action in twin.legal(who)]
            ours = chance.choice([choice for choice in choices if choice[1:] not in needed] or choices)
        expected = state.apply(who, FOREST.parse_action(text, OPTIONS))[viewer]
        try:
            events = twin.apply(who, FOREST.parse_action(ours, OPTIONS))[viewer]
        except FoxError:
            break
        if events != expected:
            break
        actions.append((who, ours))
    return Round(past.deal, tuple(actions))
