"""The words of maitre: its options, actions, events, deal and view. Tokens are written as in NOTATION: ``hen``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct, structs

from renardiere.games.dealing import shuffled
from renardiere.games.errors import BadDeal, shown
from renardiere.games.play import Action, Deal, Event, Options, Outcome, Source, View, deal_parts

__all__ = [
    "KIND",
    "LOOT",
    "RUSES",
    "SACK",
    "TOKENS",
    "Count",
    "Counted",
    "Cycle",
    "Dealt",
    "GameEnded",
    "MaitreAction",
    "MaitreDeal",
    "MaitreEvent",
    "MaitreOptions",
    "MaitreView",
    "Sack",
    "Sacked",
    "Steal",
    "Stole",
    "Stop",
    "Stopped",
    "in_the_box",
]

LOOT: Final = ("hen", "goose", "horse", "cow", "pig", "sheep", "cheese", "fish")
"""What is searched for: three tokens of each kind, and one mission card."""
RUSES: Final = ("fox", "snake", "hammer")
TOKENS: Final = (*LOOT, *RUSES)
KIND: Final = {token: kind for kind, token in enumerate(TOKENS)}
SACK: Final = 4
"""No more tokens fit in a sack while the box is searched."""
OF_A_KIND: Final = 3
"""Tokens of loot of each kind."""


def in_the_box(ruses: Iterable[str] = ("fox", "fox", "snake", "snake", "hammer")) -> tuple[str, ...]:
    """All tokens that are searched: the loot, and the ruses in play; if left out, those of round 4 and later."""
    return (*(kind for kind in LOOT for _ in range(OF_A_KIND)), *ruses)


class MaitreOptions(Options, frozen=True, forbid_unknown_fields=True):
    """``players``: how many play. ``target``: the eggs that end the game. ``ages``: the seats from the oldest to the
    youngest; if left out, in their order."""

    players: Literal[2, 3, 4]
    target: Literal[10, 15] = 10
    ages: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.ages:
            structs.force_setattr(self, "ages", tuple(range(self.players)))

    def text(self) -> str:
        pairs = [f"players={self.players}"]
        if self.target != 10:
            pairs.append(f"target={self.target}")
        if self.ages != tuple(range(self.players)):
            pairs.append(f"ages={','.join(map(str, self.ages))}")
        return " ".join(pairs)


def in_order(tokens: Iterable[str]) -> tuple[str, ...]:
    """In the order of the notation: that of a sack means nothing."""
    return tuple(sorted(tokens, key=lambda token: KIND.get(token, len(KIND))))


# ---- actions -----------------------------------------------------------------------------------------------------


class Sack(Action, frozen=True, tag="sack"):
    """What a seat's sack holds at the stop."""

    reported = True

    tokens: tuple[str, ...]

    def __post_init__(self) -> None:
        structs.force_setattr(self, "tokens", in_order(self.tokens))

    def text(self) -> str:
        return f"sack={','.join(self.tokens)}"


class Stop(Action, frozen=True, tag="stop"):
    """Who called the stop."""

    reported = True

    def text(self) -> str:
        return "stop"


class Steal(Action, frozen=True, tag="steal"):
    """A snake steals a token of loot from the sack of ``victim``, or nothing (both None)."""

    victim: int | None
    token: str | None

    def text(self) -> str:
        return "steal=-" if self.victim is None else f"steal={self.victim}.{self.token}"


MaitreAction: TypeAlias = Sack | Stop | Steal


# ---- events: everybody is told the same --------------------------------------------------------------------------


class Dealt(Event, frozen=True, tag="dealt"):
    """A round begins, with these missions; ``kept``: the one of the round before that was not covered."""

    reveals = frozenset({"missions"})

    round: int
    missions: tuple[str, ...]
    kept: str | None


class Sacked(Event, frozen=True, tag="sacked"):
    """What the sack of ``seat`` held at the stop."""

    reveals = frozenset({"tokens"})

    seat: int
    tokens: tuple[str, ...]


class Stopped(Event, frozen=True, tag="stopped"):
    """``seat`` called the stop."""

    reveals = frozenset({"seat"})
    rests = True

    seat: int


class Stole(Event, frozen=True, tag="stole"):
    """The snake of ``seat`` stole a token of loot, or nothing (both None)."""

    rests = True
    reveals = frozenset({"victim", "token"})

    seat: int
    victim: int | None
    token: str | None


