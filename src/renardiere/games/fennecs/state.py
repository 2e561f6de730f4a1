"""One game of fennecs being played: typed actions, events and views over the rules of ``rules.py``."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from renardiere.games.cards import members
from renardiere.games.errors import BadDeal, GameOver, IllegalAction, MalformedAction, NotYourTurn
from renardiere.games.fennecs import actions as at
from renardiere.games.fennecs import rules as book
from renardiere.games.fennecs import written
from renardiere.games.fennecs.actions import ACTIONS, ENDINGS, KIND_OF, OWNER_OF, PHASES, TEXTS, WHY
from renardiere.games.fennecs.position import (
    ASIDE,
    COLUMN,
    HAND,
    KINDS,
    NO_TOTAL,
    NONE,
    SEATS,
    STUCK,
    SUPERNOVA,
)
from renardiere.games.fennecs.words import (
    KIND,
    Choose,
    Chose,
    Dealt,
    FennecsAction,
    FennecsDeal,
    FennecsEvent,
    FennecsOptions,
    FennecsView,
    GameEnded,
    Hid,
    Hide,
    Place,
    Placed,
    RoundEnded,
    Scored,
    Take,
    Taken,
)
from renardiere.games.play import (
    HIDDEN,
    SPECTATOR,
    Awaits,
    Dealing,
    Entry,
    Events,
    Move,
    Outcome,
    Source,
    Viewer,
)
from renardiere.games.written import WrittenState

if TYPE_CHECKING:
    from renardiere.games.fennecs.game import Fennecs

__all__ = ["FennecsState"]

NOT_TOLD: Final = (HIDDEN,)
NO_CHOICE: Final = 63
"""Of a set of choices that is one word, none has this number."""
ASIDE_TOO: Final = -1
"""Among those whose secrets are shown: what is set aside is shown, too."""


def or_none(number: int) -> int | None:
    return None if number == NONE else number


class FennecsState(WrittenState[FennecsAction, FennecsDeal, FennecsView, FennecsOptions]):
    """One game of fennecs being played."""

    _writer = written

    def __init__(self, game: Fennecs, options: FennecsOptions) -> None:
        self.game = game
        self.options = options
        self._terms = options.text()
        self._seats = tuple(range(options.players))
        self.history: list[Entry] = []
        self._choices = 0
        """Of the seat to act, as the kernel has them."""
        self._hold(bytearray(book.new_states(1, options.players, options.variant_number).tobytes()))

    # ---- where it stands -----------------------------------------------------------------------------------------

    @property
    def awaits(self) -> Awaits:
        phase = self._bytes[at.PHASE]
        return "deal" if phase == book.DEAL else "nothing" if phase == book.OVER else "action"

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self._bytes[at.PLAYER],) if self.awaits == "action" else ()

    @property
    def turn(self) -> int:
        return self._bytes[at.LAP] if self.awaits == "action" else 0

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self._shorts[at.STARS : at.STARS + len(self._seats)])

    @property
    def outcome(self) -> Outcome | None:
        if self._bytes[at.PHASE] != book.OVER:
            return None
        stars = self.scores
        winners = tuple([seat for seat in self._seats if stars[seat] == max(stars)])
        return Outcome(winners, "stars" if self._bytes[at.REACHED] else "reserve")

    def _hand(self, seat: int) -> list[int]:
        """Kinds."""
        first = at.HAND + HAND * seat
        return [kind for kind in self._bytes[first : first + HAND] if kind != NONE]

    def _column(self, column: int) -> list[int]:
        """Cards, as the record has them."""
        first = at.COLUMNS + COLUMN * column
        return self._bytes[first : first + self._bytes[at.CARDS + column]].tolist()

    def _out(self) -> tuple[int, ...]:
        out = self._bytes[at.OUT]
        return tuple([seat for seat in self._seats if out >> seat & 1])

    def _total(self, seat: int) -> int | None:
        total = self._bytes[at.WORTH + seat]
        return None if total == NO_TOTAL else total

    # ---- actions -------------------------------------------------------------------------------------------------

    def legal(self, seat: int) -> tuple[FennecsAction, ...]:
        return tuple([ACTIONS[number] for number in self._legal(seat)])

    def _legal(self, seat: int) -> list[int]:
        if seat not in self.to_act:
            return []
        return sorted([self._action_of(choice) for choice in members(self._choices)])

    def _action_of(self, choice: int) -> int:
        """As ``rules.action_of``, from plain memory."""
        memory = self._bytes
        if memory[at.PHASE] == book.CHOOSE:
            return book.TOTAL + memory[at.COUNTED] + 4 * choice - book.LOWEST_TOTAL
        if choice >= book.TAKING:
            return book.TAKE + choice - book.TAKING
        slot, place = divmod(choice, book.SLOT)
        face_down, column = divmod(place, SEATS)
        return face_down * book.FACE_DOWN + SEATS * memory[at.HAND + HAND * memory[at.PLAYER] + slot] + column

    def _choice_of(self, number: int) -> int:
        """The inverse of ``_action_of``; a choice that is none if the action cannot be one now."""
        memory = self._bytes
        total = number - book.TOTAL
        if (memory[at.PHASE] == book.CHOOSE) != (total >= 0):
            return NO_CHOICE
        if total >= 0:
            fives, left = divmod(total - memory[at.COUNTED] + book.LOWEST_TOTAL, 4)
            return NO_CHOICE if left or fives < 0 else fives
        if number >= book.TAKE:
            return book.TAKING + number - book.TAKE
        face_down = number >= book.FACE_DOWN
        kind, column = divmod(number - book.FACE_DOWN * face_down, SEATS)
        hand = self._hand(memory[at.PLAYER])
        return book.SLOT * hand.index(kind) + SEATS * face_down + column if kind in hand else NO_CHOICE

    def check(self, seat: int, action: FennecsAction) -> None:
        self._checked(seat, action)

    def _checked(self, seat: int, action: FennecsAction) -> int:
        """The id of an action that may be carried out."""
        number = self.game.action_id(action)
        if action not in at.possible(len(self._seats)):
            raise MalformedAction(f"a table of {len(self._seats)} has no action {action.text()}")
        if seat not in self._seats:
            raise MalformedAction(f"there is no seat {seat}")
        phase = self._bytes[at.PHASE]
        if phase == book.OVER:
            raise GameOver("the game is over")
        if seat not in self.to_act:
            raise NotYourTurn(f"seat {seat} is not to act")
        if not self._choices >> self._choice_of(number) & 1:
            self._refuse(seat, action)
        return number

    def _refuse(self, seat: int, action: FennecsAction) -> NoReturn:
        """Say why the seat that is to act may not do this."""
        if self._bytes[at.PHASE] == book.CHOOSE:
            if isinstance(action, Choose):
                raise IllegalAction(f"this column cannot add up to {action.total}", reason="total", total=action.total)
            raise IllegalAction("the total of the column is to be chosen", reason="choose_awaited")
        if isinstance(action, Choose):
            raise IllegalAction("there is no total to choose", reason="play_awaited")
        column = action.column
        if isinstance(action, Place | Hide) and KIND[action.card] not in self._hand(seat):
            raise IllegalAction(f"{action.card} is not in your hand", reason="not_in_hand", card=action.card)
        if self._bytes[at.TAKERS + column] != NONE:
            raise IllegalAction(f"column {column} was taken", reason="column_taken", column=column)
        if isinstance(action, Take):
            raise IllegalAction(f"column {column} has only its starting card", reason="column_bare", column=column)
        if not self._bytes[at.PLACEABLE] >> column & 1:
            raise IllegalAction(f"column {column} is full", reason="column_full", column=column)
        raise IllegalAction("you have no star to lay on a card", reason="no_star")

    def apply(self, seat: int, action: FennecsAction) -> Events:
        number = self._checked(seat, action)
        before = memoryview(self._record.copy())
        self._choices = book.single.take(self._record, number)
        self.history.append(Move(seat, action))
        public = self._consequences(before, seat, action)
        if not isinstance(action, Hide):
            return dict.fromkeys((*self._seats, SPECTATOR), public)
        told: Events = dict.fromkeys((*self._seats, SPECTATOR), (Hid(seat, action.column, None), *public))
        return {**told, seat: (Hid(seat, action.column, action.card), *public)}

    def _consequences(self, before: memoryview[Any], seat: int, action: FennecsAction) -> tuple[FennecsEvent, ...]:
        """What everybody is told of an action that is carried out, and of what follows."""
        had = before.cast("h")[at.STARS + seat]
        has = self._shorts[at.STARS + seat]
        events: list[FennecsEvent] = []
        if isinstance(action, Place):
            events.append(Placed(seat, action.column, action.card, has > had))
        elif isinstance(action, Choose):
            events += [Chose(seat, action.total), Scored(seat, action.total, has - had)]
        elif isinstance(action, Take):
            events += self._taken(seat, action.column, has - had)
        if self.awaits != "action":
            events += self._ends()
        return tuple(events)

    def _taken(self, seat: int, column: int, change: int) -> list[FennecsEvent]:
        """Of a column that was taken, and what it changed in its taker's stars."""
        cards = self._cards(column)
        stars = self._bytes[at.DOWN + column].bit_count()
        destroyed = KINDS[SUPERNOVA] in cards
        taken = Taken(seat, column, cards, stars, destroyed)
        if destroyed or self._bytes[at.PHASE] == book.CHOOSE:
            return [taken]
        return [taken, Scored(seat, self._total(seat), change - stars)]

    def _ends(self) -> list[FennecsEvent]:
        """The round, and with it perhaps the game."""
        memory = self._bytes
        stuck = memory[at.PLAYER] if memory[at.ENDED] == STUCK else None
        left = [memory[at.DOWN + column] for column in self._seats if memory[at.TAKERS + column] == NONE]
        returned = sum(down.bit_count() for down in left)
        events: list[FennecsEvent] = [RoundEnded(self._shorts[at.ROUND], WHY[memory[at.ENDED] - 1], stuck, returned)]
        outcome = self.outcome
        return [*events, GameEnded(outcome)] if outcome else events

    # ---- deals ---------------------------------------------------------------------------------------------------

    def check_deal(self, deal: FennecsDeal) -> None:
        self._checked_deal(deal)

    def _checked_deal(self, deal: FennecsDeal) -> list[int]:
        """The cards of a deal that may be carried out, as the kernel takes them."""
        self._deal_is_due()
        return deal.checked(self.options, self._firsts())

    def _deal_is_due(self) -> None:
        if self._bytes[at.PHASE] == book.OVER:
            raise GameOver("the game is over: there is nothing to deal")
        if self._bytes[at.PHASE] != book.DEAL:
            raise BadDeal("no deal is due: the round goes on", reason="not_due")

    def _firsts(self) -> tuple[int, ...]:
        """Who may begin: anybody at first, then the last one to have taken a column."""
        return (self._next_first(),) if self._shorts[at.ROUND] else self._seats

    def _next_first(self) -> int:
        taker = self._bytes[at.LAST_TAKER]
        return self._bytes[at.FIRST] if taker == NONE else taker

    def deal(self, deal: FennecsDeal) -> Events:
        cards = np.array(self._checked_deal(deal), np.int8)
        book.deal(self._kernel_state, cards, deal.first)
        self._choices = int(book.choices(self._kernel_state))
        self.history.append(Dealing(deal))
        number = self._shorts[at.ROUND]
        return {
            viewer: (Dealt(number, deal.first, deal.starts, None if viewer is None else deal.hands[viewer]),)
            for viewer in (*self._seats, SPECTATOR)
        }

    def draw(self, source: Source) -> FennecsDeal:
        self._deal_is_due()
        return FennecsDeal.drawn(self.options, self._firsts(), source)

    # ---- what is seen --------------------------------------------------------------------------------------------

    def view(self, viewer: Viewer) -> FennecsView:
        if viewer is not SPECTATOR and viewer not in self._seats:
            raise ValueError(f"there is no seat {viewer}")
        return self._show(() if viewer is SPECTATOR else (viewer,))

    def reveal(self) -> FennecsView:
        return self._show((*self._seats, ASIDE_TOO))

    def _show(self, whose: Container[int]) -> FennecsView:
        """What lies open, and the secrets of those."""
        memory, to_act = self._bytes, self.to_act
        phase, begun = memory[at.PHASE], self._shorts[at.ROUND] > 0
        takers = memory[at.TAKERS : at.TAKERS + len(self._seats)].tolist()
        on_table = [taker == NONE for taker in takers] if begun else []
        took = [takers.index(seat) if seat in takers else None for seat in self._seats]
        aside = [kind for kind in memory[at.SET_ASIDE : at.SET_ASIDE + ASIDE] if kind != NONE]
        return FennecsView(
            game=self.game.name,
            rules=self.game.rules,
            options=self._terms,
            round=self._shorts[at.ROUND] or 1,
            to_act=to_act,
            legal={str(seat): self._legal_texts(seat) if seat in whose else NOT_TOLD for seat in to_act},
            scores=self.scores,
            finished=phase == book.OVER,
            outcome=self.outcome,
            first=or_none(memory[at.FIRST]),
            next_first=or_none(self._next_first()),
            lap=memory[at.LAP],
            hands=tuple([shown(self._hand(seat), seat in whose) for seat in self._seats]),
            columns=tuple([self._show_column(i, whose) if there else None for i, there in enumerate(on_table)]),
            placed_by=tuple([self._placed_by(i) if there else None for i, there in enumerate(on_table)]),
            stars=self.scores,
            reserve=self._shorts[at.RESERVE],
            out=self._out(),
            set_aside=shown(aside, ASIDE_TOO in whose),
            took=tuple(took),
            taken=tuple([() if column is None else self._cards(column) for column in took]),
            totals=tuple([self._total(seat) for seat in self._seats]),
            phase=PHASES[phase],
            last_round=bool(memory[at.REACHED]),
            ended=ENDINGS[memory[at.ENDED]],
            stuck=memory[at.PLAYER] if memory[at.ENDED] == STUCK else None,
        )

    def _legal_texts(self, seat: int) -> tuple[str, ...]:
        return tuple(sorted([TEXTS[number] for number in self._legal(seat)]))

    def _show_column(self, column: int, whose: Container[int]) -> tuple[str, ...]:
        down = self._bytes[at.DOWN + column]
        cards = []
        for place, card in enumerate(self._column(column)):
            text = KINDS[KIND_OF[card]]
            if down >> place & 1:
                text = f"{text}?" if OWNER_OF[card] in whose else HIDDEN
            cards.append(text)
        return tuple(cards)

    def _placed_by(self, column: int) -> tuple[int | None, ...]:
        return tuple([or_none(OWNER_OF[card]) for card in self._column(column)])

    def _cards(self, column: int) -> tuple[str, ...]:
        """All its cards, turned up."""
        return tuple([KINDS[KIND_OF[card]] for card in self._column(column)])

    # ---- copies --------------------------------------------------------------------------------------------------

    @classmethod
    def sampled(cls, game: Fennecs, options: FennecsOptions, states: book.States) -> FennecsState:
        """A position without a history."""
        state = cls(game, options)
        state._hold(bytearray(states.tobytes()))
        state._choices = int(book.choices(states[0]))
        return state

    def _all_of_it(self) -> tuple[object, ...]:
        return self.options, self._record


def shown(kinds: Iterable[int], open_to_view: bool) -> tuple[str, ...]:
    return tuple([KINDS[kind] if open_to_view else HIDDEN for kind in kinds])
