"""The conformance kit: what every game of this house must hold to, whatever its rules.

``check_game(game)`` runs all of it, for a game of one's own as for ours (register it in ``GAMES``, its records need
that); ``cases()`` lists one case for each registered
game, each of its ``usual_options`` and each check, for a test's parameters::

    @pytest.mark.parametrize("case", cases(), ids=str)
    def test_conformance(case: Case) -> None:
        case.run()

A game that fails raises ``Nonconformity``. The games played are random but always the same ones.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import zip_longest
from operator import or_
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import numpy as np

from renardiere.games import GAMES
from renardiere.games import game as find_game
from renardiere.games.errors import (
    ActionError,
    BadDeal,
    FoxError,
    GameOver,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
    shown,
)
from renardiere.games.play import (
    SPECTATOR,
    Action,
    Dealing,
    Event,
    Events,
    Game,
    Memory,
    Move,
    Options,
    State,
    Viewer,
    option_pairs,
)
from renardiere.games.record import Record, from_json, read, to_json, write

__all__ = ["CHECKS", "Case", "Nonconformity", "Trial", "cases", "check_game"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyState: TypeAlias = State[Any, Any, Any, Any]

LONGEST: Final = 20_000
"""A game played at random that has not ended after so many actions never will."""


class Nonconformity(AssertionError):
    """A game does not hold to what every game promises."""


def expect(truth: object, message: str) -> None:
    if not truth:
        raise Nonconformity(message)


encode = msgspec.json.encode


class Trial:
    """A game with options and a seed: where the random games of a check come from."""

    def __init__(self, game: AnyGame, options: Options, seed: int = 0) -> None:
        self.game = game
        self.options = options
        self.random = random.Random(seed)
        self.seed = seed
        self.gives_up = True
        """Whether joint actions (giving up) are chosen now and then."""
        self.seats = range(game.seats(options))
        self.viewers: tuple[Viewer, ...] = (*self.seats, SPECTATOR)

    def new(self) -> AnyState:
        return self.game.new(self.options)

    def chosen(self, state: AnyState) -> Move:
        """A legal move."""
        seat = self.random.choice(state.to_act)
        unlisted = state.unlisted(seat, self.random)
        joint = [action for action in unlisted if action.joint]
        if joint and self.gives_up and self.random.random() < 0.01:
            return Move(state.to_act[0], self.random.choice(joint))
        choices = [*state.legal(seat), *(action for action in unlisted if not action.joint)]
        expect(choices, f"seat {seat} is to act and has no legal action")
        return Move(seat, self.random.choice(choices))

    def play(self, state: AnyState) -> Iterator[tuple[AnyState, Events]]:
        """Plays on at random. Yields the state before its first deal, and after everything that happened, with what
        everybody was told; always the same object."""
        yield state, dict.fromkeys(self.viewers, ())
        for _ in range(LONGEST):
            if state.awaits == "nothing":
                return
            if state.awaits == "deal":
                yield state, state.deal(state.draw(self.random))
            else:
                move = self.chosen(state)
                yield state, state.apply(move.seat, move.action)
        raise Nonconformity(f"the game has not ended after {LONGEST} steps")

    def some(self, steps: Iterator[tuple[AnyState, Events]], share: float) -> Iterator[AnyState]:
        """A share of the positions of a game, its first and last two in any case."""
        for state, _ in steps:
            if len(state.history) < 2 or state.awaits != "action" or self.random.random() < share:
                yield state

    def actions(self, state: AnyState) -> list[Any]:
        """All actions that have an id, and some that have none."""
        ids = [self.game.action(number) for number in range(self.game.n_actions)]
        return ids + [action for seat in self.seats for action in state.unlisted(seat, self.random)]


def told(events: Events, viewer: Viewer) -> bytes:
    return encode(events[viewer])


def contents(positions: np.ndarray[Any, Any]) -> bytes:
    """The bytes of kernel records, field by field: NumPy's copies leave anything in the padding between them."""
    return b"".join(positions[name].tobytes() for name in positions.dtype.names or ())


def all_of(trial: Trial, state: AnyState) -> tuple[object, ...]:
    """All that a state shows: two states that agree in it are the same to everybody."""
    views = [encode(state.view(viewer)) for viewer in trial.viewers]
    return (contents(state.position()), encode(state.reveal()), *views, len(state.history), state.awaits, state.turn)


