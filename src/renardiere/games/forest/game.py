"""The face of forest: typed actions, events, views and notation over the rules of ``rules.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Final, NoReturn, cast

import numpy as np

from renardiere.games.errors import (
    BadDeal,
    BadOption,
    GameOver,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
    shown,
)
from renardiere.games.forest import rules as book
from renardiere.games.forest import written
from renardiere.games.forest.actions import ACTION_ID, ACTIONS, BY_TEXT, PHASES, choices_text
from renardiere.games.forest.layout import (
    DEALT_BY,
    DECREE,
    DRAWN,
    FOLLOW,
    HANDS,
    LAST,
    LEADER,
    LED,
    PHASE,
    PILE_TOP,
    PLAYER,
    ROUND,
    SCORES,
    TREASURES,
    TRICKS,
)
from renardiere.games.forest.words import (
    CARD,
    CARDS,
    DECK,
    Buried,
    Bury,
    Dealt,
    Drew,
    Exchange,
    Exchanged,
    Finished,
    ForestAction,
    ForestDeal,
    ForestEvent,
    ForestOptions,
    ForestView,
    GameEnded,
    Kept,
    Play,
    Played,
    Refusal,
    RoundEnded,
    TrickWon,
    cards_text,
    members,
)
from renardiere.games.kernel import new_rng
from renardiere.games.play import (
    HIDDEN,
    SPECTATOR,
    Awaits,
    Dealing,
    Entry,
    Events,
    Game,
    Memory,
    Move,
    Outcome,
    Source,
    Viewer,
)
from renardiere.games.written import WrittenState

__all__ = ["Forest", "ForestState"]

SEATS: Final = (0, 1)
PILE: Final = 6

# what is said again and again is made once
MOVES: Final = tuple(tuple(Move(seat, action) for action in ACTIONS) for seat in SEATS)
PLAYED: Final = tuple(tuple(Played(seat, card) for card in CARDS) for seat in SEATS)
ALONE: Final = tuple((seat,) for seat in SEATS)
SEAT_TEXTS: Final = tuple(str(seat) for seat in SEATS)
NOT_TOLD: Final = (HIDDEN,)

PHASE_OF: Final = {Play: book.PLAY, Exchange: book.EXCHANGE, Bury: book.BURY}
AWAITED: Final = {
    book.PLAY: "a card is to be played",
    book.EXCHANGE: "the Fox awaits an exchange, or none",
    book.BURY: "the Woodcutter awaits a card to go under the pile",
}

TARGET: Final = re.compile(r"[1-9][0-9]{0,2}")


class ForestState(WrittenState[ForestAction, ForestDeal, ForestView, ForestOptions]):
    """One game of forest being played."""

    _writer = written

    def __init__(self, game: Forest, options: ForestOptions) -> None:
        self.game = game
        self.options = options
        self._terms = options.text()
        self.history: list[Entry] = []
        self._finished: Finished | None = None
        self._last_round: RoundEnded | None = None
        self._outcome: Outcome | None = None
        self._buriers: tuple[int | None, ...] = ()
        """Who put each card of the pile there; None for the table."""
        self._choices = 0
        self._hold(bytearray(book.new_states(1, options.target).tobytes()))

    # ---- where it stands -----------------------------------------------------------------------------------------

    @property
    def awaits(self) -> Awaits:
        phase = self._bytes[PHASE]
        return "deal" if phase == book.DEAL else "nothing" if phase == book.OVER else "action"

    @property
    def to_act(self) -> tuple[int, ...]:
        return ALONE[self._bytes[PLAYER]] if self._choices else ()

    @property
    def turn(self) -> int:
        return self._bytes[TRICKS] + self._bytes[TRICKS + 1] + 1 if self._choices else 0

    @property
    def scores(self) -> tuple[int, ...]:
        return self._pair(self._shorts, SCORES)

    @property
    def outcome(self) -> Outcome | None:
        return self._outcome

    @staticmethod
    def _pair(memory: memoryview[int], where: int) -> tuple[int, int]:
        return memory[where], memory[where + 1]

    def _hand(self, seat: int) -> int:
        return self._words[HANDS + seat]

    # ---- actions -------------------------------------------------------------------------------------------------

    def legal(self, seat: int) -> tuple[ForestAction, ...]:
        return tuple(ACTIONS[number] for number in self._legal(seat))

    def _legal(self, seat: int) -> list[int]:
        if not self._choices or seat != self._bytes[PLAYER]:
            return []
        first = book.FIRST[self._bytes[PHASE]]
        return [first + choice for choice in members(self._choices)]

    def check(self, seat: int, action: ForestAction) -> None:
        self._checked(seat, action)

    def _checked(self, seat: int, action: ForestAction) -> int:
        """The id of an action that may be carried out."""
        number = self.game.action_id(action)
        if seat not in SEATS:
            raise MalformedAction(f"there is no seat {seat}")
        phase = self._bytes[PHASE]
        if phase == book.OVER:
            raise GameOver("the game is over")
        if not self._choices or seat != self._bytes[PLAYER]:
            raise NotYourTurn(f"seat {seat} is not to act")
        choice = number - book.FIRST[phase]
        if choice < 0 or not self._choices >> choice & 1:
            self._refuse(seat, action)
        return number

    def _refuse(self, seat: int, action: ForestAction) -> NoReturn:
        """Say why the seat that is to act may not do this."""
        phase = self._bytes[PHASE]
        if PHASE_OF[type(action)] != phase:
            raise IllegalAction(AWAITED[phase], reason=f"{PHASES[phase]}_awaited")
        card = cast(str, action.card)  # to keep the decree is always legal in its phase
        if not self._hand(seat) >> CARD[card] & 1:
            raise IllegalAction(f"{card} is not in your hand", reason="not_in_hand", card=card)
        refusal = self._follow_rule(seat)
        rule = f"follow {refusal.details['suit']}"
        if refusal.reason == "monarch":
            rule = f"answer the Monarch with the 1 or the highest card of its suit: {refusal.details['highest']}"
        raise IllegalAction(f"you must {rule}", reason=refusal.reason, **refusal.details)

    def _follow_rule(self, seat: int) -> Refusal:
        """Why the follower, who holds the suit led, may not play each card of the hand that is not legal."""
        led = self._bytes[LED]
        suit = CARDS[led][0]
        if DECK.rank[led] == book.MONARCH:
            same = self._hand(seat) & DECK.suit[led]
            return Refusal("monarch", {"suit": suit, "highest": CARDS[same.bit_length() - 1]})
        return Refusal("must_follow", {"suit": suit})

    def apply(self, seat: int, action: ForestAction) -> Events:
        number = self._checked(seat, action)
        memory = self._bytes
        led, follow, leader, decree = memory[LED], memory[FOLLOW], memory[LEADER], memory[DECREE]
        tricks = self._pair(memory, TRICKS)
        self._choices = book.single.take(self._record, number)
        self.history.append(MOVES[seat][number])

        everybody: list[ForestEvent] = []
        owner: ForestEvent | None = None
        others: ForestEvent | None = None
        if isinstance(action, Play):
            self._finished = None
            everybody.append(PLAYED[seat][number])
            follow = number if led != book.NONE else follow
            if memory[PHASE] == book.BURY:
                self._buriers = self._buriers[1:]
                owner, others = Drew(seat, CARDS[memory[DRAWN]]), Drew(seat, None)
        elif isinstance(action, Exchange):
            everybody.append(Kept(seat) if action.card is None else Exchanged(seat, action.card, CARDS[decree]))
        else:
            self._buriers = (*self._buriers, seat)
            owner, others = Buried(seat, action.card), Buried(seat, None)
        ends = [] if self._pair(memory, TRICKS) == tricks else self._end_trick(led, follow, leader, tricks)
        public = (*everybody, *([others] if others else []), *ends)
        private = (*everybody, owner, *ends) if owner else public
        return {seat: private, 1 - seat: public, SPECTATOR: public}

    def _end_trick(self, led: int, follow: int, leader: int, before: tuple[int, int]) -> list[ForestEvent]:
        """What everybody is told when a trick is complete: of the trick, the round, the game."""
        memory = self._bytes
        tricks = self._pair(memory, TRICKS)
        winner = 0 if tricks[0] > before[0] else 1
        treasures = (DECK.rank[led], DECK.rank[follow]).count(book.TREASURE)
        self._finished = Finished((CARDS[led], CARDS[follow]), leader, winner)
        events: list[ForestEvent] = [TrickWon(winner, sum(tricks), treasures, memory[LEADER])]
        if self._choices:
            return events
        scored, points = self._pair(memory, TREASURES), self._pair(self._shorts, LAST)
        self._last_round = RoundEnded(
            round=self._shorts[ROUND],
            tricks=tricks,
            points=(points[0] - scored[0], points[1] - scored[1]),
            treasures=scored,
            scores=self._pair(self._shorts, SCORES),
        )
        events.append(self._last_round)
        if memory[PHASE] == book.OVER:
            winners = int(book.winners(self._kernel_state))
            self._outcome = Outcome(tuple(seat for seat in SEATS if winners >> seat & 1), "target")
            events.append(GameEnded(self._outcome))
        return events

    # ---- deals ---------------------------------------------------------------------------------------------------

    def check_deal(self, deal: ForestDeal) -> None:
        self._checked_deal(deal)

    def _checked_deal(self, deal: ForestDeal) -> list[int]:
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
        return SEATS if not self._shorts[ROUND] else (1 - self._bytes[DEALT_BY],)

    def deal(self, deal: ForestDeal) -> Events:
        cards = np.array(self._checked_deal(deal), np.int8)
        book.deal(self._kernel_state, cards, deal.dealer)
        self._choices = self._hand(1 - deal.dealer)
        self._buriers = (None,) * PILE
        self._finished = None
        self.history.append(Dealing(deal))

        def told(hand: tuple[str, ...] | None) -> tuple[ForestEvent, ...]:
            return (Dealt(self._shorts[ROUND], deal.dealer, deal.decree, hand),)

        return {0: told(deal.hands[0]), 1: told(deal.hands[1]), SPECTATOR: told(None)}

    def draw(self, source: Source) -> ForestDeal:
        self._deal_is_due()
        return ForestDeal.drawn(self._dealers(), source)

    # ---- what is seen --------------------------------------------------------------------------------------------

    def view(self, viewer: Viewer) -> ForestView:
        if viewer is not SPECTATOR and viewer not in SEATS:
            raise ValueError(f"there is no seat {viewer}")
        return self._show(() if viewer is SPECTATOR else (viewer,))

    def reveal(self) -> ForestView:
        return self._show((*SEATS, None))

    def _show(self, whose: tuple[int | None, ...]) -> ForestView:
        """What lies open, and the secrets of those: of seats, and (None) the cards of the pile that the table put."""
        memory, shorts = self._bytes, self._shorts
        round_number, phase, player = shorts[ROUND], memory[PHASE], memory[PLAYER]
        led, follow, drawn = memory[LED], memory[FOLLOW], memory[DRAWN]
        begun = round_number > 0
        decree = CARDS[memory[DECREE]] if begun else None
        deciding = self._choices > 0
        own_turn = deciding and player in whose
        legal = choices_text(phase, self._choices) if own_turn else NOT_TOLD
        pile = memory[PILE_TOP : PILE_TOP + len(self._buriers)]
        return ForestView(
            game=self.game.name,
            rules=self.game.rules,
            options=self._terms,
            round=round_number or 1,
            to_act=ALONE[player] if deciding else (),
            legal={SEAT_TEXTS[player]: legal} if deciding else {},
            scores=(shorts[SCORES], shorts[SCORES + 1]),
            finished=phase == book.OVER,
            outcome=self._outcome,
            dealer=memory[DEALT_BY] if begun else None,
            leader=memory[LEADER] if begun else None,
            decree=decree,
            trump=decree[0] if decree else None,
            trick=() if led == book.NONE else (CARDS[led],) if follow == book.NONE else (CARDS[led], CARDS[follow]),
            finished_trick=self._finished,
            tricks=(memory[TRICKS], memory[TRICKS + 1]),
            treasures=(memory[TREASURES], memory[TREASURES + 1]),
            hands=(self._show_hand(0, whose), self._show_hand(1, whose)),
            pile=tuple(
                [CARDS[card] if who in whose else HIDDEN for card, who in zip(pile, self._buriers, strict=True)]
            ),
            phase=PHASES[phase],
            drawn=CARDS[drawn] if own_turn and drawn != book.NONE else None,
            refused=self._refused(player) if own_turn and phase == book.PLAY else {},
            last_round=self._last_round,
        )

    def _show_hand(self, seat: int, whose: tuple[int | None, ...]) -> tuple[str, ...]:
        hand = self._hand(seat)
        return cards_text(hand) if seat in whose else (HIDDEN,) * hand.bit_count()

    def _refused(self, seat: int) -> dict[str, Refusal]:
        refused = cards_text(self._hand(seat) & ~self._choices)
        return dict.fromkeys(refused, self._follow_rule(seat)) if refused else {}

    @classmethod
    def sampled(
        cls,
        game: Forest,
        options: ForestOptions,
        states: book.States,
        view: ForestView,
        buriers: tuple[int | None, ...],
    ) -> ForestState:
        """A position that looks like ``view``, without a history."""
        state = cls(game, options)
        state._hold(bytearray(states.tobytes()))
        state._choices = int(book.choices(states[0]))
        state._buriers = buriers
        state._finished, state._last_round, state._outcome = view.finished_trick, view.last_round, view.outcome
        return state

    # ---- copies --------------------------------------------------------------------------------------------------

    def _all_of_it(self) -> tuple[object, ...]:
        return self.options, self._record, self._buriers, self._finished, self._last_round


class Forest(Game[ForestAction, ForestDeal, ForestView, ForestOptions]):
    """*Le Renard des Bois*, rules version 1."""

    name = "forest"
    rules = book.RULES_VERSION
    n_actions = book.N_ACTIONS
    action_types = (Play, Exchange, Bury)
    event_types = (Dealt, Played, Exchanged, Kept, Drew, Buried, TrickWon, RoundEnded, GameEnded)
    deal_type = ForestDeal
    view_type = ForestView
    options_type = ForestOptions
    usual_options = ("", "target=1")

    @property
    def kernel(self) -> ModuleType:
        return book

    def parse_options(self, pairs: Mapping[str, str]) -> ForestOptions:
        for key, value in pairs.items():
            if key != "target":
                raise BadOption(f"forest has no option {shown(key)}; it has: target", reason="unknown_option")
            if not TARGET.fullmatch(value):
                raise BadOption(f"target is a number from 1 to 999, not {shown(value)}", reason="target")
        return ForestOptions(int(pairs["target"])) if "target" in pairs else ForestOptions()

    def seats(self, options: ForestOptions) -> int:
        return len(SEATS)

    def new(self, options: ForestOptions | None = None) -> ForestState:
        return ForestState(self, self.checked(options) if options else ForestOptions())

    def parse_action(self, text: str, options: ForestOptions) -> ForestAction:
        try:
            return BY_TEXT[text]
        except KeyError:
            raise MalformedAction(f"{shown(text)} is no action of forest") from None

    def parse_deal(self, text: str, options: ForestOptions) -> ForestDeal:
        return ForestDeal.parse(text)

    def action_id(self, action: ForestAction) -> int:
        try:
            return ACTION_ID[action]
        except (KeyError, TypeError):
            raise MalformedAction(f"{shown(str(action))} is no action of forest") from None

    def action(self, action_id: int) -> ForestAction:
        if not 0 <= action_id < self.n_actions:
            raise MalformedAction(f"forest has no action {action_id}")
        return ACTIONS[action_id]

    def sample(self, memory: Memory, seed: int) -> ForestState:
        from renardiere.games.forest import knowledge, recall  # a table that only plays need not load them

        options = self.options_of(cast(ForestView, memory.view))
        states = book.new_states(1, options.target)
        events = recall.this_round(memory)
        if events and not knowledge.sample(recall.recall(memory, options.target), new_rng(seed), states[0]):
            raise ValueError("this memory contradicts itself")
        return ForestState.sampled(self, options, states, cast(ForestView, memory.view), recall.buriers(events))
