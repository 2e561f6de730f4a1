"""One game of maitre being played: typed actions, events and views over the rules of ``rules.py``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NoReturn

import numpy as np

from renardiere.games.cards import members
from renardiere.games.errors import BadDeal, GameOver, IllegalAction, MalformedAction, NotYourTurn
from renardiere.games.maitre import actions as at
from renardiere.games.maitre import rules as book
from renardiere.games.maitre import written
from renardiere.games.maitre.actions import ACTION_ID, ACTIONS, PHASES
from renardiere.games.maitre.words import (
    KIND,
    LOOT,
    RUSES,
    SACK,
    TOKENS,
    Count,
    Counted,
    Cycle,
    Dealt,
    GameEnded,
    MaitreAction,
    MaitreDeal,
    MaitreEvent,
    MaitreOptions,
    MaitreView,
    Sack,
    Sacked,
    Steal,
    Stole,
    Stop,
    Stopped,
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
    from renardiere.games.maitre.game import Maitre

__all__ = ["ANY_SACK", "MaitreState"]

NOT_TOLD: Final = (HIDDEN,)
ANY_SACK: Final = "sack=*"

PHASE_OF: Final = {Sack: book.SACK, Stop: book.STOP, Steal: book.STEAL}
AWAITED: Final = {
    book.SACK: "what the sacks hold is to be said first",
    book.STOP: "who called the stop is to be said",
    book.STEAL: "a snake is to steal a token, or nothing",
}


def or_none(number: int) -> int | None:
    return None if number == book.NONE else number


class MaitreState(WrittenState[MaitreAction, MaitreDeal, MaitreView, MaitreOptions]):
    """One game of maitre being played."""

    _writer = written

    def __init__(self, game: Maitre, options: MaitreOptions) -> None:
        self.game = game
        self.options = options
        self._terms = options.text()
        self._seats = tuple(range(options.players))
        self.history: list[Entry] = []
        self._hold(bytearray(book.new_states(1, options.players, options.target, options.ages).tobytes()))

    # ---- where it stands -----------------------------------------------------------------------------------------

    @property
    def awaits(self) -> Awaits:
        phase = self._bytes[at.PHASE]
        return "deal" if phase == book.DEAL else "nothing" if phase == book.OVER else "action"

    @property
    def to_act(self) -> tuple[int, ...]:
        phase = self._bytes[at.PHASE]
        if phase == book.SACK:
            return tuple([seat for seat in self._seats if not self._knows(seat)])
        if phase == book.STOP:
            return tuple(members(int(book.choices(self._kernel_state))))
        return (self._bytes[at.PLAYER],) if phase == book.STEAL else ()

    @property
    def reported(self) -> bool:
        return self._bytes[at.PHASE] in (book.SACK, book.STOP)

    @property
    def scores(self) -> tuple[int, ...]:
        return self._by_seat(at.EGGS)

    @property
    def outcome(self) -> Outcome | None:
        """Most eggs win; of several who have them the youngest."""
        if self._bytes[at.PHASE] != book.OVER:
            return None
        eggs, age = self.scores, self._by_seat(at.AGE)
        return Outcome((max(self._seats, key=lambda seat: (eggs[seat], age[seat])),), "eggs")

    def _by_seat(self, field: int) -> tuple[int, ...]:
        return tuple(self._bytes[field : field + len(self._seats)])

    def _knows(self, seat: int) -> bool:
        """Whether it was said what this sack holds."""
        return bool(self._bytes[at.FILLED] >> seat & 1)

    def _sack(self, seat: int) -> tuple[str, ...]:
        first = at.SACKS + book.TOKENS * seat
        many = self._bytes[first : first + book.TOKENS]
        return tuple([token for token, number in zip(TOKENS, many, strict=True) for _ in range(number)])

    def _left(self, token: str) -> int:
        """How many of these are in no sack that is known."""
        return int(book.left(self._kernel_state, KIND[token]))

    def _nobody_could_stop(self, seat: int, tokens: tuple[str, ...]) -> bool:
        """Whether the last sack to be known is this one, and none has the loot for a stop."""
        s = self._kernel_state
        others = [other for other in self._seats if other != seat]
        if not all(map(self._knows, others)) or sum(token in LOOT for token in tokens) >= book.ENOUGH:
            return False
        return all(book.loot(s, other) < book.ENOUGH for other in others)

    # ---- actions -------------------------------------------------------------------------------------------------

    def legal(self, seat: int) -> tuple[MaitreAction, ...]:
        return tuple([ACTIONS[number] for number in self._legal(seat)])

    def _legal(self, seat: int) -> list[int]:
        if seat not in self.to_act or self._bytes[at.PHASE] == book.SACK:
            return []
        words = np.empty(book.WORDS, np.uint64)
        book.legal(self._kernel_state, words)
        return list(members(int(words[0])))

    def unlisted(self, seat: int, source: Source) -> tuple[MaitreAction, ...]:
        """A sack of any tokens, and one with the missions, as far as they are left."""
        if self._bytes[at.PHASE] != book.SACK or seat not in self.to_act:
            return ()
        missions = tuple([mission for mission in self._missions() if self._left(mission)])
        return self._some_sack(seat, (), source), self._some_sack(seat, missions, source)

    def _some_sack(self, seat: int, first: tuple[str, ...], source: Source) -> Sack:
        """These tokens, and any others, one after another."""
        held, size = Counter(first), source.randrange(SACK + 1)
        kinds: tuple[str, ...] = TOKENS
        if self._nobody_could_stop(seat, first):
            size, kinds = book.ENOUGH, LOOT
        left = {token: self._left(token) for token in kinds}
        while held.total() < size:
            there = [token for token in kinds for _ in range(left[token] - held[token])]
            held[there[source.randrange(len(there))]] += 1
        return Sack(tuple(held.elements()))

    def check(self, seat: int, action: MaitreAction) -> None:
        at.expect_possible(action, len(self._seats))
        if seat not in self._seats:
            raise MalformedAction(f"there is no seat {seat}")
        phase = self._bytes[at.PHASE]
        if phase == book.OVER:
            raise GameOver("the game is over")
        if phase == book.STOP and isinstance(action, Stop) and seat not in self.to_act:
            raise IllegalAction(f"seat {seat} has no three tokens of loot: it cannot call the stop", reason="loot")
        if seat not in self.to_act:
            raise NotYourTurn(f"seat {seat} is not to act")
        if PHASE_OF[type(action)] != phase:
            raise IllegalAction(AWAITED[phase], reason=f"{PHASES[phase]}_awaited")
        if isinstance(action, Sack):
            self._check_sack(seat, action)
        elif isinstance(action, Steal) and ACTION_ID[action] not in self._legal(seat):
            self._refuse_theft(seat, action)

    def _check_sack(self, seat: int, action: Sack) -> None:
        for token, many in Counter(action.tokens).items():
            if token in RUSES and not book.supply(KIND[token], self._shorts[at.ROUND]):
                raise IllegalAction(f"{token} is not in play yet", reason="not_in_play", token=token)
            if many > self._left(token):
                raise IllegalAction(f"the other sacks do not leave so many: {token}", reason="not_left", token=token)
        if self._nobody_could_stop(seat, action.tokens):
            raise IllegalAction("no sack has the three tokens of loot that a stop needs", reason="no_stop")

    def _refuse_theft(self, seat: int, action: Steal) -> NoReturn:
        victim, token = action.victim, action.token
        if victim is None or token is None:
            raise AssertionError("to steal nothing is always allowed")
        if victim == seat:
            raise IllegalAction("nobody steals from their own sack", reason="own_sack")
        if book.protected(self._kernel_state, victim):
            raise IllegalAction(f"the hammer protects seat {victim}", reason="hammer", seat=victim)
        raise IllegalAction(f"the sack of seat {victim} holds no {token}", reason="not_in_sack", token=token)

    def apply(self, seat: int, action: MaitreAction) -> Events:
        self.check(seat, action)
        events: list[MaitreEvent] = []
        if isinstance(action, Sack):
            many = Counter(action.tokens)
            book.fill(self._kernel_state, seat, np.array([many[token] for token in TOKENS], np.int8))
            events.append(Sacked(seat, action.tokens))
        else:
            events.append(Stopped(seat) if isinstance(action, Stop) else Stole(seat, action.victim, action.token))
            self._bytes[at.PLAYER] = seat  # in STOP the kernel takes whoever it is
            book.single.take(self._record, ACTION_ID[action])
        self.history.append(Move(seat, action))
        if self.awaits != "action":
            events += self._ends()
        return self._told(*events)

    def _told(self, *events: MaitreEvent) -> Events:
        """All see the same."""
        return dict.fromkeys((*self._seats, SPECTATOR), events)

    def _ends(self) -> list[MaitreEvent]:
        """The round, and with it perhaps the game."""
        events: list[MaitreEvent] = [Counted(self._shorts[at.ROUND], self._counts(), self.scores)]
        outcome = self.outcome
        return [*events, GameEnded(outcome)] if outcome else events

    def _counts(self) -> tuple[Count, ...]:
        parts = (self._by_seat(field) for field in (at.FOUND, at.WRONG, at.RUSES, at.SCORES))
        return tuple([Count(*each) for each in zip(*parts, strict=True)])

    # ---- deals ---------------------------------------------------------------------------------------------------

    def check_deal(self, deal: MaitreDeal) -> None:
        self._deal_is_due()
        deal.check(self._cycle())

    def _deal_is_due(self) -> None:
        if self._bytes[at.PHASE] == book.OVER:
            raise GameOver("the game is over: there are no more missions")
        if self._bytes[at.PHASE] != book.DEAL:
            raise BadDeal("no missions are due: the round goes on", reason="not_due")

    def _missions(self) -> tuple[str, ...]:
        return tuple([TOKENS[kind] for kind in self._bytes[at.MISSIONS : at.MISSIONS + 3] if kind != book.NONE])

    def _drawn(self) -> tuple[str, ...]:
        return tuple([TOKENS[kind] for kind in members(self._shorts[at.DRAWN])])

    def _cycle(self) -> Cycle:
        return Cycle(frozenset(self._drawn()), self._missions()) if self._shorts[at.ROUND] % 3 else Cycle()

    def deal(self, deal: MaitreDeal) -> Events:
        self.check_deal(deal)
        book.deal(self._kernel_state, np.array([KIND[mission] for mission in deal.missions], np.int8))
        self.history.append(Dealing(deal))
        return self._told(Dealt(self._shorts[at.ROUND], deal.missions, self._kept()))

    def draw(self, source: Source) -> MaitreDeal:
        self._deal_is_due()
        return MaitreDeal.drawn(self._cycle(), source)

    def _kept(self) -> str | None:
        kept = self._bytes[at.KEPT]
        return None if kept == book.NONE else TOKENS[kept]

    # ---- what is seen --------------------------------------------------------------------------------------------

    def view(self, viewer: Viewer) -> MaitreView:
        if viewer is not SPECTATOR and viewer not in self._seats:
            raise ValueError(f"there is no seat {viewer}")
        return self._show(() if viewer is SPECTATOR else (viewer,))

    def reveal(self) -> MaitreView:
        return self._show(self._seats)

    def _show(self, whose: tuple[int, ...]) -> MaitreView:
        """What lies open, which is everything but what those who are not ``whose`` may do."""
        memory, to_act, number = self._bytes, self.to_act, self._shorts[at.ROUND]
        in_play = [token for token in RUSES for _ in range(book.supply(KIND[token], number))]
        counted = memory[at.SCORES] != book.NONE
        return MaitreView(
            game=self.game.name,
            rules=self.game.rules,
            options=self._terms,
            round=number or 1,
            to_act=to_act,
            legal={str(seat): self._legal_texts(seat) if seat in whose else NOT_TOLD for seat in to_act},
            scores=self.scores,
            finished=memory[at.PHASE] == book.OVER,
            outcome=self.outcome,
            missions=self._missions(),
            kept=self._kept(),
            drawn=self._drawn(),
            ruses_in_play=tuple(in_play),
            eggs=self.scores,
            sacks=tuple([self._sack(seat) if self._knows(seat) else None for seat in self._seats]),
            stopped_by=or_none(memory[at.STOPPER]),
            thieves=self._thieves(),
            stolen=tuple([self._stolen(seat) for seat in self._seats]),
            round_scores=self._by_seat(at.SCORES) if counted else None,
            counts=self._counts() if counted else None,
            phase=PHASES[memory[at.PHASE]],
        )

    def _legal_texts(self, seat: int) -> tuple[str, ...]:
        if self._bytes[at.PHASE] == book.SACK:
            return (ANY_SACK,)
        return tuple(sorted([ACTIONS[number].text() for number in self._legal(seat)]))

    def _thieves(self) -> tuple[int, ...]:
        """Two at most: there are two snakes."""
        s, thieves = self._kernel_state, tuple(members(self._bytes[at.THIEVES]))
        return thieves[::-1] if len(thieves) == 2 and book.goes_before(s, thieves[1], thieves[0]) else thieves

    def _stolen(self, seat: int) -> str | None:
        choice = self._bytes[at.STOLEN + seat]
        return None if choice == book.NONE else ACTIONS[choice + 1].text().removeprefix("steal=")

    # ---- copies --------------------------------------------------------------------------------------------------

    def _all_of_it(self) -> tuple[object, ...]:
        return self.options, self._record
