"""One game of duet being played: typed actions, events and views over the rules of ``rules.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn, cast

import numpy as np

from renardiere.games.duet import rules as book
from renardiere.games.duet import telling, written
from renardiere.games.duet.actions import (
    ACTIONS,
    COVERED,
    DEALER,
    DECK_TOP,
    DECREE,
    FOLLOW,
    FOREST_TOKENS,
    GEMS,
    GIFTS,
    HANDS,
    LEADER,
    LED,
    PHASE,
    PHASES,
    PLAYER,
    REASONS,
    RESIGN,
    RESULT,
    ROUND,
    SCORE,
    TEXTS,
    TOKEN,
    TRICKS,
)
from renardiere.games.duet.position import LEFT_OVER, PAWS, WON
from renardiere.games.duet.position import TRICKS as LAST_TRICK
from renardiere.games.duet.words import (
    CARD,
    CARDS,
    DECK,
    Choose,
    Chose,
    Count,
    Dealt,
    DuetAction,
    DuetDeal,
    DuetEvent,
    DuetOptions,
    DuetView,
    Exchange,
    Exchanged,
    Finished,
    GameEnded,
    Gave,
    Give,
    Kept,
    Place,
    Placed,
    Play,
    Played,
    Refusal,
    Resign,
    Step,
    Swapped,
    TrickWon,
)
from renardiere.games.errors import BadDeal, GameOver, IllegalAction, MalformedAction, NotYourTurn
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
from renardiere.games.written import WrittenState, text

if TYPE_CHECKING:
    from renardiere.games.duet.game import Duet

__all__ = ["SEATS", "DuetState"]

SEATS: Final = (0, 1)
NOT_TOLD: Final = (HIDDEN,)

BETWEEN_ROUNDS: Final = (book.DEAL, book.PLACE, book.OVER)

PHASE_OF: Final = {
    Play: book.PLAY,
    Choose: book.CHOOSE,
    Exchange: book.EXCHANGE,
    Give: book.GIVE,
    Step: book.MOVE,
    Place: book.PLACE,
}
AWAITED: Final = {
    book.PLAY: "a card is to be played",
    book.CHOOSE: "the Foxes await a player",
    book.EXCHANGE: "the Foxes await an exchange, or none",
    book.GIVE: "the Gift awaits a card for the partner",
    book.MOVE: "the winner of the trick is to move the token",
    book.PLACE: "the forest token is to be placed at an end of the path",
}


class DuetState(WrittenState[DuetAction, DuetDeal, DuetView, DuetOptions]):
    """One game of duet being played."""

    _writer = written

    def __init__(self, game: Duet, options: DuetOptions) -> None:
        self.game = game
        self.options = options
        self._terms = options.text()
        self._board = options.side
        self._board_json = text(self._board)
        self.history: list[Entry] = []
        self._finished: Finished | None = None
        self._given = (0, 0)
        """By seat, the cards that it gave and that its partner still holds."""
        self._choices = 0
        """Of the seat to act; a Gift's are the hands of those who have not chosen."""
        self._hold(bytearray(book.new_states(1, options.level, self._board).tobytes()))

    # ---- where it stands -----------------------------------------------------------------------------------------

    @property
    def awaits(self) -> Awaits:
        phase = self._bytes[PHASE]
        return "deal" if phase == book.DEAL else "nothing" if phase == book.OVER else "action"

    @property
    def to_act(self) -> tuple[int, ...]:
        phase = self._bytes[PHASE]
        if phase == book.GIVE:
            return tuple([seat for seat in SEATS if self._bytes[GIFTS + seat] == book.NONE])
        return (self._bytes[PLAYER],) if phase not in (book.DEAL, book.OVER) else ()

    @property
    def between_rounds(self) -> bool:
        return self._bytes[PHASE] in BETWEEN_ROUNDS

    @property
    def turn(self) -> int:
        return min(self._bytes[TRICKS] + 1, LAST_TRICK) if self.awaits == "action" else 0

    @property
    def scores(self) -> tuple[int, ...]:
        return (self._shorts[SCORE],) * 2

    @property
    def outcome(self) -> Outcome | None:
        result = self._bytes[RESULT]
        return Outcome(SEATS if result == WON else (), REASONS[result]) if result else None

    def _count(self) -> Count | None:
        if self._bytes[RESULT] != WON:
            return None
        level, tokens = 10 * self.options.level, 3 * self._bytes[FOREST_TOKENS]
        cards = (self._hand(0) | self._hand(1)).bit_count()
        score = self._shorts[SCORE]
        return Count(level, cards, score - level - cards - tokens, tokens, score)

    def _hand(self, seat: int) -> int:
        return self._words[HANDS + seat]

    # ---- actions -------------------------------------------------------------------------------------------------

    def legal(self, seat: int) -> tuple[DuetAction, ...]:
        return tuple([ACTIONS[number] for number in self._legal(seat)])

    def _legal(self, seat: int) -> list[int]:
        if seat not in self.to_act:
            return []
        choices = self._choices_of(seat)
        first = book.FIRST[self._bytes[PHASE]]
        return [first + choice for choice in range(choices.bit_length()) if choices >> choice & 1]

    def _choices_of(self, seat: int) -> int:
        """The choices of a seat that is to act."""
        return self._hand(seat) if self._bytes[PHASE] == book.GIVE else self._choices

    def unlisted(self, seat: int, source: Source) -> tuple[DuetAction, ...]:
        return (RESIGN,) if seat in self.to_act else ()

    def check(self, seat: int, action: DuetAction) -> None:
        self._checked(seat, action)

    def _checked(self, seat: int, action: DuetAction) -> int:
        """The id of an action that may be carried out; −1 to resign."""
        resigns = isinstance(action, Resign)
        number = -1 if resigns else self.game.action_id(action)
        if seat not in SEATS:
            raise MalformedAction(f"there is no seat {seat}")
        phase = self._bytes[PHASE]
        if phase == book.OVER:
            raise GameOver("the game is over")
        if seat not in self.to_act:
            raise NotYourTurn(f"seat {seat} is not to act")
        choice = number - book.FIRST[phase]
        if not resigns and (choice < 0 or not self._choices_of(seat) >> choice & 1):
            self._refuse(seat, action)
        return number

    def _refuse(self, seat: int, action: DuetAction) -> NoReturn:
        """Say why the seat that is to act may not do this."""
        phase = self._bytes[PHASE]
        if PHASE_OF[type(action)] != phase:
            raise IllegalAction(AWAITED[phase], reason=f"{PHASES[phase]}_awaited")
        if isinstance(action, Step):
            raise IllegalAction(f"the trick does not move the token by {action.distance}", reason="movement")
        card = cast(Play, action).card  # all that is left has a card: to keep the decree is always legal
        if not self._hand(seat) >> CARD[card] & 1:
            raise IllegalAction(f"{card} is not in your hand", reason="not_in_hand", card=card)
        refusal = self._follow_rule()
        raise IllegalAction(f"you must follow {refusal.details['suit']}", reason=refusal.reason, **refusal.details)

    def _follow_rule(self) -> Refusal:
        """Why the follower, who holds the suit led, may not play each card of the hand that is not legal."""
        return Refusal("must_follow", {"suit": CARDS[self._bytes[LED]][0]})

    def apply(self, seat: int, action: DuetAction) -> Events:
        number = self._checked(seat, action)
        if isinstance(action, Resign):
            return self._resign()
        before, memory = memoryview(self._record.copy()).cast("b"), self._bytes
        if before[PHASE] == book.GIVE:
            memory[PLAYER] = seat  # the kernel takes Gifts in either order
        self._choices = book.single.take(self._record, number)
        self.history.append(Move(seat, action))
        told: dict[Viewer, list[DuetEvent]] = {0: [], 1: [], SPECTATOR: []}
        if isinstance(action, Give):
            self._tell_gift(told, before, seat, action.card)
        elif said := self._said(before, seat, action):
            for events in told.values():
                events.append(said)
        self._given = self._given[0] & self._hand(1), self._given[1] & self._hand(0)
        public = self._consequences(before, action)
        return {viewer: (*events, *public) for viewer, events in told.items()}

    def _resign(self) -> Events:
        self.history.append(Move(self.to_act[0], RESIGN))
        book.resign(self._kernel_state)
        self._choices = 0
        return dict.fromkeys((*SEATS, SPECTATOR), self._end())

    def _end(self) -> tuple[DuetEvent, ...]:
        outcome = self.outcome
        return (GameEnded(outcome, self._count()),) if outcome else ()

    def _said(self, before: memoryview[int], seat: int, action: DuetAction) -> DuetEvent | None:
        """What everybody is told of an action itself; a movement is told with its consequences."""
        if isinstance(action, Play):
            self._finished = None
            return Played(seat, action.card)
        if isinstance(action, Choose):
            return Chose(seat, action.seat)
        if isinstance(action, Exchange):
            return Exchanged(seat, action.card, CARDS[before[DECREE]]) if action.card else Kept(seat)
        if isinstance(action, Place):
            return Placed(seat, action.end, *telling.Forest(before, self._board).cover(action.end))
        return None

    def _tell_gift(self, told: dict[Viewer, list[DuetEvent]], before: memoryview[int], seat: int, card: str) -> None:
        for viewer, events in told.items():
            events.append(Gave(seat, card if viewer == seat else None))
        waiting = before[GIFTS + 1 - seat]
        if waiting == book.NONE:
            return
        gifts = (card, CARDS[waiting]) if seat == 0 else (CARDS[waiting], card)
        self._given = self._given[0] | 1 << CARD[gifts[0]], self._given[1] | 1 << CARD[gifts[1]]
        told[0].append(Swapped(gifts[0], gifts[1]))
        told[1].append(Swapped(gifts[1], gifts[0]))
        told[SPECTATOR].append(Swapped(None, None))

    def _consequences(self, before: memoryview[int], action: DuetAction) -> list[DuetEvent]:
        """What everybody is told of what follows: the trick, the movement, the end of the round and of the game."""
        memory = self._bytes
        moved = memory[TRICKS] != before[TRICKS]
        events: list[DuetEvent] = []
        if before[PHASE] != book.MOVE and (moved or memory[PHASE] == book.MOVE):
            events.append(TrickWon(memory[LEADER] if moved else memory[PLAYER], before[TRICKS] + 1))
        if not moved:
            return events
        led, follow, winner = before[LED], before[FOLLOW], memory[LEADER]
        if isinstance(action, Play):
            follow = CARD[action.card]
        self._finished = Finished((CARDS[led], CARDS[follow]), before[LEADER], winner)
        distance = sum(PAWS[DECK.rank[card] - 1] for card in (led, follow)) * (1 if winner else -1)
        if isinstance(action, Step):
            distance = action.distance
        return [*events, *telling.of_movement(before, memory, distance, self._board), *self._end()]

    # ---- deals ---------------------------------------------------------------------------------------------------

    def check_deal(self, deal: DuetDeal) -> None:
        self._checked_deal(deal)

    def _checked_deal(self, deal: DuetDeal) -> list[int]:
        """The cards of a deal that may be carried out, as the kernel takes them."""
        self._deal_is_due()
        return deal.checked(self._dealers())

    def _deal_is_due(self) -> None:
        if self._bytes[PHASE] == book.OVER:
            raise GameOver("the game is over: there is nothing to deal")
        if self._bytes[PHASE] != book.DEAL:
            raise BadDeal("no deal is due: the round goes on", reason="not_due")

    def _dealers(self) -> tuple[int, ...]:
        """Who may deal: anybody at first, then in turns."""
        return SEATS if not self._bytes[ROUND] else (1 - self._bytes[DEALER],)

    def deal(self, deal: DuetDeal) -> Events:
        cards = np.array(self._checked_deal(deal), np.int8)
        book.deal(self._kernel_state, cards, deal.dealer)
        self._choices = self._hand(1 - deal.dealer)
        self._finished = None
        self._given = 0, 0
        self.history.append(Dealing(deal))
        hands: dict[Viewer, tuple[str, ...] | None] = {0: deal.hands[0], 1: deal.hands[1], SPECTATOR: None}
        number = self._bytes[ROUND]
        return {viewer: (Dealt(number, deal.dealer, deal.decree, hand),) for viewer, hand in hands.items()}

    def draw(self, source: Source) -> DuetDeal:
        self._deal_is_due()
        return DuetDeal.drawn(self._dealers(), source)

    # ---- what is seen --------------------------------------------------------------------------------------------

    def view(self, viewer: Viewer) -> DuetView:
        if viewer is not SPECTATOR and viewer not in SEATS:
            raise ValueError(f"there is no seat {viewer}")
        return self._show(() if viewer is SPECTATOR else (viewer,))

    def reveal(self) -> DuetView:
        return self._show((*SEATS, None))

    def _show(self, whose: tuple[int | None, ...]) -> DuetView:
        """What lies open, and the secrets of those: of seats, and (None) the cards of the deck."""
        memory, spaces = self._bytes, len(self._board.squares)
        phase, begun, to_act = memory[PHASE], memory[ROUND] > 0, self.to_act
        trick = [CARDS[card] for card in (memory[LED], memory[FOLLOW]) if card != book.NONE]
        decree = CARDS[memory[DECREE]] if begun else None
        deck = [CARDS[card] for card in memory[DECK_TOP : DECK_TOP + LEFT_OVER]] if begun else []
        count = self._count()
        first, last = memory[COVERED], spaces - memory[COVERED + 1]
        return DuetView(
            game=self.game.name,
            rules=self.game.rules,
            options=self._terms,
            round=memory[ROUND] or 1,
            to_act=to_act,
            legal={str(seat): self._legal_texts(seat) if seat in whose else NOT_TOLD for seat in to_act},
            scores=self.scores,
            finished=phase == book.OVER,
            outcome=self.outcome,
            board=self._board,
            dealer=memory[DEALER] if begun else None,
            leader=memory[LEADER] if begun else None,
            decree=decree,
            trump=decree[0] if decree else None,
            trick=tuple(trick),
            finished_trick=self._finished,
            tricks_played=memory[TRICKS],
            hands=(self._show_hand(0, whose), self._show_hand(1, whose)),
            deck=tuple(deck if None in whose else [HIDDEN] * len(deck)),
            gifts=(self._show_gift(0, whose), self._show_gift(1, whose)),
            token=memory[TOKEN],
            gems=tuple(memory[GEMS : GEMS + spaces]),
            covered=tuple([not first <= space < last for space in range(spaces)]),
            forest_tokens=memory[FOREST_TOKENS],
            phase=PHASES[phase],
            refused=self._refused(whose) if phase == book.PLAY else {},
            score=count.score if count else None,
            count=count,
        )

    def _legal_texts(self, seat: int) -> tuple[str, ...]:
        return tuple(sorted([TEXTS[number] for number in self._legal(seat)]))

    def _show_hand(self, seat: int, whose: tuple[int | None, ...]) -> tuple[str, ...]:
        hand = self._hand(seat)
        if seat in whose:
            return DECK.texts(hand)
        known = DECK.texts(self._given[1 - seat]) if 1 - seat in whose else ()
        return known + (HIDDEN,) * (hand.bit_count() - len(known))

    def _show_gift(self, seat: int, whose: tuple[int | None, ...]) -> str | None:
        card = self._bytes[GIFTS + seat]
        return None if card == book.NONE else CARDS[card] if seat in whose else HIDDEN

    def _refused(self, whose: tuple[int | None, ...]) -> dict[str, Refusal]:
        player = self._bytes[PLAYER]
        refused = DECK.texts(self._hand(player) & ~self._choices) if player in whose else ()
        return dict.fromkeys(refused, self._follow_rule()) if refused else {}

    # ---- copies --------------------------------------------------------------------------------------------------

    @classmethod
    def sampled(
        cls, game: Duet, options: DuetOptions, states: book.States, view: DuetView, given: tuple[int, int]
    ) -> DuetState:
        """A position that looks like ``view``, without a history."""
        state = cls(game, options)
        state._hold(bytearray(states.tobytes()))
        state._choices = int(book.choices(states[0]))
        state._finished, state._given = view.finished_trick, given
        return state

    def _all_of_it(self) -> tuple[object, ...]:
        return self.options, self._record, self._given, self._finished
