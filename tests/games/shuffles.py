"""Records, right and tampered with, and what ``verify`` says of them: golden for the page's own check.

``python -m tests.games.shuffles`` writes ``web/tests/shuffles.json``; a test sees that it is current.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from renardiere.games import game
from renardiere.games.dealing import Shuffler, shuffle_tags, verify
from renardiere.games.record import Record, read, write

GOLDEN = Path(__file__).parents[2] / "web/tests/shuffles.json"
SECRET = bytes(range(32))
SHARES = ("aa" * 32, "")


def played(target: int, shares: tuple[str, str] = SHARES, actions: int | None = None) -> str:
    """The record of a game whose actions are left to chance, all of it or its beginning."""
    forest, chance = game("forest"), random.Random(3)
    state = forest.new(forest.parse_options({"target": str(target)}))
    rounds = done = 0
    while state.awaits != "nothing" and done != actions:
        if state.awaits == "deal":
            rounds += 1
            state.deal(state.draw(Shuffler(SECRET, "forest", shares, rounds)))
        else:
            seat = state.to_act[0]
            state.apply(seat, chance.choice(state.legal(seat)))
            done += 1
    return write(Record.of(state, {"Seat0": 'A "quoted" name', **shuffle_tags(SECRET, shares)}))


def records() -> dict[str, str]:
    """By what they are."""
    whole, early = played(21), played(21, actions=2)
    first, second = re.findall(r"^deal .*$", whole, re.M)[:2]
    a, b = first.split(" | ")[4].split()[-2:]
    other = "0" if first[12] == "1" else "1"
    return {
        "a whole game": whole,
        "two shares": played(16, ("ab" * 32, "cd" * 32)),
        "no shares": played(1, ("", "")),
        "stopped early": early,
        "a hand in another order": early.replace(*reordered(early)),
        "comments and tabs": early.replace("\n\n", ' ; a [Commit "x"] in a comment\n\n; deal nothing\n', 1).replace(
            " | ", "\t|\t"
        ),
        "the pile in another order": early.replace(f"{a} {b}", f"{b} {a}"),
        "another dealer": early.replace(f"dealer={first[12]}", f"dealer={other}").split("\n1. ")[0] + "\n",
        "another second deal": whole.replace(second, swapped(second)).split(second.split(" | ")[0])[0]
        + swapped(second)
        + "\n",
        "another secret": early.replace(SECRET.hex(), "ff" + SECRET.hex()[2:]),
        "another commitment": re.sub(r'(?<=\[Commit ")..', "00", early),
        "another share": early.replace("aa" * 32, "ab" * 32),
        "a share left out": re.sub(r"\[Share0.*\n", "", early),
        "a share in capitals": early.replace("aa" * 32, "AA" * 32),
        "a share of nobody": early.replace("[Share0", '[Share7 "' + "bb" * 32 + '"]\n[Share0'),
        "no secret": re.sub(r"\[Secret.*\n", "", early),
        "no commitment": re.sub(r"\[Commit.*\n", "", early),
        "no deal": early.split("\n\n")[0] + "\n",
    }


def swapped(deal: str) -> str:
    """A card of one hand for one of the other."""
    parts = deal.split(" | ")
    mine, theirs = parts[1].split(), parts[2].split()
    mine[0], theirs[0] = theirs[0], mine[0]
    return " | ".join([parts[0], " ".join(mine), " ".join(theirs), *parts[3:]])


def reordered(record: str) -> tuple[str, str]:
    hand = record.partition(" | ")[2].partition(" | ")[0]
    return hand, " ".join(reversed(hand.split()))


def vectors() -> list[dict[str, Any]]:
    """What each record is, its text, and what ``verify`` finds."""
    found = []
    for name, record in records().items():
        verdict = verify(read(record))
        answer = {"status": verdict.status, "deals": verdict.deals, "shares": verdict.shares}
        found.append({"name": name, "record": record, **answer})
    return found


def text() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(text())
