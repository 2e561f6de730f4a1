"""Being oneself in another browser: by a link that works once, or by six words; and being nowhere else.

Of both only hashes are stored, and every way in ends in a new token: none is ever given to two browsers.
"""

from __future__ import annotations

import asyncio
import hashlib
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final

from renardiere.server.guard import Buckets
from renardiere.server.identity import NEW_TOKEN, Caller, digest_of
from renardiere.server.journal.store import Conflict, Statement, Write
from renardiere.server.messages import Language, Resume, ResumeLink, Words
from renardiere.server.problems import Refusal
from renardiere.server.qr import qr_of
from renardiere.server.words import new_words, read_words

if TYPE_CHECKING:
    from renardiere.server.house import House

__all__ = ["Recovery"]

LINK_SECONDS: Final = 15 * 60
COST: Final = 1 << 14
"""Of hashing words: 16 MiB, and about 0.1 s of a core."""

HOLDER: Final = "(SELECT who FROM tokens WHERE hash = ?)"
"""Asked while writing: a token that has been ended meanwhile is in conflict."""
BY_LINK: Final = "SELECT who FROM links WHERE hash = ? AND until > ?"
BY_WORDS: Final = "SELECT who FROM words WHERE hash = ?"
END: Final = "INSERT INTO ended (hash, at) SELECT hash, ? FROM tokens WHERE "
TRACELESS: Final = """
    DELETE FROM identities WHERE id = ?1
    AND NOT EXISTS (SELECT 1 FROM tokens WHERE who = ?1) AND NOT EXISTS (SELECT 1 FROM words WHERE who = ?1)
    AND NOT EXISTS (SELECT 1 FROM links WHERE who = ?1) AND NOT EXISTS (SELECT 1 FROM been WHERE who = ?1)
    AND NOT EXISTS (SELECT 1 FROM talk WHERE who = ?1) AND NOT EXISTS (SELECT 1 FROM reports WHERE reporter = ?1)
"""
"""Somebody whom nobody can be any more, and who has done nothing that others know of."""


