"""The positions of the lesson of *Fennecs*: a few cards in columns that can be added up at a glance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, cast

from renardiere.games import game
from renardiere.games.fennecs import rules as book
from renardiere.games.fennecs.game import Fennecs
from renardiere.games.fennecs.position import ASIDE, COLUMN, NOBODY, STARS, card_of
from renardiere.games.fennecs.state import FennecsState
from renardiere.games.fennecs.words import (
    KIND,
    FennecsOptions,
    FennecsView,
    Hid,
    Place,
    Placed,
    RoundEnded,
    Scored,
    Take,
    Taken,
)
from renardiere.games.play import HIDDEN, Action, Event, View
from renardiere.lessons import LEARNER, AnyState, Lesson, Position, Verdict

__all__ = ["LESSON", "begin", "prudent"]

HOUSE: Final = 1 - LEARNER
STAR_COUNT: Final = 5
"""What everybody holds."""
BEST: Final = 6
"""The total that is worth most."""


def begin(hands: str, columns: str, *, players: int = 2, variant: str = "base") -> FennecsState:
    """A moment of a first round, the learner's turn: the hands from the learner's on, and the columns, each with its
    starting card first. ``4?1`` lies face down, by seat 1; what lies open is the house's. Cards that are nowhere in it
    stay in the box: a lesson's rounds are small."""
    options = FennecsOptions(players, variant)  # type: ignore[arg-type]  # checked below
    held = [hand.split() for hand in hands.split("|")]
    laid = [[card.partition(HIDDEN) for card in column.split()] for column in columns.split("|")]
    known = [*(card for hand in held for card in hand), *(card for column in laid for card, _, _ in column)]
    rest = list(options.deck)
    for card in known:
        if card not in rest:
            raise ValueError(f"there is no such round: {card!r} is not there, or too often")
        rest.remove(card)
    if len(held) != players or len(laid) != players or not all(1 <= len(column) <= COLUMN for column in laid):
        raise ValueError(f"there is no such round for {players}: {hands} / {columns}")

    states = book.new_states(1, players, options.variant_number)
    state = states[0]
    book.begin_round(state, LEARNER)
    for seat, hand in enumerate(held):
        for slot, kind in enumerate(sorted(KIND[card] for card in hand)):
            state.hand[seat, slot] = kind
    for number, column in enumerate(laid):
        state.cards[number] = len(column)
        for place, (card, down, by) in enumerate(column):
            state.column[number, place] = card_of(KIND[card], NOBODY if place == 0 else int(by or HOUSE))
            state.down[number] |= bool(down) << place
        if len(column) > 1:
            state.takeable |= 1 << number
        if len(column) == COLUMN:
            state.placeable &= ~(1 << number)
    for place, card in enumerate(rest[:ASIDE]):
        state.aside[place] = KIND[card]
    state.stars[:players] = STAR_COUNT
    hidden = sum(bool(down) for column in laid for _, down, _ in column)
    state.reserve = STARS - players * STAR_COUNT - hidden
    return FennecsState.sampled(cast(Fennecs, game("fennecs")), options, states)


# ---- what the house does -----------------------------------------------------------------------------------------


def total(cards: tuple[str, ...]) -> int:
    """What a column adds up to, for all that one sees of it; what one does not see may be a 2."""
    seen = [card.removesuffix(HIDDEN) for card in cards]
    values = [2 if not card else 1 if card == "1/5" else 0 if card in ("0+", "SN") else int(card) for card in seen]
    return sum(map(abs, values)) if "0+" in seen else sum(values)


def gain(cards: tuple[str, ...]) -> int:
    there = total(cards)
    return there if there <= BEST else BEST - there


def prudent(state: AnyState) -> Action:
    """Take a column that brings 4 stars or more; else place, face up, what makes the best one; else take the best."""
    seat = state.to_act[0]
    view = cast(FennecsView, state.view(seat))

    def worth(action: Action) -> int:
        if not isinstance(action, Take | Place):
            return -STARS
        cards = view.columns[action.column] or ()
        return gain(cards if isinstance(action, Take) else (*cards, action.card))

    legal = cast("tuple[Action, ...]", state.legal(seat))
    takes = [action for action in legal if isinstance(action, Take)]
    places = [action for action in legal if isinstance(action, Place)]
    good = [action for action in takes if worth(action) >= 4]
    return max(good or places or takes or legal, key=worth)


