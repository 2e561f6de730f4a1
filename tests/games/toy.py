"""A small game with everything that forest lacks: two or three seats (a required option), simultaneous decisions,
actions behind a pattern, an unlisted joint action. For the tests of the record format and of the conformance kit.

Two rounds of two tricks. Each seat holds two cards, the rest of the deck (1 … 3 × players) is hidden. In a trick all
give a card at once; the highest wins a star, and its seat says a word. The players may resign together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from types import ModuleType
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from renardiere.games.dealing import shuffled
from renardiere.games.errors import BadDeal, BadOption, GameOver, IllegalAction, MalformedAction, NotYourTurn, shown
from renardiere.games.play import (
    Action,
    Awaits,
    Deal,
    Dealing,
    Entry,
    Event,
    Events,
    Game,
    Memory,
    Move,
    Options,
    Outcome,
    Source,
    State,
    View,
    Viewer,
)

DEAL, GIVE, SAY, OVER = range(4)
RECORD = np.dtype(
    [
        ("hand", "u8", (3,)),
        ("given", "i1", (3,)),
        ("stars", "i1", (3,)),
        ("players", "i1"),
        ("phase", "i1"),
        ("speaker", "i1"),
        ("round", "i1"),
        ("tricks", "i1"),
    ]
)

kernel = ModuleType("toy_kernel")


def legal(s: Any, out: Any) -> None:
    out[0] = 0
    for seat in range(s["players"]):
        if s["phase"] == GIVE and not s["given"][seat]:
            out[0] = s["hand"][seat]
            return


def give(s: Any, seat: int, card: int) -> None:
    s["given"][seat] = card
    if all(s["given"][: s["players"]]):
        for each in range(s["players"]):
            s["hand"][each] ^= np.uint64(1 << (int(s["given"][each]) - 1))
        s["speaker"] = int(np.argmax(s["given"]))
        s["stars"][s["speaker"]] += 1
        s["given"] = 0
        s["tricks"] += 1
        s["phase"] = SAY


def apply(s: Any, action: int) -> None:
    give(s, int(np.argmin(s["given"] != 0)), action + 1)


kernel.legal = legal  # type: ignore[attr-defined]
kernel.apply = apply  # type: ignore[attr-defined]


class ToyOptions(Options, frozen=True, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=2, le=3)]


class Give(Action, frozen=True, tag="give"):
    card: int

    def text(self) -> str:
        return f"g{self.card}"


class Say(Action, frozen=True, tag="say"):
    word: str

    def text(self) -> str:
        return f"say={self.word}"


class Resign(Action, frozen=True, tag="resign"):
    joint = True

    def text(self) -> str:
        return "resign"


class Dealt(Event, frozen=True, tag="dealt"):
    first: int
    hand: tuple[int, ...] | None

    reveals = frozenset({"first", "hand"})


class Given(Event, frozen=True, tag="given"):
    seat: int
    card: int | None


class Opened(Event, frozen=True, tag="opened"):
    cards: tuple[int, ...]
    winner: int

    reveals = frozenset({"cards"})


class Said(Event, frozen=True, tag="said"):
    seat: int
    word: str

    reveals = frozenset({"word"})


class Ended(Event, frozen=True, tag="ended"):
    outcome: Outcome


class ToyDeal(Deal, frozen=True):
    first: int
    hands: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]

    def text(self) -> str:
        return f"deal first={self.first} | " + " | ".join(" ".join(map(str, part)) for part in (*self.hands, self.rest))


class ToyView(View, frozen=True, kw_only=True):
    hands: tuple[tuple[str, ...], ...]
    given: tuple[str, ...]
    gone: tuple[int, ...]
    rest: tuple[str, ...]
    first: int
    speaker: int
    tricks: int
    phase: int


def cards(mask: int) -> tuple[int, ...]:
    return tuple(card + 1 for card in range(9) if int(mask) >> card & 1)


class ToyState(State[Any, ToyDeal, ToyView, ToyOptions]):
    def __init__(self, game: Toy, options: ToyOptions) -> None:
        self.game, self.options = game, options
        self.history: list[Entry] = []
        self.s = np.zeros(1, RECORD)
        self.s["players"] = options.players
        self.rest: tuple[int, ...] = ()
        self.gone: tuple[int, ...] = ()
        self.first = 0
        self.resigned = False

    @property
    def seats(self) -> range:
        return range(self.options.players)

    def get(self, name: str) -> Any:
        return self.s[name][0]

    @property
    def awaits(self) -> Awaits:
        phase = self.get("phase")
        return "deal" if phase == DEAL else "nothing" if phase == OVER else "action"

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.get("phase") == GIVE:
            return tuple(seat for seat in self.seats if not self.get("given")[seat])
        return (int(self.get("speaker")),) if self.get("phase") == SAY else ()

    @property
    def turn(self) -> int:
        return int(self.get("tricks")) + (self.get("phase") == GIVE) if self.awaits == "action" else 0

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(int(stars) for stars in self.get("stars")[: self.options.players])

    @property
    def outcome(self) -> Outcome | None:
        if self.get("phase") != OVER:
            return None
        if self.resigned:
            return Outcome((), "resigned")
        return Outcome(tuple(seat for seat in self.seats if self.scores[seat] == max(self.scores)), "stars")

    def legal(self, seat: int) -> tuple[Any, ...]:
        if seat not in self.to_act or self.get("phase") != GIVE:
            return ()
        return tuple(Give(card) for card in cards(self.get("hand")[seat]))

    def unlisted(self, seat: int, source: Source) -> tuple[Any, ...]:
        if seat not in self.to_act:
            return ()
        word = "".join("abc"[source.randrange(3)] for _ in range(source.randrange(5)))
        return (Resign(), Say(word)) if self.get("phase") == SAY else (Resign(),)

    def check(self, seat: int, action: Any) -> None:
        self.game.parse_action(action.text(), self.options)
        if seat not in self.seats:
            raise MalformedAction("no such seat")
        if self.awaits == "nothing":
            raise GameOver("the game is over")
        if seat not in self.to_act:
            raise NotYourTurn(f"seat {seat} is not to act")
        if isinstance(action, Resign):
            return
        if isinstance(action, Give) != (self.get("phase") == GIVE):
            raise IllegalAction("not now")
        if isinstance(action, Give) and action.card not in cards(self.get("hand")[seat]):
            raise IllegalAction("not in your hand")

    def apply(self, seat: int, action: Any) -> Events:
        self.check(seat, action)
        self.history.append(Move(seat, action))
        events: dict[Viewer, tuple[Event, ...]] = {}
        if isinstance(action, Resign):
            self.resigned = True
            self.s["phase"] = OVER
            return self.tell(Ended(Outcome((), "resigned")))
        if isinstance(action, Say):
            self.s["phase"] = GIVE
            if self.get("tricks") == 2:
                self.s["phase"] = DEAL if self.get("round") < 2 else OVER
            ends = [Ended(self.outcome)] if self.outcome else []
            return self.tell(Said(seat, action.word), *ends)
        given = [int(card) for card in self.get("given")[: self.options.players]]
        given[seat] = action.card
        give(self.s[0], seat, action.card)
        after: tuple[Event, ...] = ()
        if self.get("phase") == SAY:
            self.gone += tuple(given)
            after = (Opened(tuple(given), int(self.get("speaker"))),)
        for viewer in (*self.seats, None):
            events[viewer] = (Given(seat, action.card if viewer == seat else None), *after)
        return events

    def tell(self, *events: Event) -> Events:
        return dict.fromkeys((*self.seats, None), events)

    def check_deal(self, deal: ToyDeal) -> None:
        if self.awaits == "nothing":
            raise GameOver("the game is over")
        if self.awaits != "deal":
            raise BadDeal("no deal is due")
        players = self.options.players
        if self.get("round") and deal.first != (self.first + 1) % players:
            raise BadDeal("it is another's turn to be first")
        every = sorted(card for part in (*deal.hands, deal.rest) for card in part)
        if every != list(range(1, 3 * players + 1)) or [len(hand) for hand in deal.hands] != [2] * players:
            raise BadDeal("wrong cards")

    def deal(self, deal: ToyDeal) -> Events:
        self.check_deal(deal)
        self.history.append(Dealing(deal))
        self.first, self.rest, self.gone = deal.first, deal.rest, ()
        for seat, hand in enumerate(deal.hands):
            self.s["hand"][0, seat] = sum(1 << (card - 1) for card in hand)
        self.s["round"] += 1
        self.s["tricks"] = 0
        self.s["phase"] = GIVE
        return {
            viewer: (Dealt(deal.first, None if viewer is None else tuple(sorted(deal.hands[viewer]))),)
            for viewer in (*self.seats, None)
        }

    def draw(self, source: Source) -> ToyDeal:
        if self.awaits != "deal":
            raise BadDeal("no deal is due")
        players = self.options.players
        first = (self.first + 1) % players if self.get("round") else source.randrange(players)
        deck = shuffled(range(1, 3 * players + 1), source)
        hands = tuple(tuple(deck[2 * seat : 2 * seat + 2]) for seat in self.seats)
        return ToyDeal(first, hands, tuple(deck[2 * players :]))

    def view(self, viewer: Viewer) -> ToyView:
        return self.show({viewer} - {None}, everything=False)

    def reveal(self) -> ToyView:
        return self.show(set(self.seats), everything=True)

    def show(self, whose: set[Any], everything: bool) -> ToyView:
        def card(seat: int, value: int) -> str:
            return str(value) if seat in whose else "?"

        return ToyView(
            game=self.game.name,
            rules=self.game.rules,
            options=self.options.text(),
            round=max(1, int(self.get("round"))),
            to_act=self.to_act,
            legal={
                str(seat): tuple(sorted([action.text() for action in self.legal(seat)] or ["say=*"]))
                if seat in whose
                else ("?",)
                for seat in self.to_act
            },
            scores=self.scores,
            finished=self.outcome is not None,
            outcome=self.outcome,
            hands=tuple(tuple(card(seat, held) for held in cards(self.get("hand")[seat])) for seat in self.seats),
            given=tuple(card(seat, given) if (given := self.get("given")[seat]) else "" for seat in self.seats),
            gone=self.gone,
            rest=tuple(str(rest) if everything else "?" for rest in self.rest),
            first=self.first,
            speaker=int(self.get("speaker")),
            tricks=int(self.get("tricks")),
            phase=int(self.get("phase")),
        )

    def position(self) -> Any:
        return self.s.copy()

    def copy(self) -> Any:
        twin = object.__new__(type(self))
        twin.__dict__.update(vars(self), s=self.s.copy(), history=list(self.history))
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToyState) and self.all() == other.all()

    __hash__ = None  # type: ignore[assignment]

    def all(self) -> tuple[object, ...]:
        return self.options, self.s.tobytes(), self.rest, self.gone, self.first, self.resigned


class Toy(Game[Any, ToyDeal, ToyView, ToyOptions]):
    name = "toy"
    rules = "1"
    n_actions = 9
    action_types = (Give, Say, Resign)
    event_types = (Dealt, Given, Opened, Said, Ended)
    deal_type = ToyDeal
    view_type = ToyView
    options_type = ToyOptions
    usual_options = ("players=2", "players=3")
    state_type = ToyState

    @property
    def kernel(self) -> ModuleType:
        return kernel

    def parse_options(self, pairs: Mapping[str, str]) -> ToyOptions:
        if set(pairs) != {"players"} or pairs["players"] not in ("2", "3"):
            raise BadOption("players=2 or players=3")
        return ToyOptions(int(pairs["players"]))

    def seats(self, options: ToyOptions) -> int:
        return options.players

    def new(self, options: ToyOptions | None = None) -> ToyState:
        if options is None:
            raise BadOption("players is required")
        return self.state_type(self, options)

    def parse_action(self, text: str, options: ToyOptions) -> Any:
        if re.fullmatch("g[1-9]", text) and int(text[1]) <= 3 * options.players:
            return Give(int(text[1]))
        if re.fullmatch("say=[a-z]{0,5}", text):
            return Say(text[4:])
        if text == "resign":
            return Resign()
        raise MalformedAction(f"{shown(text)} is no action")

    def parse_deal(self, text: str, options: ToyOptions) -> ToyDeal:
        form = re.fullmatch(r"deal first=(\d)((?: \| [\d ]*)+)", text)
        if not form:
            raise BadDeal("bad form")
        *hands, rest = (tuple(map(int, part.split())) for part in form[2].split("|")[1:])
        return ToyDeal(int(form[1]), tuple(hands), rest)

    def action_id(self, action: Any) -> int:
        if not isinstance(action, Give):
            raise MalformedAction("it has no id")
        return action.card - 1

    def action(self, action_id: int) -> Any:
        if not 0 <= action_id < 9:
            raise MalformedAction("no such action")
        return Give(action_id + 1)

    def sample(self, memory: Memory, seed: int) -> ToyState:
        view: Any = memory.view
        options = self.parse_options({"players": view.options[-1]})
        state, me = self.new(options), memory.viewer
        seats = range(options.players)
        s = state.s[0]
        for name in ("speaker", "round", "tricks", "phase"):
            s[name] = (
                view.round - (view.phase == DEAL and not memory.events) if name == "round" else getattr(view, name)
            )
        s["stars"][: options.players] = view.scores
        dealt = [event for event in memory.events if isinstance(event, Dealt)]
        state.first, state.gone = dealt[-1].first if dealt else 0, view.gone
        state.resigned = bool(view.outcome and view.outcome.reason == "resigned")
        mine = [int(card) for card in view.hands[me]]
        hidden = [card for card in range(1, 3 * options.players + 1) if card not in (*mine, *view.gone)]
        chance = Random(seed)
        chance.shuffle(hidden)
        for seat in seats:
            hand = mine if seat == me else [hidden.pop() for _ in view.hands[seat]]
            s["hand"][seat] = sum(1 << (card - 1) for card in hand)
            if view.given[seat]:
                s["given"][seat] = chance.choice(hand) if seat != me else int(view.given[seat])
        state.rest = tuple(hidden) if dealt else ()
        return state

    def patterns(self, options: ToyOptions) -> tuple[str, ...]:
        return ("say=*", "resign")
