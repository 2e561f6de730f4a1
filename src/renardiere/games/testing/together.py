"""Simultaneous decisions: each seat decides by itself, in any order, and nobody learns anything before all have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from renardiere.games.errors import MalformedAction, NotYourTurn, RecordError
from renardiere.games.play import SPECTATOR, Action, Move
from renardiere.games.record import Record, read, write
from renardiere.games.testing.trial import AnyState, Trial, contents, encode, expect, refusal, told

__all__ = ["check_simultaneity"]


def check_simultaneity(trial: Trial) -> None:
    """Where several seats are to act at once: the order in which they do makes no difference, and while one of them is
    still to decide, no other viewer is shown or told anything that depends on what was decided. (What is only reported
    is open at once.)"""
    for _ in range(3):
        for state, _events in trial.play(trial.new()):
            if len(state.to_act) > 1:
                moves = one_each(trial, state)
                if not (len(moves) == 1 and moves[0].action.reported):  # one in place of all
                    any_order(state, moves)
                needs_its_seat(state, moves[-1])
                for move in moves:
                    if not move.action.reported:
                        nothing_shows(trial, state, move)


def one_each(trial: Trial, state: AnyState) -> list[Move]:
    """A move of each seat that is to act, legal one after another; one alone where the others are not asked then."""
    end, moves = state.copy(), list[Move]()
    for done, seat in enumerate(state.to_act):
        if end.to_act != state.to_act[done:] or end.legal(seat) != state.legal(seat):
            break
        moves.append(Move(seat, trial.random.choice(actions_of(trial, end, seat))))
        end.apply(seat, moves[-1].action)
    return moves


def actions_of(trial: Trial, state: AnyState, seat: int) -> list[Action]:
    """Those that are listed, and some of those that are not."""
    return [*state.legal(seat), *(each for each in state.unlisted(seat, trial.random) if not each.joint)]


def any_order(state: AnyState, moves: Sequence[Move]) -> None:
    """The same state, whoever was first."""
    ends = []
    for order in permutations(moves):
        end = state.copy()
        for done, move in enumerate(order):
            waiting = sorted(each.seat for each in order[done:])
            expect(list(end.to_act) == waiting, f"seats {waiting} have not decided, but {end.to_act} are to act")
            end.apply(move.seat, move.action)
            again = refusal(end.check, move.seat, move.action)
            if done < len(order) - 1:
                expect(isinstance(again, NotYourTurn), f"seat {move.seat} decides twice: {again}")
        ends.append(end)
    expect(all(end == ends[0] for end in ends), "the order of simultaneous decisions makes a difference")
    bytes_of = {contents(end.position()) for end in ends}
    expect(len(bytes_of) == 1, "the order of simultaneous decisions makes a difference to the kernel")


def needs_its_seat(state: AnyState, move: Move) -> None:
    """A record says whose it is."""
    body = write(Record.of(state))
    prefixed, bare = (f"{body}\n{prefix}{move.action.text()}" for prefix in (f"{move.seat}:", ""))
    expect(len(read(prefixed).entries) == len(state.history) + 1, "a decision with its seat is not read")
    error = refusal(read, bare)
    expect(
        isinstance(error, RecordError) and error.code == MalformedAction.code,
        f"a decision without its seat, where several may act, is read: {error}",
    )


def nothing_shows(trial: Trial, state: AnyState, move: Move) -> None:
    """Of ``move``, which does not complete the decision, others see and are told the same as of any other."""
    others = [viewer for viewer in (*trial.seats, SPECTATOR) if viewer != move.seat]
    ways = set()
    for action in actions_of(trial, state, move.seat):
        twin = state.copy()
        events = twin.apply(move.seat, action)
        ways.add(tuple((encode(twin.view(viewer)), told(events, viewer)) for viewer in others))
    expect(len(ways) == 1, f"others learn what seat {move.seat} decided before they have decided themselves")
