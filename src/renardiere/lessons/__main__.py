"""``python -m renardiere.lessons GAME`` prints the lesson's positions, played out, as JSON."""

from __future__ import annotations

import sys

import msgspec

from renardiere.lessons import lesson, play_out


def main(game: str) -> None:
    scenes = {name: play_out(position) for name, position in lesson(game).items()}
    sys.stdout.write(msgspec.json.encode(scenes).decode() + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