def refusal(attempt: Callable[..., object], *arguments: object) -> FoxError | None:
    try:
        attempt(*arguments)
    except FoxError as error:
        return error
    return None


def described(error: FoxError | None) -> tuple[object, ...]:
    if error is None:
        return ("accepted",)
    return type(error).__name__, error.code, error.message, error.reason, sorted(error.details.items())


# ---- the checks --------------------------------------------------------------------------------------------------


def check_determinism(trial: Trial) -> None:
    """The same chance and the same actions give the same game, whatever the global generators do; and no game
    touches those."""
    runs = []
    for perturbation in (1, 2):
        random.seed(perturbation)
        np.random.seed(perturbation)
        before = random.getstate(), repr(np.random.get_state())
        again = Trial(trial.game, trial.options, trial.seed)
        log = [
            (all_of(again, state), [told(events, viewer) for viewer in again.viewers])
            for state, events in again.play(again.new())
        ]
        expect(before[0] == random.getstate(), "the game draws from the global generator of `random`")
        expect(before[1] == repr(np.random.get_state()), "the game draws from the global generator of NumPy")
        runs.append(log)
    expect(runs[0] == runs[1], "the same game, played twice, is not the same")


def check_purity(trial: Trial) -> None:
    """Asking has no effect: ``legal``, ``check``, ``check_deal``, ``view``, ``reveal``, ``draw``, ``copy``, …"""
    for state in trial.some(trial.play(trial.new()), 0.3):
        before = all_of(trial, state)
        for question in questions(trial, state):
            question()
            expect(all_of(trial, state) == before, "asking something changed the state")


def questions(trial: Trial, state: AnyState) -> Iterator[Callable[[], object]]:
    """All that a state can be asked."""
    for seat in trial.seats:
        yield partial(state.legal, seat)
        yield partial(state.unlisted, seat, random.Random(0))
        yield partial(lambda seat: [refusal(state.check, seat, action) for action in trial.actions(state)], seat)
    yield partial(refusal, state.draw, random.Random(0))
    if state.awaits == "deal":
        yield partial(state.check_deal, state.draw(trial.random))
    yield lambda: (state.to_act, state.scores, state.outcome, state.awaits, state.turn)
    yield state.copy
    yield partial(pickle.dumps, state)


