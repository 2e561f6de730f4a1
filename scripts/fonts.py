#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["brotli==1.2.1", "fonttools==4.68.0"]
# ///
"""Makes the page's letters, into web/src/fonts: ``uv run scripts/fonts.py``, after ``scripts/page.sh``, which fetches
the faces.

They are kept with the sources: who builds the page needs none of this. More than half of what the faces weigh is
weights and signs that the page does not use, and somebody on a slow line would wait for them.
"""

import io
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parents[1] / "web"
FONTS = WEB / "src" / "fonts"
LETTERS = (FONTS / "letters.txt").read_text().replace("\n", "")
LICENCE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
LICENCE_AT = "https://openfontlicense.org"


class Face(NamedTuple):
    """``weight``: the only one, or from the lightest to the heaviest. ``features``: what is kept of its typography."""

    package: str
    weight: int | tuple[int, int]
    features: list[str]


FACES = {
    "fraunces": Face("fraunces", 600, ["kern", "liga"]),
    "atkinson": Face("atkinson-hyperlegible-next", (400, 700), ["ccmp", "kern", "locl", "mark", "tnum"]),
}

for name, face in FACES.items():
    folder = WEB / "node_modules" / "@fontsource-variable" / face.package / "files"
    font = TTFont(folder / f"{face.package}-latin-wght-normal.woff2", recalcTimestamp=False)
    font = instantiateVariableFont(font, {"wght": face.weight})
    font.flavor = None
    between = io.BytesIO()
    font.save(between)
    font = TTFont(between, recalcTimestamp=False)
    if missing := {ord(letter) for letter in LETTERS} - set(font.getBestCmap()):
        raise SystemExit(f"{name} has no {' '.join(map(chr, sorted(missing)))}")
    options = Options(flavor="woff2", layout_features=face.features, hinting=False, notdef_outline=True)
    options.name_IDs = [0, 1, 2, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    for number, text in ((13, LICENCE), (14, LICENCE_AT)):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor = "woff2"
    font.save(FONTS / f"{name}.woff2")
