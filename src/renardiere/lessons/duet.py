"""The positions of the lesson of *Le Renard des Bois : Duo*: a few cards, and a path with the gems that matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, cast

from renardiere.games import game
from renardiere.games.duet import rules as book
from renardiere.games.duet.game import Duet
from renardiere.games.duet.position import HAND, LEFT_OVER, rank
from renardiere.games.duet.state import DuetState
from renardiere.games.duet.words import (
    CARD,
    CARDS,
    DECK,
    Chose,
    DuetOptions,
    DuetView,
    GameEnded,
    LeftPath,
    Moved,
    Placed,
    Played,
    TrickWon,
)
from renardiere.games.play import Action, Event, View
from renardiere.lessons import LEARNER, AnyState, Lesson, Position, Verdict

__all__ = ["LESSON", "begin", "helpful"]

HOUSE: Final = 1 - LEARNER
START: Final = 5
"""The start of side A, whose ends are 0, the learner's, and 10."""

Gems: TypeAlias = Mapping[int, int]


def begin(
    hand: str, other: str, decree: str, *, gems: Gems, token: int = START, leader: int = HOUSE, round_: int = 1
) -> DuetState:
    """The last tricks of a round at level 1: the learner's cards and the house's, who leads, the gems by space, and
    where the token stands. Of the other cards seven are in the deck, the rest were played. The house dealt."""
    hands = hand.split(), other.split()
    known = [*hands[0], *hands[1], decree]
    if len(set(known)) != len(known) or len(hands[0]) != len(hands[1]):
        raise ValueError(f"there is no such round: {hand} | {other} | {decree}")
    states = book.new_states(1)
    state = states[0]
    book.begin_round(state, HOUSE)
    state["round"] = round_
    state.leader = state.player = leader
    state.decree = CARD[decree]
    state.tricks = HAND - len(hands[0])
    state.token = token
    for seat in (LEARNER, HOUSE):
        state.hand[seat] = DECK.mask(hands[seat])
    for place, card in enumerate([card for card in CARDS if card not in known][:LEFT_OVER]):
        state.deck[place] = CARD[card]
    for space in range(int(state.spaces)):
        state.gems[space] = gems.get(space, 0)
    state.gems_left = sum(gems.values())
    duet = cast(Duet, game("duet"))
    return DuetState.sampled(duet, DuetOptions(), states, duet.new().view(LEARNER), (0, 0))


# ---- what the house does -----------------------------------------------------------------------------------------


def helpful(state: AnyState) -> Action:
    """What leaves the fewest gems, and the most forest tokens; then what comes first."""
    seat = state.to_act[0]

    def left(action: Action) -> tuple[int, int]:
        after = state.copy()
        after.apply(seat, action)
        view = cast(DuetView, after.view(seat))
        return -view.forest_tokens, sum(view.gems)

    return min(cast("tuple[Action, ...]", state.legal(seat)), key=left)


def wishes(*tokens: str) -> Callable[[AnyState], Action]:
    """The first of these actions that is legal, else what helps."""

    def choose(state: AnyState) -> Action:
        legal = {action.text(): action for action in state.legal(state.to_act[0])}
        return next((legal[token] for token in tokens if token in legal), None) or helpful(state)

    return choose


# ---- what came of it ---------------------------------------------------------------------------------------------

Told: TypeAlias = tuple[Event, ...]


def after_move(says: Callable[[Told, Moved | LeftPath], Verdict]) -> Callable[[Told, View], Verdict | None]:
    """The position is one trick, until the token has moved."""

    def judge(told: Told, view: View) -> Verdict | None:
        moved = next((event for event in told if isinstance(event, (Moved, LeftPath))), None)
        return says(told, moved) if moved else None

    return judge


def own_rank(told: Told) -> int:
    """The rank of what the learner played."""
    card = next(event.card for event in told if isinstance(event, Played) and event.seat == LEARNER)
    return int(rank(CARD[card]))


def winning(told: Told, moved: Moved | LeftPath) -> Verdict:
    won = any(isinstance(event, TrickWon) and event.seat == LEARNER for event in told)
    return Verdict("won" if won else "lost", won)


def collecting(told: Told, moved: Moved | LeftPath) -> Verdict:
    gem = isinstance(moved, Moved) and moved.gem
    return Verdict("gem" if gem else "none", gem)


def staying(told: Told, moved: Moved | LeftPath) -> Verdict:
    return Verdict("left", False) if isinstance(moved, LeftPath) else Verdict("stays", True)