def wishes(*tokens: str) -> Callable[[AnyState], Action]:
    """The first of these actions that is legal, else what is prudent."""

    def choose(state: AnyState) -> Action:
        legal = {action.text(): action for action in state.legal(state.to_act[0])}
        return next((legal[token] for token in tokens if token in legal), None) or prudent(state)

    return choose


# ---- what came of it ---------------------------------------------------------------------------------------------

Told: TypeAlias = tuple[Event, ...]
Judge: TypeAlias = Callable[[Told, View], Verdict | None]


def placing(wanted: type[Placed | Hid]) -> Judge:
    """The position is one card, which is to lie face up, or face down."""

    def judge(told: Told, view: View) -> Verdict | None:
        laid = next((event for event in told if isinstance(event, Placed | Hid)), None)
        if laid is None:
            return None
        return Verdict("up" if isinstance(laid, Placed) else "down", isinstance(laid, wanted))

    return judge


def taking(aim: int | None, /, **says: int | None) -> Judge:
    """Until the learner's column is counted: ``aim`` is the total to reach; totals have their sentences."""
    sentences = {number: name for name, number in says.items()}

    def judge(told: Told, view: View) -> Verdict | None:
        own = next((event for event in told if isinstance(event, Scored) and event.seat == LEARNER), None)
        if own is None:
            return None
        return Verdict(sentences.get(own.total, "other"), own.total == aim)

    return judge


def destroying(told: Told, view: View) -> Verdict | None:
    """Until somebody has taken the column that the house waits for, or the learner any."""
    for event in told:
        if isinstance(event, Taken) and event.seat == HOUSE:
            return Verdict("destroyed" if event.destroyed else "missed", event.destroyed)
        if isinstance(event, Scored) and event.seat == LEARNER:
            return Verdict("yours" if event.total == BEST else "other", event.total == BEST)
    return None


def counted(told: Told, view: View) -> Verdict | None:
    """The position is the end of the round: it is met with more stars than the house."""
    if not any(isinstance(event, RoundEnded) for event in told):
        return None
    own, house = cast(FennecsView, view).stars[:2]
    return Verdict("ahead" if own > house else "even" if own == house else "behind", own > house)


LESSON: Final[Lesson] = {
    # a star for a card that everybody sees
    "up": Position(lambda: begin("2 4 | -1 3", "1 | 3"), prudent, placing(Placed)),
    # a star of one's own on a card that nobody sees
    "down": Position(lambda: begin("-2 4 | -1 2", "3 | 1"), prudent, placing(Hid)),
    # no card is left: one must take a column. 4, or 1
    "take": Position(lambda: begin("| 3 4", "1 3 | 2 -1"), prudent, taking(4, best=4, less=1)),
    # 9 costs 3; 3 brings 3
    "above": Position(lambda: begin("| -1 2", "5 4 | 1 2"), prudent, taking(3, best=3, lost=9)),
    # a hidden 3 and its star, or 7 for all to see
    "hidden": Position(lambda: begin("| 1 2", "2 3?1 | 4 3"), prudent, taking(5, best=5, lost=7)),
    # 6 ends the round, with the house still in it
    "six": Position(lambda: begin("| -1 -2", "4 2 | 3 2"), prudent, taking(BEST, six=BEST, five=5)),
    # 3 − 2 − 1 is 0, and with a 0▸+ it is 6; the house takes its 5 meanwhile
    "plus": Position(
        lambda: begin("0+ | 2", "-2 3 -1 | 4 1"),
        wishes("take@1"),
        taking(BEST, six=BEST, nothing=0),
    ),
    # 1/5 and 1 are 2 or 6; all else is too much
    "fives": Position(
        lambda: begin("| 2 3 | -2", "1/5 1 | 4 3 | 2 5", players=3),
        prudent,
        taking(BEST, six=BEST, two=2),
    ),
    # the house knows what it has hidden, and waits for that column
    "nova": Position(
        lambda: begin("SN |", "4 2?1 | 3 1", variant="sandfox"),
        wishes("take@0"),
        destroying,
    ),
    # seven cards are worth nothing, but two stars lie on them; 12 costs what one has
    "seven": Position(
        lambda: begin("| -2", "1 2 3 -1 4 -2?0 2?0 | 5 4 3"),
        prudent,
        taking(None, seven=None, lost=12),
    ),
    # a small round, freely
    "free": Position(lambda: begin("3 -1 | 2 4", "1 | 2"), prudent, counted),
}