class Recovery:
    """The ways in, and out."""

    def __init__(self, house: House) -> None:
        self._house = house
        limits = house.config.limits
        self._by_address = Buckets(house.clock, limits.recoveries)
        self._by_house = Buckets(house.clock, limits.recoveries_by_words)
        self._hashing = asyncio.Lock()

    # ---- making a way in -------------------------------------------------------------------------------------
    async def link(self, caller: Caller, address: str, home: str) -> ResumeLink:
        """A link to the house at ``home`` that makes another browser the caller's, once; the one before is void."""
        self._admit(address)
        secret = urlsafe_b64encode(self._house.chance.token(16)).rstrip(b"=").decode()
        until = self._house.clock.now() + LINK_SECONDS
        sql = f"""
            INSERT INTO links (who, hash, until) VALUES ({HOLDER}, ?, ?)
            ON CONFLICT (who) DO UPDATE SET hash = excluded.hash, until = excluded.until
        """  # noqa: S608  # all ours
        await self._write((sql, (caller.hash, digest_of(secret), until)))
        link = f"{home}/resume#{secret}"
        return ResumeLink(link, qr_of(link), until)

    async def words(self, caller: Caller, address: str, language: Language) -> Words:
        """Six words that make any browser the caller's, as often as they like; those before are void."""
        self._admit(address)
        words = new_words(self._house.chance, language)
        digest = await self._slow(read_words(" ".join(words)))
        sql = f"""
            INSERT INTO words (who, hash, made_at) VALUES ({HOLDER}, ?, ?)
            ON CONFLICT (who) DO UPDATE SET hash = excluded.hash, made_at = excluded.made_at
        """  # noqa: S608  # all ours
        await self._write((sql, (caller.hash, digest, self._house.clock.now())))
        return Words(words)

    def has_words(self, who: str) -> bool:
        """Whether somebody has recovery words."""
        return bool(self._house.store.read("SELECT 1 FROM words WHERE who = ?", who))

    async def _slow(self, words: str) -> bytes:
        """A hash that is slow to try and quick to look up; one is made at a time."""
        salt = self._house.identities.keyed("words")
        async with self._hashing:
            return await asyncio.to_thread(
                hashlib.scrypt, words.encode(), salt=salt, n=COST, r=8, p=1, maxmem=1 << 26, dklen=32
            )

    # ---- taking it -------------------------------------------------------------------------------------------
    async def resume(self, caller: Caller, address: str, wish: Resume) -> tuple[Caller, str]:
        """The caller's browser is that of somebody who has been here before: who they are, and their new token.

        ``no_match`` for whatever is wrong with a link or with words that exist; ``has_tables`` if that would leave
        unfinished games, unless that is wished.
        """
        house = self._house
        self._admit(address)
        source, values = await self._source(wish)
        found = house.store.read(source, *values)
        if not found:
            raise Refusal("no_match", "That is nobody who has been here.")
        old = caller.who if caller.who != found[0][0] else None
        if old is not None and not wish.leave_mine and self._unfinished(old):
            raise Refusal("has_tables", "Whoever you are now has unfinished games.")
        token, now = house.identities.new_token(), house.clock.now()
        statements: list[Statement] = [
            (NEW_TOKEN.format(who=f"({source})"), (digest_of(token), *values, now, now)),
            ("DELETE FROM links WHERE hash = ?", values[:1]),
            (END + "hash = ?", (now, caller.hash)),
            ("DELETE FROM tokens WHERE hash = ?", (caller.hash,)),
        ]
        if old is not None:
            statements.append((TRACELESS, (old,)))
        try:
            await house.store.write(Write(statements=statements))
        except Conflict:  # somebody was quicker
            raise Refusal("no_match", "That is nobody who has been here.") from None
        house.identities.drop(caller.hash)
        if old is not None and not self._reachable(old):
            await house.leave_everything(old)
        return house.identities.holder(token), token

    async def _source(self, wish: Resume) -> Statement:
        """How to look for somebody; the hash comes first."""
        if (wish.link is None) == (wish.words is None):
            raise Refusal("bad_message", "Send either a link's secret or words.")
        if wish.link is not None:
            return BY_LINK, (digest_of(wish.link), self._house.clock.now())
        assert wish.words is not None
        words = read_words(wish.words)
        if not self._by_house.take(None):
            raise Refusal("too_fast", "Too many words are being tried just now; wait a moment.")
        return BY_WORDS, (await self._slow(words),)

    def _unfinished(self, who: str) -> bool:
        sql = "SELECT 1 FROM seats JOIN tables ON id = table_id WHERE who = ? AND NOT over LIMIT 1"
        return bool(self._house.store.read(sql, who))

    def _reachable(self, who: str) -> bool:
        """Whether any browser is, or can become, this identity."""
        sql = """
            SELECT 1 FROM tokens WHERE who = ?1 UNION ALL SELECT 1 FROM words WHERE who = ?1
            UNION ALL SELECT 1 FROM links WHERE who = ?1 AND until > ?2
        """
        return bool(self._house.store.read(sql, who, self._house.clock.now()))

    # ---- being nowhere else ----------------------------------------------------------------------------------
    async def elsewhere(self, caller: Caller) -> tuple[Caller, str]:
        """End every token of the caller, the one in use too, which may have been copied; and every other way in. Who
        they are, and the only token that counts from now on."""
        house = self._house
        who = caller.who
        assert who is not None
        token = house.identities.new_token()
        kept, now = digest_of(token), house.clock.now()
        others = house.store.read("SELECT hash FROM tokens WHERE who = ? AND hash <> ?", who, caller.hash)
        await self._write(
            (NEW_TOKEN.format(who=HOLDER), (kept, caller.hash, now, now)),
            (END + "who = ? AND hash <> ?", (now, who, kept)),
            ("DELETE FROM tokens WHERE who = ? AND hash <> ?", (who, kept)),
            ("DELETE FROM links WHERE who = ?", (who,)),
            ("DELETE FROM words WHERE who = ?", (who,)),
        )
        known = house.identities.drop_all(who, but=kept)
        house.identities.ended({*known, *(digest for (digest,) in others)} - {caller.hash}, "elsewhere")
        return house.identities.holder(token), token

    # ---- common ----------------------------------------------------------------------------------------------
    def _admit(self, address: str) -> None:
        if not self._by_address.take(address):
            raise Refusal("too_fast", "That is too fast; wait a moment.")

    async def _write(self, *statements: Statement) -> None:
        try:
            await self._house.store.write(Write(statements=statements))
        except Conflict:
            raise Refusal("not_yours", "That cookie is worth nothing any more.") from None
