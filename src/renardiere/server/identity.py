"""Identity without accounts: a random token in a cookie, stored as its hash.

A token that has done nothing yet is nobody in particular and costs no row: link previews and crawlers leave no trace.
"""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Final, get_args

import msgspec
from msgspec import Struct, structs

from renardiere.server.clocks import check_night
from renardiere.server.config import Chance, Clock, Config
from renardiere.server.journal.store import Conflict, Store, Write
from renardiere.server.messages import Language, SetMe, Sleep, Theme
from renardiere.server.text import clean_name

__all__ = ["COOKIE", "Caller", "Identities", "new_id", "preferred_language"]

COOKIE: Final = "fox"
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
YEAR: Final = 365 * 24 * 3600
KNOWN: Final = 10_000
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz23456789"
"""Of names that people copy by hand: no 0, no 1. 34 letters."""


def new_id(chance: Chance, length: int) -> str:
    """A random name, unbiased: 16 random bytes are far more than ``length`` (at most 16) letters need."""
    number = int.from_bytes(chance.token(32))
    letters = []
    for _ in range(length):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


class Caller(Struct, frozen=True):
    """Who is asking. ``who`` is None as long as they have done nothing; ``token`` is set if it is new and must be
    given to them."""

    hash: bytes
    who: str | None
    name: str | None
    language: Language
    theme: Theme
    token: str | None = None


class Identities:
    """Those who have been here."""

    def __init__(self, store: Store, config: Config, clock: Clock, chance: Chance) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance
        self._secure = config.secure
        self._known: OrderedDict[bytes, Caller] = OrderedDict()
        self._sleeps: OrderedDict[str, Sleep | None] = OrderedDict()

    def caller(self, headers: Iterable[tuple[bytes, bytes]]) -> Caller:
        """Who sent a request with these headers."""
        cookie, language = "", ""
        for name, value in headers:
            if name == b"cookie":
                cookie = value.decode("latin-1")
            elif name == b"accept-language":
                language = value.decode("latin-1")
        token = _token(cookie)
        fresh = token is None
        if token is None:
            token = urlsafe_b64encode(self._chance.token(32)).rstrip(b"=").decode()
        digest = hashlib.sha256(token.encode()).digest()
        known = None if fresh else self._find(digest)
        return known or Caller(digest, None, None, preferred_language(language), "system", token if fresh else None)

    def who(self, digest: bytes) -> str | None:
        """The identity of somebody who did something lately, by their token's hash."""
        known = self._known.get(digest)
        return known.who if known else None

    def sleep_of(self, who: str) -> Sleep | None:
        """The hours in which somebody sleeps; None if they did not say."""
        if who not in self._sleeps:
            rows = self._store.read("SELECT sleep FROM identities WHERE id = ?", who)
            text = rows[0][0] if rows else None
            self._sleeps[who] = msgspec.json.decode(text, type=Sleep) if text else None
            while len(self._sleeps) > KNOWN:
                self._sleeps.popitem(last=False)
        return self._sleeps[who]

    def _find(self, digest: bytes) -> Caller | None:
        if known := self._known.get(digest):
            self._known.move_to_end(digest)
            return known
        sql = """
            SELECT identities.id, name, language, theme FROM tokens
            JOIN identities ON identities.id = tokens.who WHERE hash = ?
        """
        for who, name, language, theme in self._store.read(sql, digest):
            return self._remember(Caller(digest, who, name, language, theme))
        return None

    def _remember(self, caller: Caller) -> Caller:
        self._known[caller.hash] = caller
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return caller

    async def settle(self, caller: Caller) -> tuple[Caller, str]:
        """The caller and their identity, which is written down if this is the first thing they do."""
        if caller.who is not None:
            return caller, caller.who
        who = new_id(self._chance, 16)
        now = self._clock.now()
        rows = (
            (
                "INSERT INTO identities (id, name, language, theme, made_at) VALUES (?, ?, ?, ?, ?)",
                (who, caller.name, caller.language, caller.theme, now),
            ),
            ("INSERT INTO tokens (hash, who, made_at) VALUES (?, ?, ?)", (caller.hash, who, now)),
        )
        try:
            await self._store.write(Write(statements=rows))
        except Conflict:  # two first requests at once
            found = self._find(caller.hash)
            assert found is not None
            assert found.who is not None
            return found, found.who
        return self._remember(structs.replace(caller, who=who, token=None)), who

    async def set(self, caller: Caller, wish: SetMe) -> Caller:
        """Change what is set in ``wish``."""
        if wish.sleep is not None:
            check_night(wish.sleep)
        caller, who = await self.settle(caller)
        changed = structs.replace(
            caller,
            name=clean_name(wish.name) if wish.name is not None else caller.name,
            language=wish.language or caller.language,
            theme=wish.theme or caller.theme,
        )
        update = "UPDATE identities SET name = ?, language = ?, theme = ? WHERE id = ?"
        await self._store.write(Write(statements=[(update, (changed.name, changed.language, changed.theme, who))]))
        if wish.sleep is not None:
            await self._set_sleep(who, wish.sleep)
        for digest, known in list(self._known.items()):  # every token of theirs
            if known.who == who:
                self._known[digest] = structs.replace(changed, hash=digest)
        return changed

    async def _set_sleep(self, who: str, sleep: Sleep) -> None:
        sql = "UPDATE identities SET sleep = ? WHERE id = ?"
        text = msgspec.json.encode(sleep).decode()
        await self._store.write(Write(statements=[(sql, (text, who))]))
        self._sleeps[who] = sleep

    def cookie(self, token: str) -> bytes:
        """The ``Set-Cookie`` that gives a token to a browser."""
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}".encode()


def _token(cookie: str) -> str | None:
    try:
        morsel = SimpleCookie(cookie).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and TOKEN.fullmatch(morsel.value) else None


def preferred_language(accept: str) -> Language:
    """The language of ours that an ``Accept-Language`` likes best; English if it likes none."""
    best: Language = "en"
    best_quality = 0.0
    for part in accept.split(","):
        tag, _, parameter = part.strip().partition(";")
        language = tag.partition("-")[0].strip().lower()
        try:
            quality = float(parameter.partition("=")[2]) if parameter.strip().startswith("q=") else 1.0
        except ValueError:
            continue
        for ours in get_args(Language):
            if language == ours and quality > best_quality:
                best, best_quality = ours, quality
    return best
