#!/usr/bin/env bash
# Sets up .venv: `setup.sh run` for playing and hosting, `setup.sh dev` for tests too. Quick when nothing changed.
set -euo pipefail
cd "$(dirname "$0")/.."
want=${1:-run}

say() { printf '\033[33m%s\033[0m %s\n' "▸" "$*"; }
as_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

find_python() {
  local name
  for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))'; then
      command -v "$name"
      return
    fi
  done
  echo "La Renardière needs Python 3.11 to 3.14; none was found (set PYTHON=/path/to/python3)." >&2
  return 1
}

make_venv() {
  local python=$1
  say "making .venv with $("$python" --version)"
  rm -rf .venv
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null && as_root; then
    say "installing Debian's python3-venv"
    apt-get update -qq && apt-get install -qq -y python3-venv >/dev/null
  fi
  "$python" -m venv .venv
  say "installing uv"
  .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r <(awk '/^uv==/ {on=1} on {print} on && !/\\$/ {exit}' locks/run.txt)
}

.venv/bin/python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null || make_venv "$(find_python)"

# What is installed is remembered by its lock file; the development set contains the other.
stamp() { { cat "locks/$1.txt" pyproject.toml; .venv/bin/python --version; pwd; } | cksum; }
installed=$(cat .venv/installed 2>/dev/null || true)
if [ "$installed" != "dev $(stamp dev)" ] && { [ "$want" = dev ] || [ "$installed" != "run $(stamp run)" ]; }; then
  say "installing the packages of locks/$want.txt"
  [ -x .venv/bin/uv ] || make_venv "$(find_python)"
  .venv/bin/uv pip sync -q --compile-bytecode --require-hashes "locks/$want.txt"
  .venv/bin/uv pip install -q --no-deps --no-build-isolation -e .
  echo "$want $(stamp "$want")" >.venv/installed
fi
