"""The rules of maitre, version 1, over a NumPy record. Source: the rule book of *Maître Renard* (see RULES.md).

A **token** is 0–10: the eight kinds of loot, then fox, snake, hammer. A **round** begins with its missions (``deal``);
then each sack is reported as it is at the stop (``fill``), in any order. What is left are numbered **actions**: 0 stop,
1–32 steal (1 + 8 × victim + kind), 33 steal nothing. The count follows by itself.

A **choice** is what an action is to the loops: in STOP the seat that calls it, in STEAL the action less 1. To the loops
sacks are chance, like the missions: ``random_deal`` draws both.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from renardiere.games.kernel import U64, Rng, below, bit, kernel, lowest, new_rngs, warms
from renardiere.games.playing import loops

__all__ = [
    "DEAL",
    "FOX",
    "HAMMER",
    "KINDS",
    "NONE",
    "NOTHING",
    "N_ACTIONS",
    "OVER",
    "RULES_VERSION",
    "SACK",
    "SEATS",
    "SNAKE",
    "STATE",
    "STEAL",
    "STOP",
    "TOKENS",
    "WORDS",
    "State",
    "States",
    "action_of",
    "apply",
    "batch_deal",
    "batch_play",
    "choices",
    "deal",
    "fill",
    "goes_before",
    "left",
    "legal",
    "loot",
    "new_states",
    "play_game",
    "play_round",
    "protected",
    "random_deal",
    "random_missions",
    "random_sacks",
    "random_step",
    "single",
    "step",
    "supply",
    "take",
    "threads_play",
]

RULES_VERSION: Final = "1"

SEATS: Final = 4
KINDS: Final = 8
TOKENS: Final = 11
FOX, SNAKE, HAMMER = 8, 9, 10
ENOUGH: Final = 3
"""Who has so many tokens of loot may call the stop."""
HOLDS: Final = 4
"""So many tokens fit in a sack."""

STATE: Final = np.dtype(
    [
        ("sack", "i1", (SEATS, TOKENS)),  # how many of each token
        ("mission", "i1", (3,)),  # the kinds that are wanted in this round
        ("kept", "i1"),  # the one of them that stayed from the round before, or NONE
        ("filled", "i1"),  # the seats whose sacks are known, as a set
        ("stopper", "i1"),  # who called the stop, or NONE
        ("thieves", "i1"),  # the seats whose snakes work and have not been used, as a set
        ("stolen", "i1", (SEATS,)),  # by thief, its choice in STEAL; NONE where it had none
        ("found", "i1", (SEATS,)),  # of the last round counted, as are the next three
        ("wrong", "i1", (SEATS,)),
        ("ruses", "i1", (SEATS,)),
        ("score", "i1", (SEATS,)),  # NONE before any was
        ("eggs", "i1", (SEATS,)),
        ("age", "i1", (SEATS,)),  # 0 is the oldest
        ("phase", "i1"),
        ("player", "i1"),  # who stops, as far as the kernel asks anybody, or steals
        ("players", "i1"),
        ("target", "i1"),
        ("drawn", "i2"),  # the missions of this cycle, as a set
        ("round", "i2"),  # from 1; 0 before the first deal
    ],
    align=True,
)

State: TypeAlias = Any
"""One record of ``STATE``."""
States: TypeAlias = "np.ndarray[tuple[int], np.dtype[Any]]"
"""An array of ``STATE`` records."""

DEAL, SACK, STOP, STEAL, OVER = range(5)
NONE: Final = -1

NOTHING: Final = SEATS * KINDS
"""The choice to steal nothing."""
N_ACTIONS: Final = 1 + NOTHING + 1
WORDS: Final = 1
"""``uint64`` words of a set of actions."""
EMPTY: Final = U64(0)


# ---- sacks -------------------------------------------------------------------------------------------------------


@kernel
def supply(token: int, number: int) -> int:
    """How many of this token are in play in round ``number``."""
    if token < KINDS:
        return 3
    if token == FOX:
        return 2 if number >= 2 else 0
    if token == SNAKE:
        return 2 if number >= 3 else 0
    return 1 if number >= 4 else 0


@kernel
def left(s: State, token: int) -> int:
    """How many of this token are in no sack that is known."""
    tokens = supply(token, int(s["round"]))
    for seat in range(s.players):
        tokens -= int(s.sack[seat, token])
    return tokens


@kernel
def loot(s: State, seat: int) -> int:
    tokens = 0
    for kind in range(KINDS):
        tokens += int(s.sack[seat, kind])
    return tokens


@kernel
def works(s: State, seat: int, ruse: int) -> bool:
    """Whether this ruse is the only one in the sack."""
    ruses = 0
    for token in range(KINDS, TOKENS):
        ruses += int(s.sack[seat, token])
    return bool(ruses == 1 and s.sack[seat, ruse] == 1)


@kernel
def protected(s: State, seat: int) -> bool:
    """Whether no snake reaches into this sack."""
    return works(s, seat, HAMMER)


# ---- what may be done --------------------------------------------------------------------------------------------


@kernel
def prey(s: State, thief: int) -> np.uint64:
    """What a snake may steal, as choices."""
    found = EMPTY
    for victim in range(s.players):
        if victim != thief and not protected(s, victim):
            for kind in range(KINDS):
                if s.sack[victim, kind] > 0:
                    found |= bit(KINDS * victim + kind)
    return found


@kernel
def choices(s: State) -> np.uint64:
    """The legal choices of the current phase; empty if no numbered action is awaited."""
    found = EMPTY
    if s.phase == STOP:
        for seat in range(s.players):
            if loot(s, seat) >= ENOUGH:
                found |= bit(seat)
    elif s.phase == STEAL:
        found = prey(s, int(s.player)) | bit(NOTHING)
    return found


@kernel
def action_of(s: State, choice: int) -> int:
    """The action that a choice is now."""
    return 0 if s.phase == STOP else choice + 1


@kernel
def legal(s: State, out: np.ndarray[Any, Any]) -> None:
    """Write the set of legal actions to ``out``, ``uint64[WORDS]``."""
    allowed = choices(s)
    if s.phase == STOP:
        out[0] = bit(0)
    else:
        out[0] = allowed << U64(1)


# ---- what it does ------------------------------------------------------------------------------------------------


@kernel
def fill(s: State, seat: int, tokens: np.ndarray[Any, Any]) -> None:
    """A sack is known: how many it holds of each token (``int8``)."""
    for token in range(TOKENS):
        s.sack[seat, token] = tokens[token]
    s.filled |= 1 << seat
    if s.filled == (1 << int(s.players)) - 1:
        s.phase = STOP
        s.player = lowest(choices(s))


@kernel
def count(s: State) -> None:
    """The score of each sack. The round is over, and perhaps the game."""
    s.phase = DEAL
    for seat in range(s.players):
        found = 0
        for mission in s.mission:
            found += int(s.sack[seat, mission] > 0)
        held = 0
        for token in range(KINDS, TOKENS):
            held += int(s.sack[seat, token])
        ruses = -1 if held > 1 else int(works(s, seat, FOX))
        wrong = loot(s, seat) - found
        s.found[seat] = found
        s.wrong[seat] = wrong
        s.ruses[seat] = ruses
        s.score[seat] = max(0, found - wrong + ruses)
        s.eggs[seat] += s.score[seat]
        if s.eggs[seat] >= s.target:
            s.phase = OVER


@kernel
def goes_before(s: State, seat: int, other: int) -> bool:
    """Whether the snake of ``seat`` goes first: it leads in eggs, or is older."""
    if s.eggs[seat] != s.eggs[other]:
        return bool(s.eggs[seat] > s.eggs[other])
    return bool(s.age[seat] < s.age[other])


@kernel
def next_theft(s: State) -> None:
    """The next snake that can steal something, or the count. One that cannot is passed over for good."""
    while s.thieves != 0:
        thief = NONE
        for seat in range(s.players):
            if (int(s.thieves) >> seat) & 1 and (thief == NONE or goes_before(s, seat, thief)):
                thief = seat
        if prey(s, thief) != EMPTY:
            s.phase = STEAL
            s.player = thief
            return
        s.thieves ^= 1 << thief
    s.player = NONE
    count(s)


@kernel
def stop(s: State, seat: int) -> None:
    s.stopper = seat
    for each in range(s.players):
        if works(s, each, SNAKE):
            s.thieves |= 1 << each
    next_theft(s)


@kernel
def steal(s: State, choice: int) -> None:
    thief = int(s.player)
    s.stolen[thief] = choice
    s.thieves ^= 1 << thief
    if choice != NOTHING:
        kind = choice % KINDS
        s.sack[choice // KINDS, kind] -= 1
        s.sack[thief, kind] += 1
    next_theft(s)


@kernel
def take(s: State, choice: int) -> None:
    """Take a legal choice of the current phase, in place, unchecked."""
    if s.phase == STOP:
        stop(s, choice)
    else:
        steal(s, choice)


@kernel
def apply(s: State, action: int) -> None:
    """Carry out a legal action of ``player``, in place, unchecked."""
    take(s, int(s.player) if s.phase == STOP else action - 1)


# ---- dealing -----------------------------------------------------------------------------------------------------


def new_states(n: int, players: int = 3, target: int = 10, ages: tuple[int, ...] = (0, 1, 2, 3)) -> States:
    """``n`` games before their first deal; ``ages``: the seats from the oldest to the youngest."""
    states = np.zeros(n, STATE).view(np.recarray)
    for name in ("mission", "kept", "stopper", "stolen", "score", "player"):
        states[name] = NONE
    for age, seat in enumerate(ages):
        states["age"][:, seat] = age
    states["players"] = players
    states["target"] = target
    return states


@kernel
def deal(s: State, missions: np.ndarray[Any, Any]) -> None:
    """A round begins with these missions (``int8``)."""
    s["round"] += 1  # as an attribute it is NumPy's rounding, un-compiled
    if s["round"] % 3 == 1:
        s.drawn = 0
    s.kept = NONE
    for pile in range(3):
        mission = int(missions[pile])
        if (int(s.drawn) >> mission) & 1:
            s.kept = mission
        s.mission[pile] = mission
        s.drawn |= 1 << mission
    for seat in range(s.players):
        for token in range(TOKENS):
            s.sack[seat, token] = 0
        s.stolen[seat] = NONE
    s.filled = 0
    s.thieves = 0
    s.stopper = NONE
    s.player = NONE
    s.phase = SACK


@kernel
def random_missions(s: State, rng: Rng) -> None:
    """``deal`` with random missions that may follow."""
    missions = s.mission.copy()
    drawn = int(s.drawn)
    kept = NONE
    if s["round"] % 3 == 0:
        drawn = 0
    elif s["round"] % 3 == 2:
        kept = below(rng, 3)
    for pile in range(3):
        if pile != kept:
            mission = below(rng, KINDS)
            while (drawn >> mission) & 1:
                mission = below(rng, KINDS)
            drawn |= 1 << mission
            missions[pile] = mission
    deal(s, missions)


@kernel
def random_token(s: State, tokens: int, rng: Rng) -> int:
    """One that is in no sack, of the first so many kinds."""
    all_left = 0
    for token in range(tokens):
        all_left += left(s, token)
    nth = below(rng, all_left)
    token = 0
    while nth >= left(s, token):
        nth -= left(s, token)
        token += 1
    return token


@kernel
def random_sacks(s: State, rng: Rng) -> None:
    """Sacks of random size with random tokens, one of which allows the stop."""
    searcher = below(rng, int(s.players))
    for seat in range(s.players):
        kinds, size = TOKENS, below(rng, HOLDS + 1)
        if seat == searcher:
            kinds, size = KINDS, ENOUGH + below(rng, HOLDS + 1 - ENOUGH)
        for _ in range(size):
            s.sack[seat, random_token(s, kinds, rng)] += 1
        fill(s, seat, s.sack[seat].copy())


@kernel
def random_deal(s: State, rng: Rng) -> None:
    """A random round up to its stop: missions and sacks."""
    random_missions(s, rng)
    random_sacks(s, rng)


# ---- playing at random, single steps -----------------------------------------------------------------------------

random_step, play_round, play_game, batch_deal, batch_play, threads_play, step, single = loops(
    "maitre", new_states, random_deal, choices, take, apply, OVER
)


@warms("maitre: the rules")
def _warm_rules() -> None:
    states = new_states(1)
    s = states[0]
    deal(s, np.arange(3, dtype=np.int8))
    supply(0, 1)
    left(s, 0)
    loot(s, 0)
    protected(s, 0)
    goes_before(s, 0, 1)
    for seat in range(3):
        fill(s, seat, np.array([3, *[0] * (TOKENS - 1)], np.int8))
    legal(s, np.zeros(WORDS, U64))
    action_of(s, lowest(choices(s)))
    single.bind(states)(0, 0)
    random_deal(s, new_rngs(0, 1))
