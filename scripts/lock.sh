#!/usr/bin/env bash
# Renews the lock files from pyproject.toml: universal, hashed, naming no registry.
set -euo pipefail
cd "$(dirname "$0")/.."
compile() {
  .venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate \
    --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" "$@" pyproject.toml
}
compile --group setup -o locks/run.txt >/dev/null
compile --group setup --group dev --extra arena -o locks/dev.txt >/dev/null
