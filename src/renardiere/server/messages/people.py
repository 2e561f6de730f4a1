"""Who one is, and how one goes on in another browser."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from renardiere.server.messages.parts import END, Language, Name, Strict, TextSize, Theme

__all__ = ["Forget", "Me", "Qr", "Resume", "ResumeLink", "SetMe", "Sleep", "Words"]


class Sleep(Strict, frozen=True):
    """The hours in which somebody sleeps, in minutes after midnight in their time zone (``Europe/Paris``): twelve
    hours at most. From ``start`` to ``end``, usually over midnight; not at all if they are the same."""

    start: Annotated[int, Meta(ge=0, lt=1440)]
    end: Annotated[int, Meta(ge=0, lt=1440)]
    zone: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_+/-]+" + END)]


class Me(Struct, frozen=True):
    """Who the cookie says one is. ``name`` is None until it is set, ``sleep`` too. ``words``: there are recovery
    words. ``text`` is the size of the page's letters, in per cent."""

    name: str | None
    language: Language
    theme: Theme
    sleep: Sleep | None = None
    words: bool = False
    text: TextSize = 100


class SetMe(Strict, frozen=True):
    """Fields that are left out stay as they are."""

    name: Name | None = None
    language: Language | None = None
    theme: Theme | None = None
    sleep: Sleep | None = None
    text: TextSize | None = None


class Qr(Struct, frozen=True):
    """A QR code: a square of dark (1) and light (0) modules, row by row, without the margin of four light ones."""

    rows: list[list[Literal[0, 1]]]


class ResumeLink(Struct, frozen=True):
    """``link`` brings its owner to another browser: once, until ``until`` (seconds since 1970), or until the next one
    is asked for. What follows its ``#`` is the secret."""

    link: str
    qr: Qr
    until: float


class Words(Struct, frozen=True):
    """Six recovery words, shown this once. The words that there were before no longer hold."""

    words: list[str]


class Resume(Strict, frozen=True):
    """Either the secret of a ``link`` or six ``words``, as somebody types them. ``leave_mine``: even if that leaves
    unfinished games of whoever this browser is now."""

    link: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    words: Annotated[str, Meta(min_length=1, max_length=400)] | None = None
    leave_mine: bool = False


class Forget(Strict, frozen=True):
    """``sure`` has to be true: there is no way back."""

    sure: Literal[True]
