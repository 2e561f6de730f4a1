#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["pillow==13.0.0", "resvg-py==0.5.0"]
# ///
"""Makes the pictures that devices want of the house's sign, into web/public/icons: ``uv run scripts/icons.py``.

They are kept with the sources: who builds the page needs none of this. Devices that cut the corners themselves get
the whole sheet.
"""

import io
from pathlib import Path

import resvg_py
from PIL import Image

WEB = Path(__file__).parents[1] / "web"
SIGN = (WEB / "src" / "art" / "icon.svg").read_text()
ROUND = ' rx="22"'
assert ROUND in SIGN
WHOLE = SIGN.replace(ROUND, "")
FOX = SIGN[SIGN.index("<path") : SIGN.index("</clipPath>", SIGN.index("<path"))]
"""Its outline, which Android's status bar shows in a colour of its own."""
MARK = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g fill="#fff">{FOX}</g></svg>'
COLOURS = 64
"""Few papers and the edges between them: nobody sees more."""

PICTURES = {
    "fox-192.png": (SIGN, 192),
    "fox-512.png": (SIGN, 512),
    "whole-192.png": (WHOLE, 192),
    "whole-512.png": (WHOLE, 512),
    "apple-180.png": (WHOLE, 180),
    "mark-96.png": (MARK, 96),
}

for name, (drawing, size) in PICTURES.items():
    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size))))
    if drawing == WHOLE:
        drawn = drawn.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    else:
        drawn = drawn.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    drawn.save(WEB / "public" / "icons" / name, optimize=True)