def collecting_with(wanted: int) -> Callable[[Told, Moved | LeftPath], Verdict]:
    """The card of that rank makes it possible; played, it may still be used otherwise."""

    def says(told: Told, moved: Moved | LeftPath) -> Verdict:
        if isinstance(moved, Moved) and moved.gem:
            return Verdict("gem", True)
        return Verdict("elsewhere" if own_rank(told) == wanted else "none", False)

    return says


def by_foxes(told: Told, moved: Moved | LeftPath) -> Verdict:
    if isinstance(moved, Moved) and moved.gem:
        return Verdict("gem", True)
    if own_rank(told) != 3:
        return Verdict("none", False)
    asked = any(isinstance(event, Chose) and event.chosen == HOUSE for event in told)
    return Verdict("asked" if asked else "kept", False)


def placing(told: Told, view: View) -> Verdict | None:
    placed = next((event for event in told if isinstance(event, Placed)), None)
    if placed is None:
        return None
    return Verdict("far", True) if placed.end == HOUSE else Verdict("near", False)


def to_the_end(told: Told, view: View) -> Verdict | None:
    end = next((event for event in told if isinstance(event, GameEnded)), None)
    if end is None:
        return None
    won = end.count is not None
    return Verdict("won" if won else "lost", won)


LESSON: Final[Lesson] = {
    # the 8 wins; the 10 of roses is higher, and may not be played
    "follow": Position(
        lambda: begin("D2 D8 R10 S4", "D6 R6 S8 S10", "R4", gems={1: 1, 3: 1, 8: 2}),
        wishes("D6"),
        after_move(winning),
    ),
    # one paw is led: only the 10 makes it four, to the gem
    "paws": Position(
        lambda: begin("R2 R6 R10 S8", "R4 D6 D8 S4", "D4", gems={1: 1, 4: 1, 7: 1, 10: 1}),
        wishes("R4"),
        after_move(collecting),
    ),
    # the gem lies towards the partner: the 4 loses, and takes the token there
    "lose": Position(
        lambda: begin("D2 S4 S6 S10", "S8 D6 R6 R8", "R4", gems={1: 1, 3: 1, 8: 1, 10: 1}),
        wishes("S8"),
        after_move(collecting),
    ),
    # no dove to follow with: only the trump wins, and brings the token to the very last space
    "trump": Position(
        lambda: begin("R6 S4 S6 S8", "D10 D6 R4 S10", "R8", gems={0: 1, 2: 1, 7: 1}),
        wishes("D10"),
        after_move(collecting),
    ),
    # near the learner's end: what wins goes too far
    "edges": Position(
        lambda: begin("R2 R4 R8 R10", "R6 D4 D8 S6", "S8", gems={0: 1, 1: 1, 7: 1, 9: 1}, token=2),
        wishes("R6"),
        after_move(staying),
    ),
    # the Musician is a trump: it wins, and one space towards the partner there is a gem
    "musician": Position(
        lambda: begin("R1 S2 S6 S8", "D4 D8 R4 R6", "R8", gems={1: 1, 6: 1, 10: 1}),
        wishes("D4"),
        after_move(collecting_with(1)),
    ),
    # the Foxes are a star: as trump it wins four spaces
    "foxes": Position(
        lambda: begin("S2 S3 S6 S10", "D8 D4 R6 R8", "R4", gems={1: 1, 3: 1, 7: 1}),
        wishes("D8", "x-"),
        after_move(by_foxes),
    ),
    # four paws, of which the 1 of the Gazelle or the 3 of the 2 may be left out: the gem is three away
    "gazelle": Position(
        lambda: begin("R4 R5 R6 S8", "R2 D6 D8 S4", "D4", gems={2: 1, 7: 1, 9: 1}),
        wishes("R2"),
        after_move(collecting_with(5)),
    ),
    # what is given to the learner is what is needed now
    "gift": Position(
        lambda: begin("D8 R2 S4 S6", "S7 S10 D4 R6", "R8", gems={0: 1, 2: 1, 9: 1, 10: 1}),
        wishes("S7", "gS10"),
        after_move(collecting),
    ),
    # a Princess is led: the star may be played, though there are doves
    "heir": Position(
        lambda: begin("D4 D10 S2 S8", "D9 D6 R6 R8", "R4", gems={0: 1, 7: 1, 10: 1}),
        wishes("D9"),
        after_move(collecting),
    ),
    # the last trick of a round, and the forest token: the end far from the token has no danger in it
    "forest": Position(
        lambda: begin("D8", "D6", "R4", gems={1: 1, 3: 1, 8: 1}, token=7),
        helpful,
        placing,
    ),
    # the last three tricks of the last round, and two gems
    "free": Position(
        lambda: begin("D4 D6 S10", "R4 R8 S8", "R6", gems={2: 1, 6: 1}, leader=LEARNER, round_=3),
        helpful,
        to_the_end,
    ),
}
