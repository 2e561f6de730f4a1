"""QR codes, as what they are: a square of dark and light modules. Whoever shows them draws them."""

from __future__ import annotations

from renardiere.server.messages import Qr

__all__ = ["qr_of"]


def qr_of(text: str) -> Qr:
    """The code of an address; a seventh of it may be unreadable."""
    import segno

    return Qr([[1 if module else 0 for module in row] for row in segno.make(text, error="m", micro=False).matrix])
