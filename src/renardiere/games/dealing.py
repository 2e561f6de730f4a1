"""Verifiable shuffles: commit, contribute, reveal, verify. ``docs/dealing.md`` has it to the byte.

The table publishes the commitment of a secret before anybody sits down. Those who sit down contribute a share. Each
round's deal follows from the secret, all shares and the round's number; once the secret is revealed, everybody can
deal again and compare. Where the 32 bytes of a secret come from is the caller's business (``secrets.token_bytes``).
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from msgspec import Struct, structs

from renardiere.games.play import Deal, Dealing, Source

if TYPE_CHECKING:
    from renardiere.games.record import Record

__all__ = ["Shuffler", "Verdict", "commitment", "shuffle_tags", "shuffled", "verify", "with_dealer"]

DOMAIN: Final = "renardiere/shuffle/1"
HEX: Final = re.compile(r"[0-9a-f]{64}")
WORD: Final = 8
"""Bytes of one integer of the stream."""

T = TypeVar("T")
D = TypeVar("D", bound=Deal)


def commitment(secret: bytes) -> str:
    """What is published of a secret of 32 bytes at the start: its SHA-256, 64 hexadecimal digits."""
    if len(secret) != 32:
        raise ValueError("a secret has 32 bytes")
    return hashlib.sha256(secret).hexdigest()


def shuffled(items: Sequence[T], source: Source) -> list[T]:
    """The items in a uniformly random order: Fisher and Yates, from the last place down."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        pick = source.randrange(last + 1)
        result[last], result[pick] = result[pick], result[last]
    return result


class Shuffler:
    """The chance of one round, a ``Source``: HMAC-SHA256 of the secret over everything that names the round.

    ``shares`` has one entry a seat: 64 hexadecimal digits, or ``""`` for a seat that contributed nothing. ``round``
    counts from 1. Raises ``ValueError`` for anything else.
    """

    def __init__(self, secret: bytes, game: str, shares: Sequence[str], round: int) -> None:
        if len(secret) != 32:
            raise ValueError("a secret has 32 bytes")
        if not all(share == "" or HEX.fullmatch(share) for share in shares):
            raise ValueError("a share is 64 hexadecimal digits in lower case")
        if not re.fullmatch(r"[a-z]+", game) or round < 1:
            raise ValueError("a game has a name of small letters, its rounds are numbered from 1")
        named = ",".join(share or "-" for share in shares)
        self._key = secret
        self._prefix = f"{DOMAIN}\n{game}\n{named}\n{round}\n"
        self._stream = self._integers()

    def _integers(self) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.digest(self._key, f"{self._prefix}{counter}".encode("ascii"), "sha256")
            for start in range(0, len(block), WORD):
                yield int.from_bytes(block[start : start + WORD], "big")
            counter += 1

    def randrange(self, stop: int, /) -> int:
        """A uniform integer in ``[0, stop)``, 1 ≤ ``stop`` ≤ 2⁶⁴: integers that would favour some are passed over."""
        if not 1 <= stop <= 1 << 64:
            raise ValueError("a range has 1 to 2⁶⁴ members")
        fair = (1 << 64) - (1 << 64) % stop
        while (integer := next(self._stream)) >= fair:
            pass
        return integer % stop


def with_dealer(deal: D, dealer: int | str | None) -> D:
    """The same cards, dealt by the seat that the players agreed on; None: by the one that was drawn."""
    return deal if dealer is None else structs.replace(deal, dealer=int(dealer))


def shuffle_tags(secret: bytes, shares: Sequence[str]) -> dict[str, str]:
    """The tags that let a finished game's record be verified."""
    contributed = {f"Share{seat}": share for seat, share in enumerate(shares) if share}
    return {"Commit": commitment(secret), **contributed, "Secret": secret.hex()}


class Verdict(Struct, frozen=True):
    """What verifying a record found. ``deals`` and ``shares`` count those that were checked and found right."""

    status: Literal["right", "wrong", "nothing"]
    message: str
    deals: int = 0
    shares: int = 0


def verify(record: Record) -> Verdict:
    """Were this record's cards shuffled as its table promised?

    ``right``: the secret is the one committed to, and every deal follows from it and the shares. ``nothing``: the
    record does not carry both commitment and secret, or no deal.
    """
    commit, secret = record.tags.get("Commit"), record.tags.get("Secret")
    if commit is None or secret is None:
        missing = "commitment" if commit is None else "secret (it is revealed when the game is over)"
        return Verdict("nothing", f"the record has no {missing}")
    seats = range(record.seats)
    shares = {tag: value for tag, value in record.tags.items() if re.fullmatch(r"Share(0|[1-9][0-9]*)", tag)}
    for tag, value in {"Commit": commit, **shares, "Secret": secret}.items():
        if not HEX.fullmatch(value):
            return Verdict("wrong", f"[{tag}] is not 64 hexadecimal digits in lower case")
    if strangers := sorted(set(shares) - {f"Share{seat}" for seat in seats}):
        return Verdict("wrong", f"[{strangers[0]}] belongs to no seat")
    key = bytes.fromhex(secret)
    if commitment(key) != commit:
        return Verdict("wrong", "the secret is not the one that the table committed to")
    dealer = record.tags.get("Dealer") if record.load().names_dealer else None
    if dealer not in (None, *map(str, seats)):
        return Verdict("wrong", "[Dealer] is no seat")
    by_seat = [shares.get(f"Share{seat}", "") for seat in seats]
    deals = 0
    for state, entry in record.steps():
        if isinstance(entry, Dealing):
            due = with_dealer(state.draw(Shuffler(key, record.game, by_seat, deals + 1)), dealer if not deals else None)
            if due != entry.deal:
                return Verdict("wrong", f"the deal of round {deals + 1} does not follow from the secret", deals)
            deals += 1
    if not deals:
        return Verdict("nothing", "the record has no deal")
    return Verdict("right", "the secret is the one committed to, and every deal follows from it", deals, len(shares))
