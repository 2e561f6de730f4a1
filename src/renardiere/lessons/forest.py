"""The positions of the lesson of *Le Renard des Bois*: the last few tricks of rounds, small enough to see through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from renardiere.games import game
from renardiere.games.forest import rules as book
from renardiere.games.forest.game import Forest, ForestState
from renardiere.games.forest.words import (
    CARD,
    CARDS,
    Buried,
    ForestAction,
    ForestOptions,
    Kept,
    Play,
    Played,
    RoundEnded,
    TrickWon,
    cards_mask,
)
from renardiere.games.play import Action, Event, View
from renardiere.lessons import LEARNER, AnyState, Lesson, Position, Verdict

__all__ = ["LESSON", "begin", "thrifty"]

HOUSE: Final = 1 - LEARNER
TRICKS: Final = 13


def begin(
    hand: str, other: str, decree: str, *, leader: int = HOUSE, tricks: tuple[int, int], draws: str = ""
) -> ForestState:
    """The last tricks of a first round: the learner's cards and the house's, who leads, how many tricks each has won,
    and the top card of the pile where it matters. All other cards are in the pile, or were played."""
    hands = hand.split(), other.split()
    known = [*hands[0], *hands[1], decree, *draws.split()]
    rest = [card for card in CARDS if card not in known]
    pile = [*draws.split(), *rest][: book.PILE]
    if len(set(known)) != len(known) or len(hands[0]) != len(hands[1]) or sum(tricks) + len(hands[0]) != TRICKS:
        raise ValueError(f"there is no such round: {hand} | {other} | {decree} | {tricks}")

    states = book.new_states(1)
    state = states[0]
    book.begin_round(state, 1 - leader)
    state.decree = CARD[decree]
    for seat in (LEARNER, HOUSE):
        state.hand[seat] = cards_mask(hands[seat])
        state.tricks[seat] = tricks[seat]
    for place, card in enumerate(pile):
        state.pile[place] = CARD[card]
    forest = cast(Forest, game("forest"))
    return ForestState.sampled(forest, ForestOptions(), states, forest.new().view(LEARNER), (None,) * book.PILE)


# ---- what the house does -----------------------------------------------------------------------------------------


def thrifty(state: AnyState) -> ForestAction:
    """Win as cheaply as it goes if another trick is worth something, else lose with the highest card that loses; lead
    low, keep the decree, bury what is lowest."""
    seat = state.to_act[0]
    view = state.view(seat)
    legal = cast("tuple[ForestAction, ...]", state.legal(seat))
    if view.phase == "exchange":
        return next(action for action in legal if action.card is None)
    by_rank = sorted(cast("tuple[Play, ...]", legal), key=lambda action: book.rank(CARD[action.card]))
    if not view.trick:
        return by_rank[0]
    led, trump = CARD[view.trick[0]], book.suit(CARD[view.decree])
    wins = [action for action in by_rank if book.follower_wins(led, CARD[action.card], trump)]
    loses = [action for action in by_rank if action not in wins]
    won = view.tricks[seat]
    wants = book.points(won + 1) > book.points(won) or won >= 6
    if wants or not loses:
        return (wins or by_rank)[0]
    return loses[-1]


def wishes(*tokens: str) -> Callable[[AnyState], Action]:
    """The first of these actions that is legal, else what ``thrifty`` does."""

    def choose(state: AnyState) -> Action:
        legal = {action.text(): action for action in state.legal(state.to_act[0])}
        return next((legal[token] for token in tokens if token in legal), None) or thrifty(state)

    return choose


# ---- what came of it ---------------------------------------------------------------------------------------------


def after_trick(says: Callable[[tuple[Event, ...], TrickWon], Verdict]) -> Callable[..., Verdict | None]:
    """The position is one trick."""

    def judge(told: tuple[Event, ...], view: View) -> Verdict | None:
        trick = next((event for event in told if isinstance(event, TrickWon)), None)
        return says(told, trick) if trick else None

    return judge


def own_ranks(told: tuple[Event, ...]) -> list[int]:
    """The ranks of what the learner played."""
    return [book.rank(CARD[event.card]) for event in told if isinstance(event, Played) and event.seat == LEARNER]


def either(told: tuple[Event, ...], trick: TrickWon) -> Verdict:
    return Verdict("won" if trick.seat == LEARNER else "lost", True)


def winning(told: tuple[Event, ...], trick: TrickWon) -> Verdict:
    return Verdict("won", True) if trick.seat == LEARNER else Verdict("lost", False)


def leading_by_swan(told: tuple[Event, ...], trick: TrickWon) -> Verdict:
    return Verdict("won", False) if trick.seat == LEARNER else Verdict("leads", trick.leads == LEARNER)


def winning_by_fox(told: tuple[Event, ...], trick: TrickWon) -> Verdict:
    if trick.seat == LEARNER:
        return Verdict("won", True)
    return Verdict("kept" if any(isinstance(event, Kept) for event in told) else "lost", False)


def burying(told: tuple[Event, ...], trick: TrickWon) -> Verdict:
    return Verdict("buried", any(isinstance(event, Buried) for event in told))


def with_monarch(told: tuple[Event, ...], trick: TrickWon) -> Verdict:
    return Verdict("forced", True) if 11 in own_ranks(told) else Verdict("other", False)


def answering_monarch(told: tuple[Event, ...], trick: TrickWon) -> Verdict:
    return Verdict("swan" if 1 in own_ranks(told) else "highest", True)


def counted(told: tuple[Event, ...], view: View) -> Verdict | None:
    """The position is the end of the round: it is met with more points than the house."""
    count = next((event for event in told if isinstance(event, RoundEnded)), None)
    if count is None:
        return None
    tricks = count.tricks[LEARNER]
    band = "humble" if tricks <= 3 else "defeated" if tricks <= 6 else "victorious" if tricks <= 9 else "greedy"
    return Verdict(band, count.scores[LEARNER] > count.scores[HOUSE])


LESSON: Final[Lesson] = {
    # to lead
    "lead": Position(
        lambda: begin("B8 K2 K10 M4", "B6 K6 M8 M10", "B4", leader=LEARNER, tricks=(5, 4)),
        thrifty,
        after_trick(either),
    ),
    # bells are led; the 10 of keys is higher, and may not be played
    "follow": Position(
        lambda: begin("B4 B8 K10 M2", "B6 K6 M8 M10", "M4", tricks=(5, 4)),
        wishes("B6"),
        after_trick(winning),
    ),
    # no moon to follow with: only the small trump wins
    "trump": Position(
        lambda: begin("B4 B10 K2 B8", "M10 M8 B6 K8", "K6", tricks=(5, 4)),
        wishes("M10"),
        after_trick(winning),
    ),
    # only the Swan loses and leads
    "swan": Position(
        lambda: begin("B1 B10 K4 M6", "B8 K6 K10 M8", "K8", tricks=(5, 4)),
        wishes("B8"),
        after_trick(leading_by_swan),
    ),
    # neither key nor trump to win with, until the Fox makes bells trump
    "fox": Position(
        lambda: begin("B3 B4 B8 B10", "K8 K4 M6 M10", "M4", tricks=(5, 4)),
        wishes("K8"),
        after_trick(winning_by_fox),
    ),
    # the Woodcutter is the only key
    "woodcutter": Position(
        lambda: begin("B2 B8 K5 M10", "B6 K4 M6 M8", "B4", tricks=(5, 4), draws="M4"),
        wishes("K4"),
        after_trick(burying),
    ),
    # the house leads a Treasure
    "treasure": Position(
        lambda: begin("B4 B10 K2 M6", "B7 K6 K8 M8", "K10", tricks=(5, 4)),
        wishes("B7"),
        after_trick(winning),
    ),
    # the 9 of keys is lower than the 10, but a trump: moons are
    "witch": Position(
        lambda: begin("B8 K4 K9 B2", "K10 K8 B6 M2", "M6", tricks=(5, 4)),
        wishes("K10"),
        after_trick(winning),
    ),
    # the house has a 2 to throw, and must give its 10
    "monarch": Position(
        lambda: begin("B4 K6 M8 M11", "B6 K8 M2 M10", "K4", leader=LEARNER, tricks=(5, 4)),
        thrifty,
        after_trick(with_monarch),
    ),
    # the learner's turn to be forced
    "answer": Position(
        lambda: begin("B6 K1 K4 K8", "B8 K11 M6 M10", "M4", tricks=(5, 4)),
        wishes("K11"),
        after_trick(answering_monarch),
    ),
    # eight tricks won: one more is well, two more are too many, and the first brings the second with it
    "greed": Position(
        lambda: begin("B2 B8", "B6 K4", "M4", tricks=(8, 3)),
        wishes("B6"),
        counted,
    ),
    # three tricks won: one more costs five points, and none more makes the house greedy
    "humble": Position(
        lambda: begin("B4 B10", "B8 K6", "M4", tricks=(3, 8)),
        wishes("B8"),
        counted,
    ),
    # the last four tricks, freely
    "free": Position(
        lambda: begin("B8 K3 K9 M7", "B6 K10 M5 M8", "M2", leader=LEARNER, tricks=(5, 4), draws="B2"),
        thrifty,
        counted,
    ),
}
