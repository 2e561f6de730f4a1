"""What the other process of ``check_compilation`` does."""

import sys

from renardiere.games.testing.machine import digest_elsewhere

digest_elsewhere(*sys.argv[1:])
