"""Pictures of the screens into ``shots/``: ``python -m tests.browser.shots [--fits] [WORD …]``.

A word of a kind (``phone-fr``, ``desktop``, ``night``) or of a scene (``game``, ``lesson``) takes only those. Look at
them before saying that something looks finished. With ``--fits`` every scene is measured instead, in both languages and
all sizes of window and letters (``fits.py``): what sticks out is printed and pictured.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

from tests.browser.conftest import launch, open_timed_house
from tests.browser.fits import Measured
from tests.browser.player import visit
from tests.browser.scenes import SCENES, SHOTS, Album

SIZES = {"phone": (360, 640), "small": (360, 560), "tablet": (768, 1024), "desktop": (1440, 900)}


class Kind(NamedTuple):
    size: str
    language: Literal["fr", "en"]
    theme: Literal["night", "day"]
    text: int = 100

    @property
    def label(self) -> str:
        return "-".join([*self[:3], *([str(self.text)] if self.text != 100 else [])])


KINDS = [
    Kind("phone", "fr", "night"),
    Kind("phone", "en", "day"),
    Kind("small", "en", "night"),
    Kind("phone", "fr", "day", 150),
    Kind("tablet", "fr", "day"),
    Kind("tablet", "en", "night"),
    Kind("desktop", "fr", "night"),
    Kind("desktop", "en", "day"),
]
"""Each size in both languages and themes, as far as that can tell anything new; and letters half as large again."""


LANGUAGES: list[Literal["fr", "en"]] = ["fr", "en"]


async def measure(scenes: list[str], languages: list[Literal["fr", "en"]]) -> None:
    """Every scene in every size: what sticks out, and how far what has a dock scrolls."""
    SHOTS.mkdir(exist_ok=True)
    for old in SHOTS.glob("fits-*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, open_timed_house(Path(folder), 0.5, 1) as house:
        async with launch() as browser:
            for language in languages:
                for scene in scenes:
                    player = await visit(browser, house.address, language)
                    album = Measured(player, browser, house.address, language, house.rehearse, pictured=True)
                    await album.walk(scene)
                    await player.page.context.close()
                    for line in [*album.found, *(f"{it} scrolled" for it in album.scrolled)]:
                        print(line, flush=True)  # noqa: T201


async def main(words: list[str]) -> None:
    SHOTS.mkdir(exist_ok=True)
    scenes = [name for name in SCENES if name in words] or list(SCENES)
    if "--fits" in words:
        await measure(scenes, [language for language in LANGUAGES if language in words] or LANGUAGES)
        return
    kinds = [kind for kind in KINDS if all(word in SCENES or word in kind.label for word in words)]
    with tempfile.TemporaryDirectory() as folder, open_timed_house(Path(folder), 0.5, 1) as house:
        async with launch() as browser:
            for kind in kinds:
                player = await visit(browser, house.address, kind.language, size=SIZES[kind.size], theme=kind.theme)
                for old in SHOTS.glob(f"{kind.label}-*.png") if scenes == list(SCENES) else ():
                    old.unlink()
                album = Album(player, browser, house.address, kind.label, house.rehearse, kind.text)
                await album.enlarge()
                for scene in scenes:
                    await SCENES[scene](album)
                await player.page.context.close()
                print(kind.label, player.complaints or "")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
