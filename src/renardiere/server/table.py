"""A table: the fold of its facts, and what may be decided next.

``Table`` holds what all facts so far add up to. ``Draft`` decides: it folds new facts into a copy, and what follows
from them too (the first deal once all seats are taken, the next deal, the end), so that they are written together; if
they can't be, the table is still what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct, structs

from renardiere.bots import HINTS
from renardiere.games import game as find_game
from renardiere.games.dealing import Shuffler, commitment, shuffle_tags, with_dealer
from renardiere.games.errors import GameOver, IllegalAction, NotYourTurn
from renardiere.games.play import SPECTATOR, Event, Events, Game, Memory, State, Viewer
from renardiere.games.record import Record, write
from renardiere.server.journal import facts
from renardiere.server.journal.facts import Fact

__all__ = ["Draft", "Phase", "Seat", "Table"]

AnyState: TypeAlias = State[Any, Any, Any, Any]
AnyGame: TypeAlias = Game[Any, Any, Any, Any]
Phase: TypeAlias = Literal["waiting", "playing", "over"]


class Seat(NamedTuple):
    """Who sits there: a person (``who``), a bot (``level``), or nobody (with ``who``: the seat is kept for them).

    ``left``: its person said so. ``standin``: the level of the bot that plays for its person meanwhile.
    """

    kind: Literal["open", "person", "bot"] = "open"
    who: str | None = None
    name: str | None = None
    share: str | None = None
    level: int | None = None
    seed: int = 0
    left: bool = False
    standin: int | None = None

    @property
    def plays(self) -> int | None:
        """The level of the bot that plays here now; None: a person does."""
        return self.level if self.kind == "bot" else self.standin


OPEN: Final = Seat()
UNMADE: Final[Any] = None


class Stream(Struct, eq=False):
    """One viewer's events, numbered from 1 without gaps. ``keeps`` says how far back they are kept: to the trick
    before the one in sight, to the deal, or all of them (a bot's).

    ``trick`` and ``previous`` are how many there were when the trick in sight, and the one before it, began;
    ``dealt``, when the round was dealt.
    ``answered``, when its seat last acted: so far everything had been seen.
    """

    number: int = 0
    trick: int = 0
    previous: int = 0
    dealt: int = 0
    answered: int = 0
    keeps: Literal["trick", "round", "all"] = "trick"
    events: tuple[Event, ...] = ()

    @property
    def round(self) -> tuple[Event, ...]:
        """The events since the deal, for a stream that keeps them."""
        return self.after(self.dealt)

    def add(self, events: tuple[Event, ...]) -> None:
        self.events += events
        self.number += len(events)

    def next_trick(self) -> None:
        self.previous, self.trick = self.trick, self.number
        if self.keeps != "all":
            self.events = self.after(min(self.previous, self.dealt) if self.keeps == "round" else self.previous)

    def restart(self, number: int) -> None:
        """Go on counting at ``number``; what was before is no longer sent, but where the past may be looked at."""
        self.dealt += number - self.number
        self.number = self.trick = self.previous = self.answered = number
        if self.keeps == "trick":
            self.events = ()

    def after(self, number: int) -> tuple[Event, ...]:
        """The events after ``number``, which is one of the numbers since ``previous``."""
        missed = self.number - number
        return self.events[-missed:] if missed else ()


class Table(Struct, eq=False):
    """What the facts of one table add up to. Only ``fold`` changes it."""

    id: str
    number: int = 0
    """How many facts there are."""
    at: float = 0.0
    """When the last of them happened."""
    seats: list[Seat] = []
    shares: list[str] | None = None
    state: AnyState | None = None
    streams: dict[Viewer, Stream] = {}
    decision: int = 0
    rounds: int = 0
    turn: int = 0
    in_sight: bool = False
    """Whether what was done last left something that lies in sight for a while: a finished trick."""
    outcome: facts.Ended | None = None
    people: tuple[str, ...] = ()
    """Who sits here, in the order in which they came: the first is the host."""
    since: float = 0.0
    """When the decision under way began."""
    late: frozenset[int] = frozenset()
    """The seats whose time for it ran out."""
    chosen: dict[int, dict[int, str]] = {}
    """By absent seat, what the others chose is to be done."""
    answered: frozenset[int] = frozenset()
    """The seats that have answered the decision under way, where it is not theirs alone."""
    dealt: float = 0.0
    """When the round was dealt."""
    ready: frozenset[int] = frozenset()
    """The seats of those who are ready for the deal, or the search, that waits."""
    shaken: int = 0
    """How often the box was shaken."""
    in_the_dark: bool = False
    """Whether it is searched since."""
    lifted: str | None = None
    """Why the last search of this round ended without a stop, if one did."""
    giving_up: frozenset[int] = frozenset()
    """The seats of those who would give up together."""
    proposals: dict[int, tuple[int, int]] = {}
    """By seat, in which turn of which round it last proposed that."""
    suggested: dict[int, str] = {}
    """By seat, what it suggested to the one that is to act between two rounds."""
    counted: bool = True
    next: str | None = None

    # what the first fact says
    terms: facts.Made = UNMADE
    game: AnyGame = UNMADE
    options: Any = None
    pairs: dict[str, str] = {}
    secret: bytes = b""

    @classmethod
    def of(cls, rows: Sequence[tuple[float, Fact]], table: str) -> Table:
        """The table that these facts make."""
        made = cls(table)
        bots = {fact.seat for _, fact in rows if isinstance(fact, facts.Stood)}
        for at, fact in _effective(rows):
            made.fold(fact, at)
            if isinstance(fact, facts.Frozen):
                for seat in bots:  # a bot that comes later needs to know all that happened before
                    made.streams[seat].keeps = "all"
        made.number = len(rows)
        return made

    def copy(self) -> Table:
        """An independent table, equal to this one. The game's state is left out: see ``Draft``."""
        other = copy(self)
        other.seats = self.seats.copy()
        return other

    # ---- the fold --------------------------------------------------------------------------------------------
    def fold(self, fact: Fact, at: float) -> Events | None:
        """Take in one more fact: who is told which events of the game, if any."""
        self.number += 1
        self.at = at
        match fact:
            case facts.Acted(seat, text):
                return self._acted(seat, text)
            case facts.Dealt(text):
                return self._dealt(text)
            case facts.Made():
                self._made(fact)
            case facts.Sat() | facts.BotSat() | facts.Freed() | facts.Kept():
                self._seated(fact)
            case facts.Frozen(shares):
                self._frozen(shares)
            case facts.TakenBack():
                self._taken_back(fact)
            case facts.Followed(table):
                self.next = table
            case facts.Ready() | facts.GivingUp() | facts.Suggested():
                self._together(fact)
            case facts.Shaken(number):
                self.shaken, self.in_the_dark, self.lifted = number, True, None
                self.ready = frozenset()
            case facts.Lifted(why):
                self.in_the_dark, self.lifted = False, why
                self.since = self.at
            case facts.Resigned():
                pass  # what follows from it is a fact of its own
            case facts.Ended():
                self.outcome = fact
            case _:
                self._absence(fact)
        return None

    def _made(self, fact: facts.Made) -> None:
        self.terms = fact
        self.game = find_game(fact.game, fact.rules)
        self.pairs = fact.options
        self.options = self.game.parse_options(fact.options)
        self.secret = bytes.fromhex(fact.secret)
        self.seats = [OPEN] * fact.seats

    def _seated(self, fact: facts.Sat | facts.BotSat | facts.Freed | facts.Kept) -> None:
        match fact:
            case facts.Sat(seat, who, name, share):
                self.seats[seat] = Seat("person", who, name, share)
                if who not in self.people:
                    self.people = (*self.people, who)
            case facts.BotSat(seat, level, seed):
                self.seats[seat] = Seat("bot", level=level, seed=seed)
            case facts.Kept(seat, who, name):
                self.seats[seat] = Seat(who=who, name=name)
            case facts.Freed(seat):
                self.seats[seat] = OPEN
                sitting = {sits.who for sits in self.seats if sits.kind == "person"}
                self.people = tuple(who for who in self.people if who in sitting)

    def _absence(self, fact: Fact) -> None:
        """What happens around somebody who is not here, or late."""
        match fact:
            case facts.Left(seat):
                self.seats[seat] = self.seats[seat]._replace(left=True)
            case facts.TimedOut(seat):
                self.late |= {seat}
            case facts.Agreed(seat, about, choice):
                who = self.seats[seat].who
                others = {by: said for by, said in self.chosen.get(about, {}).items() if self.seats[by].who != who}
                self.chosen = {**self.chosen, about: {**others, seat: choice}}
            case facts.Granted(seat):
                self.late -= {seat}
                self.since = self.at
                self._settled(seat)
            case facts.Stood(seat, level, seed):
                self.seats[seat] = self.seats[seat]._replace(standin=level, seed=seed)
                self._settled(seat)
            case facts.Returned(seat):
                if self.seats[seat].standin is not None:  # a bot had the time; whoever was away gets it anew
                    self.late -= {seat}
                    if seat in self.awaited:
                        self.since = self.at
                self.seats[seat] = self.seats[seat]._replace(standin=None, left=False)
                self._settled(seat)

    def _together(self, fact: facts.Ready | facts.GivingUp | facts.Suggested) -> None:
        """What those who play together say of what comes next; each for all their seats."""
        match fact:
            case facts.Ready(seat, on):
                self.ready = self.ready | self._own(seat) if on else self.ready - self._own(seat)
            case facts.GivingUp(seat, on):
                self.giving_up = self.giving_up | self._own(seat) if on else self.giving_up - self._own(seat)
                if on:
                    self.proposals = {**self.proposals, **dict.fromkeys(self._own(seat), self.moment)}
            case facts.Suggested(seat, action):
                others = {by: what for by, what in self.suggested.items() if by != seat}
                self.suggested = others if action is None else {**others, seat: action}

    def _own(self, seat: int) -> frozenset[int]:
        """All seats of the person of that seat."""
        who = self.seats[seat].who
        return frozenset(n for n, sits in enumerate(self.seats) if n == seat or (who and sits.who == who))

    def _settled(self, about: int) -> None:
        self.chosen = {seat: chosen for seat, chosen in self.chosen.items() if seat != about}

    def _decides_anew(self) -> None:
        """A decision begins: its clock too, and what was said about the last one is past."""
        self.since = self.at
        if self.late:
            self.late = frozenset()
        if self.chosen:
            self.chosen = {}
        if self.answered:
            self.answered = frozenset()
        if self.suggested:
            self.suggested = {}

    def _taken_back(self, fact: facts.TakenBack) -> None:
        viewers = [*range(len(self.seats)), SPECTATOR]
        for viewer, number in zip(viewers, fact.numbers, strict=True):
            self.streams[viewer].restart(number)
        self.decision = fact.decision
        self.counted = False
        self._decides_anew()

    def _frozen(self, shares: list[str]) -> None:
        self.shares = shares
        self.since = self.at
        self.state = self.game.new(self.options)
        keeps: Literal["round", "trick"] = "round" if self.terms.memory or self.hints else "trick"
        self.streams = {viewer: Stream(keeps=keeps) for viewer in (*range(len(self.seats)), SPECTATOR)}
        for number, seat in enumerate(self.seats):
            if seat.kind == "bot":
                self.streams[number].keeps = "all"

    def _dealt(self, text: str) -> Events:
        assert self.state is not None
        events = self.state.deal(self.game.parse_deal(text, self.options))
        self.rounds += 1
        self.turn = 0
        for stream in self.streams.values():
            stream.dealt = stream.number
        self.dealt = self.at
        self.ready = self.giving_up = frozenset()
        self.lifted = None
        self._decides_anew()
        self._tell(events)
        return events

    def _acted(self, seat: int, text: str) -> Events:
        state = self.state
        assert state is not None
        awaited = state.to_act
        if state.turn != self.turn:
            self.turn = state.turn
            for stream in self.streams.values():
                stream.next_trick()
        self.streams[seat].answered = self.streams[seat].number
        events = state.apply(seat, self.game.parse_action(text, self.options))
        self.in_the_dark = False
        self.in_sight = any(event.rests for event in events[SPECTATOR])
        others = len(awaited) > 1 and tuple(other for other in awaited if other != seat)
        if not others or state.to_act != others:  # decided at the same time: open until the last one has answered
            self.decision += 1
            self._decides_anew()
        else:
            self.answered |= {seat}
        self._tell(events)
        return events

    def _tell(self, events: Events) -> None:
        for viewer, stream in self.streams.items():
            stream.add(events[viewer])

    # ---- what it says ----------------------------------------------------------------------------------------
    @property
    def phase(self) -> Phase:
        """``waiting`` until all seats are taken, then ``playing``, then ``over``."""
        if self.outcome is not None:
            return "over"
        return "waiting" if self.shares is None else "playing"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are to decide something; what is reported, they do not."""
        undecided = self.state is not None and self.outcome is None and not self.state.reported
        return self.state.to_act if self.state is not None and undecided else ()

    @property
    def moment(self) -> tuple[int, int]:
        """The round and the turn under way."""
        return self.rounds, self.state.turn if self.state is not None else 0

    @property
    def pauses(self) -> bool:
        """Whether a deal, or a search, waits until everybody is ready."""
        if self.phase != "playing" or self.state is None:
            return False
        if self.state.awaits == "deal":
            return self.game.talks or (self.game.searches and self.rounds > 0)
        return self.state.reported and not self.in_the_dark

    @property
    def searching(self) -> bool:
        """Whether all search now."""
        return self.phase == "playing" and self.in_the_dark

    @property
    def quiet(self) -> bool:
        """Whether a round is under way in which those who play do not talk."""
        return self.phase == "playing" and self.game.talks and self.state is not None and not self.state.between_rounds

    @property
    def unready(self) -> tuple[int, ...]:
        """The seats for whose people a deal, or a search, waits; bots are always ready."""
        if not self.pauses:
            return ()
        return tuple([seat for seat, sits in enumerate(self.seats) if sits.plays is None and seat not in self.ready])

    @property
    def deserted(self) -> bool:
        """Whether people sit here, and bots play for all of them: it rests until one is back."""
        people = [sits for sits in self.seats if sits.kind == "person"]
        return bool(people) and all(sits.plays is not None for sits in people)

    @property
    def goes_on(self) -> bool:
        """Whether nobody has to be waited for."""
        return not self.unready and not (self.game.searches and self.deserted)

    @property
    def together(self) -> tuple[object, ...]:
        """What those who play together are told beside the game."""
        return self.pauses, self.quiet, self.ready, self.giving_up, self.suggested, self.in_the_dark, self.lifted

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats for which it waits: to act, or to be ready."""
        return self.to_act or self.unready

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores if self.state is not None else (0,) * len(self.seats)

    @property
    def owes(self) -> int | None:
        """The seat for which the server must act next: one that a bot plays. Where people sit, bots do not play on
        without any of them."""
        for seat in self.to_act:
            if self.seats[seat].plays is not None:
                return None if self.deserted else seat
        return None

    @property
    def apart(self) -> bool:
        """Whether more than two play, each for themselves: whoever leaves does not end it for the others."""
        return len(self.seats) > 2 and not self.game.team

    def others_play(self, who: str | None) -> bool:
        """Whether another person than this one plays, and has not left."""
        return any(sits.kind == "person" and sits.who != who and not sits.left for sits in self.seats)

    @property
    def resignable(self) -> bool:
        """Whether giving up ends the game, for whoever plays."""
        return not (self.apart and all(self.others_play(sits.who) for sits in self.seats if sits.kind == "person"))

    @property
    def hints(self) -> bool:
        """Whether whoever plays here may ask for hints: one person, against bots alone, and not for a day's deals."""
        people = sum(seat.kind == "person" for seat in self.seats)
        given = self.game.name in HINTS and self.terms.day is None
        return given and people == 1 and all(seat.kind != "open" for seat in self.seats)

    @property
    def awaits_absent(self) -> bool:
        """Whether it awaits somebody who said that they left."""
        return any(self.seats[seat].left for seat in self.awaited)

    @property
    def commit(self) -> str:
        return commitment(self.secret)

    @property
    def host(self) -> int | None:
        """The first seat of whoever has been here longest."""
        return self.seats_of(self.people[0])[0] if self.people else None

    def knows(self, who: str) -> bool:
        """Whether somebody has a seat here, be it one that is kept for them."""
        return any(seat.who == who for seat in self.seats)

    def seats_of(self, who: str) -> list[int]:
        """The seats where an identity sits."""
        return [number for number, seat in enumerate(self.seats) if seat.who == who and seat.kind == "person"]

    def view(self, viewer: Viewer) -> Any:
        """What the table shows a viewer; before the first deal, an empty table."""
        view = (self.state or self.game.new(self.options)).view(viewer)
        if self.outcome is not None and view.to_act:  # the rules would go on, the table does not
            nothing: dict[str, Any] = {name: {} for name in ("legal", "refused") if hasattr(view, name)}
            return structs.replace(view, to_act=(), **nothing)
        return view

    def view_json(self, viewer: Viewer) -> str:
        """``view`` as JSON, as it is sent."""
        if self.state is not None and self.outcome is None:
            return self.state.view_json(viewer)
        return msgspec.json.encode(self.view(viewer)).decode()

    def memory(self, seat: int) -> Memory:
        """All that a bot knows at its seat."""
        assert self.state is not None
        return Memory(seat, self.state.view(seat), self.streams[seat].events)

    def record(self) -> str:
        """The record of the game; the shuffle's tags come with its end."""
        assert self.state is not None
        assert self.shares is not None
        tags = {f"Seat{seat}": sits.name or f"bot {sits.level}" for seat, sits in enumerate(self.seats)}
        if self.outcome is not None and self.outcome.seat is not None:
            tags["Termination"] = f"{self.outcome.reason} seat={self.outcome.seat}"
        if self.terms.dealer is not None:
            tags["Dealer"] = str(self.terms.dealer)
        if self.terms.day is not None:
            tags["Day"] = self.terms.day
        if not self.counted:
            tags["Counted"] = "no"
        verifiable = shuffle_tags(self.secret, self.shares) if self.phase == "over" else {"Commit": self.commit}
        return write(Record.of(self.state, {**tags, **verifiable}))


def _effective(rows: Sequence[tuple[float, Fact]]) -> Iterator[tuple[float, Fact]]:
    """The facts that were not taken back."""
    kept: list[int] = []
    for number, (_, fact) in enumerate(rows):
        if isinstance(fact, facts.TakenBack):
            while kept and kept[-1] >= fact.facts:
                kept.pop()
        kept.append(number)
    return (rows[number] for number in kept)


class Draft:
    """A decision that is being made about a table: the facts it adds, and the table they lead to."""

    def __init__(self, table: Table, at: float) -> None:
        self.at = at
        self.table = table.copy() if table.number else table
        self.facts: list[Fact] = []
        self.own = 1
        """How many of them, the first, are their author's; the others follow from them."""
        self.events: dict[Viewer, tuple[Event, ...]] = {}
        """Who is to be told what, once it is written; empty if the game was not touched."""
        self.rewound = False
        """Whether it leads back: views are to be shown anew."""
        if table.state is not None:
            self.table.state = table.state.copy()
            self.table.streams = {viewer: copy(stream) for viewer, stream in table.streams.items()}

    def add(self, *new: Fact) -> None:
        """Fold facts in; an ``ActionError`` of the game leaves a draft that is of no use."""
        for fact in new:
            self.facts.append(fact)
            for viewer, events in (self.table.fold(fact, self.at) or {}).items():
                self.events[viewer] = self.events.get(viewer, ()) + events

    def act(self, seat: int, text: str) -> None:
        """The action of a seat, and what follows from it. Raises the game's ``ActionError``."""
        table = self.table
        if table.state is None:
            raise NotYourTurn("the game has not begun: a seat is still free", reason="not_started")
        if table.outcome is not None:
            raise GameOver("the game is over")
        action = table.game.parse_action(text, table.options)
        if action.joint:
            raise IllegalAction("that is for all to agree on", reason="together")
        if action.reported:
            raise IllegalAction("that is for the table to say", reason="reported")
        self.add(facts.Acted(seat, action.text()))
        self.go_on()

    def report(self, sacks: Sequence[Sequence[str]], caller: int) -> None:
        """What a search came to: the sacks by seat, and who called the stop."""
        for seat, sack in enumerate(sacks):
            self.add(facts.Acted(seat, f"sack={','.join(sack)}"))
        self.add(facts.Acted(caller, "stop"))
        self.go_on()

    def give_up(self) -> None:
        """All have agreed: the game's own joint action."""
        joint = next(kind for kind in self.table.game.action_types if kind.joint)
        self.add(facts.Acted(self.table.to_act[0], joint().text()))
        self.go_on()

    def start_if_full(self) -> None:
        """Once every seat is taken: freeze the shares, begin the game."""
        if any(seat.kind == "open" for seat in self.table.seats):
            return
        self.add(facts.Frozen([seat.share or "" for seat in self.table.seats]))
        self.go_on()

    def go_on(self) -> None:
        """What follows: a deal, or a search, that need not wait for anybody, the end."""
        table = self.table
        state = table.state
        assert state is not None
        assert table.shares is not None
        while state.awaits == "deal" and table.goes_on:
            source = Shuffler(table.secret, table.game.name, table.shares, table.rounds + 1)
            dealer = None if table.rounds else table.terms.dealer
            self.add(facts.Dealt(with_dealer(state.draw(source), dealer).text()))
        if state.reported and table.pauses and table.goes_on:
            self.add(facts.Shaken(table.shaken + 1))
        if state.awaits == "nothing":
            outcome = state.outcome
            assert outcome is not None
            self.end(list(outcome.winners), outcome.reason)

    def end(self, winners: list[int], reason: str, seat: int | None = None) -> None:
        """The game is over."""
        self.add(facts.Ended(winners, reason, seat))

    def forfeit(self, seat: int, reason: str) -> None:
        """The game is over because of ``seat``: the others have won, those of them who are ahead. A team has not won
        without one of its own."""
        scores = self.table.scores
        others = [] if self.table.game.team else [other for other in range(len(scores)) if other != seat]
        self.end([other for other in others if scores[other] == max(scores[each] for each in others)], reason, seat)

    def rebuild(self, rows: Sequence[tuple[float, Fact]], new: Fact) -> None:
        """Add a fact for which all must be folded anew: ``rows`` are those before it."""
        self.facts.append(new)
        self.table = Table.of([*rows, (self.at, new)], self.table.id)
