"""After ``renardiere warm`` nothing is left to compile: ``python -m tests.warmed``, which ``make test`` runs next.

In a fresh clone the cache has nothing else. A test of its own would have to compile everything once more.
"""

from __future__ import annotations

import sys

from renardiere.games.kernel_cache import folder
from renardiere.server.warmup import warm_bots, warm_rules


def compiled() -> set[str]:
    place = folder()
    assert place is not None, "there is no cache to look at"
    return {str(path.relative_to(place)) for path in place.rglob("*.nbc")}


if __name__ == "__main__":
    before = compiled()
    if len(before) <= 30:
        sys.exit(f"`renardiere warm` comes first: the cache has {len(before)} functions")
    warm_rules()
    warm_bots()
    if late := sorted(compiled() - before):
        sys.exit("`renardiere warm` left these to compile:\n" + "\n".join(late))