class Count(Struct, frozen=True):
    """The parts of a seat's score in a round: missions ``found``, loot that counts against it (``wrong``), ``ruses``: 1
    for a fox, −1 for two ruses or more. The score is never below 0."""

    found: int
    wrong: int
    ruses: int
    score: int


class Counted(Event, frozen=True, tag="round"):
    """A round is over: by seat, its count and the eggs that it leads to."""

    round: int
    counts: tuple[Count, ...]
    eggs: tuple[int, ...]


class GameEnded(Event, frozen=True, tag="end"):
    """The game is over."""

    outcome: Outcome


MaitreEvent: TypeAlias = Dealt | Sacked | Stopped | Stole | Counted | GameEnded


# ---- deal, view --------------------------------------------------------------------------------------------------


class Cycle(Struct, frozen=True):
    """Where the missions stand before a deal: those ``drawn`` in this cycle, and those of the last round, pile by pile.
    After three rounds a new cycle begins, with nothing drawn."""

    drawn: frozenset[str] = frozenset()
    last: tuple[str, ...] = ()

    @property
    def left(self) -> tuple[str, ...]:
        """The missions that are not drawn yet, in the order of the notation."""
        return tuple(kind for kind in LOOT if kind not in self.drawn)


class MaitreDeal(Deal, frozen=True):
    """A round's missions, pile by pile."""

    missions: tuple[str, ...]

    def text(self) -> str:
        return f"deal | {' '.join(self.missions)}"

    @classmethod
    def parse(cls, text: str) -> MaitreDeal:
        """The deal that a line means, its missions not yet checked; or ``BadDeal``."""
        pairs, parts = deal_parts(text)
        if pairs or len(parts) != 1:
            raise BadDeal("a deal is written: deal | hen cow pig", reason="form")
        return cls(parts[0])

    @classmethod
    def drawn(cls, cycle: Cycle, source: Source) -> MaitreDeal:
        """A deal that may follow, uniformly drawn."""
        if len(cycle.left) > 2:
            return cls(tuple(shuffled(cycle.left, source)[:3]))
        missions = list(cycle.last)
        kept = source.randrange(3)
        covered = [pile for pile in range(3) if pile != kept]
        for pile, mission in zip(covered, shuffled(cycle.left, source), strict=True):
            missions[pile] = mission
        return cls(tuple(missions))

    def check(self, cycle: Cycle) -> None:
        """``BadDeal`` unless these missions may follow."""
        if len(set(self.missions)) != 3 or len(self.missions) != 3:
            raise BadDeal("a deal has three different missions", reason="sizes")
        if strangers := [kind for kind in self.missions if kind not in LOOT]:
            raise BadDeal(f"there is no mission {shown(strangers[0])}", reason="missions")
        new = [kind for kind in self.missions if kind not in cycle.drawn]
        if len(new) < min(3, len(cycle.left)):
            raise BadDeal("missions are drawn that lay in an earlier round of this cycle", reason="drawn")
        if any(kind in cycle.drawn and kind not in cycle.last for kind in self.missions):
            raise BadDeal("the mission that stays is one of the last round", reason="kept")


class MaitreView(View, frozen=True, kw_only=True):
    """What a viewer sees: everything, since nothing is hidden once the masks are up.

    ``phase`` is what is to be known: by seat, its ``sack``; who called the ``stop``; what a snake is to ``steal``;
    ``deal`` or ``over`` when nobody is to act. ``missions``: of this round; ``kept`` is the one among them that stayed
    uncovered; ``drawn``: all that this cycle of three rounds has had. ``sacks``: by seat, None until it is known, and
    with what was stolen in the thief's. ``thieves``: who has a snake that works and has not been used, in their order.
    ``stolen``: by seat, what its snake stole (``2.cow``, ``-`` for nothing), None where it has not, or could not.
    ``round_scores`` and ``counts`` are those of the last round that was counted, None before that.
    """

    missions: tuple[str, ...]
    kept: str | None
    drawn: tuple[str, ...]
    ruses_in_play: tuple[str, ...]
    eggs: tuple[int, ...]
    sacks: tuple[tuple[str, ...] | None, ...]
    stopped_by: int | None
    thieves: tuple[int, ...]
    stolen: tuple[str | None, ...]
    round_scores: tuple[int, ...] | None
    counts: tuple[Count, ...] | None
    phase: Literal["deal", "sack", "stop", "steal", "over"]
