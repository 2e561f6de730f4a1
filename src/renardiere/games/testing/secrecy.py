"""Change only what a viewer cannot know: views, events, legal actions and errors stay byte-identical."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import structs

from renardiere.games.play import HIDDEN, SPECTATOR, Action, Event, Memory, View, Viewer
from renardiere.games.testing.trial import AnyState, Trial, described, encode, expect, refusal, told

__all__ = ["check_secrecy", "check_secrecy_of_deals"]


def check_secrecy(trial: Trial) -> None:
    """Change only what a viewer cannot know: views, events, legal actions and errors stay byte-identical.

    At every position each seat's memory is sampled: another position that this seat cannot tell from the true one.
    """
    differences = 0
    for _ in range(2):
        memories: dict[Viewer, list[Event]] = defaultdict(list)
        for state, events in trial.play(trial.new()):
            for viewer in trial.viewers:
                memories[viewer].extend(events[viewer])
            for seat in trial.seats:
                memory = Memory(seat, state.view(seat), tuple(memories[seat]))
                other = trial.game.sample(memory, trial.random.getrandbits(32))
                differences += other.reveal() != state.reveal()
                for viewer in (seat, SPECTATOR):
                    expect(encode(other.view(viewer)) == encode(state.view(viewer)), f"{viewer} sees what is hidden")
                if trial.random.random() < 0.25:
                    compare_answers(trial, state, other, seat)
                    compare_events(trial, state, other, seat)
    hidden = any(hides(state.view(SPECTATOR)) for state, _ in trial.play(trial.new()))
    expect(differences or not hidden, "something is hidden, but sampling always finds what it is")


def hides(view: View) -> bool:
    """Whether something of the table itself is hidden, beside what others may do."""
    return HIDDEN in encode(structs.replace(view, legal={})).decode()


def compare_answers(trial: Trial, state: AnyState, other: AnyState, seat: int) -> None:
    """What a seat may do, and why not, is the same in two positions that it cannot tell apart."""
    expect(state.legal(seat) == other.legal(seat), f"what seat {seat} may do tells what it may not know")
    for action in trial.actions(state):
        errors = [refusal(position.check, seat, action) for position in (state, other)]
        expect(
            described(errors[0]) == described(errors[1]), f"the error tells what is hidden: {errors[0]}; {errors[1]}"
        )


def compare_events(trial: Trial, state: AnyState, other: AnyState, seat: int) -> None:
    """What a seat is told of an action is the same in two positions that it cannot tell apart: of its own, and of
    those of others, also where these differ in a way that is hidden."""
    for actor in set(state.to_act) & set(other.to_act):
        ours, theirs = list(state.legal(actor)), list(other.legal(actor))
        trial.random.shuffle(ours)
        for action in ours[:6]:
            alike = [action] if action in theirs else []
            if actor != seat:
                alike += trial.random.sample(theirs, min(3, len(theirs)))
            for another in alike:
                for viewer in (seat, SPECTATOR):
                    compare_told(state, other, actor, action, another, viewer)


def compare_told(state: AnyState, other: AnyState, actor: int, action: Action, another: Action, viewer: Viewer) -> None:
    here, there = state.copy(), other.copy()
    first, second = here.apply(actor, action)[viewer], there.apply(actor, another)[viewer]
    seen_the_same = encode(here.view(viewer)) == encode(there.view(viewer))
    for number, (one, two) in enumerate(zip_longest(first, second)):
        if type(one) is not type(two):
            public = number == 0 and action != another  # which of two kinds of event it is tells what was chosen
            expect(public, f"of {action}, {viewer} is told {one}, or {two}, depending on what is hidden")
            return
        if any(getattr(one, name) != getattr(two, name) for name in one.reveals):
            expect(not seen_the_same, f"of {action}, {viewer} is told {one}, or {two}, which it does not see")
            return  # what was hidden came to light: from here on they may differ
        expect(one == two, f"of {action}, {viewer} is told {one}, or {two}, depending on what is hidden")
    expect(seen_the_same, f"after {action}, {viewer} sees what is hidden")


class Tape:
    """A source that remembers what it gave, so that a draw can be repeated with a little difference."""

    def __init__(self, chance: random.Random, given: Sequence[int] = ()) -> None:
        self.chance, self.given = chance, list(given)
        self.stops: list[int] = []

    def randrange(self, stop: int, /) -> int:
        self.stops.append(stop)
        if len(self.stops) > len(self.given):
            self.given.append(self.chance.randrange(stop))
        return self.given[len(self.stops) - 1]


def check_secrecy_of_deals(trial: Trial) -> None:
    """Two deals after which a viewer sees the same have told that viewer the same."""
    state, groups = trial.new(), defaultdict[tuple[Viewer, bytes], set[bytes]](set)
    tape = Tape(trial.random)
    state.draw(tape)
    for changed, stop in enumerate(tape.stops):
        for _ in range(6):
            given = [*tape.given]
            given[changed] = trial.random.randrange(stop)
            twin = state.copy()
            events = twin.deal(twin.draw(Tape(trial.random, given)))
            for viewer in trial.viewers:
                groups[viewer, encode(twin.view(viewer))].add(told(events, viewer))
    for (viewer, _view), ways in groups.items():
        expect(len(ways) == 1, f"of a deal, {viewer} is told more than it may see")
