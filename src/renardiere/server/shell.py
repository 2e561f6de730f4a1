"""The built page: its shell, dressed in the caller's language, theme and size of letters, and its assets.

All files are read at the start and found by name in a dictionary: no request ever becomes a path on the disk.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from mimetypes import guess_type
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from renardiere.server.asgi import Headers, Receive, Scope, Send
from renardiere.server.identity import Caller
from renardiere.server.messages import Problem

__all__ = ["PAGE", "Page"]

PAGE: Final = Path(__file__).parent / "page"
"""Where the build puts it."""

SHELL: Final = "/index.html"
HTML_TAG: Final = re.compile(r"<html\b[^>]*>")
MANIFEST: Final = re.compile(r'href="/\w+\.webmanifest"')
AT_TABLES: Final = re.compile(r'\s*<(?:link|script)\b[^>]*\bdata-at="/t/"[^>]*>(?:</script>)?')
"""What is asked for with the document by those who come straight to a table."""
HOMES: Final = {language: f"/home.{language}.html" for language in ("fr", "en")}
"""Home as somebody new finds it, written out by the build; it goes where scripts put the page."""
ROOM: Final = '<div id="page">'
LIGHTS: Final = {"day": "(prefers-color-scheme: light)", "night": "(prefers-color-scheme: dark)"}
"""Of the colours that a browser may take for what it draws around the page: when each holds, if the device decides."""
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
FOREVER: Final = b"public, max-age=31536000, immutable"

Where: TypeAlias = Literal["door", "table", ""]
"""What a document is for: somebody new at home, a table, or anything else."""

NOT_BUILT: Final = """<!doctype html>
<html><head><meta charset="utf-8"><title>La Renardière</title></head>
<body><h1>La Renardière</h1><p>The page has not been built yet. Type <code>make page</code>, then start again.</p>
<p>La page n’est pas encore construite. Tapez <code>make page</code>, puis relancez.</p></body></html>
"""


class File(Struct, frozen=True):
    """A file as it is served; ``encoded`` has its compressed forms by encoding."""

    body: bytes
    kind: bytes
    etag: bytes
    encoded: dict[str, bytes]


class Page:
    """Serves everything outside ``/api``, as an ASGI application."""

    def __init__(self, folder: Path = PAGE) -> None:
        self._files = dict(_files(folder)) if folder.is_dir() else {}
        shell = self._files.pop(SHELL, None)
        homes = {language: self._files.pop(name, None) for language, name in HOMES.items()}
        self.built = shell is not None
        self._shell = shell.body.decode() if shell else NOT_BUILT
        self._homes = {language: home.body.decode() if home else "" for language, home in homes.items()}
        self._dressed: dict[tuple[str, str, int, Where], File] = {}

    def __contains__(self, path: str) -> bool:
        """Whether there is a file of this name; files are the same for everybody."""
        return path in self._files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            status, headers, body = _problem(405, "method_not_allowed", "There is nothing to do here but look.")
            headers.append((b"allow", b"GET, HEAD"))
        elif path in self._files:
            status, headers, body = _file(self._files[path], path, dict(scope["headers"]))
        elif path.startswith(("/api/", "/assets/")) or path == "/api" or "." in path:
            status, headers, body = _problem(404, "not_found", "There is nothing here.")
        else:
            caller = scope["state"]["caller"]
            where: Where = "door" if path == "/" and caller.who is None else "table" if path.startswith("/t/") else ""
            status, headers, body = self._page(caller, where, dict(scope["headers"]))
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _page(self, caller: Caller, where: Where, asked: dict[bytes, bytes]) -> tuple[int, Headers, bytes]:
        """The shell, for every address of the page."""
        key = (caller.language, caller.theme, caller.text, where)
        if key not in self._dressed:
            shell = dress(self._shell, caller.language, caller.theme, caller.text, where == "table")
            if where == "door":
                shell = shell.replace(ROOM, ROOM + self._homes[caller.language], 1)
            self._dressed[key] = _document(shell)
        headers = [(b"content-type", self._dressed[key].kind), (b"cache-control", b"private, no-cache")]
        headers.append((b"vary", b"Cookie, Accept-Language, Accept-Encoding"))
        encoding, body = _encoded(self._dressed[key], asked)
        return (200 if self.built else 503), headers + encoding, body


def dress(shell: str, language: str, theme: str, text: int, at_table: bool) -> str:
    """The shell with ``lang``, ``data-theme`` and ``data-text`` set on ``<html>``; its other attributes stay. What
    installs the page is in its language, and what surrounds it has its colour."""

    def tag(match: re.Match[str]) -> str:
        rest = re.sub(r'\s+(lang|data-theme|data-text)="[^"]*"', "", match[0])
        return rest.replace("<html", f'<html lang="{language}" data-theme="{theme}" data-text="{text}"', 1)

    shell = MANIFEST.sub(f'href="/{language}.webmanifest"', HTML_TAG.sub(tag, shell, count=1))
    if not at_table:
        shell = AT_TABLES.sub("", shell)
    if theme in LIGHTS:
        for light, when in LIGHTS.items():
            shell = shell.replace(f'media="{when}"', f'media="{"all" if light == theme else "not all"}"')
    return shell


def _files(folder: Path) -> Iterator[tuple[str, File]]:
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in ENCODINGS.values():
            continue
        body = path.read_bytes()
        forms = {encoding: path.with_name(path.name + suffix) for encoding, suffix in ENCODINGS.items()}
        encoded = {encoding: form.read_bytes() for encoding, form in forms.items() if form.is_file()}
        kind = guess_type(path.name)[0] or "application/octet-stream"
        if path.suffix == ".webmanifest":
            kind = "application/manifest+json"
        if kind.startswith("text/") or kind.endswith("javascript"):
            kind += "; charset=utf-8"
        etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        yield "/" + path.relative_to(folder).as_posix(), File(body, kind.encode(), etag.encode(), encoded)


def _file(file: File, path: str, asked: dict[bytes, bytes]) -> tuple[int, Headers, bytes]:
    headers = [(b"content-type", file.kind), (b"etag", file.etag), (b"vary", b"Accept-Encoding")]
    headers.append((b"cache-control", FOREVER if path.startswith("/assets/") else b"no-cache"))
    if asked.get(b"if-none-match") == file.etag:
        return 304, headers, b""
    encoding, body = _encoded(file, asked)
    return 200, headers + encoding, body


def _document(text: str) -> File:
    body = text.encode()
    return File(body, b"text/html; charset=utf-8", b"", {"gzip": gzip.compress(body, mtime=0)})


def _encoded(file: File, asked: dict[bytes, bytes]) -> tuple[Headers, bytes]:
    """The best form that whoever asks can read, and the header that says which."""
    wanted = asked.get(b"accept-encoding", b"").decode("latin-1").split(",")
    accepted = {word.partition(";")[0].strip() for word in wanted}
    for encoding, body in file.encoded.items():
        if encoding in accepted:
            return [(b"content-encoding", encoding.encode())], body
    return [], file.body


def _problem(status: int, code: str, message: str) -> tuple[int, Headers, bytes]:
    return status, [(b"content-type", b"application/json")], msgspec.json.encode(Problem(code, message))
