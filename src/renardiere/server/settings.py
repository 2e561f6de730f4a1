"""The settings file of a house: TOML, read strictly. ``settings.toml`` beside this file explains every key.

A key that is not known, or a value that can't be, is an error with the key's name: a limit that silently does not hold
is worse than none.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct, structs

from renardiere.server.config import Limits
from renardiere.server.messages import Language

__all__ = ["EXAMPLE", "BadSettings", "LegalSettings", "LimitSettings", "Settings", "is_origin", "read"]

EXAMPLE: Final = Path(__file__).parent / "settings.toml"
"""All settings, each with its default, explained."""

NOTICE_CHARACTERS: Final = 20_000
SOONEST: Final = 30
"""Days: whoever comes back after the holidays is still known."""
UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*?)`(?: - at `\$\.?(.*)`)?")
WRONG: Final = re.compile(r"(.*?)(?: - at `\$\.?(.*)`)?")

Rate: TypeAlias = tuple[Annotated[float, Meta(gt=0, le=1e6)], Annotated[float, Meta(ge=1, le=1e6)]]
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]


class BadSettings(Exception):
    """What is wrong, in one line."""


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class LimitSettings(Strict, frozen=True):
    """``Limits``, as far as a host may want others; None: as they are."""

    messages: Rate | None = None
    requests: Rate | None = None
    talk: Rate | None = None
    newcomers: Rate | None = None
    connections: Positive | None = None
    connections_of_address: Positive | None = None
    watches: Positive | None = None
    unfinished_tables: Positive | None = None
    listed_tables: Positive | None = None
    backlog_messages: Annotated[int, Meta(ge=16, le=100_000)] | None = None
    backlog_bytes: Annotated[int, Meta(ge=65_536, le=100_000_000)] | None = None
    idle_seconds: Annotated[float, Meta(ge=1, le=86_400)] | None = None

    def limits(self) -> Limits:
        return Limits(**{name: value for name, value in structs.asdict(self).items() if value is not None})


class LegalSettings(Strict, frozen=True):
    """The legal notice, by language: the text, or a file with it."""

    fr: str | None = None
    en: str | None = None
    fr_file: str | None = None
    en_file: str | None = None


class Settings(Strict, frozen=True):
    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8765
    lan: bool = False
    public_url: str | None = None
    data: str | None = None
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    lobby: bool = True
    chat: bool = True
    bot_processes: Annotated[int, Meta(ge=0, le=64)] = 1
    yard_processes: Annotated[int, Meta(ge=0, le=64)] = 0
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    forget_after: Annotated[int, Meta(ge=0, le=36_500)] = 400
    contact: Annotated[str, Meta(max_length=200)] | None = None
    limits: LimitSettings = LimitSettings()
    legal: LegalSettings = LegalSettings()

    def notices(self, folder: Path) -> dict[Language, str]:
        """The legal notice, by language; files are looked for in ``folder``. Raises ``BadSettings``."""
        found: dict[Language, str] = {}
        languages: tuple[Language, ...] = ("fr", "en")
        for language in languages:
            text, name = getattr(self.legal, language), getattr(self.legal, f"{language}_file")
            if text is not None and name is not None:
                raise BadSettings(f"legal.{language}: either the text or legal.{language}_file, not both")
            if name is not None:
                text = _text_of(folder / Path(name).expanduser(), f"legal.{language}_file")
            if text is not None and (text := _clean(text)):
                if len(text) > NOTICE_CHARACTERS:
                    raise BadSettings(f"legal.{language}: at most {NOTICE_CHARACTERS} characters")
                found[language] = text
        return found


def read(path: Path) -> Settings:
    """The settings of a file; ``BadSettings``."""
    try:
        with path.open("rb") as file:
            written = tomllib.load(file)
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from None
    try:
        settings = msgspec.convert(written, Settings)
        _check(settings)
        settings.notices(path.parent)
    except msgspec.ValidationError as error:
        raise BadSettings(f"{path}: {_worded(str(error))}") from None
    except BadSettings as error:
        raise BadSettings(f"{path}: {error}") from None
    return settings


def _check(settings: Settings) -> None:
    if settings.public_url is not None and not is_origin(settings.public_url):
        raise BadSettings(f"public_url: an address such as https://fox.example, not {settings.public_url!r}")
    for proxy in settings.trusted_proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise BadSettings(f"trusted_proxies: an address, or a network such as 10.0.0.0/8, not {proxy!r}") from None
    if 0 < settings.forget_after < SOONEST:
        raise BadSettings(f"forget_after: at least {SOONEST} days, or 0 for never, not {settings.forget_after}")
    contact = settings.contact
    if contact is not None and not _is_contact(contact):
        raise BadSettings(f"contact: an e-mail address, or the address of a page (https://…), not {contact!r}")


def is_origin(url: str) -> bool:
    """Whether this is an address of a house: a scheme and a host, perhaps a port, nothing more."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    whole = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username or parts.password)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and whole


def _is_contact(text: str) -> bool:
    if not text.isprintable() or " " in text:
        return False
    return bool(re.fullmatch(r"https?://[^/\s]+\S*|[^@\s:/]+@[^@\s:/]+\.[^@\s:/]+", text))


def _text_of(path: Path, key: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSettings(f"{key}: {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadSettings(f"{key}: {path} is not UTF-8") from None


def _clean(text: str) -> str:
    """No control characters; paragraphs are separated by one empty line."""
    kept = "".join(letter for letter in text.replace("\r\n", "\n") if letter == "\n" or letter.isprintable())
    return re.sub(r"\n\s*\n", "\n\n", kept).strip()


def _worded(error: str) -> str:
    """What msgspec says, with the key as it is written in the file."""
    if unknown := UNKNOWN.fullmatch(error):
        name, inside = unknown[1], unknown[2]
        kind: Any = {"limits": LimitSettings, "legal": LegalSettings}.get(inside or "", Settings)
        near = difflib.get_close_matches(name, kind.__struct_fields__, 1)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        return f"there is no setting {f'{inside}.{name}' if inside else name!r}{meant}"
    wrong = WRONG.fullmatch(error)
    assert wrong is not None
    said = wrong[1].replace("`", "")
    return f"{wrong[2]}: {said[:1].lower()}{said[1:]}" if wrong[2] else said