def from_json_text(data: bytes, form: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.ValidationError as error:
        raise Nonconformity(f"{data.decode()} is not what the game declares: {error}") from None


def check_round_trips(trial: Trial) -> None:
    """Ids, texts and JSON of actions, deals, events, views and options mean the same there and back."""
    game, options = trial.game, trial.options
    actions, events = reduce(or_, game.action_types), reduce(or_, game.event_types)

    def action_returns(action: Action) -> None:
        expect(from_json_text(encode(action), actions) == action, f"{action} changes in JSON")
        try:
            same = game.parse_action(action.text(), options) == action
        except MalformedAction:  # this table cannot have it: then no state of it may take it
            error = refusal(trial.new().check, 0, action)
            same = isinstance(error, MalformedAction)
        expect(same, f"the text {shown(action.text())} is read as another action, or not at all")

    texts = set()
    for number in range(game.n_actions):
        action = game.action(number)
        expect(game.action_id(action) == number, f"action {number} has another id on its way back")
        action_returns(action)
        texts.add(action.text())
    expect(len(texts) == game.n_actions, "two actions have the same text")
    for number in (-1, game.n_actions):
        error = refusal(game.action, number)
        expect(isinstance(error, MalformedAction), f"there is no action {number}, but asking for it is no error")
    for text in ("", "?", "nonsense", "é", "deal"):
        error = refusal(game.parse_action, text, options)
        expect(isinstance(error, MalformedAction), f"{text!r} is no action, but reading it is no error")

    expect(game.parse_options(option_pairs(options.text())) == options, "the options change in their text")
    expect(from_json_text(encode(options), game.options_type) == options, "the options change in JSON")
    for state, happened in trial.play(trial.new()):
        for viewer in trial.viewers:
            again = from_json_text(encode(happened[viewer]), tuple[events, ...])  # type: ignore[valid-type]
            expect(again == happened[viewer], f"the events {happened[viewer]} change in JSON")
            view = state.view(viewer)
            expect(encode(view) == state.view_json(viewer).encode(), "a view is written otherwise than it is")
            expect(from_json_text(encode(view), game.view_type) == view, "a view changes in JSON")
        last = state.history[-1] if state.history else None
        if isinstance(last, Dealing):
            expect(game.parse_deal(last.deal.text(), options) == last.deal, "a deal changes in its text")
            expect(from_json_text(encode(last.deal), game.deal_type) == last.deal, "a deal changes in JSON")
        elif last:
            action_returns(last.action)


def check_legality(trial: Trial) -> None:
    """What is listed is accepted, and nothing else but what the game declares in ``patterns``."""
    patterns = [re.compile(re.escape(pattern).replace(r"\*", ".*")) for pattern in trial.game.patterns(trial.options)]

    def declared(text: str) -> bool:
        return any(pattern.fullmatch(text) for pattern in patterns)

    for state in trial.some(trial.play(trial.new()), 0.3):
        view = state.reveal()
        expect(view.to_act == state.to_act, "the view says otherwise who is to act")
        expect(list(view.to_act) == sorted(set(view.to_act) & set(trial.seats)), "to_act is not a sorted list of seats")
        expect(bool(state.to_act) == (state.awaits == "action"), "actions are awaited, but of nobody; or the reverse")
        expect(set(view.legal) == {str(seat) for seat in state.to_act}, "`legal` is for those who are to act")
        for seat in trial.seats:
            listed = set(state.legal(seat))
            texts = {action.text() for action in listed}
            if seat in state.to_act:
                known = view.legal[str(seat)]
                expect(list(known) == sorted(known), "the view's legal actions are not sorted by code point")
                expect(
                    {text for text in known if text in texts or not declared(text)} == texts,
                    "the view lists other legal actions than the state",
                )
            else:
                expect(not listed, f"seat {seat} is not to act, but has legal actions")
            for action in trial.actions(state):
                error = refusal(state.check, seat, action)
                if action in listed:
                    expect(error is None, f"{action} is listed for seat {seat}, but refused: {error}")
                elif error is None:
                    expect(declared(action.text()), f"{action} of seat {seat} is accepted, but not listed")
                else:
                    expect_kind(trial, state, seat, action, error)
            for action in state.unlisted(seat, trial.random):
                expect(
                    refusal(state.check, seat, action) is None,
                    f"{action} is said to be legal for seat {seat}, but refused",
                )
                expect(declared(action.text()), f"{action} is unlisted, and no pattern declares it")


def expect_kind(trial: Trial, state: AnyState, seat: int, action: Any, error: FoxError) -> None:
    """The refusal is of the right kind: malformed, over, not your turn, illegal, in this order."""
    malformed = refusal(trial.game.parse_action, action.text(), trial.options)
    kinds: tuple[type[FoxError], ...] = (IllegalAction,) if seat in state.to_act else (NotYourTurn, IllegalAction)
    if malformed:
        kinds = (MalformedAction,)
    elif state.awaits != "action":
        kinds = (GameOver,) if state.awaits == "nothing" else (NotYourTurn,)
    expect(type(error) in kinds, f"{action} of seat {seat} is refused as {type(error).__name__}: {error}")


def check_refusals(trial: Trial) -> None:
    """``apply`` refuses what ``check`` refuses, in the same words, and a refused action or deal changes nothing."""
    strangers = (-1, len(trial.seats))
    for state in trial.some(trial.play(trial.new()), 0.1):
        before, twin = all_of(trial, state), state.copy()
        deals = [entry.deal for entry in state.history if isinstance(entry, Dealing)]
        for seat in (*trial.seats, *strangers):
            for action in trial.actions(state):
                error = refusal(state.check, seat, action)
                if error is None:
                    expect(seat not in strangers, f"there is no seat {seat}, but it may act")
                    continue
                expect(isinstance(error, ActionError), f"an action is refused by {type(error).__name__}")
                if seat in strangers:
                    expect(isinstance(error, MalformedAction), f"there is no seat {seat}, but: {error}")
                applied = refusal(state.apply, seat, action)
                expect(described(applied) == described(error), f"check says {error}, apply says {applied}")
                expect(state == twin, f"{action} of seat {seat} was refused, but changed the state")
        if state.awaits != "deal" and deals:
            kind = GameOver if state.awaits == "nothing" else BadDeal
            for attempt in (state.check_deal, state.deal):
                error = refusal(attempt, deals[-1])
                expect(type(error) is kind, f"a deal that is not due: {error}")
        expect(all_of(trial, state) == before and state == twin, "something was refused, but changed the state")


def check_termination(trial: Trial) -> None:
    """Every game ends, with an outcome, and stays so."""
    trial.gives_up = False
    for _ in range(5):
        for state, _events in trial.play(trial.new()):
            over = state.awaits == "nothing"
            expect(over == (state.outcome is not None), "a game is over, or not, and its outcome says otherwise")
            view = state.reveal()
            expect(
                (view.finished, view.outcome, view.scores) == (over, state.outcome, state.scores),
                "the view says otherwise how the game stands",
            )
            expect(len(state.scores) == len(trial.seats), "there is not one score a seat")
        winners = state.outcome.winners if state.outcome else ()
        expect(list(winners) == sorted(set(winners) & set(trial.seats)), f"the winners are {winners}")
        expect(state.to_act == () and state.turn == 0, "the game is over, but something is under way")


def check_copies(trial: Trial) -> None:
    """Copies and pickles are equal, go on alike, and leave each other alone."""
    for state in trial.some(trial.play(trial.new()), 0.2):
        twins = [state.copy(), pickle.loads(pickle.dumps(state)), state.copy()]  # noqa: S301  # our own bytes
        before = all_of(trial, state)
        for twin in twins:
            expect(twin == state and all_of(trial, twin) == before, "a copy is not equal to its original")
        if state.awaits == "nothing":
            continue
        if state.awaits == "deal":
            deal = state.draw(trial.random)
            outcomes = [twin.deal(deal) for twin in twins[:2]]
        else:
            move = trial.chosen(state)
            outcomes = [twin.apply(move.seat, move.action) for twin in twins[:2]]
        expect(outcomes[0] == outcomes[1] and twins[0] == twins[1], "two copies go on differently")
        expect(all_of(trial, twins[0]) == all_of(trial, twins[1]), "two copies go on differently")
        expect(twins[0] != state, "a state is equal to the one that follows it")
        expect(all_of(trial, state) == before and all_of(trial, twins[2]) == before, "copies share something")


def check_records(trial: Trial) -> None:
    """A game's record, in text and JSON, reads back the same and replays to the same states."""
    marks = {}
    for state, _events in trial.play(trial.new()):
        moves = sum(isinstance(entry, Move) for entry in state.history)
        marks[moves] = state.copy()
    record = Record.of(state, {"Seat0": 'Al"ix \\ ü', "Strange": ""})
    text = write(record)
    expect(read(text) == record, "a record changes in its text")
    expect(write(read(text)) == text, "a canonical text changes when it is read and written")
    expect(from_json(to_json(record)) == record, "a record changes in JSON")
    expect(record.replay() == state, "a record does not replay to the state that it was made of")
    for moves in trial.random.sample(sorted(marks), min(8, len(marks))):
        expect(record.replay(moves) == marks[moves], f"a record stopped after {moves} actions is elsewhere")


def check_kernel(trial: Trial) -> None:
    """The face does what the kernel does: the same legal ids, the same bytes after an action.

    Where several seats are to act at once the kernel has an order of its own: only single decisions are compared.
    """
    kernel = trial.game.kernel
    words = np.zeros((trial.game.n_actions + 63) // 64, np.uint64)
    for state in trial.some(trial.play(trial.new()), 1):
        position = state.position()
        if len(state.to_act) > 1:
            continue
        kernel.legal(position[0], words)
        ids = {number for number in range(trial.game.n_actions) if int(words[number // 64]) >> number % 64 & 1}
        for seat in state.to_act:
            listed = state.legal(seat)
            expect({trial.game.action_id(action) for action in listed} == ids, "face and kernel list different actions")
            for action in listed:
                kernels, twin = position.copy(), state.copy()
                kernel.apply(kernels[0], trial.game.action_id(action))
                twin.apply(seat, action)
                expect(contents(twin.position()) == contents(kernels), f"face and kernel differ after {action}")


def check_batches(trial: Trial) -> None:
    """Where the kernel plays batches: they give the same bytes as one state at a time."""
    kernel = trial.game.kernel
    if not hasattr(kernel, "batch_play"):
        return
    from renardiere.games.kernel import new_rngs

    many = 16
    one_by_one, batch = np.repeat(trial.new().position(), many), np.repeat(trial.new().position(), many)
    rngs, batch_rngs = new_rngs(trial.seed, many), new_rngs(trial.seed, many)
    for _ in range(2):
        for i in range(many):
            kernel.random_deal(one_by_one[i], rngs[i : i + 1])
            kernel.play_round(one_by_one[i], rngs[i : i + 1])
        kernel.batch_deal(batch, batch_rngs)
        kernel.batch_play(batch, batch_rngs)
        expect(contents(one_by_one) == contents(batch), "a batch ends elsewhere than one state at a time")


# ---- secrecy -----------------------------------------------------------------------------------------------------


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
    hidden = any("?" in encode(state.view(SPECTATOR)).decode() for state, _ in trial.play(trial.new()))
    expect(differences or not hidden, "something is hidden, but sampling always finds what it is")


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


# ---- compiled and not --------------------------------------------------------------------------------------------


def digest(trial: Trial) -> str:
    """A fingerprint of a few random games: of every position, and of all that everybody sees and is told."""
    fingerprint = hashlib.sha256()
    for _ in range(3):
        for state, events in trial.play(trial.new()):
            for part in all_of(trial, state):
                fingerprint.update(repr(part).encode())
            for viewer in trial.viewers:
                fingerprint.update(told(events, viewer))
    return fingerprint.hexdigest()


def digest_elsewhere(name: str, rules: str, where: str, options: str, seed: str) -> None:
    """Print the fingerprint of a game: what the other process of ``check_compilation`` does."""
    GAMES.setdefault(name, {})[rules] = where
    game = find_game(name, rules)
    print(digest(Trial(game, game.parse_options(option_pairs(options)), int(seed))))  # noqa: T201


def check_compilation(trial: Trial) -> None:
    """Compiled and un-compiled rules play the same games, byte for byte, in processes of their own."""
    from renardiere.games.kernel import COMPILED

    game = trial.game
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1" if COMPILED else "0",
        "PYTHONHASHSEED": str(trial.seed + 1),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    named = [game.name, game.rules, GAMES[game.name][game.rules], trial.options.text(), str(trial.seed)]
    command = [sys.executable, "-m", __name__, *named]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    expect(done.returncode == 0, f"the rules do not run {'un-' if COMPILED else ''}compiled: {done.stderr}")
    expect(done.stdout.strip() == digest(trial), "compiled and un-compiled rules play different games")


# ---- all of it ---------------------------------------------------------------------------------------------------

CHECKS: Final[dict[str, Callable[[Trial], None]]] = {
    "determinism": check_determinism,
    "purity": check_purity,
    "round_trips": check_round_trips,
    "legality": check_legality,
    "refusals": check_refusals,
    "termination": check_termination,
    "copies": check_copies,
    "records": check_records,
    "kernel": check_kernel,
    "batches": check_batches,
    "secrecy": check_secrecy,
    "secrecy_of_deals": check_secrecy_of_deals,
    "compilation": check_compilation,
}
"""name -> check; each takes a ``Trial`` of its own."""


def check_game(game: AnyGame, *, seed: int = 0) -> None:
    """Run the whole kit on a game, with each of its ``usual_options``; ``Nonconformity`` where it fails."""
    for text in game.usual_options:
        for check in CHECKS.values():
            check(Trial(game, game.parse_options(option_pairs(text)), seed))


class Case(NamedTuple):
    """One check of one registered game with some of its options."""

    game: str
    rules: str
    options: str
    check: str

    def __str__(self) -> str:
        return "-".join(filter(None, (self.game, self.rules, self.options, self.check)))

    def run(self, seed: int = 0) -> None:
        """Raises ``Nonconformity`` if the game fails."""
        game = find_game(self.game, self.rules)
        CHECKS[self.check](Trial(game, game.parse_options(option_pairs(self.options)), seed))


def cases() -> list[Case]:
    """All checks of all registered games, in all versions of their rules."""
    return [
        Case(name, rules, options, check)
        for name, versions in GAMES.items()
        for rules in versions
        for options in find_game(name, rules).usual_options
        for check in CHECKS
    ]


if __name__ == "__main__":
    digest_elsewhere(*sys.argv[1:])
