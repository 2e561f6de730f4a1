"""Identity without accounts: a random token in a cookie, stored as its hash.

A token that has done nothing yet is nobody in particular and costs no row: link previews and crawlers leave no trace.
The house knows the tokens that it made by a mark in them: one that somebody else chose never becomes an identity.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from typing import Any, Final, Literal, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct, structs

from renardiere.server.clocks import check_night
from renardiere.server.config import Chance, Clock, Config
from renardiere.server.journal.store import Conflict, Statement, Store, Write
from renardiere.server.messages import Language, SetMe, Sleep, TextSize, Theme
from renardiere.server.problems import Refusal
from renardiere.server.text import clean_name

__all__ = ["COOKIE", "SECURE_COOKIE", "Caller", "Identities", "digest_of", "new_id", "preferred_language"]

COOKIE: Final = "fox"
SECURE_COOKIE: Final = "__Host-fox"
"""Under HTTPS: browsers take one of this name from this very host alone, and over HTTPS alone."""
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
MARK: Final = 16
"""Bytes of a token that say that it was made here; as many before them are random."""
DAY: Final = 24 * 3600
WEEK: Final = 7 * DAY
YEAR: Final = 365 * DAY
KNOWN: Final = 10_000
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz23456789"
"""Of names that people copy by hand: no 0, no 1. 34 letters."""

NEW_TOKEN: Final = "INSERT INTO tokens (hash, who, made_at, renewed_at) VALUES (?, {who}, ?, ?)"  # noqa: S105


def new_id(chance: Chance, length: int) -> str:
    """A random name, unbiased: 32 random bytes are far more than ``length`` (at most 16) letters need."""
    number = int.from_bytes(chance.token(32))
    letters = []
    for _ in range(length):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def digest_of(secret: str) -> bytes:
    """What is stored of a random secret."""
    return hashlib.sha256(secret.encode()).digest()


class Caller(Struct, frozen=True):
    """Who is asking. ``who`` is None as long as they have done nothing. ``token`` is set if a cookie must be given to
    them with the answer: ``secure`` says by which name. An empty ``hash``: it can't be known who they are. ``seen``:
    the day of their last visit, whatever token they came with."""

    hash: bytes
    who: str | None
    name: str | None
    language: Language
    theme: Theme
    text: TextSize = 100
    token: str | None = None
    secure: bool = False
    renewed: float = 0.0
    seen: int = 0


class Identities:
    """Those who have been here."""

    def __init__(self, store: Store, config: Config, clock: Clock, chance: Chance) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance
        self._secure_host = urlsplit(config.public_url or "").hostname if config.secure else None
        self._key = b""
        self._known: OrderedDict[bytes, Caller] = OrderedDict()
        self._sleeps: OrderedDict[str, Sleep | None] = OrderedDict()
        self.gone: set[str] = set()
        """Who asked to be forgotten since the house was opened, or is still to be."""
        self.ended: Callable[[Collection[bytes], Literal["elsewhere", "restart"]], None] = lambda hashes, why: None
        """Called with the hashes of tokens that are worth nothing any more, so that their connections are closed."""

    async def open(self) -> None:
        """Read the house's key, or make one; tokens that nobody has used for a year are no more."""
        key = self._store.setting("key")
        if key is None:
            key = self._chance.token(32).hex()
            await self._store.write(Write(statements=[("INSERT INTO house (key, value) VALUES ('key', ?)", (key,))]))
        self._key = bytes.fromhex(key)
        now = self._clock.now()
        old: list[Statement] = [
            ("DELETE FROM tokens WHERE renewed_at < ?", (now - YEAR - WEEK,)),
            ("DELETE FROM ended WHERE at < ?", (now - YEAR - WEEK,)),
            ("DELETE FROM links WHERE until < ?", (now,)),
        ]
        await self._store.write(Write(statements=old))

    def keyed(self, purpose: str) -> bytes:
        """32 bytes that only this house knows."""
        return hmac.digest(self._key, purpose.encode(), "sha256")

    # ---- tokens ----------------------------------------------------------------------------------------------
    def new_token(self) -> str:
        """A token that is nobody's yet."""
        chosen = self._chance.token(MARK)
        return _text(chosen + self._mark(chosen))

    def _mark(self, chosen: bytes) -> bytes:
        return hmac.digest(self._key, b"token" + chosen, "sha256")[:MARK]

    def _made_here(self, token: str) -> bool:
        raw = urlsafe_b64decode(token + "=")
        return hmac.compare_digest(token, _text(raw[:MARK] + self._mark(raw[:MARK])))

    def _spent(self, digest: bytes) -> bool:
        """Whether a token was somebody's once."""
        sql = "SELECT 1 FROM ended WHERE hash = ?1 UNION ALL SELECT 1 FROM tokens WHERE hash = ?1"
        return bool(self._store.read(sql, digest))

    def caller(self, headers: Iterable[tuple[bytes, bytes]]) -> Caller:
        """Who sent a request with these headers."""
        host, cookies, language = "", "", ""
        for name, value in headers:
            if name == b"cookie":
                cookies += ";" + value.decode("latin-1")
            elif name == b"host":
                host = value.decode("latin-1")
            elif name == b"accept-language":
                language = value.decode("latin-1")
        secure = self._secure_host is not None and urlsplit(f"//{host}").hostname == self._secure_host
        nobody = Caller(b"", None, None, preferred_language(language), "system", secure=secure)
        tokens = _tokens(cookies, SECURE_COOKIE if secure else COOKIE)
        if len(tokens) > 1:  # one of them was planted
            return nobody
        for token in tokens:
            digest = digest_of(token)
            if known := self._find(digest):
                due = self._clock.now() - known.renewed > WEEK
                return structs.replace(known, token=token, secure=secure) if due or secure else known
            if self._made_here(token) and not self._spent(digest):
                return structs.replace(nobody, hash=digest)
        token = self.new_token()
        return structs.replace(nobody, hash=digest_of(token), token=token)

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
        known = self._known.get(digest) or self._read(digest)
        if known is None or self._clock.now() - known.renewed > YEAR + WEEK:
            return None
        self._known[digest] = known
        self._known.move_to_end(digest)
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return known

    def _read(self, digest: bytes) -> Caller | None:
        sql = """
            SELECT identities.id, name, language, theme, text, renewed_at, seen FROM tokens
            JOIN identities ON identities.id = tokens.who WHERE hash = ?
        """
        for who, name, language, theme, text, renewed, seen in self._store.read(sql, digest):
            return Caller(digest, who, name, language, theme, text, renewed=renewed, seen=seen)
        return None

    def holder(self, token: str) -> Caller:
        """Whoever a token was just written down for."""
        caller = self._find(digest_of(token))
        if caller is None:  # ended meanwhile
            raise Refusal("no_match", "That is nobody who has been here.")
        return caller

    @property
    def today(self) -> int:
        """The day, UTC's, counted from 1970 on."""
        return int(self._clock.now() // DAY)

    async def visit(self, caller: Caller) -> None:
        """Somebody is here: note the day; once a week their token is worth another year. Most visits write nothing."""
        now, today = self._clock.now(), self.today
        statements: list[Statement] = []
        if caller.seen < today:
            statements.append(("UPDATE identities SET seen = ? WHERE id = ?", (today, caller.who)))
        if now - caller.renewed > WEEK:
            statements.append(("UPDATE tokens SET renewed_at = ? WHERE hash = ?", (now, caller.hash)))
        if statements:
            await self._store.write(Write(statements=statements))
            if known := self._known.get(caller.hash):
                renewed = now if len(statements) == 2 else known.renewed
                self._known[caller.hash] = structs.replace(known, renewed=renewed, seen=today)

    def drop(self, digest: bytes) -> None:
        """A token has been ended: know it no more."""
        self._known.pop(digest, None)

    def drop_all(self, who: str, but: bytes = b"") -> set[bytes]:
        """All tokens of an identity, ``but`` one, have been ended. Those that were known."""
        dropped = {digest for digest, known in self._known.items() if known.who == who and digest != but}
        for digest in dropped:
            self.drop(digest)
        return dropped

    def is_gone(self, who: str) -> bool:
        """Whether somebody asked to be forgotten."""
        return who in self.gone or bool(self._store.read("SELECT 1 FROM gone WHERE who = ?", who))

    # ---- identities ------------------------------------------------------------------------------------------
    async def settle(self, caller: Caller) -> tuple[Caller, str]:
        """The caller and their identity, which is written down if this is the first thing they do."""
        if caller.who is not None:
            return caller, caller.who
        if not caller.hash:
            raise Refusal("bad_cookie", "Your browser sends two different cookies of this house; delete them.")
        who = new_id(self._chance, 16)
        now = self._clock.now()
        rows = (
            (
                "INSERT INTO identities (id, name, language, theme, made_at, seen) VALUES (?, ?, ?, ?, ?, ?)",
                (who, caller.name, caller.language, caller.theme, now, self.today),
            ),
            (NEW_TOKEN.format(who="?"), (caller.hash, who, now, now)),
        )
        with contextlib.suppress(Conflict):  # two first requests at once
            await self._store.write(Write(statements=rows))
        found = self._find(caller.hash)
        if found is None or found.who is None:
            raise Refusal("not_yours", "That cookie is worth nothing any more.")
        return structs.replace(found, secure=caller.secure), found.who

    async def set(self, caller: Caller, wish: SetMe) -> Caller:
        """Change what is set in ``wish``."""
        if wish.sleep is not None:
            check_night(wish.sleep)
        caller, who = await self.settle(caller)
        name = clean_name(wish.name) if wish.name is not None else caller.name
        new: dict[str, Any] = {
            "name": name,
            "language": wish.language or caller.language,
            "theme": wish.theme or caller.theme,
            "text": wish.text or caller.text,
        }
        update = "UPDATE identities SET name = ?, language = ?, theme = ?, text = ? WHERE id = ?"
        await self._store.write(Write(statements=[(update, (*new.values(), who))]))
        if wish.sleep is not None:
            await self._set_sleep(who, wish.sleep)
        for digest, known in list(self._known.items()):  # every token of theirs
            if known.who == who:
                self._known[digest] = structs.replace(known, **new)
        return structs.replace(caller, **new)

    async def _set_sleep(self, who: str, sleep: Sleep) -> None:
        sql = "UPDATE identities SET sleep = ? WHERE id = ?"
        text = msgspec.json.encode(sleep).decode()
        await self._store.write(Write(statements=[(sql, (text, who))]))
        self._sleeps[who] = sleep

    # ---- cookies ---------------------------------------------------------------------------------------------
    @staticmethod
    def cookie(token: str, secure: bool) -> bytes:
        """The ``Set-Cookie`` that gives a token to a browser; an empty one takes it away."""
        age = YEAR if token else 0
        name, flag = (SECURE_COOKIE, "; Secure") if secure else (COOKIE, "")
        return f"{name}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{flag}".encode()


def _text(token: bytes) -> str:
    return urlsafe_b64encode(token).rstrip(b"=").decode()


def _tokens(cookies: str, name: str) -> set[str]:
    """The tokens in a ``Cookie`` header: more than one only if somebody planted another."""
    pairs = (cookie.strip().partition("=") for cookie in cookies.split(";"))
    return {value for key, _, value in pairs if key == name and TOKEN.fullmatch(value)}


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
